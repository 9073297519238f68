"""A document with its files in a folder, and answers to file dialogs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from m44core.hexes import Hex
from m44core.io.files.file_reader import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece
from m44editor.documents.document import Document
from m44editor.windows.file_controller import FileController

G5 = Hex(12, 4)
WOODS = HexContent(terrain=Piece("woods"))


class Answers(Protocol):
    """The part of the ``answers`` fixture that these tests use."""

    asked: list[str]

    def press(self, label: str) -> None:
        """Press a button in the next dialog."""

    def do(self, act: Callable[[QDialog], object]) -> None:
        """Pass the next dialog to *act*."""


class FileControllerDriver:
    """A document with its file controller and a folder for its files."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.folder = folder
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.show()
        self.document = Document(new_scenario())
        self.settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        self.settings.setValue("recent/folder", str(folder))
        self.files = FileController(self.document, self.window, self.settings)

    @property
    def is_clean(self) -> bool:
        return self.document.undo_stack.isClean()

    def write(self, name: str, scenario: Scenario | None = None) -> Path:
        path = self.folder / name
        path.write_bytes(to_bytes(scenario or new_scenario(), FileFormat.of(path)))
        return path

    def paint(self) -> None:
        after = self.document.scenario.with_hexes({G5: WOODS})
        self.document.edit("Paint", after)


def type_file_name(name: str) -> Callable[[QDialog], object]:
    """Return a function that types a file name into a file dialog and presses Enter."""

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, QFileDialog)
        line = dialog.findChild(QLineEdit)
        assert line
        line.setCompleter(None)  # type: ignore[arg-type]  # its list would take the Enter
        line.selectAll()
        QTest.keyClicks(line, name)
        buttons = dialog.findChild(QDialogButtonBox)
        assert buttons
        while not buttons.buttons()[0].isEnabled():  # the dialog looks at the folder first
            QApplication.processEvents()
        QTest.keyClick(line, Qt.Key.Key_Return)

    return act
