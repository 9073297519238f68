"""The mini map of large boards, driven by the mouse in the main window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.windows.test_main_window import open_window

from m44core.board import BoardType
from m44core.catalogue.catalogue_types import Layer
from m44core.model.edits import new_scenario, paint
from m44core.model.scenario_parts import Piece
from m44editor.board.geometry import centre
from m44editor.board.mini_map import MiniMap
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """Return a window with a partly visible Overlord board."""
    window = open_window(qtbot, Document(new_scenario(BoardType.OVERLORD)), tmp_path)
    window.view.zoom_to_actual_size()
    QApplication.processEvents()
    return window


def mini_map(window: MainWindow) -> MiniMap:
    map_widget = window.findChild(MiniMap)
    assert map_widget is not None
    return map_widget


def point_on_map(window: MainWindow, name: str) -> QPoint:
    return mini_map(window).map_point(centre(window.view.board.hex(name))).toPoint()


def name_of_middle_hex(window: MainWindow) -> str:
    hex_ = window.view.hex_under(window.view.viewport().rect().center().toPointF())
    return window.view.board.name(hex_) if hex_ else ""


@pytest.mark.parametrize("name", ["C3", "V7"])
def test_a_click_scrolls_the_board_and_does_not_edit_the_scenario(
    window: MainWindow, name: str
) -> None:
    before = window.document.scenario
    QTest.mouseClick(mini_map(window), LEFT, pos=point_on_map(window, name))
    assert name_of_middle_hex(window) == name
    assert window.document.scenario is before


def test_a_drag_scrolls_the_board(window: MainWindow) -> None:
    map_widget = mini_map(window)
    QTest.mousePress(map_widget, LEFT, pos=point_on_map(window, "C3"))
    QTest.mouseMove(map_widget, point_on_map(window, "V7"))
    QTest.mouseRelease(map_widget, LEFT, pos=point_on_map(window, "V7"))
    assert name_of_middle_hex(window) == "V7"


def test_the_visible_part_is_framed(window: MainWindow) -> None:
    QTest.mouseClick(mini_map(window), LEFT, pos=point_on_map(window, "M5"))
    assert mini_map(window).visible_part().contains(point_on_map(window, "M5"))
    assert not mini_map(window).visible_part().contains(point_on_map(window, "A1"))


def test_the_mini_map_is_shown_only_while_a_large_board_is_partly_out_of_view(
    window: MainWindow,
) -> None:
    assert mini_map(window).isVisible()
    window.commands["fit"].trigger()
    assert not mini_map(window).isVisible()
    window.view.zoom_to_actual_size()
    window.document.replace(new_scenario(BoardType.STANDARD), None)
    window.view.zoom_to_actual_size()
    assert not mini_map(window).isVisible()


def test_the_menu_hides_the_mini_map(window: MainWindow) -> None:
    window.commands["mini-map"].trigger()
    assert not mini_map(window).isVisible()
    window.commands["mini-map"].trigger()
    assert mini_map(window).isVisible()


def test_the_mini_map_shows_painted_pieces_after_a_pause(window: MainWindow, qtbot: QtBot) -> None:
    map_widget = mini_map(window)
    qtbot.waitUntil(lambda: not map_widget.needs_redraw)
    before = map_widget.grab().toImage()
    scenario = window.document.scenario
    after = paint(scenario, Layer.TERRAIN, Piece("woods"), scenario.board.hexes)
    window.document.edit("Paint", after)
    assert map_widget.needs_redraw
    qtbot.waitUntil(lambda: not map_widget.needs_redraw)
    assert map_widget.grab().toImage() != before
