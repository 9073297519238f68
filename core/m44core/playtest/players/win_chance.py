"""The chance of winning from a position, and the luck of a roll.

All weights are logits. Those of units and missing medals are fitted to 20,000 positions of 3,500
games between sergeants, the others to 5,400 positions of 610 such games on sixteen boards, six of
them with weapons, vehicles and terrain of later boxes. In that fit, each board had an additional
weight, so the weights compare positions on the same board, not boards.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from math import comb, exp

from m44core.playtest.players.card_values import CardValues
from m44core.playtest.players.evaluation import PositionEvaluation, units_of
from m44core.playtest.players.personality import STEADY
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.cards.command_cards import ambush_card
from m44core.rules.game.actions import DieFace, Play
from m44core.rules.game.state import GameState
from m44core.rules.index_types import PlayerNo, UnitNo
from m44core.rules.play.chance import DIE
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.units.battle import count_hits, faces_that_hit_now

# The weight of a unit by class and figures, and the weight of missing medals by their number.
_UNIT_WEIGHTS = (
    (0.0, -0.27, -0.22, -0.04, 0.12),
    (0.0, -0.23, -0.1, 0.05),
    (0.0, -0.34, 0.35),
    (0.0,),  # vehicles and others: only their medals count
)
_MISSING_MEDALS_WEIGHTS = (
    9.0,
    2.77,
    1.4,
    0.3,
    -0.59,
    -1.44,
    -2.44,
    -3.4,
    -4.3,
    -5.2,
    -6.1,
    -7.0,
    -7.9,
)
_LOSABLE_MEDAL_WEIGHT = -0.65  # for each medal that an objective may yet take back
_RISK_WEIGHT = -0.08  # for each figure at risk
_ATTRACTION_WEIGHT = 0.012  # for the attraction of the units' hexes
_PLAN_WEIGHT = 0.15  # for each figure of the best card's value
_TURN_WEIGHT = -0.57  # for having the turn, in addition to the best card
_AMBUSH_WEIGHT = 0.46  # for holding an Ambush


def chance_to_win(
    state: GameState, player: PlayerNo, cards: Collection[str] | None = None
) -> float:
    """Return a player's chance of winning from a position before playing a card.

    Only the player's own hand is used.

    Args:
        state: The position.
        player: The player.
        cards: The only cards of the hand that can be the best one; None for all.
    """
    if state.result is not None:
        return _result_value(state, player)
    judgement = PositionEvaluation(state, player, STEADY)
    table = CardValues(judgement)
    plays = [action for action in legal_actions(state) if isinstance(action, Play)]
    promise = max(
        (table.value(play) for play in plays if cards is None or play.card in cards), default=0.0
    )
    return chance_with_plan(state, player, position_standing(judgement), promise)


def position_standing(judgement: PositionEvaluation) -> float:
    """Return the weight of a position for the evaluating player, regardless of the cards held."""
    state, player = judgement.position, judgement.player
    enemy = PositionEvaluation(state, 1 - player, STEADY)
    return _balance(state, player) + _position_weight(judgement) - _position_weight(enemy)


def chance_with_plan(state: GameState, player: PlayerNo, standing_: float, promise: float) -> float:
    """Return the chance of winning for the player to move.

    Args:
        state: The position.
        player: The player.
        standing_: The :func:`position_standing` of the player.
        promise: The value of the player's best card.
    """
    ambushes = bool(ambush_card(state.hands[player]))
    return _logistic(standing_ + _AMBUSH_WEIGHT * ambushes + _PLAN_WEIGHT * promise + _TURN_WEIGHT)


def roll_luck(state: GameState, player: PlayerNo, faces: Sequence[DieFace]) -> float:
    """Return how much a roll changes a player's chance of winning, compared with the average roll.

    Only hits and their immediate effect count. The average luck is 0, so subtracting the
    luck from the result of a turn reduces its noise.
    """
    fight = state.fight
    assert fight is not None
    hitting = faces_that_hit_now(state)
    figures = state.figures[fight.target]
    after = _chances_after_hits(state, player, fight.target)
    chances = _chances_of_hits(count_hits(DIE, hitting), state.dice, figures)
    expected = sum(
        chance * chance_after for chance, chance_after in zip(chances, after, strict=True)
    )
    return after[min(figures, count_hits(faces, hitting))] - expected


def _result_value(state: GameState, player: PlayerNo) -> float:
    winner = state.result.winner if state.result else None
    return 0.5 if winner is None else float(state.field.sides[player] is winner)


def _logistic(balance: float) -> float:
    return 1 / (1 + exp(-balance))


def _balance(state: GameState, player: PlayerNo) -> float:
    """Return the weight of a player's units and medals minus the enemy's."""
    return _player_weight(state, player) - _player_weight(state, 1 - player)


def _player_weight(state: GameState, player: PlayerNo) -> float:
    field, figures = state.field, state.figures
    weight = _missing_medals_weight(field.medals_needed[player] - state.medals(player))
    for index in bit_indexes(state.occupied[player]):
        unit = state.unit_at[index]
        weight += _unit_weight(field.units[unit].class_number, figures[unit])
    for objective, holder in zip(field.objectives, state.holders, strict=True):
        if holder == player and not objective.permanent:
            weight += _LOSABLE_MEDAL_WEIGHT * objective.medals
    return weight


def _unit_weight(class_number: int, figures: int) -> float:
    weights = _UNIT_WEIGHTS[min(class_number, len(_UNIT_WEIGHTS) - 1)]
    return weights[min(figures, len(weights) - 1)]


def _missing_medals_weight(medals: int) -> float:
    return _MISSING_MEDALS_WEIGHTS[min(medals, len(_MISSING_MEDALS_WEIGHTS) - 1)]


def _position_weight(judgement: PositionEvaluation) -> float:
    """Return the weight of the positions of a player's units: risk and attraction."""
    position = judgement.position
    total_risk = nearness = 0.0
    for unit in units_of(position, judgement.player):
        place = position.place[unit]
        total_risk += judgement.risk_at(unit, place)
        nearness += judgement.attraction_at(position.field.units[unit].class_number, place)
    return _RISK_WEIGHT * total_risk + _ATTRACTION_WEIGHT * nearness


def _chances_after_hits(state: GameState, player: PlayerNo, target: UnitNo) -> list[float]:
    """Return a player's chances of winning after a unit lost 0, 1, 2 ... all its figures."""
    unit, figures = state.field.units[target], state.figures[target]
    gainer, number = 1 - unit.player, unit.class_number
    sign = 1.0 if gainer == player else -1.0
    balance = _balance(state, player) + sign * _unit_weight(number, figures)
    figures_left = range(figures, 0, -1)
    chances = [_logistic(balance - sign * _unit_weight(number, each)) for each in figures_left]
    missing_medals = state.field.medals_needed[gainer] - state.medals(gainer)
    if missing_medals <= unit.medals:
        return [*chances, float(gainer == player)]
    medals_weight = _missing_medals_weight(missing_medals - unit.medals) - _missing_medals_weight(
        missing_medals
    )
    return [*chances, _logistic(balance + sign * medals_weight)]


@cache
def _chances_of_hits(faces: int, dice: int, figures: int) -> tuple[float, ...]:
    """Return the chances of 0, 1, 2 ... hits; the last entry is for *figures* or more hits."""
    hit = faces / 6
    chances = [comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(figures)]
    return (*chances, 1.0 - sum(chances))
