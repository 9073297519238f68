"""An overlay painted over the board: once for each look and zoom, then copied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from m44core.drawing.board.overlay import word_on
from m44core.drawing.shapes.shapes import COL_PITCH, ROW_PITCH
from m44core.hexes import Hex
from m44editor.board.geometry import centre, hex_area
from m44editor.board.highlights import Wide
from m44editor.board.painter import paint
from m44editor.overlays.tiles import Kind, edges_of, forget_other_zooms, tile

_ROOM = 6.0  # units a word may reach beyond its hex
_LARGEST = 4e6  # device pixels of a picture of all of it; beyond that only what is shown is copied
_WORD = QRectF(-60, -24, 120, 48)  # units a word may cover about its middle


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
        self._kinds = [
            (hex_, Kind(place, role, edges_of(hex_, hexes), hex_ in units))
            for role, hexes in areas
            for hex_ in hexes
        ]
        self._picture: QPixmap | None = None
        self._scales: tuple[float, float, float] = (0, 0, 0)
        self.reach = _round(self.hexes).adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint it in units; *scale* is logical pixels a unit."""
        del scale
        world, ratio = painter.worldTransform(), painter.device().devicePixelRatioF()
        scales = (world.m11() * ratio, world.m22() * ratio, ratio)
        if scales != self._scales:
            self._scales, self._picture = scales, None
            _forget_other_zooms(scales)
        shown = painter.clipBoundingRect() if painter.hasClipping() else self.reach
        origin = (QPointF(world.dx(), world.dy()) * ratio).toPoint()
        painter.save()
        painter.resetTransform()
        painter.scale(1 / ratio, 1 / ratio)
        if self._is_small:
            self._picture = self._picture or self._render()
            painter.drawPixmap(origin + self._pixel(self.reach.topLeft()), self._picture)
        else:
            painter.translate(origin)
            self._lay(painter, shown)
        painter.restore()

    @property
    def _is_small(self) -> bool:
        across, down, _ = self._scales
        return self.reach.width() * across * self.reach.height() * down <= _LARGEST

    def _pixel(self, point: QPointF) -> QPoint:
        """Return the device pixel of a point, from the board's corner."""
        across, down, _ = self._scales
        return QPoint(round(point.x() * across), round(point.y() * down))

    def _render(self) -> QPixmap:
        across, down, _ = self._scales
        reach, corner = self.reach, self._pixel(self.reach.topLeft())
        size = QSize(round(reach.width() * across) + 1, round(reach.height() * down) + 1)
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.translate(-corner)
        self._lay(painter, reach)
        painter.end()
        return picture

    def _lay(self, painter: QPainter, area: QRectF) -> None:
        """Copy the pictures of the hexes that touch a rectangle in units, then those of words."""
        across, down, _ = self._scales
        for hex_, kind in self._kinds:
            if area.intersects(hex_area(hex_)):
                shown = tile(kind, across, down)
                painter.drawPixmap(self._pixel(centre(hex_)) + shown.corner, shown.pixmap)
        for hex_, words in self._words.items():
            if area.intersects(hex_area(hex_)):
                text = word_on(hex_, words, self._place)
                at = self._pixel(QPointF(text.x, text.y) + _WORD.topLeft())
                painter.drawPixmap(at, _word(words, self._place, across, down))


_zoom: list[tuple[float, float, float]] = []


def _forget_other_zooms(scales: tuple[float, float, float]) -> None:
    """Keep pictures of one zoom only."""
    if _zoom != [scales]:
        _zoom[:] = [scales]
        forget_other_zooms(*scales[:2])
        _word.cache_clear()


def _round(hexes: Iterable[Hex]) -> QRectF:
    """Return the rectangle round hexes, in units."""
    cols, rows = zip(*hexes, strict=True) if hexes else ((), ())
    if not cols:
        return QRectF()
    first, last = hex_area(Hex(0, 0)), hex_area(Hex(0, 0))
    first.translate(min(cols) * COL_PITCH, min(rows) * ROW_PITCH)
    last.translate(max(cols) * COL_PITCH, max(rows) * ROW_PITCH)
    return first.united(last)


@lru_cache(256)
def _word(words: str, place: int, across: float, down: float) -> QPixmap:
    """Return the picture of a word, its middle in the middle."""
    picture = QPixmap(round(_WORD.width() * across), round(_WORD.height() * down))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(across, down)
    text = word_on(Hex(0, 0), words, place)
    painter.translate(-_WORD.topLeft() - QPointF(text.x, text.y))
    paint(painter, (text,), {})
    painter.end()
    return picture
