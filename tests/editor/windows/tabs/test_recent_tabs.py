"""Ctrl+Tab goes to the previously shown tab, and further back while Ctrl is held."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.editor.windows.tabs.conftest import CONTROL, SHIFT, Desk


@pytest.fixture
def four(desk: Desk) -> Desk:
    """A window with four scenarios open; Arracourt is shown, and Toulon was shown before it."""
    for name in ("vassieux", "saint-vith"):
        desk.window.open_path(desk.copy(name))
    for place in (1, 0):
        desk.click(place)
    return desk


def hold_control_and_press_tab(desk: Desk, *held: Qt.KeyboardModifier) -> list[str]:
    """Hold Ctrl and press Tab once with each of *held*; return the name shown each time."""
    window = desk.window.windowHandle()
    desk.window.activateWindow()
    assert QTest.qWaitForWindowActive(desk.window)
    QTest.keyPress(window, Qt.Key.Key_Control)
    shown = []
    for keys in held:
        QTest.keyPress(window, Qt.Key.Key_Tab, CONTROL | keys)  # releasing Tab would release Ctrl
        QApplication.processEvents()
        shown.append(desk.shown.removesuffix(".m44"))
    QTest.keyRelease(window, Qt.Key.Key_Control)
    QApplication.processEvents()
    return shown


NOTHING = Qt.KeyboardModifier.NoModifier


def test_ctrl_tab_switches_between_two_tabs(four: Desk) -> None:
    assert hold_control_and_press_tab(four, NOTHING) == ["toulon"]
    assert hold_control_and_press_tab(four, NOTHING) == ["arracourt"]


def test_holding_ctrl_steps_further_back_through_the_recent_tabs(four: Desk) -> None:
    shown = hold_control_and_press_tab(four, NOTHING, NOTHING, NOTHING, NOTHING)
    assert shown == ["toulon", "saint-vith", "vassieux", "arracourt"]


def test_shift_steps_forward_through_the_recent_tabs(four: Desk) -> None:
    assert hold_control_and_press_tab(four, NOTHING, NOTHING, SHIFT) == [
        *("toulon", "saint-vith", "toulon")
    ]


def test_the_tab_shown_when_ctrl_is_released_becomes_the_latest(four: Desk) -> None:
    hold_control_and_press_tab(four, NOTHING, NOTHING)
    assert four.shown == "saint-vith.m44"
    assert hold_control_and_press_tab(four, NOTHING, NOTHING) == ["arracourt", "toulon"]


def test_a_tab_that_is_closed_is_passed_over(four: Desk) -> None:
    four.window.files.close_sheet(four.window.files.sheets[1])
    assert hold_control_and_press_tab(four, NOTHING) == ["saint-vith"]
