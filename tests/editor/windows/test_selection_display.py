"""A clicked piece shows its properties; afterwards the previous panel comes back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.core.m44_special_rules import briefing_of
from tests.editor.conftest import MouseAndKeyboard

from m44core.catalogue.catalogue_loader import base_catalogue
from m44editor.panels.forms.inputs import HexesBox
from m44editor.panels.panel_dock import PanelDock
from m44editor.windows.keyboard_focus import is_covered
from m44editor.windows.main_window import MainWindow

UNIT, PIECES, EMPTY = "E7", "C7", "H5"
LEFT, NO_MODIFIER = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def user(window: MainWindow) -> MouseAndKeyboard:
    """A user of the window, with the Text panel in front."""
    user = MouseAndKeyboard(window.view)
    board = window.view.board
    assert window.document.scenario.at(board.hex(UNIT))
    assert not window.document.scenario.at(board.hex(EMPTY))
    reveal_panel(window, "texts")
    return user


def reveal_panel(window: MainWindow, name: str) -> None:
    window.docks[name].reveal()
    QApplication.processEvents()


def front_panel(window: MainWindow) -> str:
    """Return the name of the panel in front on the right."""
    front = window.panels.front_panel_of(window.docks["properties"])
    assert isinstance(front, PanelDock)
    return front.objectName()


def double_click(user: MouseAndKeyboard, name: str) -> None:
    """Click on a hex twice in quick succession."""
    user.click(name)
    window = user.view.window().windowHandle()
    QTest.mouseDClick(window, LEFT, NO_MODIFIER, user.point(name))
    QApplication.processEvents()


def test_a_click_on_a_piece_shows_its_properties(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    assert front_panel(window) == "texts"
    user.click(UNIT)
    assert front_panel(window) == "properties"
    user.press_key(Qt.Key.Key_Escape)
    assert not window.selection.hexes
    assert front_panel(window) == "texts"


def test_a_click_on_an_empty_hex_or_with_another_tool_covers_no_panel(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    user.click(EMPTY)
    assert front_panel(window) == "texts"
    window.brush.pick_up(base_catalogue().elements["woods"])
    user.click(UNIT)
    assert front_panel(window) == "texts"


def test_a_drag_covers_no_panel(window: MainWindow, user: MouseAndKeyboard) -> None:
    user.drag(UNIT, EMPTY)
    assert front_panel(window) == "texts"


def test_a_double_click_with_any_tool_opens_the_properties_of_the_hex(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    window.docks["properties"].hide()
    user.click(UNIT)
    assert window.docks["properties"].isHidden(), "the user has closed it"
    window.selection.select(())
    window.brush.pick_up(base_catalogue().elements["woods"])
    double_click(user, EMPTY)
    assert not is_covered(window.docks["properties"].panel())
    assert window.selection.hexes == {window.view.board.hex(EMPTY)}
    assert window.toolbox.tool.name == "brush"


def test_a_double_click_opens_no_menu_of_the_pieces(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    double_click(user, PIECES)
    assert QApplication.activePopupWidget() is None
    assert front_panel(window) == "properties"


def test_a_newly_chosen_panel_stays_in_front(window: MainWindow, user: MouseAndKeyboard) -> None:
    user.click(UNIT)
    reveal_panel(window, "history")
    user.press_key(Qt.Key.Key_Escape)
    assert front_panel(window) == "history"
    user.click(UNIT)
    user.press_key(Qt.Key.Key_Escape)
    assert front_panel(window) == "history"


def test_a_field_that_takes_selected_hexes_is_not_covered(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    rules = briefing_of({"hill317": ["L5"]}).special_rules
    scenario = window.document.scenario
    changed_scenario = replace(scenario, briefing=replace(scenario.briefing, special_rules=rules))
    window.document.edit("Add rule", changed_scenario)
    reveal_panel(window, "briefing")
    (box,) = window.docks["briefing"].findChildren(HexesBox)
    assert box.isVisible()
    user.click(UNIT)
    assert front_panel(window) == "briefing"
