"""What a window lays over the board besides outlined hexes: arrows and short words."""

from __future__ import annotations

from dataclasses import field
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QTransform

from m44core.board import Board
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH, Text
from m44core.hexes import Hex
from m44core.values import dataclass
from m44editor.board.geometry import centre, hexes_in
from m44editor.board.painter import bounds, paint

_DARK_CASING = QColor(20, 18, 14, 190)
_SHAFT, _HEAD = 7.0, 17.0  # units: the width of an arrow's shaft, half that of its head
_START, _END = 0.2, 0.36  # of a hex's height: what an arrow leaves free at either end
_INK = "#ffffff"
_LETTER = 20.0  # units
_READABLE = 12.0  # logical pixels: letters are never smaller
_PLATE = 28.0  # units: height of the plate words stand on
_ABOVE = -34.0  # units from the hex centre to the middle of the plate
_RIGHT = -10.0  # units from there to its right edge: it grows to the left


class Mark(Protocol):
    """Something painted over the pieces."""

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hexes it may touch, which are painted anew when it comes and goes."""
        ...

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint it in units; *scale* is logical pixels a unit."""


@dataclass(frozen=True)
class Arrow:
    """An arrow from one hex to another.

    Attributes:
        board: The board both are on.
        start: Where it comes from.
        end: Where it points.
        colour: Its colour.
    """

    board: Board
    start: Hex
    end: Hex
    colour: QColor
    hexes: frozenset[Hex] = field(init=False, compare=False, repr=False)
    path: QPainterPath = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        path = _arrow(centre(self.start), centre(self.end))
        room = path.boundingRect().adjusted(-_SHAFT, -_SHAFT, _SHAFT, _SHAFT)
        object.__setattr__(self, "path", path)
        object.__setattr__(self, "hexes", frozenset(hexes_in(self.board, room)))

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint it in units; *scale* is logical pixels a unit."""
        _paint_cased(painter, self.path, self.colour, 1.5 / scale)


@dataclass(frozen=True)
class Words:
    """A word or a number on a small plate at the upper left of a hex: tokens lie at its right.

    Attributes:
        hex: The hex.
        text: What it says.
        colour: The colour of the plate, dark: the letters are white.
    """

    hex: Hex
    text: str
    colour: QColor

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex and those around it: on a small board the plate is larger than its hex."""
        return frozenset({self.hex, *self.hex.neighbours()})

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint it in units; *scale* is logical pixels a unit."""
        letter = max(_LETTER, _READABLE / scale)
        height = letter * _PLATE / _LETTER
        words = (Text(self.text, 0, 0, letter, _INK, bold=True),)
        area = QRectF(0, 0, max(bounds(words).width() + letter * 0.7, height), height)
        left = max(_RIGHT - area.width(), -HEX_WIDTH / 2)  # on a small board it ends with the hex
        middle = centre(self.hex) + QPointF(min(left + area.width() / 2, 0), _ABOVE)
        words = (Text(self.text, middle.x(), middle.y(), letter, _INK, bold=True),)
        area.moveCenter(middle)
        plate = QPainterPath()
        plate.addRoundedRect(area, height / 4, height / 4)
        _paint_cased(painter, plate, self.colour, 1.5 / scale)
        paint(painter, words, {})


def _paint_cased(painter: QPainter, path: QPainterPath, colour: QColor, rim: float) -> None:
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * rim)
    painter.fillPath(stroker.createStroke(path).united(path), _DARK_CASING)
    painter.fillPath(path, colour)


def _arrow(start: QPointF, end: QPointF) -> QPainterPath:
    """Return the outline of an arrow between two hex centres, in units."""
    way = end - start
    length = (way.x() ** 2 + way.y() ** 2) ** 0.5
    first, tip = HEX_HEIGHT * _START, length - HEX_HEIGHT * _END
    neck, half = tip - 1.5 * _HEAD, _SHAFT / 2
    path = QPainterPath(QPointF(first, -half))
    for x, y in ((neck, -half), (neck, -_HEAD), (tip, 0), (neck, _HEAD), (neck, half)):
        path.lineTo(x, y)
    path.lineTo(first, half)
    path.closeSubpath()
    along, across = way / length, QPointF(-way.y(), way.x()) / length
    turn = QTransform(along.x(), along.y(), across.x(), across.y(), start.x(), start.y())
    return turn.map(path)
