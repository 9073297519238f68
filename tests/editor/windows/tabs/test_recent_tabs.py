"""Ctrl+Tab goes to the previously shown tab, and further back while Ctrl is held."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.editor.windows.tabs.conftest import CONTROL, SHIFT, TabsDriver


@pytest.fixture
def four_tabs(tabs_driver: TabsDriver) -> TabsDriver:
    """A window with four scenarios open; Arracourt is shown, and Toulon was shown before it."""
    for name in ("vassieux", "saint-vith"):
        tabs_driver.window.open_path(tabs_driver.copy(name))
    for index in (1, 0):
        tabs_driver.click(index)
    return tabs_driver


def hold_control_and_press_tab(
    tabs_driver: TabsDriver, *modifiers: Qt.KeyboardModifier
) -> list[str]:
    """Hold Ctrl and press Tab once with each of *modifiers*; return the names shown."""
    window = tabs_driver.window.windowHandle()
    tabs_driver.window.activateWindow()
    assert QTest.qWaitForWindowActive(tabs_driver.window)
    QTest.keyPress(window, Qt.Key.Key_Control)
    shown_tabs = []
    for modifier in modifiers:
        QTest.keyPress(
            window, Qt.Key.Key_Tab, CONTROL | modifier
        )  # releasing Tab would release Ctrl
        QApplication.processEvents()
        shown_tabs.append(tabs_driver.current_file.removesuffix(".m44"))
    QTest.keyRelease(window, Qt.Key.Key_Control)
    QApplication.processEvents()
    return shown_tabs


NO_MODIFIER = Qt.KeyboardModifier.NoModifier


def test_ctrl_tab_switches_between_two_tabs(four_tabs: TabsDriver) -> None:
    assert hold_control_and_press_tab(four_tabs, NO_MODIFIER) == ["toulon"]
    assert hold_control_and_press_tab(four_tabs, NO_MODIFIER) == ["arracourt"]


def test_holding_ctrl_steps_further_back_through_the_recent_tabs(four_tabs: TabsDriver) -> None:
    shown_tabs = hold_control_and_press_tab(
        four_tabs, NO_MODIFIER, NO_MODIFIER, NO_MODIFIER, NO_MODIFIER
    )
    assert shown_tabs == ["toulon", "saint-vith", "vassieux", "arracourt"]


def test_shift_steps_forward_through_the_recent_tabs(four_tabs: TabsDriver) -> None:
    assert hold_control_and_press_tab(four_tabs, NO_MODIFIER, NO_MODIFIER, SHIFT) == [
        *("toulon", "saint-vith", "toulon")
    ]


def test_the_tab_shown_when_ctrl_is_released_becomes_the_latest(four_tabs: TabsDriver) -> None:
    hold_control_and_press_tab(four_tabs, NO_MODIFIER, NO_MODIFIER)
    assert four_tabs.current_file == "saint-vith.m44"
    assert hold_control_and_press_tab(four_tabs, NO_MODIFIER, NO_MODIFIER) == [
        "arracourt",
        "toulon",
    ]


def test_a_closed_tab_is_skipped(four_tabs: TabsDriver) -> None:
    four_tabs.window.files.close_sheet(four_tabs.window.files.sheets[1])
    assert hold_control_and_press_tab(four_tabs, NO_MODIFIER) == ["saint-vith"]
