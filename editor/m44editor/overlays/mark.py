"""An overlay painted over the board: once for each look and zoom, then copied."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)

from m44core.drawing.board.overlay import CASING, LOOKS, PITCH, Look, hatching, outlines, word_on
from m44core.drawing.units.plates import PLATE
from m44core.hexes import Hex
from m44editor.board.geometry import centre, hex_area
from m44editor.board.highlights import Wide
from m44editor.board.painter import paint

_ROOM = 6.0  # units a line or a word may reach beyond its hexes
_WORD = QRectF(-60, -24, 120, 48)  # units a word may cover about its middle
_TILE = 64  # device pixels of the pattern's picture; it repeats without a seam


class OverlayMark(Wide):
    """The areas and the words of one overlay.

    Attributes:
        hexes: The hexes it may touch.
        reach: The rectangle round all it paints, in units.
    """

    def __init__(
        self,
        areas: list[tuple[str, frozenset[Hex]]],
        words: Mapping[Hex, str],
        place: int,
        units: frozenset[Hex] = frozenset(),
    ) -> None:
        self.hexes = frozenset(words).union(*(hexes for _, hexes in areas))
        self._place, self._words = place, words
        self._counters = [_counter(hex_) for hex_ in self.hexes & units]
        self._areas = [(LOOKS[place][role], _path(hexes, place)) for role, hexes in areas if hexes]
        self._picture: QPixmap | None = None
        self._scales: tuple[float, float, float] = (0, 0, 0)
        reach = QRectF()
        for hex_ in self.hexes:
            reach = reach.united(hex_area(hex_))
        self.reach = reach.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint it in units; *scale* is logical pixels a unit."""
        del scale
        world, ratio = painter.worldTransform(), painter.device().devicePixelRatioF()
        scales = (world.m11(), world.m22(), ratio)
        if self._picture is None or scales != self._scales:
            self._scales = scales
            self._picture = self._render()
        painter.save()
        painter.resetTransform()
        corner = world.map(self.reach.topLeft()) * ratio
        painter.drawPixmap(QPointF(corner.toPoint()) / ratio, self._picture)
        painter.restore()

    def _render(self) -> QPixmap:
        across, down, ratio = self._scales
        reach = self.reach
        size = QSizeF(reach.width() * across * ratio + 1, reach.height() * down * ratio + 1)
        picture = QPixmap(size.toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(across, down)
        painter.translate(-reach.topLeft())
        for look, path in self._areas:
            _paint_area(painter, look, path)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        for area in self._counters:
            painter.fillRect(area, Qt.GlobalColor.transparent)  # units keep their colours
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        self._paint_words(painter)
        painter.end()
        return picture

    def _paint_words(self, painter: QPainter) -> None:
        """Copy the picture of each word onto its hex."""
        world, ratio = painter.worldTransform(), self._scales[2]
        painter.resetTransform()
        for hex_, words in self._words.items():
            text = word_on(hex_, words, self._place)
            corner = world.map(QPointF(text.x, text.y) + _WORD.topLeft())
            painter.drawPixmap(corner, _word(words, self._place, world.m11(), ratio))


def _counter(hex_: Hex) -> QRectF:
    return QRectF(*PLATE).translated(centre(hex_))


def _path(hexes: frozenset[Hex], place: int) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for ring in outlines(hexes, place):
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring]))
        path.closeSubpath()
    return path


def _paint_area(painter: QPainter, look: Look, path: QPainterPath) -> None:
    """Paint an area; only its line is smooth, which hides the edges of the rest and saves time."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)  # nothing is there
    brush = QBrush(_pattern(look) if look.slopes else _tint(look))
    if look.slopes:
        brush.setTransform(QTransform.fromScale(PITCH / _TILE, PITCH / _TILE))
    painter.fillPath(path, brush)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    casing = QColor(CASING)
    casing.setAlphaF(0.75)
    pen = QPen(casing, 6.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.strokePath(path, pen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen.setColor(QColor(look.colour))
    pen.setWidthF(3.4)
    if look.dash:
        pen.setDashPattern([length / 3.4 for length in look.dash])
    painter.strokePath(path, pen)


def _tint(look: Look) -> QColor:
    colour = QColor(look.colour)
    colour.setAlphaF(look.fill)
    return colour


@lru_cache(8)
def _pattern(look: Look) -> QPixmap:
    """Return a picture of one square of a hatching, which repeats without a seam."""
    picture = QPixmap(_TILE, _TILE)
    picture.fill(_tint(look))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(_TILE / PITCH, _TILE / PITCH)
    paint(painter, (hatching(look, PITCH, (-PITCH, -PITCH, 2 * PITCH, 2 * PITCH)),), {})
    painter.end()
    return picture


@lru_cache(256)
def _word(words: str, place: int, scale: float, ratio: float) -> QPixmap:
    """Return the picture of a word, its middle in the middle."""
    picture = QPixmap((_WORD.size() * scale * ratio).toSize())
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    text = word_on(Hex(0, 0), words, place)
    painter.translate(-_WORD.topLeft() - QPointF(text.x, text.y))
    paint(painter, (text,), {})
    painter.end()
    return picture
