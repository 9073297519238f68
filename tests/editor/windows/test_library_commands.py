"""File > Library: scenarios chosen there open in the editor."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QInputDialog
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer
from tests.editor.windows.test_main_window import open_window

from m44core.resources import scenarios_folder
from m44editor.documents.document import Document
from m44editor.library.library_window import LibraryWindow
from m44editor.windows.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> Iterator[MainWindow]:
    """The editor, after a session in which a file was opened in a folder."""
    folder = tmp_path / "scenarios"
    folder.mkdir()
    for name in ("toulon", "sword-beach"):
        shutil.copy(scenarios_folder() / f"{name}.yaml", folder)
    window = open_window(qtbot, document, tmp_path)
    window.files.recent.add(folder / "toulon.yaml")
    yield window
    for library in visible_library_windows():
        library.close()


def visible_library_windows() -> list[LibraryWindow]:
    widgets = QApplication.topLevelWidgets()
    return [each for each in widgets if isinstance(each, LibraryWindow) and each.isVisible()]


def open_library(window: MainWindow, qtbot: QtBot) -> LibraryWindow:
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_L, modifiers)
    (library,) = visible_library_windows()
    qtbot.waitUntil(lambda: len(library.model.shown) == 2)
    return library


def test_enter_opens_a_scenario_in_the_editor(window: MainWindow, qtbot: QtBot) -> None:
    library = open_library(window, qtbot)
    path = library.model.shown[0].path
    library.grid.select(path)
    library.grid.setFocus()
    QTest.keyClick(library.grid, Qt.Key.Key_Return)
    opened_paths = [
        each.document.path
        for each in QApplication.topLevelWidgets()
        if isinstance(each, MainWindow) and each.isVisible()
    ]
    assert Path(path) in opened_paths


def test_opening_the_library_again_shows_the_same_window(window: MainWindow, qtbot: QtBot) -> None:
    library = open_library(window, qtbot)
    window.commands["library"].trigger()
    assert visible_library_windows() == [library]


def test_the_library_does_not_keep_the_program_running(window: MainWindow, qtbot: QtBot) -> None:
    library = open_library(window, qtbot)
    assert not library.testAttribute(Qt.WidgetAttribute.WA_QuitOnClose)


def test_a_renamed_file_keeps_its_references(
    window: MainWindow, qtbot: QtBot, answers: DialogAnswerer
) -> None:
    library = open_library(window, qtbot)
    path = Path(library.model.shown[0].path)
    path.with_name(f"{path.stem}.rules.yaml").write_text("options: {}")
    window.open_path(path)
    library.grid.select(str(path))

    def type_name(dialog: QDialog) -> None:
        assert isinstance(dialog, QInputDialog)
        dialog.setTextValue("another name")
        dialog.accept()

    answers.do(type_name)
    library.activateWindow()
    qtbot.waitUntil(library.isActiveWindow)
    QTest.keyClick(library, Qt.Key.Key_F2)
    renamed_file = path.with_name("another name.yaml")
    assert renamed_file.is_file()
    assert renamed_file.with_name("another name.rules.yaml").is_file()
    assert window.document.path == renamed_file
    assert window.files.recent.paths[0] == renamed_file
    qtbot.waitUntil(lambda: library.model.row_of(str(renamed_file)) is not None)


def test_a_name_in_use_is_reported(window: MainWindow, qtbot: QtBot) -> None:
    library = open_library(window, qtbot)
    one, other = (Path(file.path) for file in library.model.shown)
    library.rename(one, other.name)
    assert "already exists" in library.notice.label.text()
    assert one.is_file()
