"""Replace All: one kind of piece for another, with a preview."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, MouseAndKeyboard

from m44core.model import edits
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44editor.documents.document import Document
from m44editor.panels.replace_dialog import ReplaceDialog
from m44editor.windows.main_window import MainWindow

WOODS = ("C5", "D5", "g6")


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    scenario = edits.new_scenario()
    hexes = {scenario.board.hex(name): HexContent(Piece("woods")) for name in WOODS}
    hexes[scenario.board.hex("H5")] = HexContent(unit=Unit("infus", figures=2))
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    window = MainWindow(Document(scenario.with_hexes(hexes)), settings)
    with qtbot.waitExposed(window):
        window.show()
    QTest.qWaitForWindowActive(window)
    window.view.setFocus()
    yield window
    window.document.undo_stack.setClean()
    window.close()


def terrain_names(window: MainWindow) -> list[str]:
    tiles = (window.document.scenario.at(window.view.board.hex(name)).terrain for name in WOODS)
    return [tile.name if tile else "" for tile in tiles]


def replace_all(
    window: MainWindow, answers: DialogAnswerer, replacement: str, qtbot: QtBot
) -> list[int]:
    """Replace the kind under the pointer; return the number of pieces in the preview."""
    preview_counts: list[int] = []

    def answer(dialog: QDialog) -> None:
        assert isinstance(dialog, ReplaceDialog)
        dialog.new.setCurrentIndex(dialog.new.findData(replacement))
        hexes = window.view.scenario.hexes.values()
        pieces = (piece for each in hexes for piece in (each.terrain, each.unit) if piece)
        preview_counts.append(sum(piece.name == replacement for piece in pieces))
        dialog.accept()

    answers.do(answer)
    QTest.keyClick(window.view, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(answers.is_done)
    return preview_counts


def test_all_of_a_kind_are_replaced_in_one_step(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot
) -> None:
    MouseAndKeyboard(window.view).move("C5")
    assert replace_all(window, answers, "hills", qtbot) == [3]
    assert terrain_names(window) == ["hills"] * 3
    window.document.undo_stack.undo()
    assert terrain_names(window) == ["woods"] * 3


def test_replacing_can_be_limited_to_the_selection(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot
) -> None:
    board = window.view.board
    window.selection.select({board.hex("C5"), board.hex("D5")})
    replace_all(window, answers, "hills", qtbot)
    assert terrain_names(window) == ["hills", "hills", "woods"]


def test_a_replaced_unit_keeps_its_figures(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot
) -> None:
    MouseAndKeyboard(window.view).move("H5")
    replace_all(window, answers, "inf2us", qtbot)
    unit = window.document.scenario.at(window.view.board.hex("H5")).unit
    assert unit == Unit("inf2us", figures=2)


def test_canceling_ends_the_preview(
    window: MainWindow, answers: DialogAnswerer, qtbot: QtBot
) -> None:
    answers.do(QDialog.reject)
    QTest.keyClick(window.view, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(answers.is_done)
    assert window.view.scenario is window.document.scenario
    assert terrain_names(window) == ["woods"] * 3


def test_the_labels_stay_visible_in_the_narrowest_dialog(
    window: MainWindow, pseudo_language: None
) -> None:
    dialog = ReplaceDialog(window.context.tool_context, window.view, None, window)
    dialog.show()
    dialog.resize(dialog.minimumSizeHint())
    QApplication.processEvents()
    for label in dialog.findChildren(QLabel):
        assert label.width() >= label.minimumSizeHint().width(), label.text()
        assert dialog.rect().contains(label.geometry())
    dialog.reject()
