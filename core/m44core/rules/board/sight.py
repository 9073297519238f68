"""Who sees what: lines of sight over one ground (rules 4.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache
from typing import NamedTuple

from m44core.hexes import Hex
from m44core.rules.board.grid import FAR, Grid, indexes
from m44core.rules.board.ground import Ground
from m44core.rules.board.rose import Around, Hidden, Rose, rose_of, vectors
from m44core.rules.numbers import HexNo, HexSet
from m44core.rules.settings import Plateau, Settings
from m44core.values import dataclass

_EVERY_END = -1
_MOST_SIGHTS = 64  # of grounds that differ for the eye; most games need one or two


class _Look(NamedTuple):
    """What there is to see from one hex, units apart.

    Attributes:
        near: The hexes up to :data:`FAR` away, by their numbers.
        hidden: What the ground hides.
        veils: Sets of hexes, by their numbers, and from which ends a unit there
            hides: all units from all ends, unless heights look over lower ones.
    """

    near: HexSet
    hidden: Hidden
    veils: tuple[tuple[HexSet, Hidden], ...]


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
    _rose: Rose = field(init=False, repr=False)
    _looks: dict[HexNo, _Look] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_rose", rose_of(self.grid.board.last_col + 1))

    def seen(self, start: HexNo, units: HexSet) -> HexSet:
        """Return the hexes up to :data:`FAR` away that are seen from *start* (B-LOS-02).

        Args:
            start: Where the eye is.
            units: The hexes with units on them; those far from all that matters may
                be left out.
        """
        look = self._looks.get(start) or self._look(start)
        rose, hidden = self._rose, look.hidden
        for members, ends in look.veils:
            hidden |= rose.hidden((units & members) << rose.middle >> start) & ends
        hidden |= hidden >> rose.width & hidden >> 2 * rose.width
        return look.near & ~(hidden << start >> rose.middle)

    def sees(self, start: HexNo, end: HexNo, units: HexSet) -> bool:
        """Tell whether *end* is seen from *start*, up to :data:`FAR` away (B-LOS-02)."""
        look = self._looks.get(start) or self._look(start)
        if not look.near >> end & 1:
            return False
        rose = self._rose
        bit = end - start + rose.middle
        blockers = 0
        for members, ends in look.veils:
            if ends >> bit & 1:
                blockers |= units & members
        blockers = blockers << rose.middle >> start
        line, hidden = rose.lines[end - start], look.hidden >> bit
        if line.direct & blockers or hidden & 1:
            return False
        left = line.left & blockers or hidden >> rose.width & 1
        return not (left and (line.right & blockers or hidden >> 2 * rose.width & 1))

    def _look(self, start: HexNo) -> _Look:
        near = self.grid.within(start, FAR) & ~(1 << start)
        veils = tuple(self._veils(start, near))
        hidden = self._rose.hidden(self._off_board(start))
        for blockers, ends in self._barriers(start):
            for members, seeing in veils:
                hidden |= self._hidden(start, blockers & members) & ends & seeing
        if self.obstructions.pairs:
            hidden |= self._hidden_by_two(start)
        look = self._looks[start] = _Look(near, hidden, veils)
        return look

    def _hidden(self, start: HexNo, blockers: HexSet) -> Hidden:
        return self._rose.hidden(blockers << self._rose.middle >> start)

    def _hidden_by_two(self, start: HexNo) -> Hidden:
        """Return what lakes hide: where two of them touch a line, its ends counted (TP-LAKE)."""
        rose, pairs = self._rose, self.obstructions.pairs
        near = self.grid.within(start, FAR) & pairs & ~(1 << start)
        whole = (1 << rose.width) - 1
        once, twice, all_hidden = near << rose.middle >> start, 0, 0
        if pairs >> start & 1:
            once, twice = whole, once
        for blocker in indexes(near):
            hidden = self._hidden(start, 1 << blocker)
            touched = (hidden | hidden >> rose.width | hidden >> 2 * rose.width) & whole
            once, twice, all_hidden = once | touched, twice | once & touched, all_hidden | hidden
        return all_hidden & rose.thrice(twice)

    def _barriers(self, start: HexNo) -> Iterator[tuple[HexSet, Hidden]]:
        """Yield what blocks on the ground, with the ends it blocks (B-LOS-20..23)."""
        own = self._plateau(start)
        yield self.obstructions.solid | self.obstructions.hills & ~own, _EVERY_END
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

    def _veils(self, start: HexNo, near: HexSet) -> Iterator[tuple[HexSet, Hidden]]:
        """Yield sets of hexes, each with the ends to which what stands there counts (R-06)."""
        levels = self.obstructions.levels
        height = next((h for h, level in enumerate(levels) if level >> start & 1), 0)
        if not self.settings.sees_over_lower:
            height = 0
        for lower in range(height):
            higher = sum(levels[lower + 1 :])
            yield near & levels[lower], ~self._ends(start, higher)
        yield near & ~sum(levels[:height]), _EVERY_END

    def _ends(self, start: HexNo, hexes: HexSet) -> Hidden:
        """Return the ends of lines on a set of hexes that are near enough."""
        near = self.grid.within(start, FAR) & hexes
        return self._rose.thrice(near << self._rose.middle >> start)

    def _off_board(self, start: HexNo) -> Around:
        """Return the places beside the board, where they are obstacles (R-08)."""
        if not self.settings.edge_blocks_sight:
            return 0
        here, index = self.grid.board.hexes[start], self.grid.board.index
        return sum(
            1 << self._rose.bit(vector)
            for vector in vectors()
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


@lru_cache(_MOST_SIGHTS)
def _sight(grid: Grid, obstructions: Obstructions, settings: Settings) -> Sight:
    return Sight(grid, obstructions, settings)
