"""Thumbnails of boards, composed of cached pictures of pieces.

Drawing them needs no window and no font, so any thread or process can do it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.board.scenario_drawing import (
    VisibleLayers,
    arts_of_hex,
    board_size,
    draw_board_lines,
    draw_frame,
    hex_centre,
)
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.shapes import COL_PITCH, Drawing, Group, Node, Text
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, Player
from m44core.values import dataclass
from m44editor.board.geometry import Zoom
from m44editor.board.painter import bounds, paint

WIDTH, HEIGHT = 400, 300
"""The maximum size of a thumbnail, in pixels."""

_SHOWN_LAYERS = VisibleLayers(labels=False)
_MAX_CACHED_BOARDS = 8  # empty boards, half a megabyte each
_JPEG_QUALITY = 82  # of JPEG: 15 to 30 kB a board


@dataclass(frozen=True, slots=True)
class _Sprite:
    """A piece as an image, with the offset of its corner from the center of the hex."""

    image: QImage
    corner: QPoint


def thumbnail(scenario: Scenario, *, dark: bool) -> QImage:
    """Return a picture of a board, at most :data:`WIDTH` by :data:`HEIGHT` pixels."""
    zoom = _thumbnail_zoom(scenario.board)
    briefing = scenario.briefing
    sides = briefing.top.side, briefing.bottom.side
    image = _frame_image(scenario.board.type, scenario.face, sides, zoom, dark).copy()
    with QPainter(image) as painter:
        for plane in _pieces_by_plane(scenario):
            if plane is None:
                painter.drawImage(0, 0, _lines_image(scenario.board.type, zoom, dark))
            else:
                for art, hex_ in plane:
                    sprite = _sprite(art, zoom, dark)
                    painter.drawImage(_centre(hex_, zoom) + sprite.corner, sprite.image)
    return image


def to_jpeg(image: QImage) -> bytes:
    """Return an image encoded as JPEG."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"jpg"))
    writer.setQuality(_JPEG_QUALITY)
    writer.write(image)
    buffer.close()
    return bytes(content.data())


def _thumbnail_zoom(board: Board) -> Zoom:
    width, height = board_size(board)
    return Zoom(int(min(WIDTH / width, HEIGHT / height) * COL_PITCH), 1.0)


def _pieces_by_plane(scenario: Scenario) -> Iterator[list[tuple[Art, Hex]] | None]:
    """Yield the pieces of each plane with their hexes, from the ground up; None for grid lines."""
    arts = [
        (art, h) for h in scenario.board.hexes for art in arts_of_hex(scenario, h, _SHOWN_LAYERS)
    ]
    for plane in PaintingPlane:
        yield (
            None
            if plane is PaintingPlane.LINES
            else [each for each in arts if each[0].plane is plane]
        )


def _centre(hex_: Hex, zoom: Zoom) -> QPoint:
    across, down = zoom.device_scales
    x, y = hex_centre(hex_)
    return QPoint(round(x * across), round(y * down))


def clear_piece_caches() -> None:
    """Clear the cached pictures of pieces and boards."""
    for cached_function in (_sprite, _frame_image, _lines_image):
        cached_function.cache_clear()


@lru_cache(maxsize=2048)
def _sprite(art: Art, zoom: Zoom, dark: bool) -> _Sprite:
    drawing = _without_texts(draw_art(art))
    area = zoom.device_transform.mapRect(bounds(drawing)).toAlignedRect().adjusted(-1, -1, 1, 1)
    return _Sprite(_paint_image(drawing, area, zoom, dark), area.topLeft())


@lru_cache(maxsize=_MAX_CACHED_BOARDS)
def _frame_image(
    board: BoardType, face: Face, sides: tuple[Side | None, Side | None], zoom: Zoom, dark: bool
) -> QImage:
    briefing = Briefing(top=Player(side=sides[0]), bottom=Player(side=sides[1]))
    drawing = draw_frame(BOARDS[board], face, briefing)
    image = _paint_image(_without_texts(drawing), _image_area(BOARDS[board], zoom), zoom, dark)
    return image.convertToFormat(QImage.Format.Format_RGB32)


@lru_cache(maxsize=_MAX_CACHED_BOARDS)
def _lines_image(board: BoardType, zoom: Zoom, dark: bool) -> QImage:
    return _paint_image(
        draw_board_lines(BOARDS[board]), _image_area(BOARDS[board], zoom), zoom, dark
    )


def _image_area(board: Board, zoom: Zoom) -> QRect:
    board_area = QRectF(0, 0, *board_size(board))
    return QRect(QPoint(), zoom.device_transform.mapRect(board_area).size().toSize())


def _paint_image(drawing: Drawing, area: QRect, zoom: Zoom, dark: bool) -> QImage:
    image = QImage(area.size(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-area.topLeft())
        painter.setTransform(zoom.device_transform, True)
        paint(painter, drawing, DARK if dark else LIGHT)
    return image


def _without_texts(drawing: Drawing) -> Drawing:
    """Return a drawing without its texts, which would be unreadable."""
    return tuple(_without_text_nodes(node) for node in drawing if not isinstance(node, Text))


def _without_text_nodes(node: Node) -> Node:
    if isinstance(node, Group):
        return replace(node, children=_without_texts(node.children))
    return node
