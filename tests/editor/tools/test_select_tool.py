from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.tools.conftest import Table

from m44core.board import BoardType
from m44core.model import edits
from m44core.model.parts import Piece, Tag
from m44editor.board.geometry import centre

SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


def place_pieces(table: Table, name: str, *elements: str) -> None:
    """Place elements on a hex, without leaving undo steps."""
    table.toolbox.use("brush")
    for element in elements:
        table.take(element)
        table.hand.click(name)
    table.toolbox.use("select")
    table.document.undo_stack.clear()


def test_a_click_selects_one_hex(table: Table) -> None:
    table.hand.click("g6")
    table.hand.click("f6")
    assert table.selected == {"f6"}


def test_shift_adds_and_control_toggles(table: Table) -> None:
    table.hand.click("g6")
    table.hand.click("f6", keys=SHIFT)
    assert table.selected == {"f6", "g6"}
    table.hand.click("g6", keys=CONTROL)
    assert table.selected == {"f6"}


def test_shift_and_control_keep_what_is_selected_in_the_rubber_band(table: Table) -> None:
    table.selection.select({table.hex("G5"), table.hex("A1")})
    table.hand.press("f6", keys=SHIFT | CONTROL)
    table.hand.move("G5")
    table.hand.move("h4")
    table.hand.release("h4", keys=SHIFT | CONTROL)
    assert table.selected == {"G5"}


def test_a_rubber_band_selects_what_it_encloses(table: Table) -> None:
    table.hand.press("f6", keys=SHIFT)
    table.hand.move("h4")
    table.hand.move("h4")
    table.hand.release("h4", keys=SHIFT)
    assert {"G5", "H5", "g6"} <= table.selected
    assert table.steps == 0


def test_a_drag_moves_the_unit_before_anything_else(table: Table) -> None:
    place_pieces(table, "g6", "hills", "infger", "medal1")
    table.hand.drag("g6", "h6", "i6")
    assert table.at("g6").unit is None
    assert table.at("g6").terrain == Piece("hills")
    unit = table.at("i6").unit
    assert unit is not None
    assert unit.name == "infger"
    assert table.selected == {"i6"}
    assert table.steps == 1


def test_alt_drag_moves_the_whole_hex(table: Table) -> None:
    place_pieces(table, "g6", "hills", "infger")
    before = table.at("g6")
    table.hand.drag("g6", "i6", keys=ALT)
    assert table.at("i6") == before


def test_dragging_one_of_several_selected_hexes_moves_them_all(table: Table) -> None:
    place_pieces(table, "g6", "hills")
    place_pieces(table, "h6", "woods")
    table.hand.click("g6")
    table.hand.click("h6", keys=SHIFT)
    table.hand.drag("h6", "H5", "I5")
    assert table.selected == {"h5", "g5"} or len(table.selected) == 2
    assert not table.at("g6").terrain
    assert table.at("I5").terrain == Piece("woods")


def test_escape_puts_the_dragged_piece_back(table: Table) -> None:
    place_pieces(table, "g6", "infger")
    table.hand.press("g6")
    table.hand.move("i6")
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.release("i6")
    assert table.at("g6").unit is not None
    assert table.steps == 0


def test_a_click_on_one_of_several_selected_hexes_selects_it_alone(table: Table) -> None:
    place_pieces(table, "g6", "hills")
    table.hand.click("g6")
    table.hand.click("h6", keys=SHIFT)
    table.hand.click("g6")
    assert table.selected == {"g6"}


def test_copy_and_paste_follow_the_pointer(table: Table) -> None:
    place_pieces(table, "g6", "hills", "infger")
    before = table.at("g6")
    table.hand.click("g6")
    table.commands.copy()
    table.commands.paste()
    table.hand.move("e4")
    assert [table.view.board.name(hex_) for hex_ in table.view._ghost] == ["e4"]
    table.hand.click("e4")
    assert table.at("e4") == table.at("g6") == before
    assert table.toolbox.tool.name == "select"
    assert table.steps == 1


def test_a_pasted_group_keeps_its_shape(table: Table) -> None:
    place_pieces(table, "g6", "hills")
    place_pieces(table, "h6", "woods")
    table.hand.click("g6")
    table.hand.click("h6", keys=SHIFT)
    table.commands.duplicate()
    table.hand.click("d4")
    names = {table.view.board.name(h): table.document.scenario.at(h) for h in table.selection.hexes}
    assert sorted(c.terrain.name for c in names.values() if c.terrain) == ["hills", "woods"]
    assert "d4" in names


def test_escape_cancels_pasting(table: Table) -> None:
    place_pieces(table, "g6", "hills")
    table.hand.click("g6")
    table.commands.duplicate()
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.key(Qt.Key.Key_Escape)
    assert table.toolbox.tool.name == "select"
    assert table.view._ghost == {}


def test_cut_and_delete_empty_the_hexes(table: Table) -> None:
    place_pieces(table, "g6", "hills")
    place_pieces(table, "f6", "woods")
    table.hand.click("g6")
    table.commands.cut()
    table.hand.click("f6")
    table.commands.delete()
    assert not table.at("g6")
    assert not table.at("f6")
    assert table.steps == 2


def test_rotate_turns_the_brush_while_painting_and_otherwise_the_piece(table: Table) -> None:
    place_pieces(table, "g6", "river")
    table.hand.click("g6")
    table.commands.rotate()
    turned = table.at("g6").terrain
    assert turned is not None
    assert turned.orientation != 1
    table.commands.rotate(clockwise=False)
    assert table.at("g6").terrain == Piece("river", 1)
    table.take("curve")
    table.toolbox.use("brush")
    table.commands.rotate()
    assert table.brush.orientation != 1


def test_a_foreign_clipboard_is_rejected_with_a_message(table: Table) -> None:
    QGuiApplication.clipboard().setText("not a scenario")
    said: list[str] = []
    table.commands.status_message.connect(said.append)
    table.commands.paste()
    assert said == ["The clipboard contains no scenario hexes"]
    assert table.toolbox.tool.name == "select"


def test_hexes_missing_on_the_new_board_are_deselected(table: Table) -> None:
    large = edits.change_board(table.document.scenario, BoardType.OVERLORD).scenario
    table.document.edit("Change Board", large)
    table.commands.select_all()
    assert len(table.selection.hexes) == 230
    table.document.undo_stack.undo()
    assert table.selection.hexes == frozenset(table.view.board.hexes)


def at_the_medal(table: Table, name: str) -> QPoint:
    """Return the window position of the medal of a hex, at its upper right."""
    shown = table.view.from_units(centre(table.hex(name)) + QPointF(29, -29))
    return table.view.viewport().mapTo(table.view.window(), shown.toPoint())


def test_a_medal_is_dragged_from_under_a_unit(table: Table) -> None:
    place_pieces(table, "g6", "hills", "infger", "medal1")
    hand = table.hand
    hand.drag_points(Qt.MouseButton.LeftButton, at_the_medal(table, "g6"), hand.point("i6"))
    assert table.at("i6").tags == (Tag("medal1"),)
    assert table.at("g6").tags == ()
    assert table.at("g6").unit
    assert table.steps == 1


def test_a_second_click_opens_a_menu_and_the_chosen_piece_moves_alone(table: Table) -> None:
    place_pieces(table, "g6", "hills", "infger", "wire")
    table.hand.click("g6")
    table.hand.click("g6")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()] == ["German infantry", "Wire", "Hill"]
    QTest.mouseClick(
        menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(menu.actions()[1]).center()
    )
    table.hand.drag("g6", "h6", "i6")
    assert table.at("i6").obstacle == Piece("wire")
    assert table.at("g6").unit


def test_a_second_click_on_a_single_piece_opens_no_menu(table: Table) -> None:
    place_pieces(table, "g6", "infger")
    table.hand.click("g6")
    table.hand.click("g6")
    assert QApplication.activePopupWidget() is None


def test_tab_goes_through_the_pieces_of_the_selected_hex(table: Table) -> None:
    place_pieces(table, "g6", "hills", "infger", "medal1")
    said: list[str] = []
    table.toolbox.status_message.connect(said.append)
    table.hand.click("g6")
    for _ in range(3):
        table.hand.key(Qt.Key.Key_Tab)
    table.hand.key(Qt.Key.Key_Tab, SHIFT)
    pieces = [words.split(":")[0] for words in said]
    assert pieces == ["German infantry", "Allied medal", "Hill", "Allied medal"]
    assert table.view.hasFocus()
    table.hand.drag("g6", "h6", "i6")
    assert table.at("i6").tags == (Tag("medal1"),)
    assert table.at("g6").unit


@pytest.mark.parametrize("keys", [Qt.KeyboardModifier.NoModifier, SHIFT])
def test_tab_leaves_the_board_after_the_last_piece(
    table: Table, qtbot: QtBot, keys: Qt.KeyboardModifier
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    rows = QVBoxLayout(window)
    for widget in (QLineEdit(), table.view, QLineEdit()):
        rows.addWidget(widget)
    with qtbot.waitExposed(window):
        window.show()
    place_pieces(table, "g6", "infger", "medal1")
    table.hand.click("g6")
    for _ in range(2):
        table.hand.key(Qt.Key.Key_Tab, keys)
        assert QApplication.focusWidget() is table.view
    table.hand.key(Qt.Key.Key_Tab, keys)
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    table.view.setParent(None)  # its fixture deletes it


def test_one_of_two_tags_moves_and_the_other_stays(table: Table) -> None:
    place_pieces(table, "g6", "medal1", "tag4")
    table.hand.click("g6")
    table.hand.key(Qt.Key.Key_Tab)
    table.hand.drag("g6", "h6", "i6")
    assert table.at("i6").tags == (Tag("tag4"),)
    assert table.at("g6").tags == (Tag("medal1"),)
