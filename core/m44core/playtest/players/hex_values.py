"""The intrinsic value of hexes: objectives to hold, mines and ice to avoid."""

from __future__ import annotations

from typing import NamedTuple

from m44core.catalogue.catalogue_types import CasualtyFaces
from m44core.model.victory_rules import DamSabotage
from m44core.playtest.players.dice_odds import hitting_faces
from m44core.playtest.players.personality import Personality
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.state import NOBODY, NOWHERE, GameState, MarchKind, PendingHazard
from m44core.rules.game.victory_terms import Objective
from m44core.rules.index_types import HexNo, PlayerNo, UnitNo
from m44core.rules.play.chance import DIE
from m44core.rules.units.hazard_marches import has_enemy_mine, hazards_of_hex, may_clear_mines
from m44core.rules.units.movement import movement_allowance_of, reachable_hexes_by_cost
from m44core.rules.units.orders import max_move_to_battle
from m44core.rules.victory.objective_control import headquarters_to_enter, is_dam_destroyed

_HEADQUARTERS_CARD_VALUE = 0.5  # the value of a card lost or gained at headquarters, in medals

_Medals = tuple[float, float]  # the values of the player's and of the enemy's next medal


def holding_values(
    position: GameState, player: PlayerNo, personality: Personality, medals: _Medals
) -> dict[HexNo, float]:
    """Return the value of each objective, headquarters and dam hex to a player, keyed by hex."""
    field, (medal, _) = position.field, medals
    values: dict[HexNo, float] = {}
    for objective, holder in zip(field.objectives, position.holders, strict=True):
        value = _objective_value(objective, holder, player, personality, medals)
        if value:
            for index in bit_indexes(objective.hexes):
                values[index] = values.get(index, 0.0) + value
    for sudden_death in field.sudden_death_objectives:
        is_own = sudden_death.player == player
        value = personality.medal * 3 / sudden_death.needed * (1.0 if is_own else 0.5)
        for index in bit_indexes(sudden_death.hexes):
            values[index] = values.get(index, 0.0) + value
    if rule := field.options.further_rule(DamSabotage) if field.has_turn_start_rolls else None:
        each = rule.medals * medal / rule.hits
        for index in bit_indexes(field.grid.mask(rule.hexes)):
            values[index] = values.get(index, 0.0) + (
                0.0 if is_dam_destroyed(position, index) else each
            )
    if field.has_headquarters:
        for index in bit_indexes(headquarters_to_enter(position, player)):
            values[index] = values.get(index, 0.0) + _HEADQUARTERS_CARD_VALUE * personality.medal
    return values


def _objective_value(
    objective: Objective,
    holder: PlayerNo,
    player: PlayerNo,
    personality: Personality,
    medals: _Medals,
) -> float:
    """Return the value of having a unit on an objective hex: gaining, keeping or denying it."""
    if objective.sections_to_clear or (objective.permanent and holder != NOBODY):
        return 0.0
    enemy, (medal, enemy_medal) = 1 - player, medals
    deny = objective.medals * enemy_medal * personality.denial
    is_own = player in objective.players
    is_enemys = enemy in objective.players
    if objective.flips_to is not None:
        is_own, is_enemys = objective.flips_to == player, True
    gain = objective.medals * medal / objective.needed if is_own else 0.0
    if objective.last_to_occupy and holder == player:
        gain *= 0.3
    return gain + (deny if is_enemys else 0.0)


_MINE_CLEARED = 0.3  # the value of clearing a mine


class HazardKey(NamedTuple):
    """The cache key of hazard costs: units with equal keys have equal costs.

    Attributes:
        kind: The index of their kind.
        free: Whether their way of moving avoids hazards.
        place: The hazardous hex the unit is already on; ``NOWHERE`` if none.
    """

    kind: int
    free: bool
    place: HexNo


def hazard_key(position: GameState, kind: int, unit: UnitNo) -> HazardKey:
    """Return the cache key of a unit's hazard costs."""
    place = position.place[unit]
    standing = place if position.ground.hazards >> place & 1 else NOWHERE
    command, rules = position.command_of(unit), position.field.units[unit].rules
    may_be = rules.sails or (command is not None and command.move is not None)
    is_safe = may_be and movement_allowance_of(position, unit).free
    return HazardKey(kind, is_safe, standing)


def hazard_costs(position: GameState, unit: UnitNo) -> dict[HexNo, float]:
    """Return the expected figures lost on each mine and ice hex entered (TH-MINE-02, TH-ICE-02).

    Only the remaining strengths of hidden mines are known. For a mine digger, which always clears
    mines, they are a gain, so the cost is negative (E-HOB-05).
    """
    ground, digs = position.ground, position.field.units[unit].rules.digs_mines
    is_safe, values = movement_allowance_of(position, unit).free, {}
    for index in bit_indexes(ground.hazards & ~(1 << position.place[unit])):
        if digs and has_enemy_mine(position, unit, index):
            values[index] = -_MINE_CLEARED
        elif not is_safe and (cost := _cost_of_entering(position, unit, index)):
            values[index] = cost
    return values


def mine_clearing_values(position: GameState, unit: UnitNo) -> dict[HexNo, float]:
    """Return the value of each mine that a unit would clear by moving onto it, keyed by hex.

    It is the avoided :func:`hazard_costs` plus the value of clearing. Engineers only clear mines
    where they can battle after their move; farther off they trigger them (TH-ENG-04, TH-ENG-05).
    The result is empty for mine diggers, whose :func:`hazard_costs` include the gain.
    """
    if not may_clear_mines(position, unit) or position.field.units[unit].rules.digs_mines:
        return {}
    max_move, near_hexes = max_move_to_battle(position, unit), 0
    for entered in reachable_hexes_by_cost(position, unit)[:max_move]:
        near_hexes |= entered
    is_safe = movement_allowance_of(position, unit).free
    return {
        index: _MINE_CLEARED + (0.0 if is_safe else _cost_of_entering(position, unit, index))
        for index in bit_indexes(near_hexes & position.ground.hazards)
        if has_enemy_mine(position, unit, index)
    }


def with_hiding_bonus(values: list[float], place: HexNo, bonus: float) -> list[float]:
    """Return hex values with a bonus for staying camouflaged on the unit's hex (TH-CAMO-02)."""
    values_with_bonus = values.copy()
    values_with_bonus[place] += bonus
    return values_with_bonus


def _cost_of_entering(position: GameState, unit: UnitNo, index: HexNo) -> float:
    hazards = hazards_of_hex(position, unit, MarchKind.MOVE, index)
    return sum(_expected_cost(position, unit, hazard) for hazard in hazards)


def _expected_cost(position: GameState, unit: UnitNo, hazard: PendingHazard) -> float:
    """Return the expected figures lost to a hazard."""
    strengths_left = position.mine_pools[hazard.pool] if hazard.pool >= 0 else (hazard.dice,)
    faces = hitting_faces(position.field.units[unit].rules)
    hit = faces if hazard.costs is CasualtyFaces.HITS else 1.0
    return hit * sum(strengths_left) / max(1, len(strengths_left)) / len(DIE)
