"""Hexes and pixels: the only code of the editor that turns one into the other."""

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

SMALLEST_PITCH, LARGEST_PITCH = 5, 400  # device pixels a column: a hex is two columns wide

EDGES: Mapping[Direction, tuple[int, int]] = {
    Direction.NE: (0, 1),
    Direction.E: (1, 2),
    Direction.SE: (2, 3),
    Direction.SW: (3, 4),
    Direction.W: (4, 5),
    Direction.NW: (5, 0),
}
"""The edges of a hex, each with the numbers of the corners at its ends."""


@dataclass(frozen=True, slots=True)
class Zoom:
    """How large the board is shown: whole device pixels a column and a row.

    Whole pixels put neighbouring hexes edge to edge without a seam, and one
    picture serves every hex that looks alike; rows are at most half a pixel
    off their true distance.

    Attributes:
        pitch: Device pixels from one column to the next.
        ratio: Device pixels a logical pixel.
    """

    pitch: int
    ratio: float

    @property
    def can_grow(self) -> bool:
        """Whether the board can be shown larger."""
        return self.pitch < LARGEST_PITCH

    @property
    def can_shrink(self) -> bool:
        """Whether the board can be shown smaller."""
        return self.pitch > SMALLEST_PITCH

    @classmethod
    def nearest(cls, scale: float, ratio: float) -> Zoom:
        """Return the zoom nearest to *scale* logical pixels a unit."""
        pitch = round(scale * COL_PITCH * ratio)
        return cls(min(max(pitch, SMALLEST_PITCH), LARGEST_PITCH), ratio)

    @classmethod
    def fitting(cls, board: Board, area: QSizeF, ratio: float) -> Zoom:
        """Return the largest zoom at which the whole *board* is inside *area*."""
        width, height = board_size(board)
        scale = min(area.width() / width, area.height() / height)
        pitch = int(max(scale, 0.0) * COL_PITCH * ratio)
        return cls(min(max(pitch, SMALLEST_PITCH), LARGEST_PITCH), ratio)

    @property
    def scale(self) -> float:
        """Logical pixels a unit; 1.0 shows a hex 100 pixels wide."""
        return self.pitch / (COL_PITCH * self.ratio)

    @property
    def device_scales(self) -> tuple[float, float]:
        """Device pixels a unit, across and down."""
        return self.pitch / COL_PITCH, round(self.pitch * ROW_PITCH / COL_PITCH) / ROW_PITCH

    @property
    def transform(self) -> QTransform:
        """From units to logical pixels."""
        across, down = self.device_scales
        return QTransform.fromScale(across / self.ratio, down / self.ratio)

    @property
    def device_transform(self) -> QTransform:
        """From units to device pixels."""
        return QTransform.fromScale(*self.device_scales)


@lru_cache(maxsize=512)
def centre(hex_: Hex) -> QPointF:
    """Return the centre of a hex in units; do not change it."""
    return QPointF(*hex_centre(hex_))


def hex_outline(hex_: Hex) -> QPainterPath:
    """Return the outline of a hex in units."""
    return outline(HEX_OUTLINE).translated(centre(hex_))


def hex_area(hex_: Hex) -> QRectF:
    """Return the smallest rectangle round a hex, in units."""
    area = QRectF(0, 0, HEX_WIDTH, HEX_HEIGHT)
    area.moveCenter(centre(hex_))
    return area


def board_area(board: Board) -> QRectF:
    """Return the rectangle of the whole board, in units."""
    return QRectF(0, 0, *board_size(board))


def nearest_hex(x: float, y: float) -> Hex:
    """Return the hex whose centre is nearest to a point in units, be it beyond the board."""
    origin = hex_centre(Hex(0, 0))
    row = int((y - origin[1]) // ROW_PITCH)
    near = [
        Hex(col + (col + r) % 2, r)
        for r in (row, row + 1)
        for col in (int((x - origin[0]) // COL_PITCH) + shift for shift in (-1, 0, 1))
    ]
    return min(near, key=lambda hex_: _squared_distance(hex_, x, y))


def hex_at(board: Board, x: float, y: float) -> Hex | None:
    """Return the hex of *board* under the point ``(x, y)`` in units, or None beside it."""
    best = nearest_hex(x, y)
    return best if best in board and _inside(best, x, y) else None


def _squared_distance(hex_: Hex, x: float, y: float) -> float:
    cx, cy = hex_centre(hex_)
    return (cx - x) ** 2 + (cy - y) ** 2


def _inside(hex_: Hex, x: float, y: float) -> bool:
    """Tell whether a point whose nearest centre is *hex_* lies in it, not beyond the rim."""
    cx, cy = hex_centre(hex_)
    dx, dy = abs(x - cx), abs(y - cy)
    half = HEX_WIDTH / 2
    return dx <= half and dy <= HEX_HEIGHT / 2 - dx * (HEX_HEIGHT / 4) / half


def hexes_in(board: Board, area: QRectF) -> tuple[Hex, ...]:
    """Return the hexes that touch *area* (in units), row by row."""
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
