"""Copying hex names, and showing the board alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard
from tests.editor.windows.test_main_window import open_window

from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    return open_window(qtbot, document, tmp_path)


@pytest.fixture
def mouse(window: MainWindow) -> MouseAndKeyboard:
    window.view.setFocus()
    return MouseAndKeyboard(window.view)


def test_the_names_of_selected_hexes_are_copied(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    board = window.view.board
    window.selection.select({board.hex("G5"), board.hex("A9")})
    mouse.press_key(Qt.Key.Key_C, ALT)
    assert QApplication.clipboard().text() == "A9, G5"


def test_without_a_selection_the_hovered_hex_name_is_copied(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    mouse.move("C5")
    mouse.press_key(Qt.Key.Key_C, ALT)
    assert QApplication.clipboard().text() == "C5"


def panels_shown(window: MainWindow) -> set[str]:
    widgets_around_board = (*window.docks.values(), window.tool_bar)
    return {each.objectName() for each in widgets_around_board if not each.isHidden()}


def test_f11_hides_all_panels_and_shows_them_again(
    window: MainWindow, mouse: MouseAndKeyboard
) -> None:
    before = panels_shown(window)
    mouse.press_key(Qt.Key.Key_F11)
    assert not panels_shown(window)
    assert window.view.hasFocus()
    mouse.press_key(Qt.Key.Key_F11)
    assert panels_shown(window) == before


def test_panels_are_restored_in_the_next_session(
    qtbot: QtBot, document: Document, window: MainWindow, mouse: MouseAndKeyboard, tmp_path: Path
) -> None:
    before = panels_shown(window)
    mouse.press_key(Qt.Key.Key_F11)
    window.close()
    next_window = MainWindow(document, window.settings)
    qtbot.addWidget(next_window)
    with qtbot.waitExposed(next_window):
        next_window.show()
    assert not panels_shown(next_window)
    MouseAndKeyboard(next_window.view).press_key(Qt.Key.Key_F11)
    assert panels_shown(next_window) == before
