"""Lines of sight: which hexes a line crosses, what blocks it, and which hexes are seen (rules 4.6).

The geometry is exact, in whole numbers (B-LOS-01..13): a hex ``(col, row)`` has its centre at
``(col, 3 row)`` and its corners at ``(col, 3 row ± 2)`` and ``(col ± 1, 3 row ± 1)``, so every
question about a line is the sign of a whole number. Floating-point hexes get one pair in seven
wrong, because an edge that runs exactly along the line is the common case.

The lines from one hex are the same around every hex. Hexes are numbered row by row, and two rows
further down the number is larger by the same amount everywhere on a board, so the hexes around
one hex are those around any other with their bits shifted: one table serves a whole board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from m44core.hexes import Hex
from m44core.rules.board.ground import Ground
from m44core.rules.board.hex_grid import SIGHT_RANGE, Grid, indexes
from m44core.rules.game_settings import Plateau, Settings
from m44core.rules.index_types import HexNo, HexSet
from m44core.values import dataclass


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
def hexes_on_line(vector: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...], tuple[Hex, ...]]:
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
    whole = _distance_along(vector, vector)
    return [
        hex_
        for row in range(low, high + 1)
        for col in range(first - 2 + (first + row) % 2, last + 3, 2)
        if 0 < _distance_along(vector, hex_ := Hex(col, row)) < whole
    ]


def _distance_along(vector: Hex, hex_: Hex) -> int:
    """Return how far along *vector* a hex lies: a scalar product in true proportions."""
    return vector.col * hex_.col + 3 * vector.row * hex_.row


_ORIGIN = Hex(0, 0)


RelativeHexes: TypeAlias = int
"""A set of hexes around the one looked from: bit *middle + d* is the hex with a number *d* more."""

HiddenEnds: TypeAlias = int
"""Three such sets of line ends in one int, see :class:`Rose`."""


class SightTable:
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
        self.middle = (stride + 1) * SIGHT_RANGE // 2 + 1
        self.width = 2 * self.middle + 1
        self.lines: dict[int, Line] = {}
        self.hidden_by = [0] * (self.width + 1)
        for vector in vectors_in_range():
            self._enter(vector)

    def bit(self, vector: Hex) -> int:
        """Return the bit of the hex that lies at *vector* from the hex looked from."""
        return (self._stride * vector.row + vector.col) // 2 + self.middle

    def hidden(self, blockers: RelativeHexes) -> HiddenEnds:
        """Return all that *blockers* hide."""
        hidden_by, hidden = self.hidden_by, 0
        while blockers:
            low = blockers & -blockers
            hidden |= hidden_by[low.bit_length()]
            blockers ^= low
        return hidden

    def repeated(self, hexes: RelativeHexes) -> HiddenEnds:
        """Return a set of hexes repeated as in what is hidden."""
        return hexes | hexes << self.width | hexes << 2 * self.width

    def _enter(self, vector: Hex) -> None:
        end = self.bit(vector)
        sides = [[self.bit(hex_) for hex_ in side] for side in hexes_on_line(vector)]
        self.lines[end - self.middle] = Line(*(sum(1 << bit for bit in side) for side in sides))
        for number, side in enumerate(sides):
            for bit in side:
                self.hidden_by[bit + 1] |= 1 << end + number * self.width


@cache
def sight_table_of(stride: int) -> SightTable:
    """Return the rose of boards on which two rows down is *stride* further on."""
    return SightTable(stride)


@cache
def vectors_in_range() -> tuple[Hex, ...]:
    """Return the way to each hex up to :data:`~m44core.rules.board.hex_grid.SIGHT_RANGE` away."""
    return tuple(
        hex_
        for row in range(-SIGHT_RANGE, SIGHT_RANGE + 1)
        for col in range(row % 2 - 2 * SIGHT_RANGE, 2 * SIGHT_RANGE + 1, 2)
        if 0 < _ORIGIN.distance(hex_ := Hex(col, row)) <= SIGHT_RANGE
    )


_ALL_ENDS = -1
_MAX_CACHED_SIGHTS = 64  # of grounds that differ for the eye; most games need one or two


class _Outlook(NamedTuple):
    """What there is to see from one hex, units apart.

    Attributes:
        near: The hexes up to :data:`FAR` away, by their numbers.
        hidden: What the ground hides.
        unit_blockers: Sets of hexes, by their numbers, and from which ends a unit there
            hides: all units from all ends, unless heights look over lower ones.
    """

    near: HexSet
    hidden: HiddenEnds
    unit_blockers: tuple[tuple[HexSet, HiddenEnds], ...]


@dataclass(frozen=True, slots=True)
class Obstructions:
    """What on the ground is in the way of sight, as sets of hexes.

    Attributes:
        solid: Those that block every line (B-LOS-05).
        hills: Those that block as hills do (B-LOS-20).
        levels: The hexes of each height, from the lowest up.
        pairs: Those of which two on a line block it (TP-LAKE).
    """

    solid: HexSet
    hills: HexSet = 0
    levels: tuple[HexSet, ...] = ()
    pairs: HexSet = 0


@dataclass(frozen=True, eq=False)
class Sight:
    """What is seen from where over one ground; the units in the way come with each question.

    Attributes:
        grid: The board.
        obstructions: What the ground has in the way.
        settings: The rulings.
    """

    grid: Grid
    obstructions: Obstructions
    settings: Settings
    _table: SightTable = field(init=False, repr=False)
    _outlooks: dict[HexNo, _Outlook] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_table", sight_table_of(self.grid.board.last_col + 1))

    def seen(self, start: HexNo, units: HexSet) -> HexSet:
        """Return the hexes up to :data:`FAR` away that are seen from *start* (B-LOS-02).

        Args:
            start: Where the eye is.
            units: The hexes with units on them; those far from all that matters may
                be left out.
        """
        look = self._outlooks.get(start) or self._outlook(start)
        rose, hidden = self._table, look.hidden
        for members, ends in look.unit_blockers:
            hidden |= rose.hidden((units & members) << rose.middle >> start) & ends
        hidden |= hidden >> rose.width & hidden >> 2 * rose.width
        return look.near & ~(hidden << start >> rose.middle)

    def sees(self, start: HexNo, end: HexNo, units: HexSet) -> bool:
        """Tell whether *end* is seen from *start*, up to :data:`FAR` away (B-LOS-02)."""
        look = self._outlooks.get(start) or self._outlook(start)
        if not look.near >> end & 1:
            return False
        rose = self._table
        bit = end - start + rose.middle
        blockers = 0
        for members, ends in look.unit_blockers:
            if ends >> bit & 1:
                blockers |= units & members
        blockers = blockers << rose.middle >> start
        line, hidden = rose.lines[end - start], look.hidden >> bit
        if line.direct & blockers or hidden & 1:
            return False
        left = line.left & blockers or hidden >> rose.width & 1
        return not (left and (line.right & blockers or hidden >> 2 * rose.width & 1))

    def _outlook(self, start: HexNo) -> _Outlook:
        near = self.grid.within(start, SIGHT_RANGE) & ~(1 << start)
        veils = tuple(self._unit_blockers(start, near))
        hidden = self._table.hidden(self._off_board(start))
        for blockers, ends in self._barriers(start):
            for members, seeing in veils:
                hidden |= self._hidden(start, blockers & members) & ends & seeing
        if self.obstructions.pairs:
            hidden |= self._hidden_by_two(start)
        look = self._outlooks[start] = _Outlook(near, hidden, veils)
        return look

    def _hidden(self, start: HexNo, blockers: HexSet) -> HiddenEnds:
        return self._table.hidden(blockers << self._table.middle >> start)

    def _hidden_by_two(self, start: HexNo) -> HiddenEnds:
        """Return what lakes hide: where two of them touch a line, its ends counted (TP-LAKE)."""
        rose, pairs = self._table, self.obstructions.pairs
        near = self.grid.within(start, SIGHT_RANGE) & pairs & ~(1 << start)
        whole = (1 << rose.width) - 1
        once, twice, all_hidden = near << rose.middle >> start, 0, 0
        if pairs >> start & 1:
            once, twice = whole, once
        for blocker in indexes(near):
            hidden = self._hidden(start, 1 << blocker)
            touched = (hidden | hidden >> rose.width | hidden >> 2 * rose.width) & whole
            once, twice, all_hidden = once | touched, twice | once & touched, all_hidden | hidden
        return all_hidden & rose.repeated(twice)

    def _barriers(self, start: HexNo) -> Iterator[tuple[HexSet, HiddenEnds]]:
        """Yield what blocks on the ground, with the ends it blocks (B-LOS-20..23)."""
        own = self._plateau(start)
        yield self.obstructions.solid | self.obstructions.hills & ~own, _ALL_ENDS
        if own:
            yield own, ~self._ends(start, own)

    def _plateau(self, start: HexNo) -> HexSet:
        """Return the hexes that do not come between *start* and each other (B-LOS-21, R-05)."""
        hills = self.obstructions.hills
        if not hills >> start & 1:
            return 0
        level = next(level for level in self.obstructions.levels if level >> start & 1)
        if self.settings.plateau is Plateau.SAME_HEIGHT:
            return hills & level
        return self.grid.connected(start, hills & level)

    def _unit_blockers(self, start: HexNo, near: HexSet) -> Iterator[tuple[HexSet, HiddenEnds]]:
        """Yield sets of hexes, each with the ends to which what stands there counts (R-06)."""
        levels = self.obstructions.levels
        height = next((h for h, level in enumerate(levels) if level >> start & 1), 0)
        if not self.settings.sees_over_lower:
            height = 0
        for lower in range(height):
            higher = sum(levels[lower + 1 :])
            yield near & levels[lower], ~self._ends(start, higher)
        yield near & ~sum(levels[:height]), _ALL_ENDS

    def _ends(self, start: HexNo, hexes: HexSet) -> HiddenEnds:
        """Return the ends of lines on a set of hexes that are near enough."""
        near = self.grid.within(start, SIGHT_RANGE) & hexes
        return self._table.repeated(near << self._table.middle >> start)

    def _off_board(self, start: HexNo) -> RelativeHexes:
        """Return the places beside the board, where they are obstacles (R-08)."""
        if not self.settings.edge_blocks_sight:
            return 0
        here, index = self.grid.board.hexes[start], self.grid.board.index
        return sum(
            1 << self._table.bit(vector)
            for vector in vectors_in_range()
            if Hex(here.col + vector.col, here.row + vector.row) not in index
        )


@dataclass(frozen=True, slots=True)
class Sights:
    """What units see over one ground.

    Attributes:
        looking: For each class, the sight of units that must see their target.
        firing: For each class, that of units that need not: what bars their fire.
    """

    looking: tuple[Sight, ...]
    firing: tuple[Sight, ...]


def sights_of(ground: Ground, settings: Settings) -> Sights:
    """Return what is seen over a ground; grounds that look the same share their tables."""
    solid = ground.sight_blockers
    if settings.bridge_blocks_sight:
        solid |= ground.bridges
    looking, firing = [], []
    for barred in ground.fire_barriers:
        seen = Obstructions(solid | barred, ground.hills, ground.levels, ground.paired_blockers)
        looking.append(_sight(ground.grid, seen, settings))
        firing.append(_sight(ground.grid, Obstructions(barred), settings))
    return Sights(tuple(looking), tuple(firing))


@lru_cache(_MAX_CACHED_SIGHTS)
def _sight(grid: Grid, obstructions: Obstructions, settings: Settings) -> Sight:
    return Sight(grid, obstructions, settings)
