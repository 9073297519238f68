"""An overlay painted over the board: once for each look and zoom, then copied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
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
_Scales = tuple[float, float, float]  # device pixels a unit across and down, and a logical pixel
_WORD = QRectF(-60, -24, 120, 48)  # units a word may cover about its middle


class OverlayMark(Wide):
    """The areas and the words of one overlay.

    Attributes:
        hexes: The hexes it may touch.
        reach: The rectangle round all it paints, in units.

    Args:
        areas: What they mean, and their hexes.
        words: What is written on hexes.
        place: 0 for the only or the first overlay, 1 for a second one over it.
        units: Where units stand, whose counters keep their colours.
        before: The one that is there now and goes: only what is other than on its picture is
            painted.
    """

    def __init__(
        self,
        areas: list[tuple[str, frozenset[Hex]]],
        words: Mapping[Hex, str],
        place: int,
        units: frozenset[Hex] = frozenset(),
        before: OverlayMark | None = None,
    ) -> None:
        self.hexes = frozenset(words).union(*(hexes for _, hexes in areas))
        self._place, self._words = place, words
        self._kinds: dict[Hex, tuple[Kind, ...]] = {}
        for role, hexes in areas:
            for hex_ in hexes:
                kind = _kind(place, role, edges_of(hex_, hexes), hex_ in units)
                self._kinds[hex_] = (*self._kinds.get(hex_, ()), kind)
        self._before = before._last_painted if before else None
        self._picture: QPixmap | None = None
        self._scales: _Scales = (0, 0, 0)
        self.reach = _round(self.hexes).adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)

    @property
    def _last_painted(self) -> OverlayMark | None:
        return self._before if self._picture is None else self

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
            self._picture = self._picture or self._mended() or self._render()
            painter.drawPixmap(origin + self._pixel(self.reach.topLeft()), self._picture)
        else:
            painter.translate(origin)
            self._lay(painter, shown)
        self._before = None
        painter.restore()

    def forget(self) -> None:
        """Keep no picture, which may take 16 MB, nor the one before."""
        self._picture = self._before = None

    @property
    def _is_small(self) -> bool:
        across, down, _ = self._scales
        return self.reach.width() * across * self.reach.height() * down <= _LARGEST

    def _pixel(self, point: QPointF) -> QPoint:
        """Return the device pixel of a point, from the board's corner."""
        across, down, _ = self._scales
        return QPoint(round(point.x() * across), round(point.y() * down))

    def _mended(self) -> QPixmap | None:
        """Take over the picture of the one before, and paint what is other; None: paint all."""
        before = self._before
        if before is None or before._picture is None or before.reach != self.reach:
            return None
        if before._scales != self._scales:
            return None
        picture, before._picture = before._picture, None
        area = _round(self._changed_since(before)).adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)
        hole = QRect(self._pixel(area.topLeft()), self._pixel(area.bottomRight()))
        with QPainter(picture) as painter:
            painter.translate(-self._pixel(self.reach.topLeft()))
            painter.setClipRect(hole)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.fillRect(hole, Qt.GlobalColor.transparent)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            self._lay(painter, area)
        return picture

    def _changed_since(self, before: OverlayMark) -> set[Hex]:
        pairs = (self._kinds, before._kinds), (self._words, before._words)
        return {
            hex_
            for now, then in pairs
            for hex_ in now.keys() | then.keys()
            if now.get(hex_) != then.get(hex_)
        }

    def _render(self) -> QPixmap:
        across, down, _ = self._scales
        reach, corner = self.reach, self._pixel(self.reach.topLeft())
        size = QSize(round(reach.width() * across) + 1, round(reach.height() * down) + 1)
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.translate(-corner)
            self._lay(painter, reach)
        return picture

    def _lay(self, painter: QPainter, area: QRectF) -> None:
        """Copy the pictures of the hexes that touch a rectangle in units, then those of words.

        They are copied in the order of the hexes, so that what is mended looks as what is new.
        """
        across, down, _ = self._scales
        near = area.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)
        for hex_ in sorted(filter(_within(near), self._kinds)):
            middle = self._pixel(centre(hex_))
            for kind in self._kinds[hex_]:
                shown = tile(kind, across, down)
                painter.drawPixmap(middle + shown.corner, shown.pixmap)
        for hex_ in sorted(filter(_within(near), self._words)):
            words = self._words[hex_]
            text = word_on(hex_, words, self._place)
            at = self._pixel(QPointF(text.x, text.y) + _WORD.topLeft())
            painter.drawPixmap(at, _word(words, self._place, across, down))


_kind = lru_cache(4096)(Kind)  # the same object for the same look, which compares at once

_zoom: list[_Scales] = []


def _forget_other_zooms(scales: _Scales) -> None:
    """Keep pictures of one zoom only."""
    if _zoom != [scales]:
        _zoom[:] = [scales]
        forget_other_zooms(*scales[:2])
        _word.cache_clear()


def forget_words() -> None:
    """Keep no pictures of words: no overlay is shown in this window."""
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


def _within(area: QRectF) -> Callable[[Hex], bool]:
    """Return what tells whether a hex touches a rectangle in units."""
    first = hex_area(Hex(0, 0))
    left, right = area.left() - first.right(), area.right() - first.left()
    top, bottom = area.top() - first.bottom(), area.bottom() - first.top()

    def touches(hex_: Hex) -> bool:
        col, row = hex_
        return left < col * COL_PITCH < right and top < row * ROW_PITCH < bottom

    return touches


@lru_cache(256)
def _word(words: str, place: int, across: float, down: float) -> QPixmap:
    """Return the picture of a word, its middle in the middle."""
    picture = QPixmap(round(_WORD.width() * across), round(_WORD.height() * down))
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(across, down)
        text = word_on(Hex(0, 0), words, place)
        painter.translate(-_WORD.topLeft() - QPointF(text.x, text.y))
        paint(painter, (text,), {})
    return picture
