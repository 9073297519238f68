"""The keyboard focus after another scenario is opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer
from tests.editor.windows.test_main_window import PEGASUS, open_window

from m44core.resources import scenarios_folder
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow

SWORD = scenarios_folder() / "sword-beach.yaml"
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    return open_window(qtbot, document, tmp_path)


def press_key(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    QTest.keyClick(window.windowHandle(), key, modifiers)
    QApplication.processEvents()


def focus_title_field(window: MainWindow) -> QLineEdit:
    """Focus the title field with a click, and return it."""
    window.docks["texts"].reveal()
    QApplication.processEvents()
    title = window.docks["texts"].panel().findChildren(QLineEdit)[0]
    QTest.mouseClick(title, Qt.MouseButton.LeftButton)
    assert title.hasFocus()
    return title


def test_after_opening_a_file_keys_go_to_the_board(window: MainWindow) -> None:
    window.open_path(PEGASUS)
    focus_title_field(window)
    window.open_path(SWORD)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_B)
    assert window.view.hasFocus()
    assert window.toolbox.tool.name == "brush"
    assert window.document.scenario.title == "Sword Beach"
    assert not window.isWindowModified()


def test_a_file_opened_next_to_a_position_is_unmodified(window: MainWindow) -> None:
    window.files.show_as_unsaved_work(window.document.scenario)
    assert window.isWindowModified()
    window.open_path(SWORD)
    assert not window.isWindowModified()


def test_a_reloaded_file_is_unmodified(
    window: MainWindow, tmp_path: Path, answers: DialogAnswerer
) -> None:
    path = tmp_path / "a.m44"
    path.write_bytes(PEGASUS.read_bytes())
    window.open_path(path)
    window.document.undo_stack.resetClean()  # as "Keep Mine" does
    answers.press("Reload")
    assert window.files.reload()
    assert not window.isWindowModified()
