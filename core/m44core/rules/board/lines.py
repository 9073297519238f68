"""Lines of sight by exact whole-number geometry (B-LOS-01..13).

A hex ``(col, row)`` has its centre at ``(col, 3 row)`` and its corners at
``(col, 3 row ± 2)`` and ``(col ± 1, 3 row ± 1)``: every question about a line
is then the sign of a whole number. Real-number hexes get one pair in seven
wrong, because an edge that runs exactly along the line is the common case.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from m44core.hexes import Hex


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


@cache
def touched(vector: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...], tuple[Hex, ...]]:
    """Return the hexes on the line from the origin to *vector*: crossed, left, right (B-LOS-07).

    A hex touched in one corner counts like one touched along an edge.
    """
    direct: list[Hex] = []
    left: list[Hex] = []
    right: list[Hex] = []
    breadth = max(2 * abs(vector.col), abs(vector.col) + 3 * abs(vector.row))
    for hex_ in _hexes_between(vector):
        aside = 3 * (vector.col * hex_.row - vector.row * hex_.col)
        if abs(aside) < breadth:
            direct.append(hex_)
        elif abs(aside) == breadth:
            (right if aside > 0 else left).append(hex_)
    return tuple(direct), tuple(left), tuple(right)


def _hexes_between(vector: Hex) -> list[Hex]:
    """Return the hexes near the line whose centre lies beside it, between its two ends."""
    low, high = sorted((0, vector.row))
    first, last = sorted((0, vector.col))
    whole = _along(vector, vector)
    return [
        hex_
        for row in range(low, high + 1)
        for col in range(first - 2 + (first + row) % 2, last + 3, 2)
        if 0 < _along(vector, hex_ := Hex(col, row)) < whole
    ]


def _along(vector: Hex, hex_: Hex) -> int:
    """Return how far along *vector* a hex lies: a scalar product in true proportions."""
    return vector.col * hex_.col + 3 * vector.row * hex_.row
