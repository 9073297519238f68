"""The evaluation of a position by a computer player: hexes, targets and medals, in figures."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from operator import sub

from m44core.playtest.players.board_tables import (
    USUAL_AIM,
    BoardTables,
    DiceEffect,
    UnitTraits,
    board_tables,
    distance_values,
)
from m44core.playtest.players.dice_odds import (
    AttackOdds,
    attack_odds,
    attack_values,
    costs_by_dice,
    hitting_faces,
)
from m44core.playtest.players.hex_values import (
    HazardKey,
    hazard_key,
    holding_values,
    with_hiding_bonus,
)
from m44core.playtest.players.personality import STEADY, Personality
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.board.line_of_sight import Sight
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.index_types import HexNo, HexSet, PlayerNo, UnitNo
from m44core.rules.special.smoke_rules import smoke_range
from m44core.rules.special.special_actions import may_receive_figure
from m44core.rules.special.trains import units_to_unload
from m44core.rules.units.boats import boat_hexes, is_on_river
from m44core.rules.units.rails import is_train
from m44core.rules.units.retreat import retreat_hexes

_ALL_HEXES = -1
_SMOKE_RISK_SHARE = 0.35  # the share of a unit's risk that smoke removes: a die, and sight
_RETREAT_VALUE = 0.2  # the value of driving an enemy off its hex


EnemyHex = tuple[HexNo, tuple[HexSet, ...], tuple[HexSet, ...]]  # a hex, its rings and its discs
RiskKey = tuple[float, int, int]  # the faces that hit a unit, its figures and its medals


class PositionEvaluation:
    """The evaluation of one position by one player, from what that player can know.

    Results are cached, so the position must not change.

    Attributes:
        position: The position.
        player: The player.
        personality: The weights of the player.
        tables: The tables of the board.
    """

    def __init__(
        self, position: GameState, player: PlayerNo, personality: Personality = STEADY
    ) -> None:
        self.position = position
        self.player = player
        self.personality = personality
        self.tables: BoardTables = board_tables(position.field)
        self._attack_values: dict[tuple[UnitNo, DiceEffect], tuple[float, ...]] = {}
        self._max_retreats: dict[UnitNo, int] = {}
        self._retreat_hexes: dict[tuple[PlayerNo, int], HexSet] = {}
        self._risks: dict[RiskKey, tuple[float, ...]] = {}
        self._risk_costs: dict[RiskKey, tuple[float, ...]] = {}
        self._hazard_costs: dict[HazardKey, dict[HexNo, float]] = {}
        self._hex_values: dict[tuple[UnitNo, bool], list[float]] = {}
        self._hex_values_by_key: dict[object, list[float]] = {}
        self._attractions: dict[tuple[int, HexSet], tuple[float, ...]] = {}
        self._firing_hexes: dict[tuple[Sight, bool], dict[HexNo, HexSet]] = {}

    # medals

    @cached_property
    def medal_value(self) -> float:
        """The value of the player's next medal."""
        return self._next_medal_value(self.player)

    @cached_property
    def enemy_medal_value(self) -> float:
        """The value of the enemy's next medal to the enemy."""
        return self._next_medal_value(1 - self.player)

    def _next_medal_value(self, player: PlayerNo) -> float:
        missing_medals = self.position.field.medals_needed[player] - self.position.medals(player)
        personality = self.personality
        factor = {1: personality.last_medal, 2: personality.last_but_one}.get(missing_medals, 1.0)
        return personality.medal * factor

    # attacks

    @cached_property
    def enemy_hexes(self) -> tuple[EnemyHex, ...]:
        """The hexes of enemy units, each with its rings and its discs, indexed by distance."""
        grid = self.position.field.grid
        enemies = bit_indexes(self.position.occupied[1 - self.player])
        return tuple([(hex_, grid.rings(hex_), grid.discs(hex_)) for hex_ in enemies])

    @cached_property
    def hexes_near_enemy(self) -> HexSet:
        """The hexes adjacent to an enemy unit."""
        return self.position.field.grid.spread(self.position.occupied[1 - self.player])

    def attack_values(self, target: UnitNo, aim: DiceEffect = USUAL_AIM) -> tuple[float, ...]:
        """Return the values of attacking a unit with 0, 1, 2 ... dice."""
        cached = self._attack_values.get((target, aim))
        if cached is None:
            kill_value, driven_value = self._outcome_values(target)
            cached = attack_values(*self._odds_parameters(target, aim), kill_value, driven_value)
            self._attack_values[target, aim] = cached
        return cached

    def attack_values_by_kind(
        self, kind: int, target: UnitNo, *, is_at_rest: bool, close: bool
    ) -> tuple[float, ...]:
        """Return the values of attacks by units of a kind on a unit with 0, 1, 2 ... dice."""
        return self.attack_values(
            target, self.aim(kind, target, is_at_rest=is_at_rest, close=close)
        )

    def aim(self, kind: int, target: UnitNo, *, is_at_rest: bool, close: bool) -> DiceEffect:
        """Return how many faces hit when units of a kind battle a unit, and how its flags count."""
        fog = self.position.field.has_heavy_fog
        if self.tables.has_uniform_aim and not fog:
            return USUAL_AIM
        return self.tables.aim(kind, target, is_at_rest=is_at_rest, fog=fog and not close)

    def odds(self, target: UnitNo, dice: int, aim: DiceEffect = USUAL_AIM) -> AttackOdds:
        """Return the odds of a battle against a unit with a number of dice."""
        faces, figures, max_retreat, ignored = self._odds_parameters(target, aim)
        return attack_odds(faces, dice, figures, max_retreat, ignored)

    def attack_value(self, target: UnitNo, expected: AttackOdds) -> float:
        """Return the value of an attack with these odds on a unit."""
        kill_value, driven_value = self._outcome_values(target)
        return expected.losses + expected.kill * kill_value + expected.driven * driven_value

    def _odds_parameters(self, target: UnitNo, aim: DiceEffect) -> tuple[float, int, int, int]:
        """Return the parameters of the odds against a unit, in the order of :func:`attack_odds`.

        They are the hitting faces, figures, hexes of retreat and ignored flags.
        """
        position = self.position
        unit = position.field.units[target]
        rules, number = unit.rules, unit.class_number
        flags = position.ground.hexes[position.place[target]].flags[1 - self.player][number]
        flags = max(flags, rules.flags_ignored) + rules.flags_withstood
        flags = 0 if aim.flags_stand else flags
        faces = hitting_faces(rules) if aim.faces is None else aim.faces
        return faces, position.figures[target], self._max_retreat(target), flags

    def _outcome_values(self, target: UnitNo) -> tuple[float, float]:
        """Return the value of eliminating a unit, and of driving it off its hex."""
        objective_value = self._enemy_objective_value(self.position.place[target])
        return self.position.field.units[
            target
        ].medals * self.medal_value + objective_value, _RETREAT_VALUE + objective_value

    def expected_loss(self, unit: UnitNo, dice: int) -> float:
        """Return the expected cost of an attack with *dice* dice on one of the player's units."""
        combatant = self.position.field.units[unit]
        faces = hitting_faces(combatant.rules)
        expected = attack_odds(faces, dice, self.position.figures[unit])
        return expected.losses + expected.kill * combatant.medals * self.enemy_medal_value

    def _max_retreat(self, target: UnitNo) -> int:
        """Return the number of hexes a unit can retreat: 0, 1, or 2 for two or more."""
        cached = self._max_retreats.get(target)
        if cached is None:
            cached = self._max_retreats[target] = self._compute_max_retreat(target)
        return cached

    def _compute_max_retreat(self, target: UnitNo) -> int:
        position = self.position
        unit = position.field.units[target]
        number, place = unit.class_number, position.place[target]
        if position.ground.immobilizing_hexes[number] >> place & 1:
            return 0
        if position.field.carried_units and is_on_river(position, target):
            return 0
        free_hexes = self._free_retreat_hexes(target)
        hexes_behind = position.ground.retreat_steps[unit.player][place] & free_hexes
        if not hexes_behind:
            return 0
        further = (
            position.ground.retreat_steps[unit.player][index] & free_hexes
            for index in bit_indexes(hexes_behind)
        )
        return 2 if any(further) else 1

    def _free_retreat_hexes(self, target: UnitNo) -> HexSet:
        """Return the free hexes a unit can retreat into; cached per side and class if possible."""
        unit = self.position.field.units[target]
        if self.position.field.carried_units:
            return retreat_hexes(self.position, target)
        key = unit.player, unit.class_number
        cached = self._retreat_hexes.get(key)
        if cached is None:
            cached = self._retreat_hexes[key] = retreat_hexes(self.position, target)
        return cached

    def is_enemy_objective(self, hex_: HexNo) -> bool:
        """Return whether driving the enemy from a hex can cost it an objective."""
        return self._enemy_objective_value(hex_) > 0

    def _enemy_objective_value(self, hex_: HexNo) -> float:
        """Return the value of driving the enemy off a hex that counts for an enemy objective."""
        if not self.position.field.objective_hexes >> hex_ & 1:
            return 0.0
        return sum(
            objective.medals * self.enemy_medal_value
            for objective, holder in zip(
                self.position.field.objectives, self.position.holders, strict=True
            )
            if objective.hexes >> hex_ & 1 and holder != self.player
            if not (objective.permanent or objective.sections_to_clear)
        )

    def firing_hexes(self, kind: UnitTraits, hex_: HexNo) -> HexSet:
        """Return the hexes from which units of a kind can fire at a hex at any distance."""
        cached_hexes = self.firing_hexes_cache(kind)
        cached = cached_hexes.get(hex_)
        if cached is None:
            cached = cached_hexes[hex_] = self._compute_firing_hexes(kind, hex_)
        return cached

    def firing_hexes_cache(self, kind: UnitTraits) -> dict[HexNo, HexSet]:
        """Return the cache of :meth:`firing_hexes` for kinds with the same sight."""
        needs_sight = kind.rules.needs_sight
        sight = self.tables.sight(self.position.ground, kind.fights_as, needed=needs_sight)
        return self._firing_hexes.setdefault((sight, needs_sight), {})

    def _compute_firing_hexes(self, kind: UnitTraits, hex_: HexNo) -> HexSet:
        """Return the hexes in sight or line of fire of a hex; all hexes if nothing blocks it.

        Dense smoke also blocks the fire of units that need no line of sight (B-LOS-01).
        """
        position, ground = self.position, self.position.ground
        sight = self.tables.sight(ground, kind.fights_as, needed=kind.rules.needs_sight)
        if kind.rules.needs_sight:
            visible_hexes = sight.visible_hexes(hex_, position.all_occupied | position.smoke.hexes)
            low = ground.sunken
            return visible_hexes if not low else visible_hexes & (low if low >> hex_ & 1 else ~low)
        if ground.fire_barriers[kind.fights_as] or position.smoke.dense:
            return sight.visible_hexes(hex_, position.smoke.dense)
        return _ALL_HEXES

    # places

    def hex_value_function(self, unit: UnitNo) -> Callable[[HexNo], float]:
        """Return a function that values a hex for a unit, without battles."""
        return self.hex_values(unit).__getitem__

    def hex_values(self, unit: UnitNo) -> list[float]:
        """Return the value of each hex for a unit, without battles."""
        command = self.position.command_of(unit)  # it may let the unit ignore hazards
        key = unit, bool(command and command.move and command.move.free)
        cached = self._hex_values.get(key)
        if cached is None:
            cached = self._hex_values[key] = self._compute_hex_values(unit)
        return cached

    def _compute_hex_values(self, unit: UnitNo) -> list[float]:
        combatant, position = self.position.field.units[unit], self.position
        number, alone = combatant.class_number, NOBODY if combatant.rules.dice else unit
        rivers = boat_hexes(position, unit) if position.field.carried_units else 0
        risk, hazard = self._risk_key(unit), self._cached_hazard_key(unit)
        key = number, rivers, alone, risk, hazard
        cached = self._hex_values_by_key.get(key)
        if cached is None:
            attraction = (
                self.attraction_by_hex(number, rivers)
                if alone == NOBODY
                else self._attraction_to_rear(unit)
            )
            cached = self._hex_values_by_key[key] = self._sum_values(
                attraction, self.risk_by_hex(unit), hazard
            )
        if position.camouflaged and position.camouflaged >> position.place[unit] & 1:
            return with_hiding_bonus(
                cached, position.place[unit], self.smoke_benefit(position.place[unit])
            )
        return cached

    def _sum_values(
        self, attraction: tuple[float, ...], risk: tuple[float, ...], hazard: HazardKey | None
    ) -> list[float]:
        """Return the value of each hex: attraction minus risk, with bonuses and hazards."""
        values = list(map(sub, attraction, risk))
        for hex_, value in self.holding_values.items():
            values[hex_] = value + attraction[hex_] - risk[hex_]
        if self.personality.bunker:
            for hex_ in bit_indexes(self.tables.bunkers(self.position.ground, self.player)):
                values[hex_] += self.personality.bunker
        if hazard is not None:
            for hex_, cost in self._hazard_costs[hazard].items():
                values[hex_] -= cost
        return values

    def _cached_hazard_key(self, unit: UnitNo) -> HazardKey | None:
        """Return the key of a unit's hazard costs and cache them; None without hazards."""
        if not self.position.ground.hazards:
            return None
        hazard = hazard_key(self.position, self.tables.kind_of[unit], unit)
        if hazard not in self._hazard_costs:
            self._hazard_costs[hazard] = self.tables.hazard_costs(self.position, hazard, unit)
        return hazard

    def _attraction_to_rear(self, unit: UnitNo) -> tuple[float, ...]:
        """Return the attraction of each hex for a unit without dice: nearness to units to resupply.

        For a train it is closeness to the station where it unloads, multiplied by the units aboard
        (TH-TRAIN-04).
        """
        waiting_count = 1
        if self.position.trains and is_train(self.position, unit):
            waiting_count = len(units_to_unload(self.position))
            stations = self.position.ground.stations if waiting_count else 0
        else:
            stations = self.suppliable_hexes(unit)
        if not stations:
            return (0.0,) * len(self.position.field.grid.names)
        number = self.position.field.units[unit].class_number
        distances = self.tables.distances(self.position.ground, number, stations)
        return tuple([-self.personality.step * waiting_count * distance for distance in distances])

    def suppliable_hexes(self, unit: UnitNo) -> HexSet:
        """Return the hexes of the player's units that a supply unit could resupply (E-RESUP-01)."""
        position = self.position
        if not position.field.supply_units >> unit & 1:
            return 0
        own_hexes = bit_indexes(position.occupied[self.player] & ~(1 << position.place[unit]))
        return sum(1 << i for i in own_hexes if may_receive_figure(position, position.unit_at[i]))

    def smoke_value(self, unit: UnitNo) -> float:
        """Return the value of a unit's smoke for the units it protects best (E-SMOKE-02)."""
        position = self.position
        protectable_hexes = smoke_range(position, unit) & position.occupied[self.player]
        benefits = sorted(
            (self.smoke_benefit(index) for index in bit_indexes(protectable_hexes)), reverse=True
        )
        return sum(benefits[: position.field.units[unit].rules.lays_smoke])

    def smoke_benefit(self, index: HexNo) -> float:
        """Return the risk, before weighting, that smoke removes from the player's unit on a hex.

        It is 0 if there is no such unit.
        """
        unit = self.position.unit_at[index]
        if unit == NOBODY or self.position.field.units[unit].player != self.player:
            return 0.0
        return _SMOKE_RISK_SHARE * self.risk_by_hex(unit)[index] / self.personality.fear

    def hex_value(self, unit: UnitNo, hex_: HexNo) -> float:
        """Return the value of a hex for a unit, without battles."""
        return self.hex_value_function(unit)(hex_)

    def risk_by_hex(self, unit: UnitNo) -> tuple[float, ...]:
        """Return the expected cost for a unit on each hex until its next turn."""
        key = self._risk_key(unit)
        cached = self._risks.get(key)
        if cached is None:
            table = self._costs_of_threats(key)
            cached = self._risks[key] = tuple(map(table.__getitem__, self._threats))
        return cached

    def risk_at(self, unit: UnitNo, hex_: HexNo) -> float:
        """Return the expected cost for a unit on one hex, like :meth:`risk_by_hex`."""
        key = self._risk_key(unit)
        table = self._risk_costs.get(key)
        if table is None:
            table = self._risk_costs[key] = self._costs_of_threats(key)
        return table[self._threats[hex_]]

    def _costs_of_threats(self, key: RiskKey) -> tuple[float, ...]:
        """Return the expected costs of being threatened by 0, 1, 2 ... dice."""
        faces, figures, medals = key
        kill_cost = self.enemy_medal_value * medals
        fear, focus = self.personality.fear, self.personality.focus
        most = 1 << self._max_threat_dice.bit_length()
        return costs_by_dice(faces, figures, kill_cost * fear, fear, focus, most)

    def _risk_key(self, unit: UnitNo) -> RiskKey:
        """Return the parameters of a unit's risk."""
        combatant = self.position.field.units[unit]
        return hitting_faces(combatant.rules), self.position.figures[unit], combatant.medals

    @cached_property
    def _threats(self) -> tuple[int, ...]:
        """The number of dice with which the enemy could battle a unit on each hex."""
        position = self.position
        enemies = position.field.units_of[1 - self.player]
        places = tuple(map(position.place.__getitem__, enemies))
        return self.tables.total_threat_dice(enemies, places, position.visibility)

    @cached_property
    def _max_threat_dice(self) -> int:
        """The maximum number of dice with which the enemy threatens any hex."""
        return max(self._threats)

    def attraction_by_hex(self, number: int, rivers: HexSet = 0) -> tuple[float, ...]:
        """Return the value of each hex for a class, from its distances to enemies and goals."""
        cached = self._attractions.get((number, rivers))
        if cached is None:
            cached = self._attractions[number, rivers] = tuple(
                self._compute_attraction(number, rivers)
            )
        return cached

    def attraction_at(self, number: int, hex_: HexNo) -> float:
        """Return the value of a hex for a class, like :meth:`attraction_by_hex` without rivers."""
        position, personality = self.position, self.personality
        foes = position.occupied[1 - self.player]
        distance = self.tables.distances(position.ground, number, foes)[hex_]
        nearness = distance_values(-personality.step)[distance]
        if not self.goals:
            return nearness
        distance = self.tables.distances(position.ground, number, self.goals)[hex_]
        return nearness - distance_values(personality.goal)[distance]

    def _compute_attraction(self, number: int, rivers: HexSet) -> list[float]:
        position, personality = self.position, self.personality
        tables, ground = self.tables, position.ground
        foes = position.occupied[1 - self.player]
        enemies = tables.distances(ground, number, foes, rivers)
        nearness = map(distance_values(-personality.step).__getitem__, enemies)
        if not self.goals:
            return list(nearness)
        goals = tables.distances(ground, number, self.goals, rivers)
        return list(map(sub, nearness, map(distance_values(personality.goal).__getitem__, goals)))

    @cached_property
    def goals(self) -> int:
        """The hexes worth occupying where the player has no unit: exits and objectives."""
        hexes = self.position.field.exits[self.player]
        for index, value in self.holding_values.items():
            if value >= self.personality.medal * 0.5:
                hexes |= 1 << index
        return hexes & ~self.position.occupied[self.player]

    @cached_property
    def holding_values(self) -> dict[int, float]:
        """The value of standing on certain hexes, such as objectives, keyed by hex."""
        medals = self.medal_value, self.enemy_medal_value
        return holding_values(self.position, self.player, self.personality, medals)


def units_of(position: GameState, player: PlayerNo) -> list[UnitNo]:
    """Return the units of a player on the board, in the order of their hexes."""
    unit_at = position.unit_at
    return [unit_at[index] for index in bit_indexes(position.occupied[player])]
