"""What hexes are worth in themselves: objectives to hold, mines and ice to avoid."""

from __future__ import annotations

from typing import NamedTuple

from m44core.catalogue.types import Costs
from m44core.model.victory_rules import DamSabotage
from m44core.playtest.players.dice_odds import hitting_faces
from m44core.playtest.players.personality import Personality
from m44core.rules.board.hex_grid import indexes
from m44core.rules.game.state import NOBODY, NOWHERE, GameState, MarchKind, PendingHazard
from m44core.rules.game.victory_terms import Objective
from m44core.rules.index_types import HexNo, PlayerNo, UnitNo
from m44core.rules.play.chance import DIE
from m44core.rules.units.hazard_marches import hazards_in, is_mined, may_clear_mines
from m44core.rules.units.movement import reach, travel_of
from m44core.rules.units.orders import max_move_to_battle
from m44core.rules.victory.objective_control import headquarters_to_enter, is_dam_destroyed

_CARD_OF_QUARTERS = 0.5  # what a card is worth that headquarters cost or give, in medals

_Medals = tuple[float, float]  # what the next one is worth to a player, and the enemy's to him


def holding_values(
    position: GameState, player: PlayerNo, temper: Personality, medals: _Medals
) -> dict[HexNo, float]:
    """Return what it is worth to a player to stand on objectives, headquarters and dams."""
    field, (medal, _) = position.field, medals
    found: dict[HexNo, float] = {}
    for objective, holder in zip(field.objectives, position.holders, strict=True):
        worth = _of_objective(objective, holder, player, temper, medals)
        if worth:
            for index in indexes(objective.hexes):
                found[index] = found.get(index, 0.0) + worth
    for stronghold in field.strongholds:
        mine = stronghold.player == player
        worth = temper.medal * 3 / stronghold.needed * (1.0 if mine else 0.5)
        for index in indexes(stronghold.hexes):
            found[index] = found.get(index, 0.0) + worth
    if rule := field.options.further_rule(DamSabotage) if field.rolls_at_turn_start else None:
        each = rule.medals * medal / rule.hits
        for index in indexes(field.grid.mask(rule.hexes)):
            found[index] = found.get(index, 0.0) + (
                0.0 if is_dam_destroyed(position, index) else each
            )
    if field.headquarters:
        for index in indexes(headquarters_to_enter(position, player)):
            found[index] = found.get(index, 0.0) + _CARD_OF_QUARTERS * temper.medal
    return found


def _of_objective(
    objective: Objective, holder: PlayerNo, player: PlayerNo, temper: Personality, medals: _Medals
) -> float:
    """Return what a unit on one of the hexes of an objective is worth: to gain, keep or deny it."""
    if objective.sections_to_clear or (objective.permanent and holder != NOBODY):
        return 0.0
    enemy, (medal, enemy_medal) = 1 - player, medals
    deny = objective.medals * enemy_medal * temper.denial
    mine = player in objective.players
    his = enemy in objective.players
    if objective.flips_to is not None:
        mine, his = objective.flips_to == player, True
    gain = objective.medals * medal / objective.needed if mine else 0.0
    if objective.last_to_occupy and holder == player:
        gain *= 0.3
    return gain + (deny if his else 0.0)


_MINE_CLEARED = 0.3  # what it is worth to clear a mine


class HazardKey(NamedTuple):
    """What units have in common that dread the same hexes.

    Attributes:
        kind: The number of their kind.
        free: Whether nothing befalls who moves as they do.
        place: The hex they need not enter, for one stands there; ``NOWHERE`` if none would matter.
    """

    kind: int
    free: bool
    place: HexNo


def hazard_key(position: GameState, kind: int, unit: UnitNo) -> HazardKey:
    """Return what a unit of a kind has in common with others."""
    place = position.place[unit]
    standing = place if position.ground.hazards >> place & 1 else NOWHERE
    command, rules = position.command_of(unit), position.field.units[unit].rules
    may_be = rules.sails or (command is not None and command.move is not None)
    free = may_be and travel_of(position, unit).free
    return HazardKey(kind, free, standing)


def hazard_costs(position: GameState, unit: UnitNo) -> dict[HexNo, float]:
    """Return what figures it costs a unit to enter mines and ice (TH-MINE-02, TH-ICE-02).

    Of hidden mines it knows no more than which strengths are left. For a mine digger, which
    clears them however it comes, they are a gain (E-HOB-05).
    """
    ground, digs = position.ground, position.field.units[unit].rules.digs_mines
    free, found = travel_of(position, unit).free, {}
    for index in indexes(ground.hazards & ~(1 << position.place[unit])):
        if digs and is_mined(position, unit, index):
            found[index] = -_MINE_CLEARED
        elif not free and (cost := _cost_of_entering(position, unit, index)):
            found[index] = cost
    return found


def mine_clearing_values(position: GameState, unit: UnitNo) -> dict[HexNo, float]:
    """Return the mines a unit would clear by moving onto them, with what that is worth to it.

    That is what it is spared of :func:`dreaded`, and a cleared mine. Engineers clear only where
    they may battle after their move; farther off they set the mine off (TH-ENG-04, TH-ENG-05).
    """
    if not may_clear_mines(position, unit) or position.field.units[unit].rules.digs_mines:
        return {}
    within, near = max_move_to_battle(position, unit), 0
    for entered in reach(position, unit)[:within]:
        near |= entered
    free = travel_of(position, unit).free
    return {
        index: _MINE_CLEARED + (0.0 if free else _cost_of_entering(position, unit, index))
        for index in indexes(near & position.ground.hazards)
        if is_mined(position, unit, index)
    }


def with_hiding_bonus(worth: list[float], place: HexNo, spared: float) -> list[float]:
    """Return what hexes are worth to a unit that stays camouflaged where it is (TH-CAMO-02)."""
    hidden = worth.copy()
    hidden[place] += spared
    return hidden


def _cost_of_entering(position: GameState, unit: UnitNo, index: HexNo) -> float:
    perils = hazards_in(position, unit, MarchKind.MOVE, index)
    return sum(_cost(position, unit, peril) for peril in perils)


def _cost(position: GameState, unit: UnitNo, peril: PendingHazard) -> float:
    """Return the figures that a peril costs on average."""
    left = position.mine_pools[peril.pool] if peril.pool >= 0 else (peril.dice,)
    faces = hitting_faces(position.field.units[unit].rules)
    hit = faces if peril.costs is Costs.HITS else 1.0
    return hit * sum(left) / max(1, len(left)) / len(DIE)
