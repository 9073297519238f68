"""The questions that the editor asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from m44core.board import BoardType
from m44core.diagnostics import Diagnostic, Severity
from m44core.hexes import Hex
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit
from m44editor.documents.document import Document
from m44editor.panels.resize_dialog import ResizeDialog
from m44editor.windows.file_dialogs import ListDialog, convert_board, problems_dialog

FAR_HEX = Hex(40, 4)
NEAR_HEX = Hex(12, 4)


class Answers(Protocol):
    """The part of the ``answers`` fixture that these tests use."""

    asked: list[str]

    def press(self, label: str) -> None:
        """Press a button in the next dialog."""

    def do(self, act: Callable[[QDialog], object]) -> None:
        """Pass the next dialog to *act*."""


def overlord_scenario() -> Scenario:
    contents = {
        NEAR_HEX: HexContent(
            terrain=Piece("woods"), tags=(Tag("medal1", group=(NEAR_HEX, FAR_HEX)),)
        ),
        FAR_HEX: HexContent(terrain=Piece("hills"), unit=Unit("infger"), tags=(Tag("medal2"),)),
    }
    return new_scenario(BoardType.OVERLORD).with_hexes(contents).with_labels({FAR_HEX: ("Caen",)})


def entry_texts(dialog: QDialog) -> list[str]:
    assert isinstance(dialog, ListDialog | ResizeDialog)
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def test_all_lost_pieces_are_listed_before_conversion(qtbot: QtBot, answers: Answers) -> None:
    document = Document(overlord_scenario())
    listed: list[str] = []

    def act(dialog: QDialog) -> None:
        listed.extend(entry_texts(dialog))
        dialog.accept()

    answers.do(act)
    assert convert_board(document, BoardType.STANDARD, None)
    board = document.scenario.board  # the names are those of the board before
    assert board.type is BoardType.STANDARD
    assert listed == [
        "U5: hex grouped with Allied medal",
        "U5: Hill",
        "U5: German infantry",
        "U5: Axis medal",
        "U5: label “Caen”",
    ]


def test_undo_restores_everything_in_one_step(qtbot: QtBot, answers: Answers) -> None:
    document = Document(overlord_scenario())
    answers.press("Change Board")
    convert_board(document, BoardType.STANDARD, None)
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.scenario == overlord_scenario()


def test_canceling_changes_nothing(qtbot: QtBot, answers: Answers) -> None:
    document = Document(overlord_scenario())
    answers.do(lambda dialog: QTest.keyClick(dialog, Qt.Key.Key_Escape))
    assert not convert_board(document, BoardType.STANDARD, None)
    assert document.scenario == overlord_scenario()


def test_nothing_is_asked_if_everything_fits(qtbot: QtBot) -> None:
    document = Document(new_scenario())
    assert convert_board(document, BoardType.OVERLORD, None)
    assert document.scenario.board.type is BoardType.OVERLORD


def test_problems_found_while_reading_are_listed_with_line_and_place(qtbot: QtBot) -> None:
    finding = Diagnostic(
        "M814", "untold", Severity.INFO, {"rule": "'standard' is odd"}, "/board/type"
    )
    board = new_scenario().board
    dialog = problems_dialog([finding], "odd.m44", board, None)
    qtbot.addWidget(dialog)
    assert entry_texts(dialog) == [
        "The data include 'standard' is odd, but the text does not mention this [M814]\nboard: type"
    ]
