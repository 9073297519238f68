"""Marks over the board: highlighted hexes, frames and routes, arrows and short texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from functools import cache, lru_cache
from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QPixmap,
    QTransform,
)

from m44core.board import Board
from m44core.drawing.shapes.paths import HEX_CORNERS, HEX_OUTLINE
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH, Text
from m44core.drawing.units.unit_counter import COUNT_DISC, COUNTER_BOX
from m44core.hexes import Hex
from m44core.values import dataclass
from m44editor.board.geometry import EDGE_CORNERS, centre, hex_outline, hexes_in
from m44editor.board.painter import bounds, outline, paint
from m44editor.theme_tokens import MarkColour

HIGHLIGHT_INSET = 0.74
"""The fraction of a hex, around its center, that highlights leave uncovered for its pieces."""

_MAX_CACHED_SCALE = (
    1.5  # logical pixels per unit; few larger hexes fit on a screen, so they are not cached
)
_BLACK_CASING = QColor(MarkColour.CASING)  # under every line, to make it visible on any terrain

_Style = tuple[int | None, int | None, float, bool, float]
_DARK_CASING = QColor(MarkColour.DARK_CASING)
_SHAFT_WIDTH, _HALF_HEAD_WIDTH = (
    7.0,
    17.0,
)  # units: the width of an arrow's shaft, half the width of its head
_START_GAP, _END_GAP = 0.2, 0.36  # fractions of a hex's height: the gaps at the ends of an arrow
_TEXT_SIZE = 20.0  # units
_MIN_TEXT_HEIGHT = 12.0  # logical pixels: the minimum height of letters
_PLATE_HEIGHT = 28.0  # units: height of the plate behind the text
_PLATE_OFFSET = -34.0  # units from the hex center to the middle of the plate
_PLATE_RIGHT_EDGE = (
    -10.0
)  # units from the hex center to the plate's right edge; it grows to the left


class WideMark:
    """A mark over a large part of the board, repainted as one rectangle.

    Attributes:
        hexes: The hexes it can touch.
        bounds: The bounding rectangle of everything it paints, in units.
    """

    hexes: frozenset[Hex]
    bounds: QRectF

    def drop_picture(self) -> None:
        """Release the cached picture, if any; the next painting renders it again."""


@dataclass(frozen=True)
class Highlight:
    """Hexes to highlight, and the style of the highlight.

    Attributes:
        hexes: The hexes.
        line: The color of the outline around all of them; None for no outline.
        fill: The color that covers them; None for no fill.
        width: The width of the outline in logical pixels.
        dashed: Whether the outline is dashed.
        inset: The fraction of each hex, around its center, that the fill leaves uncovered in
            addition to the area of a unit's counter; 0 to cover the whole hex.
        path: The outline around all of the hexes, in units.
    """

    hexes: frozenset[Hex]
    line: QColor | None = None
    fill: QColor | None = None
    width: float = 2.0
    dashed: bool = False
    inset: float = 0.0
    path: QPainterPath = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", region_outline(self.hexes))

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the mark in units; *scale* is in logical pixels per unit."""
        if len(self.hexes) == 1 and scale <= _MAX_CACHED_SCALE:
            self._paint_cached(painter, scale)
        else:
            self._paint_directly(painter, scale)

    def _paint_cached(self, painter: QPainter, scale: float) -> None:
        transform, ratio = painter.worldTransform(), painter.device().devicePixelRatioF()
        style = _rgba(self.line), _rgba(self.fill), self.width, self.dashed, self.inset
        picture = _highlighted_hex_picture(
            style, transform.m11() * ratio, transform.m22() * ratio, scale * ratio
        )
        middle = (transform.map(centre(next(iter(self.hexes)))) * ratio).toPoint()
        painter.save()
        painter.resetTransform()
        painter.scale(1 / ratio, 1 / ratio)
        painter.drawPixmap(middle - QPoint(picture.width() // 2, picture.height() // 2), picture)
        painter.restore()

    def _paint_directly(self, painter: QPainter, scale: float) -> None:
        if self.fill is not None:
            for hex_ in self.hexes:
                painter.fillPath(_outline_with_hole(hex_, self.inset), self.fill)
        if self.line is not None:
            painter.strokePath(self.path, _pen(_BLACK_CASING, (self.width + 2) / scale, False))
            painter.strokePath(self.path, _pen(self.line, self.width / scale, self.dashed))


@dataclass(frozen=True)
class FrameMark:
    """A rectangle around one piece on a hex.

    Attributes:
        hexes: The hex, as a set.
        area: The rectangle, in units.
        line: The color of its line.
    """

    hexes: frozenset[Hex]
    area: QRectF
    line: QColor

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the mark in units; *scale* is in logical pixels per unit."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (_pen(_BLACK_CASING, 4 / scale, False), _pen(self.line, 2 / scale, False)):
            painter.setPen(pen)
            painter.drawRoundedRect(self.area, 4, 4)


@dataclass(frozen=True)
class RouteMark:
    """A requested route, drawn only on the hexes where it cannot be built.

    Attributes:
        route: The hexes of the route, in order.
        hexes: The hexes on which it is drawn.
        colour: The color of its line.
    """

    route: tuple[Hex, ...]
    hexes: frozenset[Hex]
    colour: QColor

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the mark in units; *scale* is in logical pixels per unit."""
        path = QPainterPath()
        for from_hex, to_hex in pairwise(self.route):
            middle = (centre(from_hex) + centre(to_hex)) / 2
            for hex_ in {from_hex, to_hex} & self.hexes:
                path.moveTo(centre(hex_))
                path.lineTo(middle)
        painter.strokePath(path, _pen(_BLACK_CASING, 5 / scale, False))
        painter.strokePath(path, _pen(self.colour, 3 / scale, True))


def _rgba(colour: QColor | None) -> int | None:
    return None if colour is None else colour.rgba()


def _colour_from_rgba(rgba: int | None) -> QColor | None:
    return None if rgba is None else QColor.fromRgba(rgba)


@lru_cache(maxsize=32)
def _highlighted_hex_picture(
    style: _Style, scale_x: float, scale_y: float, scale: float
) -> QPixmap:
    """Return the picture of one highlighted hex.

    *scale_x*, *scale_y* and *scale* are in device pixels per unit.
    """
    line, fill, width, dashed, inset = style
    hex_ = Hex(0, 0)
    margin = int(width) + 4
    centre_point = QPoint(
        int(scale_x * HEX_WIDTH / 2) + margin, int(scale_y * HEX_HEIGHT / 2) + margin
    )
    picture = QPixmap(2 * centre_point.x(), 2 * centre_point.y())
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(centre_point)
        painter.scale(scale_x, scale_y)
        painter.translate(-centre(hex_))
        mark = Highlight(
            frozenset({hex_}),
            _colour_from_rgba(line),
            _colour_from_rgba(fill),
            width,
            dashed,
            inset,
        )
        mark._paint_directly(painter, scale)
    return picture


def clear_highlight_cache() -> None:
    """Release the pictures of highlighted hexes; at a large zoom, each takes 1 MB."""
    _highlighted_hex_picture.cache_clear()


def region_outline(hexes: Iterable[Hex]) -> QPainterPath:
    """Return the outline of a region of hexes, in units."""
    region = frozenset(hexes)
    path = QPainterPath()
    for hex_ in region:
        middle = centre(hex_)
        for direction, (start, end) in EDGE_CORNERS.items():
            if hex_.neighbour(direction) not in region:
                path.moveTo(middle + QPointF(*HEX_CORNERS[start]))
                path.lineTo(middle + QPointF(*HEX_CORNERS[end]))
    return path


def _outline_with_hole(hex_: Hex, inset: float) -> QPainterPath:
    """Return the outline of a hex in units, with a hole for a unit in its middle.

    The hole is the hex scaled by *inset*, plus the area of a unit's counter and its number. If
    *inset* is 0, there is no hole.
    """
    return _hex_with_hole(inset).translated(centre(hex_)) if inset else hex_outline(hex_)


@cache
def _hex_with_hole(inset: float) -> QPainterPath:
    """Return the outline of a hex with a hole in its middle, centered on the origin."""
    hexagon = outline(HEX_OUTLINE)
    return hexagon.subtracted(
        QTransform.fromScale(inset, inset).map(hexagon).united(_unit_footprint())
    )


@cache
def _unit_footprint() -> QPainterPath:
    """Return the area of a unit's counter and its number of figures, relative to the hex center."""
    counter, number = QPainterPath(), QPainterPath()
    counter.addRect(QRectF(*COUNTER_BOX).adjusted(-1, -1, 1, 1))
    x, y, radius = COUNT_DISC
    number.addEllipse(QPointF(x, y), radius, radius)
    return counter.united(number)


def _pen(colour: QColor, width: float, dashed: bool) -> QPen:
    style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
    return QPen(colour, width, style, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


class Mark(Protocol):
    """A mark painted over the pieces."""

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hexes the mark can touch, repainted when it appears or disappears."""
        ...

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the mark in units; *scale* is in logical pixels per unit."""


@dataclass(frozen=True)
class Arrow:
    """An arrow from one hex to another.

    Attributes:
        board: The board of both hexes.
        start: The hex where it starts.
        end: The hex it points to.
        colour: Its color.
        hexes: The hexes it can touch.
        path: Its outline, in units.
    """

    board: Board
    start: Hex
    end: Hex
    colour: QColor
    hexes: frozenset[Hex] = field(init=False, compare=False, repr=False)
    path: QPainterPath = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        path = _arrow_outline(centre(self.start), centre(self.end))
        area = path.boundingRect().adjusted(
            -_SHAFT_WIDTH, -_SHAFT_WIDTH, _SHAFT_WIDTH, _SHAFT_WIDTH
        )
        object.__setattr__(self, "path", path)
        object.__setattr__(self, "hexes", frozenset(hexes_in(self.board, area)))

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the mark in units; *scale* is in logical pixels per unit."""
        _paint_with_casing(painter, self.path, self.colour, 1.5 / scale)


@dataclass(frozen=True)
class TextMark:
    """A short text on a small plate at the upper left of a hex, opposite the tokens.

    Attributes:
        hex: The hex.
        text: The text.
        colour: The color of the plate; dark, because the letters are white.
    """

    hex: Hex
    text: str
    colour: QColor

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex and its neighbors: on a small board, the plate is larger than its hex."""
        return frozenset({self.hex, *self.hex.neighbours()})

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the mark in units; *scale* is in logical pixels per unit."""
        text_size = max(_TEXT_SIZE, _MIN_TEXT_HEIGHT / scale)
        height = text_size * _PLATE_HEIGHT / _TEXT_SIZE
        texts = (Text(self.text, 0, 0, text_size, MarkColour.INK, bold=True),)
        area = QRectF(0, 0, max(bounds(texts).width() + text_size * 0.7, height), height)
        left = max(
            _PLATE_RIGHT_EDGE - area.width(), -HEX_WIDTH / 2
        )  # on a small board it ends with the hex
        middle = centre(self.hex) + QPointF(min(left + area.width() / 2, 0), _PLATE_OFFSET)
        texts = (Text(self.text, middle.x(), middle.y(), text_size, MarkColour.INK, bold=True),)
        area.moveCenter(middle)
        plate = QPainterPath()
        plate.addRoundedRect(area, height / 4, height / 4)
        _paint_with_casing(painter, plate, self.colour, 1.5 / scale)
        paint(painter, texts, {})


def _paint_with_casing(
    painter: QPainter, path: QPainterPath, colour: QColor, rim_width: float
) -> None:
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * rim_width)
    painter.fillPath(stroker.createStroke(path).united(path), _DARK_CASING)
    painter.fillPath(path, colour)


def _arrow_outline(start: QPointF, end: QPointF) -> QPainterPath:
    """Return the outline of an arrow between two hex centers, in units."""
    offset = end - start
    length = (offset.x() ** 2 + offset.y() ** 2) ** 0.5
    tail, tip = HEX_HEIGHT * _START_GAP, length - HEX_HEIGHT * _END_GAP
    neck, half_shaft = tip - 1.5 * _HALF_HEAD_WIDTH, _SHAFT_WIDTH / 2
    path = QPainterPath(QPointF(tail, -half_shaft))
    for x, y in (
        (neck, -half_shaft),
        (neck, -_HALF_HEAD_WIDTH),
        (tip, 0),
        (neck, _HALF_HEAD_WIDTH),
        (neck, half_shaft),
    ):
        path.lineTo(x, y)
    path.lineTo(tail, half_shaft)
    path.closeSubpath()
    along, across = offset / length, QPointF(-offset.y(), offset.x()) / length
    placement = QTransform(along.x(), along.y(), across.x(), across.y(), start.x(), start.y())
    return placement.map(path)
