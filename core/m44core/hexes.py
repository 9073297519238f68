"""Hexes as pairs: neighbors, distance and directions, independent of any board."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Direction(StrEnum):
    """One of the six edges of a pointy-top hex, clockwise from the east."""

    E = "E"
    SE = "SE"
    SW = "SW"
    W = "W"
    NW = "NW"
    NE = "NE"

    @property
    def opposite(self) -> Direction:
        """The opposite direction: ``E`` for ``W``, ``NE`` for ``SW``."""
        return self.turned(3)

    @property
    def mirrored(self) -> Direction:
        """The mirror image of the direction, with east and west swapped."""
        return _DIRECTIONS[(3 - _DIRECTIONS.index(self)) % 6]

    def turned(self, steps: int) -> Direction:
        """Return the direction turned clockwise by *steps* x 60 degrees."""
        return _DIRECTIONS[(_DIRECTIONS.index(self) + steps) % 6]


_DIRECTIONS = tuple(Direction)
_STEPS = {
    Direction.E: (2, 0),
    Direction.SE: (1, 1),
    Direction.SW: (-1, 1),
    Direction.W: (-2, 0),
    Direction.NW: (-1, -1),
    Direction.NE: (1, -1),
}


class Hex(NamedTuple):
    """One hex in the doubled columns of the .m44 format (B-BOARD-02).

    Compares, hashes and sorts as the pair ``(col, row)``; row 0 is the top
    row, and ``col + row`` is even on every board.
    """

    col: int
    row: int

    def neighbours(self) -> tuple[Hex, ...]:
        """Return the six adjacent hexes, clockwise from the east (B-BOARD-04)."""
        return tuple(Hex(self.col + dc, self.row + dr) for dc, dr in _STEPS.values())

    def neighbour(self, direction: Direction) -> Hex:
        """Return the adjacent hex in a direction."""
        dc, dr = _STEPS[direction]
        return Hex(self.col + dc, self.row + dr)

    def distance(self, other: Hex) -> int:
        """Return the distance to another hex, in hexes (B-BOARD-05)."""
        cols, rows = abs(self.col - other.col), abs(self.row - other.row)
        return rows + max(0, (cols - rows) // 2)
