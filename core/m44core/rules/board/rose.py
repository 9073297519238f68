"""All lines of sight from one hex as a table: the same around every hex.

Hexes are numbered row by row, and two rows further down the number is larger by
the same amount everywhere on a board. So the hexes around one hex are those around
any other with their bits shifted, and one table serves a whole board.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from m44core.hexes import Hex
from m44core.rules.board.grid import FAR
from m44core.rules.board.lines import Line, touched

_ORIGIN = Hex(0, 0)


Around: TypeAlias = int
"""A set of hexes around the one looked from: bit *middle + d* is the hex with a number *d* more."""

Hidden: TypeAlias = int
"""Three such sets of line ends in one int, see :class:`Rose`."""


class Rose:
    """The lines from one hex to all others up to :data:`FAR` away, and what each hex hides.

    A set of hexes around the one looked from has a bit for each, :attr:`middle` its own. What is
    hidden, or which ends a blocker counts for, is three such sets in one int. On a standard
    board, where *middle* is 79 and *width* 159::

        bit 476           318 317           159 158             0
            +----------------+----------------+-----------------+
            |     right      |      left      |      whole      |
            +----------------+----------------+-----------------+
        ends with something  ends with some-    ends that do not
        right of their line  thing left of it   show at all

    A line along the side of two hexes is blocked by both together, never by one (B-LOS-06). So a
    blocker on one side sets the end's bit in *left* or *right*, and one on the line itself in
    *whole*. One ``|`` a blocker gathers all three, and what is hidden in the end is::

        whole | left & right   =   hidden | hidden >> width & hidden >> 2 * width

    of which the lowest *width* bits count.

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

    def hidden(self, blockers: Around) -> Hidden:
        """Return all that *blockers* hide."""
        hidden_by, hidden = self.hidden_by, 0
        while blockers:
            low = blockers & -blockers
            hidden |= hidden_by[low.bit_length()]
            blockers ^= low
        return hidden

    def thrice(self, hexes: Around) -> Hidden:
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
