"""Geometry of the board on the screen: the only code that converts between hexes and pixels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath, QTransform

from m44core.board import Board
from m44core.drawing.board.scenario_drawing import board_size, hex_centre
from m44core.drawing.shapes.paths import HEX_OUTLINE
from m44core.drawing.shapes.shapes import COL_PITCH, HEX_HEIGHT, HEX_WIDTH, ROW_PITCH
from m44core.hexes import Direction, Hex
from m44core.values import dataclass
from m44editor.board.painter import outline

SMALLEST_PITCH, LARGEST_PITCH = 5, 400  # device pixels per column: a hex is two columns wide

EDGE_CORNERS: Mapping[Direction, tuple[int, int]] = {
    Direction.NE: (0, 1),
    Direction.E: (1, 2),
    Direction.SE: (2, 3),
    Direction.SW: (3, 4),
    Direction.W: (4, 5),
    Direction.NW: (5, 0),
}
"""The edges of a hex, each with the indices of the corners at its ends."""


@dataclass(frozen=True, slots=True)
class Zoom:
    """The zoom of the board, in whole device pixels per column and per row.

    Whole pixels put neighboring hexes edge to edge without a seam, and let all hexes that look
    alike share one picture; the distance between rows is at most half a pixel off.

    Attributes:
        pitch: Device pixels from one column to the next.
        ratio: Device pixels per logical pixel.
    """

    pitch: int
    ratio: float

    @property
    def can_grow(self) -> bool:
        """Whether the zoom can be increased."""
        return self.pitch < LARGEST_PITCH

    @property
    def can_shrink(self) -> bool:
        """Whether the zoom can be decreased."""
        return self.pitch > SMALLEST_PITCH

    @classmethod
    def nearest(cls, scale: float, ratio: float) -> Zoom:
        """Return the possible zoom nearest to *scale*, in logical pixels per unit."""
        pitch = round(scale * COL_PITCH * ratio)
        return cls(min(max(pitch, SMALLEST_PITCH), LARGEST_PITCH), ratio)

    @classmethod
    def fitting(cls, board: Board, area: QSizeF, ratio: float) -> Zoom:
        """Return the largest zoom at which the whole board fits into *area*, in logical pixels.

        If the board never fits, return the smallest zoom.
        """
        width, height = board_size(board)
        scale = min(area.width() / width, area.height() / height)
        pitch = int(max(scale, 0.0) * COL_PITCH * ratio)
        return cls(min(max(pitch, SMALLEST_PITCH), LARGEST_PITCH), ratio)

    @property
    def scale(self) -> float:
        """Logical pixels per unit; at 1.0 a hex is 100 pixels wide."""
        return self.pitch / (COL_PITCH * self.ratio)

    @property
    def device_scales(self) -> tuple[float, float]:
        """Device pixels per unit, horizontally and vertically."""
        return self.pitch / COL_PITCH, round(self.pitch * ROW_PITCH / COL_PITCH) / ROW_PITCH

    @property
    def transform(self) -> QTransform:
        """The transform from units to logical pixels."""
        scale_x, scale_y = self.device_scales
        return QTransform.fromScale(scale_x / self.ratio, scale_y / self.ratio)

    @property
    def device_transform(self) -> QTransform:
        """The transform from units to device pixels."""
        return QTransform.fromScale(*self.device_scales)


@lru_cache(maxsize=512)
def centre(hex_: Hex) -> QPointF:
    """Return the center of a hex in units. The result is cached: do not modify it."""
    return QPointF(*hex_centre(hex_))


def hex_outline(hex_: Hex) -> QPainterPath:
    """Return the outline of a hex in units."""
    return outline(HEX_OUTLINE).translated(centre(hex_))


def hex_bounding_rect(hex_: Hex) -> QRectF:
    """Return the bounding rectangle of a hex, in units."""
    area = QRectF(0, 0, HEX_WIDTH, HEX_HEIGHT)
    area.moveCenter(centre(hex_))
    return area


def board_area(board: Board) -> QRectF:
    """Return the rectangle of the whole board, in units."""
    return QRectF(0, 0, *board_size(board))


def nearest_hex(x: float, y: float) -> Hex:
    """Return the hex whose center is nearest to a point in units, on the board or not."""
    origin = hex_centre(Hex(0, 0))
    row = int((y - origin[1]) // ROW_PITCH)
    candidates = [
        Hex(col + (col + r) % 2, r)
        for r in (row, row + 1)
        for col in (int((x - origin[0]) // COL_PITCH) + shift for shift in (-1, 0, 1))
    ]
    return min(candidates, key=lambda hex_: _squared_distance(hex_, x, y))


def hex_at(board: Board, x: float, y: float) -> Hex | None:
    """Return the hex of *board* at the point ``(x, y)`` in units; None if that is off the board."""
    best = nearest_hex(x, y)
    return best if best in board and _is_inside(best, x, y) else None


def _squared_distance(hex_: Hex, x: float, y: float) -> float:
    cx, cy = hex_centre(hex_)
    return (cx - x) ** 2 + (cy - y) ** 2


def _is_inside(hex_: Hex, x: float, y: float) -> bool:
    """Return whether a point in units lies inside *hex_*, the hex whose center is nearest to it."""
    cx, cy = hex_centre(hex_)
    dx, dy = abs(x - cx), abs(y - cy)
    half = HEX_WIDTH / 2
    return dx <= half and dy <= HEX_HEIGHT / 2 - dx * (HEX_HEIGHT / 4) / half


def hexes_in(board: Board, area: QRectF) -> tuple[Hex, ...]:
    """Return the hexes whose bounding rectangles touch *area* (in units), row by row."""
    ox, oy = hex_centre(Hex(0, 0))
    first_row = max(0, int((area.top() - oy - HEX_HEIGHT / 2) // ROW_PITCH + 1))
    last_row = min(board.rows - 1, int((area.bottom() - oy + HEX_HEIGHT / 2) // ROW_PITCH))
    first_col = int((area.left() - ox - HEX_WIDTH / 2) // COL_PITCH + 1)
    last_col = int((area.right() - ox + HEX_WIDTH / 2) // COL_PITCH)
    return tuple(
        Hex(col, row)
        for row in range(first_row, last_row + 1)
        for col in range(
            max(row % 2, first_col + (first_col + row) % 2),
            min(board.last_col - row % 2, last_col) + 1,
            2,
        )
    )
