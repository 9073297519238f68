from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.tools.conftest import BoardDriver

from m44core.board import BoardType
from m44core.model import edits
from m44core.model.scenario_parts import Piece, Tag
from m44editor.board.geometry import centre

SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


def place_pieces(board_driver: BoardDriver, name: str, *elements: str) -> None:
    """Place elements on a hex, without leaving undo steps."""
    board_driver.toolbox.use("brush")
    for element in elements:
        board_driver.pick_up(element)
        board_driver.user.click(name)
    board_driver.toolbox.use("select")
    board_driver.document.undo_stack.clear()


def test_a_click_selects_one_hex(board_driver: BoardDriver) -> None:
    board_driver.user.click("g6")
    board_driver.user.click("f6")
    assert board_driver.selected == {"f6"}


def test_shift_adds_and_control_toggles(board_driver: BoardDriver) -> None:
    board_driver.user.click("g6")
    board_driver.user.click("f6", modifiers=SHIFT)
    assert board_driver.selected == {"f6", "g6"}
    board_driver.user.click("g6", modifiers=CONTROL)
    assert board_driver.selected == {"f6"}


def test_shift_and_control_keep_only_the_selected_hexes_in_the_rubber_band(
    board_driver: BoardDriver,
) -> None:
    board_driver.selection.select({board_driver.hex("G5"), board_driver.hex("A1")})
    board_driver.user.press("f6", modifiers=SHIFT | CONTROL)
    board_driver.user.move("G5")
    board_driver.user.move("h4")
    board_driver.user.release("h4", modifiers=SHIFT | CONTROL)
    assert board_driver.selected == {"G5"}


def test_a_rubber_band_selects_enclosed_hexes(board_driver: BoardDriver) -> None:
    board_driver.user.press("f6", modifiers=SHIFT)
    board_driver.user.move("h4")
    board_driver.user.move("h4")
    board_driver.user.release("h4", modifiers=SHIFT)
    assert {"G5", "H5", "g6"} <= board_driver.selected
    assert board_driver.undo_step_count == 0


def test_a_drag_moves_the_unit_first(board_driver: BoardDriver) -> None:
    place_pieces(board_driver, "g6", "hills", "infger", "medal1")
    board_driver.user.drag("g6", "h6", "i6")
    assert board_driver.at("g6").unit is None
    assert board_driver.at("g6").terrain == Piece("hills")
    unit = board_driver.at("i6").unit
    assert unit is not None
    assert unit.name == "infger"
    assert board_driver.selected == {"i6"}
    assert board_driver.undo_step_count == 1


def test_alt_drag_moves_the_whole_hex(board_driver: BoardDriver) -> None:
    place_pieces(board_driver, "g6", "hills", "infger")
    before = board_driver.at("g6")
    board_driver.user.drag("g6", "i6", modifiers=ALT)
    assert board_driver.at("i6") == before


def test_dragging_one_of_several_selected_hexes_moves_them_all(board_driver: BoardDriver) -> None:
    place_pieces(board_driver, "g6", "hills")
    place_pieces(board_driver, "h6", "woods")
    board_driver.user.click("g6")
    board_driver.user.click("h6", modifiers=SHIFT)
    board_driver.user.drag("h6", "H5", "I5")
    assert board_driver.selected == {"H5", "I5"}
    assert not board_driver.at("g6").terrain
    assert board_driver.at("I5").terrain == Piece("woods")


def test_escape_puts_the_dragged_piece_back(board_driver: BoardDriver) -> None:
    place_pieces(board_driver, "g6", "infger")
    board_driver.user.press("g6")
    board_driver.user.move("i6")
    board_driver.user.press_key(Qt.Key.Key_Escape)
    board_driver.user.release("i6")
    assert board_driver.at("g6").unit is not None
    assert board_driver.undo_step_count == 0


def test_a_click_on_one_of_several_selected_hexes_selects_it_alone(
    board_driver: BoardDriver,
) -> None:
    place_pieces(board_driver, "g6", "hills")
    board_driver.user.click("g6")
    board_driver.user.click("h6", modifiers=SHIFT)
    board_driver.user.click("g6")
    assert board_driver.selected == {"g6"}


def test_a_pasted_copy_follows_the_pointer(board_driver: BoardDriver) -> None:
    place_pieces(board_driver, "g6", "hills", "infger")
    before = board_driver.at("g6")
    board_driver.user.click("g6")
    board_driver.commands.copy()
    board_driver.commands.paste()
    board_driver.user.move("e4")
    assert [board_driver.view.board.name(hex_) for hex_ in board_driver.view._ghost] == ["e4"]
    board_driver.user.click("e4")
    assert board_driver.at("e4") == board_driver.at("g6") == before
    assert board_driver.toolbox.tool.name == "select"
    assert board_driver.undo_step_count == 1


def test_a_pasted_group_keeps_its_shape(board_driver: BoardDriver) -> None:
    place_pieces(board_driver, "g6", "hills")
    place_pieces(board_driver, "h6", "woods")
    board_driver.user.click("g6")
    board_driver.user.click("h6", modifiers=SHIFT)
    board_driver.commands.duplicate()
    board_driver.user.click("d4")
    contents_by_name = {
        board_driver.view.board.name(h): board_driver.document.scenario.at(h)
        for h in board_driver.selection.hexes
    }
    assert sorted(c.terrain.name for c in contents_by_name.values() if c.terrain) == [
        "hills",
        "woods",
    ]
    assert "d4" in contents_by_name


def test_escape_cancels_pasting(board_driver: BoardDriver) -> None:
    place_pieces(board_driver, "g6", "hills")
    board_driver.user.click("g6")
    board_driver.commands.duplicate()
    board_driver.user.press_key(Qt.Key.Key_Escape)
    board_driver.user.press_key(Qt.Key.Key_Escape)
    assert board_driver.toolbox.tool.name == "select"
    assert board_driver.view._ghost == {}


def test_cut_and_delete_empty_the_hexes(board_driver: BoardDriver) -> None:
    place_pieces(board_driver, "g6", "hills")
    place_pieces(board_driver, "f6", "woods")
    board_driver.user.click("g6")
    board_driver.commands.cut()
    board_driver.user.click("f6")
    board_driver.commands.delete()
    assert not board_driver.at("g6")
    assert not board_driver.at("f6")
    assert board_driver.undo_step_count == 2


def test_rotate_turns_the_brush_while_painting_and_otherwise_the_piece(
    board_driver: BoardDriver,
) -> None:
    place_pieces(board_driver, "g6", "river")
    board_driver.user.click("g6")
    board_driver.commands.rotate()
    turned_terrain = board_driver.at("g6").terrain
    assert turned_terrain is not None
    assert turned_terrain.orientation != 1
    board_driver.commands.rotate(clockwise=False)
    assert board_driver.at("g6").terrain == Piece("river", 1)
    board_driver.pick_up("curve")
    board_driver.toolbox.use("brush")
    board_driver.commands.rotate()
    assert board_driver.brush.orientation != 1


def test_a_foreign_clipboard_is_rejected_with_a_message(board_driver: BoardDriver) -> None:
    QGuiApplication.clipboard().setText("not a scenario")
    messages: list[str] = []
    board_driver.commands.status_message.connect(messages.append)
    board_driver.commands.paste()
    assert messages == ["The clipboard contains no scenario hexes"]
    assert board_driver.toolbox.tool.name == "select"


def test_hexes_missing_on_the_new_board_are_deselected(board_driver: BoardDriver) -> None:
    large_scenario = edits.change_board(board_driver.document.scenario, BoardType.OVERLORD).scenario
    board_driver.document.edit("Change Board", large_scenario)
    board_driver.commands.select_all()
    assert len(board_driver.selection.hexes) == 230
    board_driver.document.undo_stack.undo()
    assert board_driver.selection.hexes == frozenset(board_driver.view.board.hexes)


def position_of_medal(board_driver: BoardDriver, name: str) -> QPoint:
    """Return the window position of the medal of a hex, at its upper right."""
    view_position = board_driver.view.from_units(centre(board_driver.hex(name)) + QPointF(29, -29))
    return board_driver.view.viewport().mapTo(board_driver.view.window(), view_position.toPoint())


def test_a_medal_is_dragged_from_under_a_unit(board_driver: BoardDriver) -> None:
    place_pieces(board_driver, "g6", "hills", "infger", "medal1")
    user = board_driver.user
    user.drag_points(
        Qt.MouseButton.LeftButton, position_of_medal(board_driver, "g6"), user.point("i6")
    )
    assert board_driver.at("i6").tags == (Tag("medal1"),)
    assert board_driver.at("g6").tags == ()
    assert board_driver.at("g6").unit
    assert board_driver.undo_step_count == 1


def test_a_second_click_opens_a_menu_and_the_chosen_piece_moves_alone(
    board_driver: BoardDriver,
) -> None:
    place_pieces(board_driver, "g6", "hills", "infger", "wire")
    board_driver.user.click("g6")
    board_driver.user.click("g6")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()] == ["German infantry", "Wire", "Hill"]
    QTest.mouseClick(
        menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(menu.actions()[1]).center()
    )
    board_driver.user.drag("g6", "h6", "i6")
    assert board_driver.at("i6").obstacle == Piece("wire")
    assert board_driver.at("g6").unit


def test_a_second_click_on_a_single_piece_opens_no_menu(board_driver: BoardDriver) -> None:
    place_pieces(board_driver, "g6", "infger")
    board_driver.user.click("g6")
    board_driver.user.click("g6")
    assert QApplication.activePopupWidget() is None


def test_tab_steps_through_the_pieces_of_the_selected_hex(board_driver: BoardDriver) -> None:
    place_pieces(board_driver, "g6", "hills", "infger", "medal1")
    messages: list[str] = []
    board_driver.toolbox.status_message.connect(messages.append)
    board_driver.user.click("g6")
    for _ in range(3):
        board_driver.user.press_key(Qt.Key.Key_Tab)
    board_driver.user.press_key(Qt.Key.Key_Tab, SHIFT)
    pieces = [message.split(":")[0] for message in messages]
    assert pieces == ["German infantry", "Allied medal", "Hill", "Allied medal"]
    assert board_driver.view.hasFocus()
    board_driver.user.drag("g6", "h6", "i6")
    assert board_driver.at("i6").tags == (Tag("medal1"),)
    assert board_driver.at("g6").unit


@pytest.mark.parametrize("modifiers", [Qt.KeyboardModifier.NoModifier, SHIFT])
def test_tab_leaves_the_board_after_the_last_piece(
    board_driver: BoardDriver, qtbot: QtBot, modifiers: Qt.KeyboardModifier
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    rows = QVBoxLayout(window)
    for widget in (QLineEdit(), board_driver.view, QLineEdit()):
        rows.addWidget(widget)
    with qtbot.waitExposed(window):
        window.show()
    place_pieces(board_driver, "g6", "infger", "medal1")
    board_driver.user.click("g6")
    for _ in range(2):
        board_driver.user.press_key(Qt.Key.Key_Tab, modifiers)
        assert QApplication.focusWidget() is board_driver.view
    board_driver.user.press_key(Qt.Key.Key_Tab, modifiers)
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    board_driver.view.setParent(None)  # its fixture deletes it


def test_one_of_two_tags_moves_and_the_other_stays(board_driver: BoardDriver) -> None:
    place_pieces(board_driver, "g6", "medal1", "tag4")
    board_driver.user.click("g6")
    board_driver.user.press_key(Qt.Key.Key_Tab)
    board_driver.user.drag("g6", "h6", "i6")
    assert board_driver.at("i6").tags == (Tag("tag4"),)
    assert board_driver.at("g6").tags == (Tag("medal1"),)
