"""A piece dragged from the palette onto the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard
from tests.editor.windows.test_main_window import open_window

from m44core.model.scenario_parts import Piece
from m44editor.documents.document import Document
from m44editor.panels.palette_panel import PalettePanel
from m44editor.windows.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    return open_window(qtbot, document, tmp_path)


def point_in_palette(window: MainWindow, search: str) -> QPoint:
    """Search for a piece, and return the position of the first match in the window."""
    palette = window.docks["palette"].panel()
    assert isinstance(palette, PalettePanel)
    palette.focus_search()
    QTest.keyClicks(palette.search, search)
    QApplication.processEvents()
    cell = palette.list.visualRect(palette.list.model().index(1, 0)).center()
    return palette.list.viewport().mapTo(window, cell)


def test_a_piece_is_dragged_onto_the_board_once(window: MainWindow) -> None:
    user, board = MouseAndKeyboard(window.view), window.view.board
    start = point_in_palette(window, "barbed wire")
    QTest.mousePress(window.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, start)
    for name in ("C5", "G5"):  # the board may still be finding its place in the window
        user.move(name)
    user.move("G5")
    user.release("G5")
    scenario = window.document.scenario
    assert scenario.at(board.hex("G5")).obstacle == Piece("wire")
    assert scenario.at(board.hex("C5")).obstacle is None
    assert window.document.undo_stack.count() == 1
    assert window.toolbox.tool.name == "select"
    assert window.view.hasFocus()


def test_dragging_a_piece_previews_it_on_the_board(window: MainWindow) -> None:
    user = MouseAndKeyboard(window.view)
    start = point_in_palette(window, "barbed wire")
    QTest.mousePress(window.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, start)
    user.move("C5")
    user.move("G5")
    assert {window.view.board.name(hex_) for hex_ in window.view._ghost} == {"G5"}
    QTest.mouseRelease(window.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, start)
    QApplication.processEvents()
    assert window.document.undo_stack.count() == 0, "released over the palette"


def test_a_click_in_the_palette_still_picks_up_a_piece(window: MainWindow) -> None:
    start = point_in_palette(window, "barbed wire")
    QTest.mouseClick(window.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, start)
    assert window.brush.element.name == "wire"
    assert window.toolbox.tool.name == "brush"
