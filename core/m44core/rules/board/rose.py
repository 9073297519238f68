"""All lines of sight from one hex as a table: the same around every hex.

Hexes are numbered row by row, and two rows further down the number is larger by
the same amount everywhere on a board. So the hexes around one hex are those around
any other with their bits shifted, and one table serves a whole board.
"""

from __future__ import annotations

from functools import cache

from m44core.hexes import Hex
from m44core.rules.board.grid import FAR
from m44core.rules.board.lines import Line, touched

_ORIGIN = Hex(0, 0)


class Rose:
    """The lines from one hex to all others up to :data:`FAR` away, and what each hex hides.

    Sets of hexes are bits here by how much a hex's number exceeds that of the
    hex looked from, plus :attr:`middle`. What is hidden is three such sets in one
    int, :attr:`width` bits each: hexes that do not show at all, those with
    something to the left of their line, and those with something to the right.

    Attributes:
        middle: The bit of the hex looked from.
        width: How many bits one set has.
        lines: The line to each hex, by how much its number exceeds that of the first.
        hidden_by: What a blocker hides, by its bit plus 1.
    """

    def __init__(self, stride: int) -> None:
        self._stride = stride
        self.middle = (stride + 1) * FAR // 2 + 1
        self.width = 2 * self.middle + 1
        self.lines: dict[int, Line] = {}
        self.hidden_by = [0] * (self.width + 1)
        for vector in vectors():
            self._enter(vector)

    def bit(self, vector: Hex) -> int:
        """Return the bit of the hex that lies at *vector* from the hex looked from."""
        return (self._stride * vector.row + vector.col) // 2 + self.middle

    def hidden(self, blockers: int) -> int:
        """Return all that *blockers* hide."""
        hidden_by, hidden = self.hidden_by, 0
        while blockers:
            low = blockers & -blockers
            hidden |= hidden_by[low.bit_length()]
            blockers ^= low
        return hidden

    def thrice(self, hexes: int) -> int:
        """Return a set of hexes repeated as in what is hidden."""
        return hexes | hexes << self.width | hexes << 2 * self.width

    def _enter(self, vector: Hex) -> None:
        end = self.bit(vector)
        sides = [[self.bit(hex_) for hex_ in side] for side in touched(vector)]
        self.lines[end - self.middle] = Line(*(sum(1 << bit for bit in side) for side in sides))
        for number, side in enumerate(sides):
            for bit in side:
                self.hidden_by[bit + 1] |= 1 << end + number * self.width


@cache
def rose_of(stride: int) -> Rose:
    """Return the rose of boards on which two rows down is *stride* further on."""
    return Rose(stride)


@cache
def vectors() -> tuple[Hex, ...]:
    """Return the way to each hex up to :data:`~m44core.rules.board.grid.FAR` away."""
    return tuple(
        hex_
        for row in range(-FAR, FAR + 1)
        for col in range(row % 2 - 2 * FAR, 2 * FAR + 1, 2)
        if 0 < _ORIGIN.distance(hex_ := Hex(col, row)) <= FAR
    )
