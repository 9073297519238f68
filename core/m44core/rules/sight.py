"""Lines of sight by exact whole-number geometry (B-LOS-01..13).

A hex ``(col, row)`` has its centre at ``(col, 3 row)`` and its corners at
``(col, 3 row ± 2)`` and ``(col ± 1, 3 row ± 1)``: every question about a line
is then the sign of a whole number. Real-number hexes get one pair in seven
wrong, because an edge that runs exactly along the line is the common case.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from m44core.board import Board
from m44core.hexes import Hex
from m44core.rules.grid import Grid, grid_of

_CORNERS = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))
_ORIGIN = Hex(0, 0)


class Line(NamedTuple):
    """The hexes a line of sight depends on, as sets.

    Attributes:
        direct: Hexes whose interior the line crosses.
        left: Hexes it only touches, on its left side.
        right: The same on its right side.
    """

    direct: int
    left: int
    right: int

    def is_clear(self, blockers: int) -> bool:
        """Tell whether *blockers* leave the line open (B-LOS-03, B-LOS-06)."""
        if self.direct & blockers:
            return False
        return not (self.left & blockers and self.right & blockers)


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines between the hexes of one board, worked out when first asked for."""

    grid: Grid
    _known: dict[tuple[int, int], Line] = field(init=False, repr=False, default_factory=dict)

    def between(self, a: int, b: int) -> Line:
        """Return the line from hex *a* to hex *b*."""
        line = self._known.get((a, b))
        if line is None:
            line = self._known[a, b] = self._line(a, b)
        return line

    def _line(self, a: int, b: int) -> Line:
        """Hexes off the board are no obstacle (B-LOS-13, R-08)."""
        start, end = self.grid.board.hexes[a], self.grid.board.hexes[b]
        sides = touched(Hex(end.col - start.col, end.row - start.row))
        return Line(*(self.grid.mask(_shifted(side, start)) for side in sides))


@cache
def lines_of(board: Board) -> Lines:
    """Return the lines of *board*."""
    return Lines(grid_of(board))


@cache
def touched(vector: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...], tuple[Hex, ...]]:
    """Return the hexes on the line from the origin to *vector*: crossed, left, right (B-LOS-07).

    A hex touched in one corner counts like one touched along an edge.
    """
    direct: list[Hex] = []
    left: list[Hex] = []
    right: list[Hex] = []
    for hex_ in _hexes_between(vector):
        signs = {_sign(_cross(vector, corner)) for corner in _corners(hex_)}
        if {1, -1} <= signs:
            direct.append(hex_)
        elif 0 in signs:
            (right if 1 in signs else left).append(hex_)
    return tuple(direct), tuple(left), tuple(right)


def _hexes_between(vector: Hex) -> list[Hex]:
    """Return the hexes whose centre lies beside the line, between its two ends."""
    reach = _ORIGIN.distance(vector)
    whole = _along(vector, vector)
    return [
        hex_
        for row in range(-reach, reach + 1)
        for col in range(row % 2 - 2 * reach, 2 * reach + 1, 2)
        if 0 < _along(vector, hex_ := Hex(col, row)) < whole
    ]


def _along(vector: Hex, hex_: Hex) -> int:
    """Return how far along *vector* a hex lies: a scalar product in true proportions."""
    return 3 * vector.col * hex_.col + 9 * vector.row * hex_.row


def _cross(vector: Hex, point: tuple[int, int]) -> int:
    """Return on which side of *vector* a point lies; 0 on the line."""
    return vector.col * point[1] - 3 * vector.row * point[0]


def _corners(hex_: Hex) -> list[tuple[int, int]]:
    return [(hex_.col + x, 3 * hex_.row + y) for x, y in _CORNERS]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _shifted(hexes: tuple[Hex, ...], by: Hex) -> tuple[Hex, ...]:
    return tuple(Hex(hex_.col + by.col, hex_.row + by.row) for hex_ in hexes)
