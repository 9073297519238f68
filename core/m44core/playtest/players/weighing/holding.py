"""What it is worth to stand on some hexes for their own sake, whoever stands there."""

from __future__ import annotations

from m44core.model.victory_rules import DamSabotage
from m44core.playtest.players.tempers import Temper
from m44core.rules.board.hex_grid import indexes
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.game.victory_terms import Objective
from m44core.rules.index_types import HexNo, PlayerNo
from m44core.rules.victory.objective_control import headquarters_to_enter, is_dam_destroyed

_CARD_OF_QUARTERS = 0.5  # what a card is worth that headquarters cost or give, in medals

_Medals = tuple[float, float]  # what the next one is worth to a player, and the enemy's to him


def worth_of_holding(
    position: GameState, player: PlayerNo, temper: Temper, medals: _Medals
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
    objective: Objective, holder: PlayerNo, player: PlayerNo, temper: Temper, medals: _Medals
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
