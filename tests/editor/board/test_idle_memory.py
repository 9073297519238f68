from __future__ import annotations

import sys

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot
from tests.editor.monkey import resident_megabytes

from m44editor.board import painter
from m44editor.board.board_view import BoardView

_TILE_BYTES, _MANY_TILES = (
    100_000,
    600,
)  # bytes of a tile at a typical zoom; the number of released tiles


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="tests the C library of Linux")
def test_a_painted_board_returns_free_memory_to_the_system(qtbot: QtBot, view: BoardView) -> None:
    pictures, values = [], []
    for _ in range(_MANY_TILES):  # alternately, to leave gaps between the values
        pictures.append(bytearray(b"x") * _TILE_BYTES)
        values.append(bytearray(b"x") * (_TILE_BYTES // 5))
    pictures.clear()
    megabytes_before = resident_megabytes()
    view.viewport().repaint()
    assert view._idle_timer.isActive()
    view._idle_timer.start(0)
    qtbot.waitUntil(
        lambda: resident_megabytes() < megabytes_before - 0.5e-6 * _MANY_TILES * _TILE_BYTES
    )
    assert len(values) == _MANY_TILES


def test_an_idle_board_caches_no_outlines(qtbot: QtBot, view: BoardView) -> None:
    view.viewport().repaint()
    assert painter.outline.cache_info().currsize
    view._idle_timer.start(0)
    qtbot.waitUntil(lambda: not painter.outline.cache_info().currsize)


def test_an_idle_board_caches_pictures_of_its_zoom_only(qtbot: QtBot, view: BoardView) -> None:
    before = grab_rendered(qtbot, view)
    cached_bytes = view._canvas._pictures.bytes
    for _ in range(4):
        view.zoom_in()
        grab_rendered(qtbot, view)
    for _ in range(4):
        view.zoom_out()
    assert grab_rendered(qtbot, view) == before
    assert view._canvas._pictures.bytes > 2 * cached_bytes
    view._idle_timer.start(0)
    qtbot.waitUntil(lambda: view._canvas._pictures.bytes <= cached_bytes)
    assert view._canvas._pictures.bytes
    assert grab_rendered(qtbot, view) == before


def test_a_hidden_board_caches_no_pictures(qtbot: QtBot, view: BoardView) -> None:
    before = grab_rendered(qtbot, view)
    assert view._canvas._frame_layer._pixmap.width()
    view.hide()
    view._idle_timer.start(0)
    qtbot.waitUntil(lambda: not view._canvas._pictures.bytes)
    assert not view._canvas._frame_layer._pixmap.width()
    assert not view._canvas._section_lines._pixmap.width()
    view.show()
    assert grab_rendered(qtbot, view) == before


def grab_rendered(qtbot: QtBot, view: BoardView) -> QImage:
    """Return an image of the board once everything is rendered."""
    qtbot.waitUntil(lambda: view.is_settled and not view.grab().isNull() and view.complete)
    return view.grab().toImage()
