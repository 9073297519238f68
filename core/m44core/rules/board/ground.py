"""The effects of the ground of a whole board, as sets of hexes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache

from m44core.catalogue.catalogue_types import SightEffect, TerrainRules, UnitClass
from m44core.rules.board.hex_grid import BOTTOM, TOP, Grid
from m44core.rules.board.hex_ground import CLASSES, INFANTRY, GroundPiece, HexGround, PerClass
from m44core.rules.board.step_tables import Steps, Table, rails_of
from m44core.rules.index_types import HexNo, HexSet
from m44core.values import dataclass

_MAX_CACHED_KINDS = 512  # kinds of hexes; a scenario has about 20


@dataclass(frozen=True, slots=True, eq=False)
class MovementMap:
    """The part of a ground that determines where units can move.

    Grounds that differ only in other respects share a movement map.

    Attributes:
        steps: For each class, how its units step from hex to hex.
        passable: For each class, the hexes it can enter.
        stop: For each class, the hexes it must stop on when it enters.
        first_step_only: The hexes that can only be entered by the first step of a move.
        limits: Pairs of a length in hexes and the hexes that only moves up to that length can
            enter.
        roads: For each hex, the next hexes along its roads; empty where there are no roads.
    """

    steps: tuple[Steps, ...]
    passable: PerClass
    stop: PerClass
    first_step_only: HexSet
    limits: tuple[tuple[int, HexSet], ...]
    roads: Table


@dataclass(frozen=True, eq=False)
class Ground:
    """The ground of the whole board with a given set of obstacles on it.

    Immutable: placing or removing an obstacle creates a new ground; clones of a game share theirs.

    Attributes:
        grid: The board.
        hexes: The ground of each hex.
        steps: For each class, how its units step from hex to hex; obstacles do not
            affect these steps.
        retreat_steps: For each player and hex, the hexes one step of retreat leads to (B-RET-02).
        roads: For each hex, the next hexes along its roads; empty where there are none.
    """

    grid: Grid
    hexes: tuple[HexGround, ...]
    steps: tuple[Steps, ...]
    retreat_steps: tuple[Table, Table]
    roads: Table = ()

    def without_obstacle(self, index: HexNo) -> Ground:
        """Return the ground without the wire or hedgehog on hex *index*; sandbags there stay."""
        old_kind = self.hexes[index]
        assert old_kind.obstacle is not None, "there is no obstacle"
        return self._with_hex(index, old_kind.with_obstacles(None, old_kind.sandbags))

    def without_sandbags(self, index: HexNo) -> Ground:
        """Return the ground without the sandbags on hex *index* (B-SAND-03)."""
        old_kind = self.hexes[index]
        assert old_kind.sandbags is not None, "there are no sandbags"
        return self._with_hex(index, old_kind.with_obstacles(old_kind.obstacle, None))

    def with_sandbags(self, index: HexNo, sandbags: GroundPiece) -> Ground:
        """Return the ground with sandbags added on hex *index*; wire there stays (B-CARD-DIG)."""
        old_kind = self.hexes[index]
        assert old_kind.sandbags is None, "sandbags lie there already"
        return self._with_hex(index, old_kind.with_obstacles(old_kind.obstacle, sandbags))

    def without_mine(self, index: HexNo) -> Ground:
        """Return the ground without the minefield on hex *index* (TH-MINE-03)."""
        return self._with_hex(index, self.hexes[index].without_mine())

    def with_tile(self, index: HexNo, tile: GroundPiece) -> Ground:
        """Return the ground with a different tile on a hex; the steps to and from it are kept."""
        return self._with_hex(index, self.hexes[index].on_tile(tile))

    def ignoring(self, kinds: frozenset[str]) -> Ground:
        """Return the ground for units that ignore some kinds of terrain (E-HOB-03)."""
        hexes = tuple(kind.ignoring(kinds) for kind in self.hexes)
        return Ground(self.grid, hexes, self.steps, self.retreat_steps, self.roads)

    @cached_property
    def kinds(self) -> dict[HexGround, HexSet]:
        """For each kind of ground, the hexes that have it."""
        kinds: dict[HexGround, HexSet] = {}
        for index, kind in enumerate(self.hexes):
            kinds[kind] = kinds.get(kind, 0) | 1 << index
        return kinds

    @cached_property
    def passable(self) -> PerClass:
        """For each class, the hexes it can enter."""
        return tuple(self._passable_hexes(n) for n in range(len(CLASSES)))

    @cached_property
    def movement_map(self) -> MovementMap:
        """The part of the ground that determines where units can move."""
        stop, first_step_only = self.stop, self.first_step_only
        return MovementMap(
            self.steps, self.passable, stop, first_step_only, self.limits, self.roads
        )

    @cached_property
    def retreat(self) -> PerClass:
        """For each class, the hexes it can retreat into (B-RET-04)."""
        barred_hexes = self._hexes_where(lambda h: any(p.no_retreat for p in h.pieces))
        return tuple(mask & ~barred_hexes for mask in self.passable)

    @cached_property
    def stop(self) -> PerClass:
        """For each class, the hexes it must stop on when it enters."""
        return self._hexes_by_class(lambda p: p.stop | p.pause)

    @cached_property
    def no_taking_ground_on_entry(self) -> PerClass:
        """For each class, the hexes that bar it from taking ground in the turn it enters them."""
        return self._hexes_by_class(lambda p: p.stop)

    @cached_property
    def no_battle_on_entry(self) -> PerClass:
        """For each class, the hexes that bar it from battling in the turn it enters them."""
        return self._hexes_by_class(lambda p: p.no_battle_on_entry)

    @cached_property
    def no_battle_if_late(self) -> PerClass:
        """For each class, the hexes that bar it from battling after a move of several hexes."""
        return self._hexes_by_class(lambda p: p.no_battle_if_late)

    @cached_property
    def no_battle_on_leave(self) -> PerClass:
        """For each class, the hexes that bar it from battling in the turn it leaves them."""
        return self._hexes_by_class(lambda p: p.no_battle_on_leave)

    @cached_property
    def no_ground_if_moved(self) -> PerClass:
        """For each class, the hexes where it cannot take ground in a turn in which it moved."""
        return self._hexes_by_class(lambda p: p.no_ground_if_moved)

    @cached_property
    def immobilizing_hexes(self) -> PerClass:
        """For each class, the hexes it can never leave."""
        return self._hexes_by_class(lambda p: p.fixed)

    @cached_property
    def first_step_only(self) -> HexSet:
        """The hexes that can only be entered by the first step of a move (B-HEDG-01)."""
        return self._hexes_where(lambda h: any(p.enter_from_adjacent for p in h.underfoot))

    @cached_property
    def leave_one_hex(self) -> HexSet:
        """The hexes a unit can only leave by a move of one hex (B-HEDG-02)."""
        return self._hexes_where(lambda h: any(p.leave_one_hex for p in h.underfoot))

    @cached_property
    def no_battle(self) -> PerClass:
        """For each class, the hexes it cannot battle from (B-OCE-03)."""
        return self._hexes_by_class(lambda p: p.no_battle)

    @cached_property
    def dice_changing_hexes(self) -> PerClass:
        """For each class, the hexes that change its dice when it battles from them."""
        return tuple(
            self._hexes_where(lambda h, n=n: bool(h.attack_change[n]))  # type: ignore[misc]  # mypy infers no lambda with a default
            for n in range(len(CLASSES))
        )

    @cached_property
    def limits(self) -> tuple[tuple[int, HexSet], ...]:
        """Pairs of a move length and the hexes that no longer move can enter (B-BEA-01)."""
        limits: dict[int, HexSet] = {}
        for kind, mask in self.kinds.items():
            limit = min((p.max_move for p in kind.pieces if p.max_move), default=None)
            if limit is not None:
                limits[limit] = limits.get(limit, 0) | mask
        return tuple(sorted(limits.items()))

    @cached_property
    def one_hex_moves(self) -> HexSet:
        """The hexes that only a move of one hex can enter (B-OCE-01)."""
        return dict(self.limits).get(1, 0)

    @cached_property
    def sandbagged(self) -> HexSet:
        """The hexes with sandbags or sea walls."""
        return self._hexes_where(lambda h: h.sandbags is not None)

    @cached_property
    def no_sandbags(self) -> HexSet:
        """The hexes on which units cannot dig in (R-18)."""
        return self._hexes_where(lambda h: any(p.no_sandbags for p in h.underfoot))

    @cached_property
    def fire_barriers(self) -> PerClass:
        """For each class, the hexes it cannot fire across, even if it needs no line of sight."""
        return self._hexes_by_class(lambda p: p.bars_fire_of, under_bridges=True)

    @cached_property
    def sight_blockers(self) -> HexSet:
        """The hexes whose pieces block every line of sight (B-LOS-05)."""
        return self._hexes_where(lambda h: any(p.sight is SightEffect.BLOCKS for p in h.pieces))

    @cached_property
    def hills(self) -> HexSet:
        """The hexes that block sight as hills do (B-LOS-20)."""
        return self._hexes_where(lambda h: any(p.sight is SightEffect.HILL for p in h.pieces))

    @cached_property
    def paired_blockers(self) -> HexSet:
        """The hexes that block a line of sight if two of them lie on it (TP-LAKE)."""
        return self._hexes_where(lambda h: any(p.sight is SightEffect.PAIRS for p in h.pieces))

    @cached_property
    def hazards(self) -> HexSet:
        """The hexes with a hazard for a unit that enters them (TH-HOOK-01)."""
        return self._hexes_where(lambda h: bool(h.hazards))

    @cached_property
    def obstructed_hexes(self) -> HexSet:
        """The hexes with an obstacle that units remove by moving in (B-WIRE-03)."""
        return self._hexes_where(lambda h: any(p.removed_by_entry for p in h.pieces))

    @cached_property
    def recovery_hexes(self) -> HexSet:
        """The hexes on which wounded infantry can recover (TH-HOSP-02)."""
        return self._hexes_where(lambda h: any(p.recovery for p in h.pieces))

    @cached_property
    def headquarters(self) -> tuple[HexSet, HexSet]:
        """For each player, the hexes with the player's headquarters (TH-HQ-02)."""
        top, bottom = (
            self._hexes_where(lambda h, p=p: h.tile.rules.headquarters and h.tile.owner == p)  # type: ignore[misc]  # mypy infers no lambda with a default
            for p in (TOP, BOTTOM)
        )
        return top, bottom

    @cached_property
    def shore(self) -> HexSet:
        """The hexes adjacent to a beach, where no ship can end its move (TH-DD-02)."""
        return self.grid.spread(self.beach)

    @cached_property
    def boat_only_hexes(self) -> HexSet:
        """The hexes that units can only enter in boats (TH-BOAT-01)."""
        afloat = self._hexes_where(lambda h: any(p.boats for p in h.underfoot))
        return afloat & ~self.passable[INFANTRY]

    @cached_property
    def sea(self) -> HexSet:
        """The sea hexes, over which landing craft move (E-LCT-03)."""
        return self._hexes_where(lambda h: any(p.sea for p in h.pieces))

    @cached_property
    def beach(self) -> HexSet:
        """The hexes on which landing craft land (E-LCT-04)."""
        return self._hexes_where(lambda h: h.beach)

    @cached_property
    def rails(self) -> Table:
        """For each hex, the next hexes along its railways (TH-TRAIN-01)."""
        return rails_of(self.grid, self.hexes)

    @cached_property
    def stations(self) -> HexSet:
        """The hexes where trains are unloaded (TH-TRAIN-04)."""
        return self._hexes_where(lambda h: any(p.station for p in h.pieces))

    @cached_property
    def caves(self) -> HexSet:
        """The hexes with caves (TH-CAVE-04)."""
        return self._hexes_where(lambda h: any(p.cave for p in h.pieces))

    @cached_property
    def sunken(self) -> HexSet:
        """The hexes that lie below the ground around them (TP-WADI)."""
        return self._hexes_where(lambda h: h.sunken)

    @cached_property
    def bridges(self) -> HexSet:
        """The hexes with a bridge, which blocks sight in some games (R-01)."""
        return self._hexes_where(lambda h: h.structure is not None and h.structure.rules.crossing)

    @cached_property
    def levels(self) -> tuple[HexSet, ...]:
        """The hexes of each height, from the lowest up (B-LOS-21)."""
        levels = [0] * (max(kind.height for kind in self.kinds) + 1)
        for kind, mask in self.kinds.items():
            levels[kind.height] |= mask
        return tuple(levels)

    def _with_hex(self, index: HexNo, kind: HexGround) -> Ground:
        """Return the ground with *kind* as the ground of a hex; unaffected tables are kept."""
        hexes = (*self.hexes[:index], kind, *self.hexes[index + 1 :])
        ground = Ground(self.grid, hexes, self.steps, self.retreat_steps, self.roads)
        unchanged_names, cached_tables = (
            _unchanged_tables(self.grid, self.hexes[index], kind),
            vars(self),
        )
        vars(ground).update(
            {name: cached_tables[name] for name in unchanged_names if name in cached_tables}
        )
        if "movement_map" in vars(self) and vars(ground).keys() >= _MOVEMENT_TABLES:
            vars(ground)["movement_map"] = self.movement_map
        return ground

    def _hexes_where(self, condition: Callable[[HexGround], bool]) -> HexSet:
        return sum(mask for kind, mask in self.kinds.items() if condition(kind))

    def _hexes_by_class(
        self,
        affected_classes: Callable[[TerrainRules], frozenset[UnitClass]],
        *,
        under_bridges: bool = False,
    ) -> PerClass:
        def pieces(kind: HexGround) -> tuple[TerrainRules, ...]:
            return kind.pieces if under_bridges else kind.underfoot

        def affected_hexes(unit_class: UnitClass) -> HexSet:
            return self._hexes_where(
                lambda kind: any(unit_class in affected_classes(p) for p in pieces(kind))
            )

        return tuple(affected_hexes(unit_class) for unit_class in CLASSES)

    def _passable_hexes(self, number: int) -> HexSet:
        return self._hexes_where(lambda kind: not kind.is_impassable(number))


_CACHED_TABLES = {
    name for name, value in vars(Ground).items() if isinstance(value, cached_property)
} - {"kinds", "movement_map", "shore", "rails"}
_MOVEMENT_TABLES = {"passable", "stop", "first_step_only", "limits"}


@lru_cache(_MAX_CACHED_KINDS)
def _unchanged_tables(grid: Grid, before: HexGround, after: HexGround) -> tuple[str, ...]:
    """Return the names of the cached tables that are the same for two kinds of hex."""
    old_ground, new_ground = _single_hex_ground(grid, before), _single_hex_ground(grid, after)
    return tuple(
        name for name in _CACHED_TABLES if getattr(old_ground, name) == getattr(new_ground, name)
    )


@lru_cache(_MAX_CACHED_KINDS)
def _single_hex_ground(grid: Grid, kind: HexGround) -> Ground:
    """Return a ground that consists of one hex of a kind."""
    return Ground(grid, (kind,), (), ((), ()))
