"""How a game stands: the chance to win from a position, and how lucky a roll was.

All weights are logits. Those of units and missing medals are fitted to 20 000 positions of 3500
games between sergeants, the others to 5400 positions of 610 such games on sixteen boards, six of
them with the weapons, vehicles and terrain of later boxes. There each board had a weight of its
own besides: so they say what makes a position on a board a better one, not which boards are good
for whom.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, exp

from m44core.playtest.players.card_values import CardValues
from m44core.playtest.players.judgement import Judgement, units_of
from m44core.playtest.players.personality import STEADY
from m44core.rules.board.hex_grid import indexes
from m44core.rules.cards.command_cards import ambush_card
from m44core.rules.game.actions import Face, Play
from m44core.rules.game.state import GameState
from m44core.rules.index_types import PlayerNo, UnitNo
from m44core.rules.play.chance import DIE
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.units.battle import count_hits, faces_that_hit_now

# By class and figures what a unit weighs, by missing medals what these do.
_UNITS = (
    (0.0, -0.27, -0.22, -0.04, 0.12),
    (0.0, -0.23, -0.1, 0.05),
    (0.0, -0.34, 0.35),
    (0.0,),  # vehicles, and what else there is: nothing but the medals they are worth
)
_MISSING = (9.0, 2.77, 1.4, 0.3, -0.59, -1.44, -2.44, -3.4, -4.3, -5.2, -6.1, -7.0, -7.9)
_MAY_BE_LOST = -0.65  # for each medal that an objective may yet take back
_FEAR = -0.08  # for each figure a sergeant fears for
_NEARNESS = 0.012  # for what being near to something is worth to the units
_PLAN = 0.15  # for each figure the best card promises
_TURN = -0.57  # for having the turn, beyond the best card
_AMBUSH = 0.46  # for holding that card


def chance_to_win(state: GameState, player: PlayerNo) -> float:
    """Return how likely a player wins from a position in which he is about to play a card.

    Of the cards only his own hand counts.
    """
    if state.result is not None:
        return _won(state, player)
    own, enemy = Judgement(state, player, STEADY), Judgement(state, 1 - player, STEADY)
    standing = _balance(state, player) + _situation(own) - _situation(enemy)
    standing += _AMBUSH * bool(ambush_card(state.hands[player]))
    table = CardValues(own)
    plays = [action for action in legal_actions(state) if isinstance(action, Play)]
    promise = max((table.prospect(play).value for play in plays), default=0.0)
    return _chance(standing + _PLAN * promise + _TURN)


def luck(state: GameState, player: PlayerNo, faces: Sequence[Face]) -> float:
    """Return how much better for a player's chance to win a roll is than others of its dice.

    Only hits count, and what comes of them at once. On average it is nothing, so
    what comes of a turn is seen more clearly without it.
    """
    fight = state.fight
    assert fight is not None
    hitting = faces_that_hit_now(state)
    figures = state.figures[fight.target]
    after = _after_hits(state, player, fight.target)
    chances = _chances_of_hits(count_hits(DIE, hitting), state.dice, figures)
    expected = sum(chance * then for chance, then in zip(chances, after, strict=True))
    return after[min(figures, count_hits(faces, hitting))] - expected


def _won(state: GameState, player: PlayerNo) -> float:
    winner = state.result.winner if state.result else None
    return 0.5 if winner is None else float(state.field.sides[player] is winner)


def _chance(standing: float) -> float:
    return 1 / (1 + exp(-standing))


def _balance(state: GameState, player: PlayerNo) -> float:
    """Return what a player's units and medals weigh more than the enemy's."""
    return _weight(state, player) - _weight(state, 1 - player)


def _weight(state: GameState, player: PlayerNo) -> float:
    field, figures = state.field, state.figures
    weight = _weight_missing(field.medals_needed[player] - state.medals(player))
    for index in indexes(state.occupied[player]):
        unit = state.unit_at[index]
        weight += _weight_of_unit(field.units[unit].number_of_class, figures[unit])
    for objective, holder in zip(field.objectives, state.holders, strict=True):
        if holder == player and not objective.permanent:
            weight += _MAY_BE_LOST * objective.medals
    return weight


def _weight_of_unit(number_of_class: int, figures: int) -> float:
    weights = _UNITS[min(number_of_class, len(_UNITS) - 1)]
    return weights[min(figures, len(weights) - 1)]


def _weight_missing(medals: int) -> float:
    return _MISSING[min(medals, len(_MISSING) - 1)]


def _situation(judgement: Judgement) -> float:
    """Return what weighs how a player's units stand."""
    position = judgement.position
    fear = nearness = 0.0
    for unit in units_of(position, judgement.player):
        place = position.place[unit]
        fear += judgement.risk(unit)[place]
        nearness += judgement.attraction(position.field.units[unit].number_of_class)[place]
    return _FEAR * fear + _NEARNESS * nearness


def _after_hits(state: GameState, player: PlayerNo, target: UnitNo) -> list[float]:
    """Return a player's chances to win once a unit lost 0, 1, 2 ... all its figures."""
    unit, figures = state.field.units[target], state.figures[target]
    gainer, number = 1 - unit.player, unit.number_of_class
    sign = 1.0 if gainer == player else -1.0
    standing = _balance(state, player) + sign * _weight_of_unit(number, figures)
    left = range(figures, 0, -1)
    chances = [_chance(standing - sign * _weight_of_unit(number, each)) for each in left]
    missing = state.field.medals_needed[gainer] - state.medals(gainer)
    if missing <= unit.medals:
        return [*chances, float(gainer == player)]
    more = _weight_missing(missing - unit.medals) - _weight_missing(missing)
    return [*chances, _chance(standing + sign * more)]


@cache
def _chances_of_hits(faces: int, dice: int, figures: int) -> tuple[float, ...]:
    """Return the chances that dice hit a unit 0, 1, 2 ... times, the last of as often or more."""
    hit = faces / 6
    chances = [comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(figures)]
    return (*chances, 1.0 - sum(chances))
