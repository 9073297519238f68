"""The board for assistive technology: rows of hexes, each with its content."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication
from tests.editor.conftest import MouseAndKeyboard

from m44core.board import BoardType
from m44core.model.edits import change_board, erase
from m44core.model.scenario import Scenario
from m44editor.accessibility.board_interface import install_board_accessibility
from m44editor.accessibility.board_table import BoardTable
from m44editor.board.board_view import BoardView

_NAME, _DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description


@pytest.fixture(autouse=True)
def screen_reader(qapp: QApplication) -> Iterator[None]:
    """Pretend that a screen reader is running."""
    install_board_accessibility()
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def board_table_of(view: BoardView) -> BoardTable:
    interface = QAccessible.queryAccessibleInterface(view)
    assert isinstance(interface, BoardTable)
    return interface


def child_names(part: QAccessibleInterface) -> list[str]:
    return [part.child(number).text(_NAME) for number in range(part.childCount())]


def test_a_board_has_rows_of_hexes(view: BoardView) -> None:
    board = board_table_of(view)
    assert child_names(board) == [f"Row {number}" for number in range(9, 0, -1)]
    assert child_names(board.rows[2])[4] == "E7: Open ground, German infantry (4)"
    assert sum(len(row.hexes) for row in board.rows) == len(view.board.hexes)


def test_rows_and_cells_know_their_positions(view: BoardView) -> None:
    board = board_table_of(view)
    for hex_ in view.board.hexes:
        cell = board.cell(hex_)
        row = cell.parent()
        assert row.child(row.indexOfChild(cell)) is cell
        assert board.child(board.indexOfChild(row)) is row
        cell_position, middle = cell.tableCellInterface(), cell.rect().center()
        assert (cell_position.rowIndex(), cell_position.columnIndex()) == (
            row.number,
            row.indexOfChild(cell),
        )
        assert board.childAt(middle.x(), middle.y()) is row
        assert row.childAt(middle.x(), middle.y()) is cell
    assert board.childAt(-5, -5) is None


def test_the_hex_of_the_keyboard_cursor_has_the_focus(
    view: BoardView, user: MouseAndKeyboard
) -> None:
    board = board_table_of(view)
    assert board.focusChild() is None
    view.show_hex(view.board.hex("D7"))
    user.press_key(Qt.Key.Key_Right)
    focused_cell = board.cell(view.board.hex("E7"))
    assert board.focusChild() is focused_cell
    assert focused_cell.state().focused
    assert not board.cell(view.board.hex("D7")).state().focused


def test_the_overlay_text_describes_the_hex_of_the_keyboard_cursor(view: BoardView) -> None:
    view.show_hex(view.board.hex("D7"))
    view.speech.show_overlay_text("Line of sight from D7")
    assert (
        board_table_of(view).cell(view.board.hex("D7")).text(_DESCRIPTION)
        == "Line of sight from D7"
    )
    assert board_table_of(view).cell(view.board.hex("E7")).text(_DESCRIPTION) == ""


def test_an_erased_piece_is_no_longer_described(view: BoardView, pegasus: Scenario) -> None:
    hex_ = view.board.hex("E7")
    cell = board_table_of(view).cell(hex_)
    view.set_scenario(erase(pegasus, {hex_}))
    assert cell.text(_NAME) == "E7: Open ground"


def test_hexes_out_of_view_are_reported_as_off_screen(view: BoardView) -> None:
    corner = board_table_of(view).cell(view.board.hex("A1"))
    assert not corner.state().offscreen
    view.zoom_to(4.0)
    view.bring_into_view(view.area_to_units(view.rect().toRectF()).translated(5000, -5000))
    assert corner.state().offscreen


def test_screen_reader_actions_match_the_keyboard(view: BoardView) -> None:
    pressed: list[object] = []
    view.pressed.connect(lambda event: pressed.append(event.hex))
    actions = board_table_of(view).cell(view.board.hex("E7")).actionInterface()
    focus, press = actions.actionNames()
    actions.doAction(focus)
    assert (view.cursor_hex, pressed) == (view.board.hex("E7"), [])
    actions.doAction(press)
    assert pressed == [view.board.hex("E7")]


def test_a_board_of_another_size_has_new_rows(view: BoardView, pegasus: Scenario) -> None:
    old_row = board_table_of(view).rows[0]
    view.set_scenario(change_board(pegasus, BoardType.BREAKTHROUGH).scenario)
    assert board_table_of(view).childCount() == 17
    assert board_table_of(view).rows[0] is not old_row
    assert QAccessible.uniqueId(board_table_of(view).rows[0])


def test_deleted_boards_leave_no_accessible_interfaces(pegasus: Scenario) -> None:
    for _ in range(5):
        view = BoardView(pegasus)
        numbers = [
            QAccessible.uniqueId(board_table_of(view).cell(hex_)) for hex_ in view.board.hexes
        ]
        view.deleteLater()
        del view
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        assert not any(QAccessible.accessibleInterface(number) for number in numbers)


def test_a_point_off_the_board_is_on_no_hex(view: BoardView) -> None:
    point = view.viewport().mapToGlobal(QPoint(1, 1))
    assert board_table_of(view).childAt(point.x(), point.y()) is None
