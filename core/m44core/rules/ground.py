"""What the ground does: the pieces of each hex merged, and the board as sets of hexes.

Nothing here knows a forest from a bunker: all of it comes from the
:class:`~m44core.catalogue.types.TerrainRules` of the pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from m44core.catalogue.types import Dice, Sight, TerrainRules, UnitClass
from m44core.rules.grid import Grid, indexes

CLASSES = tuple(UnitClass)
NUMBER = {unit_class: i for i, unit_class in enumerate(CLASSES)}

PerClass = tuple[int, ...]  # one number for each of CLASSES


@dataclass(frozen=True, slots=True, eq=False)
class HexGround:
    """A kind of ground; the hexes of a board with the same pieces share one.

    Attributes:
        tile: The tile, or what the printed board shows.
        structure: The bunker or bridge on it.
        obstacle: The wire, sandbags or hedgehog on it.
        owner: The player a structure protects, if it protects its owner alone.
        high: Whether a unit here stands as high as the units it attacks uphill.
        against: Change of an attacker's dice, by ``[target owns the structure]
            [attacker stands high][class]``: the best single protection (B-BAT-10).
        battling_out: Change of the dice of a unit that battles from here.
        flags: Flags the occupant may ignore, by ``[occupant owns the structure]``:
            at most one a roll, whatever is stacked (B-RET-09).
        bare: The same ground once the obstacle is gone.
    """

    tile: TerrainRules
    structure: TerrainRules | None
    obstacle: TerrainRules | None
    owner: int | None
    high: bool
    against: tuple[tuple[PerClass, PerClass], tuple[PerClass, PerClass]]
    battling_out: PerClass
    flags: tuple[int, int]
    bare: HexGround | None

    @property
    def pieces(self) -> tuple[TerrainRules, ...]:
        """The rules of everything that lies here, from the bottom up."""
        return tuple(p for p in (self.tile, self.structure, self.obstacle) if p is not None)

    def closed(self, number: int) -> bool:
        """Tell whether units of class *number* may never enter (B-RIV-01)."""
        unit_class = CLASSES[number]
        crossed = self.structure is not None and self.structure.crossing
        pieces = self.pieces[1:] if crossed else self.pieces
        return any(unit_class in p.impassable for p in pieces)

    def protection(self, attacker: HexGround, player: int, number: int) -> int:
        """Return the change of the dice of class *number* on *attacker* against *player* here."""
        return self.against[self.owner == player][attacker.high][number]


def merge(
    tile: TerrainRules,
    structure: TerrainRules | None = None,
    obstacle: TerrainRules | None = None,
    owner: int | None = None,
) -> HexGround:
    """Return the ground of a hex with these pieces.

    Reductions on one hex never add up: the best single one counts (B-BAT-09).
    """
    pieces = [p for p in (tile, structure, obstacle) if p is not None]
    shared = [p for p in pieces if not p.owner_only]
    return HexGround(
        tile,
        structure,
        obstacle,
        owner,
        high=any(p.dice_against_uphill for p in pieces),
        against=(_against(shared), _against(pieces)),
        battling_out=_best(p.dice_from for p in pieces),
        flags=(_flags(shared), _flags(pieces)),
        bare=merge(tile, structure, None, owner) if obstacle else None,
    )


def _against(pieces: list[TerrainRules]) -> tuple[PerClass, PerClass]:
    level = [p.dice_against for p in pieces]
    uphill = [p.dice_against_uphill for p in pieces]
    return _best(level + uphill), _best(level)


def _best(tables: Iterable[Dice]) -> PerClass:
    """Return for each class the strongest single change of its dice."""
    listed = list(tables)
    return tuple(min((table[c] for table in listed if c in table), default=0) for c in CLASSES)


def _flags(pieces: list[TerrainRules]) -> int:
    return max((p.flags_ignored for p in pieces), default=0)


@dataclass(frozen=True, eq=False)
class Ground:
    """The ground of the whole board while a given set of obstacles lies on it.

    Never changes: taking an obstacle away gives another ground, and clones of
    a game share it.

    Attributes:
        grid: The board.
        hexes: The ground of each hex.
    """

    grid: Grid
    hexes: tuple[HexGround, ...]

    def without_obstacle(self, index: int) -> Ground:
        """Return the ground once the obstacle on hex *index* is gone."""
        bare = self.hexes[index].bare
        assert bare is not None, "there is no obstacle"
        return Ground(self.grid, (*self.hexes[:index], bare, *self.hexes[index + 1 :]))

    @cached_property
    def kinds(self) -> dict[HexGround, int]:
        """For each kind of ground, the hexes that have it."""
        found: dict[HexGround, int] = {}
        for index, kind in enumerate(self.hexes):
            found[kind] = found.get(kind, 0) | 1 << index
        return found

    @cached_property
    def passable(self) -> PerClass:
        """For each class, the hexes it may enter."""
        return tuple(self._passable(n) for n in range(len(CLASSES)))

    @cached_property
    def retreat(self) -> PerClass:
        """For each class, the hexes it may retreat into (B-RET-04)."""
        barred = self._where(lambda h: any(p.no_retreat for p in h.pieces))
        return tuple(mask & ~barred for mask in self.passable)

    @cached_property
    def stop(self) -> PerClass:
        """For each class, the hexes it must stop on when it enters."""
        return self._by_class(lambda p: p.stop)

    @cached_property
    def no_battle_on_entry(self) -> PerClass:
        """For each class, the hexes from which it may not battle in the turn it enters."""
        return self._by_class(lambda p: p.no_battle_on_entry)

    @cached_property
    def fixed(self) -> PerClass:
        """For each class, the hexes it can never leave."""
        return self._by_class(lambda p: p.fixed)

    @cached_property
    def first_step_only(self) -> int:
        """The hexes that may only be the first of a move (B-HEDG-01)."""
        return self._where(lambda h: any(p.enter_from_adjacent for p in h.pieces))

    @cached_property
    def leave_one_hex(self) -> int:
        """The hexes a unit leaves by one hex only (B-HEDG-02)."""
        return self._where(lambda h: any(p.leave_one_hex for p in h.pieces))

    @cached_property
    def no_battle(self) -> int:
        """The hexes nobody may battle from (B-OCE-03)."""
        return self._where(lambda h: any(p.no_battle for p in h.pieces))

    @cached_property
    def limits(self) -> tuple[tuple[int, int], ...]:
        """The longest moves that may enter some hexes, each with those hexes (B-BEA-01)."""
        found: dict[int, int] = {}
        for kind, mask in self.kinds.items():
            limit = min((p.max_move for p in kind.pieces if p.max_move), default=None)
            if limit is not None:
                found[limit] = found.get(limit, 0) | mask
        return tuple(sorted(found.items()))

    @cached_property
    def one_hex_moves(self) -> int:
        """The hexes that only a move of one hex may enter (B-OCE-01)."""
        return dict(self.limits).get(1, 0)

    @cached_property
    def sight_blockers(self) -> int:
        """The hexes whose pieces block every line of sight (B-LOS-05)."""
        return self._where(lambda h: any(p.sight is Sight.BLOCKS for p in h.pieces))

    @cached_property
    def hills(self) -> int:
        """The hexes that block as hills do (B-LOS-20)."""
        return self._where(lambda h: any(p.sight is Sight.HILL for p in h.pieces))

    @cached_property
    def plateaus(self) -> dict[int, int]:
        """For each hill hex, the connected hill it belongs to (B-LOS-21, R-05)."""
        found: dict[int, int] = {}
        for start in indexes(self.hills):
            if start not in found:
                whole = self._connected(start)
                found.update((index, whole) for index in indexes(whole))
        return found

    def sight_barriers(self, a: int, b: int) -> int:
        """Return what on the ground may block a line from *a* to *b* (B-LOS-20..24)."""
        if not self.hills:
            return self.sight_blockers
        plateau = self.plateaus.get(a, 0)
        barring = self.hills & ~plateau if plateau >> b & 1 else self.hills
        return self.sight_blockers | barring

    def _connected(self, start: int) -> int:
        whole = 0
        frontier = 1 << start
        while frontier:
            whole |= frontier
            frontier = self.grid.spread(frontier) & self.hills & ~whole
        return whole

    def _where(self, holds: Callable[[HexGround], bool]) -> int:
        return sum(mask for kind, mask in self.kinds.items() if holds(kind))

    def _by_class(self, classes: Callable[[TerrainRules], frozenset[UnitClass]]) -> PerClass:
        def among(unit_class: UnitClass) -> int:
            return self._where(lambda kind: any(unit_class in classes(p) for p in kind.pieces))

        return tuple(among(unit_class) for unit_class in CLASSES)

    def _passable(self, number: int) -> int:
        return self._where(lambda kind: not kind.closed(number))
