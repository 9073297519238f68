"""Exporting the board as a picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer
from tests.editor.windows.test_main_window import PEGASUS, open_window

from m44core.drawing.board.scenario_drawing import board_size
from m44core.errors import WriteError
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.windows.picture_export import export_picture

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("scale", [0.25, 1.0])
def test_a_png_has_the_size_of_the_board(pegasus: Scenario, tmp_path: Path, scale: float) -> None:
    path = tmp_path / "board.png"
    export_picture(pegasus, path, scale=scale)
    image = QImage(str(path))
    width, height = board_size(pegasus.board)
    assert (image.width(), image.height()) == (round(width * scale), round(height * scale))
    colours = {image.pixel(x, image.height() // 2) for x in range(image.width())}
    assert len(colours) > 20


def test_a_pdf_and_an_svg_have_the_right_format(pegasus: Scenario, tmp_path: Path) -> None:
    for suffix, start in ((".pdf", b"%PDF-"), (".svg", b"<")):
        path = tmp_path / f"board{suffix}"
        export_picture(pegasus, path)
        assert path.read_bytes().lstrip().startswith(start)


def test_an_unsupported_suffix_is_refused(pegasus: Scenario, tmp_path: Path) -> None:
    with pytest.raises(WriteError, match=r"\.jpeg is not"):
        export_picture(pegasus, tmp_path / "board.jpeg")


def test_a_missing_picture_folder_is_reported(pegasus: Scenario, tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="was not saved and is unchanged"):
        export_picture(pegasus, tmp_path / "nowhere" / "board.png")


def test_a_failed_export_keeps_the_old_picture(pegasus: Scenario, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("mine")
    with pytest.raises(WriteError):
        export_picture(pegasus, path)
    assert path.read_text() == "mine"


def test_the_proposed_path_of_a_picture_is_that_of_the_scenario(
    qtbot: QtBot, document: Document, tmp_path: Path, answers: DialogAnswerer
) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    path = folder / "bridge.m44"
    path.write_bytes(PEGASUS.read_bytes())
    window = open_window(qtbot, document, tmp_path)
    window.open_path(path)

    def accept(dialog: QDialog) -> None:
        assert isinstance(dialog, QFileDialog)
        dialog.accept()

    answers.press("Save…")
    answers.do(accept)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil((folder / "bridge.png").exists)
