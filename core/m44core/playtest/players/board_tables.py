"""Precomputed tables of a battlefield for the computer players: distances and fields of fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import NamedTuple, TypeVar

from m44core.catalogue.unit_traits import UnitRules
from m44core.playtest.players.dice_odds import hitting_faces
from m44core.playtest.players.hex_values import HazardKey, hazard_costs
from m44core.rules.board.ground import Ground
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.board.hex_ground import HexGround
from m44core.rules.board.line_of_sight import Sight
from m44core.rules.game.battlefield import Battlefield, Combatant
from m44core.rules.game.state import NOWHERE, UNLIMITED, GameState
from m44core.rules.index_types import HexNo, HexSet, PlayerNo, UnitNo

K = TypeVar("K")
V = TypeVar("V")

_ALL_HEXES = -1
_MORE_THAN_ANY_DICE = 99  # more dice than any terrain takes
FAR_AWAY = 30  # hexes; stands for any longer way, or none

PerHex = tuple[int, ...]  # one number for each hex

# By dice, height, sunken and least protection: an example hex, and the hexes in range.
_FireZones = dict[tuple[int, int, bool, int], tuple[HexGround, HexSet]]
_MAX_CACHED_BOARDS = 8
_TRAITS_WITHOUT_EFFECT = {
    "move",
    "on_road",
    "move_and_battle",
    "move_and_assault",
    "dice",
    "needs_sight",
    "takes_ground",
    "overruns",
    "battles_on_entry",
    "retreat_per_flag",
    "flags_ignored",
    "flags_withstood",
    "moves_as",
    "clears_as",
    "heals",
    "medals",
    "figures_a_medal",
    "exits",
    "resupplies",
    "more_orders",
    "picks_discard",
    "refuses",
    "bonus_unhurt",
    "second_assault",
    "battles_back",
    "lays_smoke",
    "hit_by_symbol",
    "rerolls_hits",
    "unmoved",
}
_MAX_CACHED_TABLES = 4000  # a few MB
_MAX_PERSONALITIES = 64


class UnitTraits(NamedTuple):
    """The traits shared by units with the same fire and movement."""

    player: PlayerNo
    class_number: int
    fights_as: int
    rules: UnitRules


class DiceEffect(NamedTuple):
    """The effect of the dice when a unit battles another.

    Attributes:
        faces: The number of faces of a die that hit; None for the usual number.
        flags_stand: Whether no flag can be ignored (E-NEBEL-04).
    """

    faces: float | None = None
    flags_stand: bool = False


USUAL_AIM = DiceEffect()


class BoardTables:
    """Tables of one battlefield, shared by all its games and filled on demand.

    Attributes:
        kinds: The kinds of its units.
        kind_of: For each unit, the index of its kind.
        has_uniform_aim: Whether the same faces hit a unit whichever unit attacks.
    """

    def __init__(self, field: Battlefield) -> None:
        self._field = field
        kinds = [_unit_traits(unit) for unit in field.units]
        self.kinds = tuple(dict.fromkeys(kinds))
        self.kind_of = tuple(self.kinds.index(kind) for kind in kinds)
        self.has_uniform_aim = not any(_changes_dice_effect(kind.rules) for kind in self.kinds)
        self._protections_by_class: dict[tuple[PlayerNo, int], tuple[PerHex, PerHex]] = {}
        self._battle_groups: dict[tuple[int, bool], int] = {}
        self._group_numbers: dict[tuple[object, ...], int] = {}
        self._aims: dict[tuple[int, UnitNo, bool, bool], DiceEffect] = {}
        self._threat_sums: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._hazard_costs: dict[tuple[object, ...], dict[HexNo, float]] = {}
        self._threats: dict[tuple[int, HexNo, int], tuple[int, ...]] = {}
        self._bunkers: dict[tuple[Ground, PlayerNo], HexSet] = {}
        self._distances: dict[tuple[HexSet, HexSet], tuple[int, ...]] = {}

    def sight(self, ground: Ground, fights_as: int, *, needed: bool) -> Sight:
        """Return a class's lines of sight on some ground if *needed*, else its lines of fire."""
        sights = self._field.sights(ground)
        return (sights.direct if needed else sights.indirect)[fights_as]

    def threat_dice(self, kind: int, start: HexNo, visibility: int = UNLIMITED) -> tuple[int, ...]:
        """Return the dice with which a unit on *start* can battle an enemy on each hex next turn.

        It can move first, and other units do not block it. At night it battles no farther than the
        visibility (TH-NIGHT-01).
        """
        key = kind, start, visibility
        cached = self._threats.get(key)
        if cached is None:
            cached = self._threats[key] = self._compute_threat_dice(
                self.kinds[kind], start, visibility
            )
        return cached

    def aim(self, kind: int, target: UnitNo, *, is_at_rest: bool, fog: bool) -> DiceEffect:
        """Return how many faces hit a unit, and whether flags can be ignored (B-HIT-01).

        Args:
            kind: The index of the kind of the attacker.
            target: The target unit.
            is_at_rest: Whether the attacker has not moved.
            fog: Whether fog hides the target, which is not adjacent.
        """
        key = kind, target, is_at_rest, fog
        cached = self._aims.get(key)
        if cached is None:
            rules = self.kinds[kind].rules
            hit = self._field.units[target].rules
            faces = hitting_faces(hit, rules_at_rest(rules) if is_at_rest else rules, fog=fog)
            cached = self._aims[key] = DiceEffect(faces, rules.flags_stand)
        return cached

    def battle_group_number(self, kind: int, *, is_at_rest: bool) -> int:
        """Return a number shared by kinds whose battles differ only in sight and distance."""
        cached = self._battle_groups.get((kind, is_at_rest))
        if cached is None:
            rules = self.kinds[kind].rules
            traits = (
                self.kinds[kind].fights_as,
                *battle_traits(rules_at_rest(rules) if is_at_rest else rules),
            )
            cached = self._battle_groups[kind, is_at_rest] = self._group_numbers.setdefault(
                traits, len(self._group_numbers)
            )
        return cached

    def total_threat_dice(
        self, units: Sequence[UnitNo], places: tuple[HexNo, ...], visibility: int
    ) -> tuple[int, ...]:
        """Return the total dice with which units can battle an enemy on each hex next turn."""
        key = tuple(units), places, visibility
        cached = self._threat_sums.get(key)
        if cached is None:
            _clear_if_full(self._threat_sums)
            placed_units = (
                (unit, place) for unit, place in zip(units, places, strict=True) if place != NOWHERE
            )
            tables = [
                self.threat_dice(self.kind_of[unit], place, visibility)
                for unit, place in placed_units
            ]
            nothing = (0,) * len(self._field.grid.names)
            cached = self._threat_sums[key] = tuple(map(sum, zip(*tables, strict=True))) or nothing
        return cached

    def hazard_costs(
        self, position: GameState, hazard_key: HazardKey, unit: UnitNo
    ) -> dict[HexNo, float]:
        """Return the expected cost for a unit of entering each hazardous hex, keyed by hex."""
        key = hazard_key, position.ground, position.mine_pools, position.uncovered
        cached = self._hazard_costs.get(key)
        if cached is None:
            _clear_if_full(self._hazard_costs)
            cached = self._hazard_costs[key] = hazard_costs(position, unit)
        return cached

    def bunkers(self, ground: Ground, player: PlayerNo) -> HexSet:
        """Return the hexes with a bunker that protects only this player (B-BUN-06)."""
        cached = self._bunkers.get((ground, player))
        if cached is None:
            _clear_if_full(self._bunkers)
            cached = self._bunkers[ground, player] = sum(
                1 << index
                for index, hex_ in enumerate(ground.hexes)
                if (structure := hex_.structure)
                and structure.rules.owner_only
                and structure.owner == player
            )
        return cached

    def distances(
        self, ground: Ground, number: int, goals: HexSet, rivers: HexSet = 0
    ) -> tuple[int, ...]:
        """Return the distance from each hex to the nearest goal for a class, ignoring units.

        It is ``FAR_AWAY`` where no goal can be reached. Boats carry units over the *rivers*.
        """
        passable = ground.passable[number] | rivers
        key = passable, goals
        cached = self._distances.get(key)
        if cached is None:
            _clear_if_full(self._distances)
            cached = self._distances[key] = self._compute_distances(passable, goals)
        return cached

    def _compute_threat_dice(
        self, kind: UnitTraits, start: HexNo, visibility: int
    ) -> tuple[int, ...]:
        """Return the dice against each hex from the best firing position, on the initial ground."""
        ground = self._field.ground
        below, level = self._protections(1 - kind.player, kind.fights_as)
        most_dice = [0] * len(ground.hexes)
        for (dice, _, _, min_change), (firing_hexes, reached) in self._fire_zones(
            kind, start, visibility
        ).items():
            overlooked_hexes = 0
            for hexes in ground.levels[: firing_hexes.height + 1]:
                overlooked_hexes |= hexes
            overlooked_hexes &= -1 if firing_hexes.sunken else ~ground.sunken
            parts = (level, reached & overlooked_hexes), (below, reached & ~overlooked_hexes)
            for protection, part in parts:
                for index in bit_indexes(part):
                    dice_change = protection[index]
                    dice_left = dice + (dice_change if dice_change > min_change else min_change)
                    if dice_left > most_dice[index]:
                        most_dice[index] = dice_left
        return tuple(most_dice)

    def _protections(self, player: PlayerNo, number: int) -> tuple[PerHex, PerHex]:
        """Return the protection of each hex against a class, from below and from equal height."""
        cached = self._protections_by_class.get((player, number))
        if cached is None:
            shelter = [kind.attacker_dice_change[player] for kind in self._field.ground.hexes]
            below, level = (tuple([each[high][number] for each in shelter]) for high in (0, 1))
            cached = self._protections_by_class[player, number] = below, level
        return cached

    def _fire_zones(self, kind: UnitTraits, start: HexNo, visibility: int) -> _FireZones:
        """Return the hexes a unit can fire at from any hex it can move to, keyed as ``_FireZones``.

        The protection of the targets is not subtracted. Positions with the same key are merged.
        """
        zones: _FireZones = {}
        places, assault_hexes = self._firing_positions(kind, start)
        for place in bit_indexes(places | assault_hexes):
            rules = rules_at_rest(kind.rules) if place == start else kind.rules
            hex_ground = self._field.ground.hexes[place]
            ground_change = (
                0 if rules.ignores_own_ground else hex_ground.attack_change[kind.fights_as]
            )
            min_change = (
                -_MORE_THAN_ANY_DICE if rules.most_protection is None else -rules.most_protection
            )
            max_distance = 1 if assault_hexes >> place & 1 else min(len(rules.dice), visibility)
            for reached, dice in self._field_of_fire(kind, rules, place, max_distance):
                key = dice + ground_change, hex_ground.height, hex_ground.sunken, min_change
                zones[key] = hex_ground, zones.get(key, (hex_ground, 0))[1] | reached
        return zones

    def _field_of_fire(
        self, kind: UnitTraits, rules: UnitRules, place: HexNo, max_distance: int
    ) -> Iterator[tuple[HexSet, int]]:
        """Yield the hexes in range of a hex by distance, with the dice at that distance."""
        close_bonus = rules.bonus_unhurt
        dice_by_distance = [
            dice + (0 if distance else close_bonus)
            for distance, dice in enumerate(rules.dice[:max_distance])
        ]
        rings = self._field.grid.rings(place)
        ground, visible_hexes = self._field.ground, _ALL_HEXES
        if rules.needs_sight or ground.fire_barriers[kind.fights_as]:
            sight = self.sight(ground, kind.fights_as, needed=rules.needs_sight)
            visible_hexes = sight.visible_hexes(place, 0) | rings[1]
        return (
            (ring & visible_hexes, dice)
            for ring, dice in zip(rings[1:], dice_by_distance, strict=False)
        )

    def _firing_positions(self, kind: UnitTraits, start: HexNo) -> tuple[HexSet, HexSet]:
        """Return the hexes from which a unit can battle next turn.

        The second set has the further hexes from which it can only close assault.
        """
        ground, number = self._field.ground, kind.class_number
        places = frontier = 1 << start
        barred_hexes = 0 if kind.rules.battles_on_entry else ground.no_battle_on_entry[number]
        late_hexes = 0 if kind.rules.battles_on_entry else ground.no_battle_if_late[number]
        assault_hexes = 0
        for step in range(max(kind.rules.move_and_battle, kind.rules.move_and_assault)):
            frontier = self._field.grid.spread(frontier) & ground.passable[number] & ~places
            entered = frontier & ~(late_hexes if step else 0)
            if step < kind.rules.move_and_battle:
                places |= entered
            else:
                assault_hexes |= entered
            frontier &= ~ground.stop[number]
        battling_hexes = ~ground.no_battle[number]
        return (
            places & ~barred_hexes | 1 << start
        ) & battling_hexes, assault_hexes & ~barred_hexes & battling_hexes

    def _compute_distances(self, passable: HexSet, goals: HexSet) -> tuple[int, ...]:
        grid = self._field.grid
        distances = [FAR_AWAY] * len(grid.names)
        reached = frontier = goals
        distance = 0
        while frontier and distance < FAR_AWAY:
            for index in bit_indexes(frontier):
                distances[index] = distance
            frontier = grid.spread(frontier) & passable & ~reached
            reached |= frontier
            distance += 1
        return tuple(distances)


@lru_cache(maxsize=_MAX_CACHED_BOARDS)
def board_tables(field: Battlefield) -> BoardTables:
    """Return the tables of a battlefield; cached, since all its positions share them."""
    return BoardTables(field)


@lru_cache(_MAX_PERSONALITIES)
def distance_values(value_per_hex: float) -> tuple[float, ...]:
    """Return *value_per_hex* times 0, 1, 2 ... hexes of distance, up to ``FAR_AWAY``."""
    return tuple([value_per_hex * distance for distance in range(FAR_AWAY + 1)])


def _changes_dice_effect(rules: UnitRules) -> bool:
    """Return whether *rules* let stars hit, or bar targets from ignoring flags (E-TD-07)."""
    resting_rules = rules_at_rest(rules)
    stars = rules.stars_hit or resting_rules.stars_hit or rules.hit_by_stars_of
    return bool(stars or rules.flags_stand)


def battle_traits(rules: UnitRules) -> tuple[object, ...]:
    """Return the traits that affect a battle fought from a given hex.

    Traits about movement, sight, orders, medals and being attacked are left out.
    """
    return tuple(
        [
            getattr(rules, each.name)
            for each in fields(rules)
            if each.name not in _TRAITS_WITHOUT_EFFECT
        ]
    )


def rules_at_rest(rules: UnitRules) -> UnitRules:
    """Return the rules of a unit that has not moved (E-MORT-03, E-TD-04)."""
    return rules.unmoved or rules


def remaining_protection(protection: int, rules: UnitRules, *, close: bool = False) -> int:
    """Return the protection of terrain that remains against a unit (E-GEN-02, TH-ENG-02)."""
    for max_protection in (rules.most_protection, rules.most_protection_close if close else None):
        if max_protection is not None:
            protection = max(protection, -max_protection)
    return protection


def _unit_traits(unit: Combatant) -> UnitTraits:
    rules = unit.rules
    return UnitTraits(
        unit.player,
        unit.class_number,
        unit.battle_class_number,
        rules,
    )


def _clear_if_full(tables: dict[K, V]) -> None:
    if len(tables) >= _MAX_CACHED_TABLES:
        tables.clear()
