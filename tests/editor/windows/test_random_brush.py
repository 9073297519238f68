"""Painting at random with several pieces marked in the palette."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard
from tests.editor.windows.test_main_window import open_window

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.model import edits
from m44editor.documents.document import Document
from m44editor.panels.palette_panel import PalettePanel
from m44editor.windows.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier
ROW = ("C5", "M5")


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    window = open_window(qtbot, Document(edits.new_scenario()), tmp_path)
    pick_up(window, "woods")
    return window


def pick_up(window: MainWindow, name: str) -> None:
    window.brush.pick_up(base_catalogue().elements[name])


def palette_of(window: MainWindow) -> PalettePanel:
    palette = window.docks["palette"].panel()
    assert isinstance(palette, PalettePanel)
    return palette


def mark_piece(window: MainWindow, name: str) -> None:
    """Click a piece of the palette with Ctrl."""
    pieces = palette_of(window).list
    row = pieces._elements.row_of(base_catalogue().elements[name])
    assert row is not None
    index = pieces.model().index(row, 0)
    pieces.scrollTo(index)
    point: QPoint = pieces.visualRect(index).center()
    QTest.mouseClick(pieces.viewport(), Qt.MouseButton.LeftButton, CONTROL, point)


def painted_counts(window: MainWindow) -> Counter[str]:
    contents = window.document.scenario.hexes.values()
    return Counter(content.terrain.name for content in contents if content.terrain)


def test_a_stroke_paints_the_marked_pieces_as_one_step(window: MainWindow) -> None:
    mark_piece(window, "hills")
    window.brush.seed = 3
    MouseAndKeyboard(window.view).drag(*ROW)
    assert set(painted_counts(window)) == {"woods", "hills"}
    assert painted_counts(window).total() == 11
    assert window.document.undo_stack.count() == 1


def test_the_same_seed_paints_the_same_pieces(window: MainWindow) -> None:
    mark_piece(window, "hills")
    paintings = []
    for _ in range(2):
        window.brush.seed = 3
        MouseAndKeyboard(window.view).drag(*ROW)
        paintings.append(window.document.scenario)
        window.document.undo_stack.undo()
    assert paintings[0] == paintings[1]


def test_a_click_paints_the_previewed_piece(window: MainWindow) -> None:
    mark_piece(window, "hills")
    user = MouseAndKeyboard(window.view)
    for name in ("C5", "D5", "E5", "F5", "G5"):
        user.move(name)
        (art,) = (art.name for arts in window.view._ghost.values() for art in arts)
        user.click(name)
        tile = window.document.scenario.at(window.view.board.hex(name)).terrain
        assert tile is not None
        assert tile.name == art


def test_weights_determine_frequencies(window: MainWindow) -> None:
    mark_piece(window, "hills")
    palette_of(window).mix.weights["hills"].setValue(99)
    window.brush.seed = 3
    MouseAndKeyboard(window.view).drag(*ROW)
    assert painted_counts(window)["hills"] > painted_counts(window)["woods"]


def test_a_plain_click_paints_one_piece_again(window: MainWindow) -> None:
    mark_piece(window, "hills")
    assert palette_of(window).mix.isVisible()
    pick_up(window, "hills")
    assert not window.brush.mix
    assert not palette_of(window).mix.isVisible()


def test_control_space_marks_with_the_keyboard(window: MainWindow) -> None:
    pieces = palette_of(window).list
    row = pieces._elements.row_of(base_catalogue().elements["hills"])
    assert row is not None
    pieces.setCurrentIndex(pieces.model().index(row, 0))
    QTest.keyClick(pieces, Qt.Key.Key_Space, CONTROL)
    assert list(window.brush.mix) == ["woods", "hills"]
