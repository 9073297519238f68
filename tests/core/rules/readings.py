"""Lines of sight by our rulings, computed without the engine, hex by hex from their corners."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from m44core.board import Board
from m44core.hexes import Hex

CORNERS = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))

Line = tuple[int, int, int]  # hexes that are crossed, touched on the left, touched on the right


@cache
def hexes_of_line(vector: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...], tuple[Hex, ...]]:
    """Return the hexes that a line from the origin crosses, and touches on its left and right."""
    hexes: tuple[list[Hex], list[Hex], list[Hex]] = ([], [], [])
    x, y = vector.col, 3 * vector.row
    squared_length = (
        3 * x * x + y * y
    )  # the length squared; a unit of x is root three units of y long
    for row in range(-6, 7):
        for col in range(row % 2 - 14, 15, 2):
            if 0 < 3 * x * col + y * 3 * row < squared_length:
                sides = {x * (3 * row + dy) - y * (col + dx) for dx, dy in CORNERS}
                if min(sides) < 0 < max(sides):
                    hexes[0].append(Hex(col, row))
                elif 0 in sides:
                    hexes[1 if min(sides) < 0 else 2].append(Hex(col, row))
    return tuple(hexes[0]), tuple(hexes[1]), tuple(hexes[2])


@dataclass(frozen=True, eq=False)
class Reading:
    """Sight on a board by R-05, R-06 and R-08; sets of hexes are bits, as in the engine.

    Attributes:
        board: The board; hexes off the board block nothing.
        solid: The hexes that block every line.
        heights: The heights of the hills, keyed by hex; a hill blocks lines, except those along it.
        pairs: The hexes that block a line if two of them lie on it, including its ends.
    """

    board: Board
    solid: int
    heights: dict[int, int]
    pairs: int = 0

    def line(self, a: int, b: int) -> Line:
        """Return the line between two hexes."""
        start, end = self.board.hexes[a], self.board.hexes[b]
        crossed, left, right = hexes_of_line(Hex(end.col - start.col, end.row - start.row))
        return self._mask(crossed, start), self._mask(left, start), self._mask(right, start)

    def sees(self, a: int, b: int, others: int) -> bool:
        """Return whether hex *b* is seen from hex *a*; the hexes *others* also block."""
        connected_hexes = self.hill.get(a, 0)
        hills = self.hills & ~connected_hexes if connected_hexes >> b & 1 else self.hills
        blockers = self.solid | hills | others
        crossed, left, right = self.line(a, b)
        lakes = (crossed | left | right | 1 << a | 1 << b) & self.pairs
        if lakes.bit_count() > 1:
            blockers |= self.pairs
        return not (crossed & blockers or (left & blockers and right & blockers))

    def has_hills_between(self, a: int, b: int) -> bool:
        """Return whether there are hills on a line, between its ends."""
        return bool(sum(self.line(a, b)) & self.hills)

    @cached_property
    def hills(self) -> int:
        """All hill hexes."""
        return sum(1 << index for index in self.heights)

    @cached_property
    def hill(self) -> dict[int, int]:
        """For each hill hex, the connected hexes of the same height."""
        return {index: self._spread(index) for index in self.heights}

    def _spread(self, start: int) -> int:
        reached: set[int] = set()
        number, open_ends = self.board.index, [start]
        while open_ends:
            hex_ = open_ends.pop()
            if hex_ not in reached and self.heights.get(hex_) == self.heights[start]:
                reached.add(hex_)
                adjacent_hexes = self.board.hexes[hex_].neighbours()
                open_ends += [number[other] for other in adjacent_hexes if other in number]
        return sum(1 << index for index in reached)

    def _mask(self, hexes: Iterable[Hex], start: Hex) -> int:
        index = self.board.index
        indexes_on_board = (
            index.get(Hex(hex_.col + start.col, hex_.row + start.row)) for hex_ in hexes
        )
        return sum(1 << number for number in indexes_on_board if number is not None)
