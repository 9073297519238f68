"""Context menus: of a piece, a hex, a label, several hexes, a problem, and a palette piece."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece, Tag
from m44editor.panels.palette_panel import PalettePanel
from m44editor.panels.problems_panel import ProblemsPanel
from m44editor.windows.main_window import MainWindow

UNIT, PIECES, TERRAIN, EMPTY = "E7", "C7", "b5", "H5"
RIGHT, LEFT = Qt.MouseButton.RightButton, Qt.MouseButton.LeftButton
ALT, NONE = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def user(window: MainWindow) -> MouseAndKeyboard:
    return MouseAndKeyboard(window.view)


def shown_menu() -> QMenu:
    """Return the open context menu."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def keys_by_label(menu: QMenu) -> dict[str, str]:
    """Return the labels of the entries of a menu without mnemonics, each with its keys."""
    labels = (action.text().replace("&", "").split("\t") for action in menu.actions())
    return {label: keys[0] if keys else "" for label, *keys in labels if label}


def choose_menu_entry(menu: QMenu, label: str) -> None:
    """Click on an entry of an open menu."""
    (action,) = (
        each for each in menu.actions() if each.text().replace("&", "").split("\t")[0] == label
    )
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
    QApplication.processEvents()


def request_menu(widget: QWidget, position: QPoint) -> None:
    """Request the context menu of a widget, like the platform at a right click."""
    request = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, position, widget.mapToGlobal(position)
    )
    QApplication.sendEvent(widget, request)
    QApplication.processEvents()


def scenario_with_mine(scenario: Scenario, name: str) -> Scenario:
    """Return a scenario with an unowned minefield, which is a problem."""
    hex_ = scenario.board.hex(name)
    content = replace(scenario.at(hex_), tags=(Tag("tag2", "MINE_FIELD"),))
    return scenario.with_hexes({hex_: content})


def test_the_menu_of_a_unit_shows_its_commands_with_keys(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    user.click(UNIT, RIGHT)
    menu_entries = keys_by_label(shown_menu())
    assert window.selection.hexes == {window.view.board.hex(UNIT)}
    assert (menu_entries["Switch Side of Units"], menu_entries["Cut"]) == ("S", "Ctrl+X")
    assert menu_entries["Paint With This Piece"] == "Alt+Right-click"
    assert "Hex E7" in menu_entries
    assert "Remove Infantry" not in menu_entries, "it is the only piece here"
    shown_menu().close()


def test_one_of_several_pieces_is_removed_or_selected(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    user.click(PIECES, RIGHT)
    (select_only,) = (
        label for label in keys_by_label(shown_menu()) if label.startswith("Select Only")
    )
    choose_menu_entry(shown_menu(), select_only)
    assert len(window.selection.pieces) == 1
    user.click(EMPTY)  # Qt would take a second press at the same place for a double click
    user.click(PIECES, RIGHT)
    choose_menu_entry(shown_menu(), select_only.replace("Select Only", "Remove"))
    assert window.document.scenario.at(window.view.board.hex(PIECES))
    assert window.document.undo_stack.count() == 1


def test_a_menu_command_acts_on_the_piece_not_on_the_brush(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    window.brush.pick_up(base_catalogue().elements["tankus"])
    user.click(UNIT, RIGHT)
    before = window.document.scenario.at(window.view.board.hex(UNIT)).unit
    choose_menu_entry(shown_menu(), "Switch Side of Units")
    after = window.document.scenario.at(window.view.board.hex(UNIT)).unit
    assert before is not None
    assert after is not None
    assert before.name != after.name
    assert window.brush.element.name == "tankus"


def test_a_piece_can_be_painted_with_from_its_menu(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    user.click(UNIT, RIGHT)
    choose_menu_entry(shown_menu(), "Paint With This Piece")
    assert window.toolbox.tool.name == "brush"
    user.click(EMPTY)
    unit = window.document.scenario.at(window.view.board.hex(UNIT)).unit
    assert window.document.scenario.at(window.view.board.hex(EMPTY)).unit == unit


def test_a_label_is_added_edited_and_removed(window: MainWindow, user: MouseAndKeyboard) -> None:
    hex_ = window.view.board.hex(EMPTY)
    user.click(EMPTY, RIGHT)
    choose_menu_entry(shown_menu(), "Add Label…")
    focused_widget = QApplication.focusWidget()
    assert focused_widget is not None
    QTest.keyClicks(focused_widget, "Ranville")
    window.view.setFocus()
    assert window.document.scenario.labels[hex_] == ("Ranville",)
    user.click(UNIT)  # Qt would take a second press at the same place for a double click
    user.click(EMPTY, RIGHT)
    assert "Edit Label…" in keys_by_label(shown_menu())
    choose_menu_entry(shown_menu(), "Remove Label")
    assert hex_ not in window.document.scenario.labels


def test_the_menu_of_several_hexes_counts_and_deletes_them(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    board = window.view.board
    window.selection.select({board.hex(UNIT), board.hex(PIECES)})
    user.click(UNIT, RIGHT)
    menu_entries = keys_by_label(shown_menu())
    assert "2 hexes selected" in menu_entries
    assert menu_entries["Stamp"] == "Ctrl+B"
    choose_menu_entry(shown_menu(), "Delete")
    assert not window.document.scenario.at(board.hex(UNIT))
    assert not window.document.scenario.at(board.hex(PIECES))


def test_the_menu_key_opens_the_menu_at_the_keyboard_cursor(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    window.view.setFocus()
    window.view.show_hex(window.view.board.hex(UNIT))
    user.press_key(Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert "Hex E7" in keys_by_label(shown_menu())
    shown_menu().close()


def test_alt_and_the_right_button_still_pick_up_a_piece(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    unit = window.document.scenario.at(window.view.board.hex(UNIT)).unit
    assert unit is not None
    user.click(UNIT, RIGHT, ALT)
    assert QApplication.activePopupWidget() is None
    assert window.brush.element.name == unit.name


def test_the_right_button_picks_up_pieces_if_set(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    window.commands["right-picks"].trigger()
    user.click(UNIT, RIGHT)
    assert QApplication.activePopupWidget() is None
    assert window.toolbox.tool.name == "brush"
    assert MainWindow(window.document, window.settings).toolbox.right_button_picks


def test_no_menu_opens_during_a_stroke(window: MainWindow, user: MouseAndKeyboard) -> None:
    window.brush.pick_up(base_catalogue().elements["hills"])
    user.press("G5")
    user.click("G5", RIGHT)
    assert QApplication.activePopupWidget() is None
    user.release("G5")


def test_the_menu_of_a_problem_shows_keys(
    window: MainWindow, qtbot: QtBot, user: MouseAndKeyboard
) -> None:
    window.docks["problems"].reveal()
    panel = window.docks["problems"].panel()
    assert isinstance(panel, ProblemsPanel)
    qtbot.waitUntil(lambda: bool(panel.list.shown_findings()))
    point = panel.list.visualRect(panel.list.model().index(0, 0)).center()
    request_menu(panel.list.viewport(), point)
    menu_entries = keys_by_label(shown_menu())
    assert menu_entries["Show"] == "Return"
    assert menu_entries["Next Problem"] == "F8"
    shown_menu().close()


def test_the_problems_of_a_hex_are_in_its_menu(
    window: MainWindow, qtbot: QtBot, user: MouseAndKeyboard
) -> None:
    window.docks["problems"].reveal()
    panel = window.docks["problems"].panel()
    assert isinstance(panel, ProblemsPanel)
    window.document.edit("Mine", scenario_with_mine(window.document.scenario, UNIT))
    qtbot.waitUntil(lambda: any(each.hex for each in window.inspection.results.findings))
    finding = next(each for each in window.inspection.results.findings if each.hex)
    assert finding.hex is not None
    user.click(window.view.board.name(finding.hex), RIGHT)
    menu_entries = [*keys_by_label(shown_menu())]
    choose_menu_entry(shown_menu(), menu_entries[menu_entries.index("Problems") + 1])
    assert panel.list.current_finding() == finding


def test_the_menu_of_a_palette_piece_selects_all_of_its_kind(window: MainWindow) -> None:
    window.docks["palette"].reveal()
    panel = window.docks["palette"].panel()
    assert isinstance(panel, PalettePanel)
    QApplication.processEvents()
    panel.list.select_element(base_catalogue().elements["hills"])
    point = panel.list.visualRect(panel.list.currentIndex()).center()
    request_menu(panel.list.viewport(), point)
    assert keys_by_label(shown_menu())["Paint at Random With Other Pieces"] == "Ctrl+Space"
    choose_menu_entry(shown_menu(), "Select All on the Board")
    scenario = window.document.scenario
    hills = {h for h, content in scenario.hexes.items() if content.terrain == Piece("hills")}
    assert window.selection.hexes >= hills
