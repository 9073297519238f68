"""The dialog that changes the board: anchor, offset, preview, and losses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLabel
from pytestqt.qtbot import QtBot
from tests.editor.windows.test_file_dialogs import Answers
from tests.editor.windows.test_main_window import open_window

from m44core.board import BOARDS, Board, BoardType
from m44core.hexes import Hex
from m44core.model.edits import new_scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44editor.documents.document import Document
from m44editor.panels.resize_dialog import ANCHORS, ResizeDialog, anchor_hex

LEFT = Qt.MouseButton.LeftButton
STANDARD, LONG, WIDE = (BOARDS[kind] for kind in BoardType)
WOODS = HexContent(terrain=Piece("woods"))


@pytest.fixture
def document() -> Document:
    """Return a standard board with woods in its corners."""
    corners = [STANDARD.hex(name) for name in ("A9", "M9", "A1", "M1")]
    return Document(new_scenario().with_hexes(dict.fromkeys(corners, WOODS)))


@pytest.fixture
def open_dialog(qtbot: QtBot, document: Document) -> Callable[[BoardType], ResizeDialog]:
    def show(kind: BoardType) -> ResizeDialog:
        dialog = ResizeDialog(document, kind)
        qtbot.addWidget(dialog)
        with qtbot.waitExposed(dialog):
            dialog.show()
        return dialog

    return show


OpenDialog = Callable[[BoardType], ResizeDialog]


def occupied_hex_names(document: Document) -> set[str]:
    board = document.scenario.board
    return {board.name(hex_) for hex_ in document.scenario.hexes}


def choose_anchor(dialog: ResizeDialog, column: int, row: int) -> None:
    QTest.mouseClick(dialog.anchors[column, row], LEFT)


def press_ok(dialog: ResizeDialog) -> None:
    box = dialog.findChild(QDialogButtonBox)
    assert box
    QTest.mouseClick(box.button(QDialogButtonBox.StandardButton.Ok), LEFT)


def preview_picture(dialog: ResizeDialog) -> QImage:
    QApplication.processEvents()
    return next(label for label in dialog.findChildren(QLabel) if label.pixmap()).grab().toImage()


def listed_losses(dialog: ResizeDialog) -> list[str]:
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


@pytest.mark.parametrize(
    ("anchor", "hex_names"),
    [
        ((0, 0), {"A17", "M17", "A9", "M9"}),
        ((1, 1), {"A13", "M13", "A5", "M5"}),
        ((2, 2), {"A9", "M9", "A1", "M1"}),
    ],
)
def test_an_anchor_determines_the_position(
    open_dialog: OpenDialog, document: Document, anchor: tuple[int, int], hex_names: set[str]
) -> None:
    dialog = open_dialog(BoardType.BREAKTHROUGH)
    choose_anchor(dialog, *anchor)
    assert listed_losses(dialog) == []
    press_ok(dialog)
    assert occupied_hex_names(document) == hex_names
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.scenario.board is STANDARD


@pytest.mark.parametrize("anchor", ANCHORS)
@pytest.mark.parametrize("new_board", [STANDARD, LONG, WIDE])
def test_every_anchor_maps_hexes_to_hexes_and_keeps_a_fitting_board_complete(
    anchor: tuple[int, int], new_board: Board
) -> None:
    shift = anchor_hex(STANDARD, new_board, *anchor)
    moved_hexes = {Hex(h.col + shift.col, h.row + shift.row) for h in STANDARD.hexes}
    assert moved_hexes <= {*new_board.hexes}


def test_an_offset_entered_with_keys_is_previewed_and_applied(
    open_dialog: OpenDialog, document: Document
) -> None:
    dialog = open_dialog(BoardType.STANDARD)
    before = preview_picture(dialog)
    dialog.columns.setFocus()
    for _ in range(2):
        QTest.keyClick(dialog.columns, Qt.Key.Key_Up)
    assert listed_losses(dialog) == ["M9: Forest", "M1: Forest"]
    assert preview_picture(dialog) != before
    assert any(
        label.text().startswith("2 items do not fit") for label in dialog.findChildren(QLabel)
    )
    press_ok(dialog)
    assert occupied_hex_names(document) == {"C9", "C1"}
    assert document.undo_stack.undoText() == "Shift Board"


def test_an_odd_number_of_rows_shifts_by_half_a_hex(
    open_dialog: OpenDialog, document: Document
) -> None:
    dialog = open_dialog(BoardType.BREAKTHROUGH)
    dialog.rows.setValue(3)
    press_ok(dialog)
    assert occupied_hex_names(document) == {"a14", "a6"}


def test_another_anchor_can_lose_fewer_pieces(qtbot: QtBot) -> None:
    far_contents = {WIDE.hex("Z5"): HexContent(unit=Unit("infus"))}
    document = Document(new_scenario(BoardType.OVERLORD).with_hexes(far_contents))
    dialog = ResizeDialog(document, BoardType.STANDARD)
    qtbot.addWidget(dialog)
    dialog.show()
    assert listed_losses(dialog) == ["Z5: American infantry"]
    first_picture = preview_picture(dialog)
    choose_anchor(dialog, 2, 0)
    assert listed_losses(dialog) == []
    assert preview_picture(dialog) != first_picture
    press_ok(dialog)
    assert occupied_hex_names(document) == {"M5"}


def test_ok_is_disabled_for_an_unchanged_board(open_dialog: OpenDialog) -> None:
    dialog = open_dialog(BoardType.STANDARD)
    box = dialog.findChild(QDialogButtonBox)
    assert box
    assert not box.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_the_menu_asks_for_size_and_position(
    qtbot: QtBot, document: Document, tmp_path: Path, answers: Answers
) -> None:
    window = open_window(qtbot, document, tmp_path)

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, ResizeDialog)
        dialog.board.setFocus()
        QTest.keyClick(dialog.board, Qt.Key.Key_Down)
        choose_anchor(dialog, 0, 2)
        press_ok(dialog)

    answers.do(act)
    window.commands["board-size"].trigger()
    assert occupied_hex_names(document) == {"A9", "M9", "A1", "M1"}
    assert document.scenario.board is LONG


def test_the_heading_of_losses_is_shown_only_if_something_is_lost(open_dialog: OpenDialog) -> None:
    dialog = open_dialog(BoardType.STANDARD)
    labels = dialog.findChildren(QLabel)
    heading = next(label for label in labels if label.text() == "What will be lost")
    assert not heading.isVisible()
    dialog.columns.setFocus()
    QTest.keyClick(dialog.columns, Qt.Key.Key_Up)
    assert heading.isVisible()
