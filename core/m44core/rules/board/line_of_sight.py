"""Lines of sight: the hexes a line crosses, what blocks it, and the visible hexes (rules 4.6).

The geometry is exact, in integers (B-LOS-01..13): a hex ``(col, row)`` has its center at
``(col, 3 row)`` and its corners at ``(col, 3 row ± 2)`` and ``(col ± 1, 3 row ± 1)``, so every
question about a line is answered by the sign of an integer. With floating-point numbers, one pair
of hexes in seven is wrong, because an edge that runs exactly along the line is the common case.

The lines from one hex are the same around every hex. Hexes are numbered row by row, and two rows
further down the number is larger by the same amount everywhere on a board, so the hexes around one
hex are those around any other with their bits shifted, and one table serves the whole board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from m44core.hexes import Hex
from m44core.rules.board.ground import Ground
from m44core.rules.board.hex_grid import SIGHT_RANGE, Grid, bit_indexes
from m44core.rules.game_settings import PlateauRuling, RuleSettings
from m44core.rules.index_types import HexNo, HexSet
from m44core.values import dataclass


class SightLine(NamedTuple):
    """The hexes that decide whether a line of sight is blocked, as sets.

    Attributes:
        direct: Hexes whose interior the line crosses.
        left: Hexes the line only touches, on its left side.
        right: Hexes the line only touches, on its right side.
    """

    direct: int
    left: int
    right: int


@cache
def hexes_on_line(vector: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...], tuple[Hex, ...]]:
    """Return the hexes on the line from the origin to *vector* (B-LOS-07).

    These are the hexes it crosses, those it touches on its left, and those it touches on its right.
    A hex touched in one corner counts like one touched along an edge.
    """
    direct: list[Hex] = []
    left: list[Hex] = []
    right: list[Hex] = []
    breadth = max(2 * abs(vector.col), abs(vector.col) + 3 * abs(vector.row))
    for hex_ in _hexes_between(vector):
        offset = 3 * (vector.col * hex_.row - vector.row * hex_.col)
        if abs(offset) < breadth:
            direct.append(hex_)
        elif abs(offset) == breadth:
            (right if offset > 0 else left).append(hex_)
    return tuple(direct), tuple(left), tuple(right)


def _hexes_between(vector: Hex) -> list[Hex]:
    """Return the hexes near the line whose centers lie between its two ends."""
    low, high = sorted((0, vector.row))
    first, last = sorted((0, vector.col))
    length = _distance_along(vector, vector)
    return [
        hex_
        for row in range(low, high + 1)
        for col in range(first - 2 + (first + row) % 2, last + 3, 2)
        if 0 < _distance_along(vector, hex_ := Hex(col, row)) < length
    ]


def _distance_along(vector: Hex, hex_: Hex) -> int:
    """Return how far along *vector* a hex lies: a scalar product of undistorted coordinates."""
    return vector.col * hex_.col + 3 * vector.row * hex_.row


_ORIGIN = Hex(0, 0)


RelativeHexes: TypeAlias = int
"""A set of hexes around an observer: bit *middle + d* is the hex whose number is
*d* larger than the observer's."""

HiddenEnds: TypeAlias = int
"""Three sets of line ends, each like :data:`RelativeHexes`, in one int; see :class:`SightTable`."""


class SightTable:
    """The lines from one hex to all others in sight range, and the ends that each hex hides.

    A set of hexes around the observer has a bit for each hex; :attr:`middle` is the observer's bit.
    Hidden ends, and the ends for which a blocker matters, are three such sets in one int. On a
    standard board, where *middle* is 79 and *width* 159::

        bit 476           318 317           159 158             0
            +----------------+----------------+-----------------+
            |     right      |      left      |      whole      |
            +----------------+----------------+-----------------+
        ends with a blocker  ends with a        ends that are
        right of their line  blocker left       fully hidden

    A line along the side of two hexes is blocked by both together, never by one (B-LOS-06). So a
    blocker on one side sets the end's bit in *left* or *right*, and one on the line itself in
    *whole*. One ``|`` per blocker collects all three, and the hidden ends are::

        whole | left & right   =   hidden | hidden >> width & hidden >> 2 * width

    Only the lowest *width* bits count.

    Attributes:
        middle: The bit of the observer's hex.
        width: The number of bits of one set.
        lines: The line to each hex, keyed by the difference between its number and the observer's.
        hidden_by: The ends that a blocker hides, indexed by its bit plus 1.
    """

    def __init__(self, stride: int) -> None:
        self._stride = stride
        self.middle = (stride + 1) * SIGHT_RANGE // 2 + 1
        self.width = 2 * self.middle + 1
        self.lines: dict[int, SightLine] = {}
        self.hidden_by = [0] * (self.width + 1)
        for vector in vectors_in_range():
            self._add_hex(vector)

    def bit(self, vector: Hex) -> int:
        """Return the bit of the hex at *vector* from the observer."""
        return (self._stride * vector.row + vector.col) // 2 + self.middle

    def hidden(self, blockers: RelativeHexes) -> HiddenEnds:
        """Return the ends that *blockers* hide."""
        hidden_by, hidden_ends = self.hidden_by, 0
        while blockers:
            low = blockers & -blockers
            hidden_ends |= hidden_by[low.bit_length()]
            blockers ^= low
        return hidden_ends

    def repeated_three_times(self, hexes: RelativeHexes) -> HiddenEnds:
        """Return a set of hexes repeated three times, to mask :data:`HiddenEnds`."""
        return hexes | hexes << self.width | hexes << 2 * self.width

    def _add_hex(self, vector: Hex) -> None:
        end = self.bit(vector)
        sides = [[self.bit(hex_) for hex_ in side] for side in hexes_on_line(vector)]
        self.lines[end - self.middle] = SightLine(
            *(sum(1 << bit for bit in side) for side in sides)
        )
        for number, side in enumerate(sides):
            for bit in side:
                self.hidden_by[bit + 1] |= 1 << end + number * self.width


@cache
def sight_table_of(stride: int) -> SightTable:
    """Return the table for boards on which hex numbers grow by *stride* every two rows."""
    return SightTable(stride)


@cache
def vectors_in_range() -> tuple[Hex, ...]:
    """Return the vectors to all hexes in sight range, in ascending order of rows."""
    return tuple(
        hex_
        for row in range(-SIGHT_RANGE, SIGHT_RANGE + 1)
        for col in range(row % 2 - 2 * SIGHT_RANGE, 2 * SIGHT_RANGE + 1, 2)
        if 0 < _ORIGIN.distance(hex_ := Hex(col, row)) <= SIGHT_RANGE
    )


_ALL_ENDS = -1
_MAX_CACHED_SIGHTS = 64  # most games need one or two


class _Outlook(NamedTuple):
    """The view from one hex before units are taken into account.

    Attributes:
        near: The hexes in sight range.
        hidden: The ends that the ground hides.
        unit_blockers: Pairs of a set of hexes and the ends that a unit there blocks: all ends,
            unless units on heights see over lower units.
    """

    near: HexSet
    hidden: HiddenEnds
    unit_blockers: tuple[tuple[HexSet, HiddenEnds], ...]


@dataclass(frozen=True, slots=True)
class Obstructions:
    """The parts of the ground that block sight, as sets of hexes.

    Attributes:
        solid: Hexes that block every line (B-LOS-05).
        hills: Hexes that block as hills do (B-LOS-20).
        levels: The hexes of each height, from the lowest up.
        pairs: Hexes that block a line if two of them lie on it (TP-LAKE).
    """

    solid: HexSet
    hills: HexSet = 0
    levels: tuple[HexSet, ...] = ()
    pairs: HexSet = 0


@dataclass(frozen=True, eq=False)
class Sight:
    """Lines of sight over one ground; the units in the way are passed with each call.

    Attributes:
        grid: The board.
        obstructions: The parts of the ground that block sight.
        settings: The rulings on lines of sight.
    """

    grid: Grid
    obstructions: Obstructions
    settings: RuleSettings
    _table: SightTable = field(init=False, repr=False)
    _outlooks: dict[HexNo, _Outlook] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_table", sight_table_of(self.grid.board.last_col + 1))

    def visible_hexes(self, start: HexNo, units: HexSet) -> HexSet:
        """Return the hexes in sight range that are seen from *start* (B-LOS-02).

        Args:
            start: The hex of the observer.
            units: The hexes with units; units out of range can be left out.
        """
        outlook = self._outlooks.get(start) or self._outlook(start)
        table, hidden_ends = self._table, outlook.hidden
        for blocking_hexes, ends in outlook.unit_blockers:
            hidden_ends |= table.hidden((units & blocking_hexes) << table.middle >> start) & ends
        hidden_ends |= hidden_ends >> table.width & hidden_ends >> 2 * table.width
        return outlook.near & ~(hidden_ends << start >> table.middle)

    def sees(self, start: HexNo, end: HexNo, units: HexSet) -> bool:
        """Return whether *end* is in sight range of *start* and seen from it (B-LOS-02)."""
        outlook = self._outlooks.get(start) or self._outlook(start)
        if not outlook.near >> end & 1:
            return False
        table = self._table
        bit = end - start + table.middle
        blockers = 0
        for blocking_hexes, ends in outlook.unit_blockers:
            if ends >> bit & 1:
                blockers |= units & blocking_hexes
        blockers = blockers << table.middle >> start
        line, hidden_bits = table.lines[end - start], outlook.hidden >> bit
        if line.direct & blockers or hidden_bits & 1:
            return False
        left = line.left & blockers or hidden_bits >> table.width & 1
        return not (left and (line.right & blockers or hidden_bits >> 2 * table.width & 1))

    def _outlook(self, start: HexNo) -> _Outlook:
        near_hexes = self.grid.within(start, SIGHT_RANGE) & ~(1 << start)
        unit_blockers = tuple(self._unit_blockers(start, near_hexes))
        hidden_ends = self._table.hidden(self._hexes_off_board(start))
        for blockers, ends in self._barriers(start):
            for blocking_hexes, blockable_ends in unit_blockers:
                hidden_ends |= (
                    self._hidden_ends(start, blockers & blocking_hexes) & ends & blockable_ends
                )
        if self.obstructions.pairs:
            hidden_ends |= self._ends_hidden_by_pairs(start)
        outlook = self._outlooks[start] = _Outlook(near_hexes, hidden_ends, unit_blockers)
        return outlook

    def _hidden_ends(self, start: HexNo, blockers: HexSet) -> HiddenEnds:
        return self._table.hidden(blockers << self._table.middle >> start)

    def _ends_hidden_by_pairs(self, start: HexNo) -> HiddenEnds:
        """Return the ends hidden by lakes.

        Two lakes on a line block it, even if they are at its ends (TP-LAKE).
        """
        table, pairs = self._table, self.obstructions.pairs
        lakes_in_range = self.grid.within(start, SIGHT_RANGE) & pairs & ~(1 << start)
        all_bits = (1 << table.width) - 1
        ends_near_one, ends_near_two, all_hidden = lakes_in_range << table.middle >> start, 0, 0
        if pairs >> start & 1:
            ends_near_one, ends_near_two = all_bits, ends_near_one
        for blocker in bit_indexes(lakes_in_range):
            hidden_ends = self._hidden_ends(start, 1 << blocker)
            touched_ends = (
                hidden_ends | hidden_ends >> table.width | hidden_ends >> 2 * table.width
            ) & all_bits
            ends_near_one, ends_near_two, all_hidden = (
                ends_near_one | touched_ends,
                ends_near_two | ends_near_one & touched_ends,
                all_hidden | hidden_ends,
            )
        return all_hidden & table.repeated_three_times(ends_near_two)

    def _barriers(self, start: HexNo) -> Iterator[tuple[HexSet, HiddenEnds]]:
        """Yield the blocking hexes of the ground with the ends they can block (B-LOS-20..23)."""
        plateau = self._plateau(start)
        yield self.obstructions.solid | self.obstructions.hills & ~plateau, _ALL_ENDS
        if plateau:
            yield plateau, ~self._line_ends(start, plateau)

    def _plateau(self, start: HexNo) -> HexSet:
        """Return the hills that do not block sight between *start* and them (B-LOS-21, R-05)."""
        hills = self.obstructions.hills
        if not hills >> start & 1:
            return 0
        level = next(level for level in self.obstructions.levels if level >> start & 1)
        if self.settings.plateau is PlateauRuling.SAME_HEIGHT:
            return hills & level
        return self.grid.hexes_connected_to(start, hills & level)

    def _unit_blockers(self, start: HexNo, near: HexSet) -> Iterator[tuple[HexSet, HiddenEnds]]:
        """Yield sets of hexes, each with the ends that units there can block (R-06)."""
        levels = self.obstructions.levels
        height = next((h for h, level in enumerate(levels) if level >> start & 1), 0)
        if not self.settings.sees_over_lower:
            height = 0
        for lower_level in range(height):
            higher_hexes = sum(levels[lower_level + 1 :])
            yield near & levels[lower_level], ~self._line_ends(start, higher_hexes)
        yield near & ~sum(levels[:height]), _ALL_ENDS

    def _line_ends(self, start: HexNo, hexes: HexSet) -> HiddenEnds:
        """Return the hexes of a set that are in sight range, as line ends."""
        near_hexes = self.grid.within(start, SIGHT_RANGE) & hexes
        return self._table.repeated_three_times(near_hexes << self._table.middle >> start)

    def _hexes_off_board(self, start: HexNo) -> RelativeHexes:
        """Return the hexes in sight range off the board; 0 unless the edge blocks sight (R-08)."""
        if not self.settings.edge_blocks_sight:
            return 0
        center, index = self.grid.board.hexes[start], self.grid.board.index
        return sum(
            1 << self._table.bit(vector)
            for vector in vectors_in_range()
            if Hex(center.col + vector.col, center.row + vector.row) not in index
        )


@dataclass(frozen=True, slots=True)
class Sights:
    """The sight of all classes of units over one ground.

    Attributes:
        direct: For each class, the sight of units that must see their target.
        indirect: For each class, the sight of units that need no line of sight: only fire barriers
            block them.
    """

    direct: tuple[Sight, ...]
    indirect: tuple[Sight, ...]


def sights_of(ground: Ground, settings: RuleSettings) -> Sights:
    """Return the sight over a ground; grounds that block sight equally share their tables."""
    blocking_hexes = ground.sight_blockers
    if settings.bridge_blocks_sight:
        blocking_hexes |= ground.bridges
    direct, indirect = [], []
    for barriers in ground.fire_barriers:
        direct_obstructions = Obstructions(
            blocking_hexes | barriers, ground.hills, ground.levels, ground.paired_blockers
        )
        direct.append(_cached_sight(ground.grid, direct_obstructions, settings))
        indirect.append(_cached_sight(ground.grid, Obstructions(barriers), settings))
    return Sights(tuple(direct), tuple(indirect))


@lru_cache(_MAX_CACHED_SIGHTS)
def _cached_sight(grid: Grid, obstructions: Obstructions, settings: RuleSettings) -> Sight:
    return Sight(grid, obstructions, settings)
