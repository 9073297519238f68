"""Forecasts of choices: the length of each move, and the exact odds of each attack.

Rules: B-BAT-09, B-HIT-01..06.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from m44core.hexes import Hex
from m44core.messages.message import Message, enumerated, message, one_decimal, percent
from m44core.messages.nouns import dice, hexes
from m44core.messages.nouns import dice as so_many_dice
from m44core.playtest.players.dice_odds import attack_odds
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.actions import Battle, ChooseTarget, Move
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, Fight, GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.card_effects import strike_fight
from m44core.rules.play.chance import DIE
from m44core.rules.units.battle import (
    ambush_fight,
    count_hits,
    faces_that_hit_now,
    fight_against,
    second_assault_hexes,
    targets_with_dice,
)
from m44core.rules.units.movement import all_routes, movement_cost_to, reachable_hexes_by_cost
from m44core.rules.units.retreat import forced_retreats, mandatory_ignored_flags, max_ignored_flags
from m44editor.playtest.game.choices import Choices

_MAX_FLAGS = 20  # more than any retreat can use


@dataclass(frozen=True)
class Odds:
    """The effect of a number of dice on a unit.

    Attributes:
        dice: The number of dice.
        losses: Expected figures lost to hits and to blocked retreats.
        elimination_chance: The probability that the unit loses its last figure.
        driven_off_chance: The probability that it survives and leaves its hex.
    """

    dice: int
    losses: float
    elimination_chance: float
    driven_off_chance: float

    def summary(self) -> Message:
        """Return the odds as one line of text."""
        return message(
            "{dice}: {losses} figures lost on average, {killed} chance to eliminate the unit, "
            "{driven} to force a retreat",
            dice=so_many_dice(self.dice),
            losses=one_decimal(self.losses),
            killed=percent(self.elimination_chance),
            driven=percent(self.driven_off_chance),
        )


def odds_of_targets(state: GameState, unit: int) -> dict[int, Odds]:
    """Return the odds of a unit against each hex it can battle, keyed by hex index."""
    if state.phase is Phase.TAKE_GROUND and state.fight:
        dice = state.field.units[unit].rules.second_assault
        in_range = [(hex_, dice) for hex_ in bit_indexes(second_assault_hexes(state, state.fight))]
    else:
        in_range = targets_with_dice(state, unit)
    return {
        hex_: _odds_by_engine_rules(state, fight_against(state, unit, hex_, dice))
        for hex_, dice in in_range
    }


def odds_of_strike(state: GameState, target: int) -> Odds | None:
    """Return the odds of the card in play against *target*; None if it does not attack."""
    strike = state.command.strike if state.command else None
    return (
        None
        if strike is None
        else _odds_by_engine_rules(state, strike_fight(state, strike, target))
    )


def odds_of_ambush(state: GameState) -> Odds | None:
    """Return the odds of an ambush on the attacker; None unless an ambush is being offered."""
    fight = state.fight
    if state.phase is not Phase.AMBUSH or fight is None:
        return None
    return _odds_by_engine_rules(state, ambush_fight(state, fight))


def odds_of_fight(state: GameState) -> Odds | None:
    """Return the odds of the current battle; None if no dice are about to be rolled."""
    fight = state.fight
    if fight is None or state.phase not in (Phase.AMBUSH, Phase.ROLL):
        return None
    return _odds_by_engine_rules(state, fight)


def _odds_by_engine_rules(state: GameState, fight: Fight) -> Odds:
    """Return the odds of a battle from the engine's rules for its dice and flags."""
    position, target = state.clone(), fight.target
    position.fight, position.phase = fight, Phase.ROLL
    rules = position.field.units[target].rules
    max_retreats = _MAX_FLAGS - forced_retreats(position, target, _MAX_FLAGS).losses
    ignored_flags = max_ignored_flags(position, target) + mandatory_ignored_flags(
        position, target, _MAX_FLAGS
    )
    faces = count_hits(DIE, faces_that_hit_now(position))
    hit_share = 1 / len(DIE) if rules.rerolls_hits else 1.0
    figures = position.figures[target]
    result = attack_odds(
        faces * hit_share, fight.dice, figures, max_retreats, ignored_flags, barred_cost=hit_share
    )
    return Odds(fight.dice, *result)


_MOVE_PHASES = (Phase.MOVE, Phase.MOVE_AGAIN)


@dataclass(frozen=True)
class Forecast:
    """The predicted results of each choice.

    Attributes:
        odds: The odds against each hex that can be attacked.
        steps: The length of the move to each hex, in hexes.
        battle_follows: The hexes from which the unit can still battle.
    """

    odds: Mapping[Hex, Odds] = field(default_factory=dict)
    steps: Mapping[Hex, int] = field(default_factory=dict)
    battle_follows: frozenset[Hex] = frozenset()


NO_FORECAST = Forecast()


def forecast(state: GameState, choices: Choices, chosen: Hex | None) -> Forecast:
    """Return the forecast for *choices* in the current phase.

    Args:
        state: The position.
        choices: The choices.
        chosen: The hex of the unit that acts; None if none is chosen.
    """
    if state.phase is Phase.TARGET:
        return Forecast(odds=_strike_odds(state, choices))
    if state.phase in (Phase.BATTLE, Phase.OVERRUN, Phase.TAKE_GROUND):
        return Forecast(odds=_battle_odds(state, chosen))
    if state.phase in _MOVE_PHASES and chosen is not None:
        return _move_forecast(state, choices, chosen)
    return NO_FORECAST


def move_message(state: GameState, move: Move) -> Message:
    """Return the length of a move and the targets in range after it, as one line."""
    after, unit = _position_after(state, move)
    cost = hexes(_move_length(state, unit, move.end))
    if state.phase is Phase.MOVE_AGAIN:
        return cost
    if not _can_battle(after, unit):
        return message("{hexes}, no battle afterward", hexes=cost)
    names = after.field.grid.names
    in_range = [
        message("{hex} with {dice}", hex=names[hex_index], dice=dice(n))
        for hex_index, n in targets_with_dice(after, unit)
    ]
    if not in_range:
        return message("{hexes}, no enemy in range", hexes=cost)
    return message(
        "{hexes}, then it can battle {targets}", hexes=cost, targets=enumerated(in_range)
    )


def _strike_odds(state: GameState, choices: Choices) -> dict[Hex, Odds]:
    index, unit_at = state.field.grid.board.index, state.unit_at
    target_hexes = [
        hex_ for hex_, actions in choices.hexes.items() if isinstance(actions[0], ChooseTarget)
    ]
    odds = {hex_: odds_of_strike(state, unit_at[index[hex_]]) for hex_ in target_hexes}
    return {hex_: target_odds for hex_, target_odds in odds.items() if target_odds is not None}


def _battle_odds(state: GameState, chosen: Hex | None) -> dict[Hex, Odds]:
    board = state.field.grid.board
    if state.phase in (Phase.OVERRUN, Phase.TAKE_GROUND) and state.fight:
        unit = state.fight.attacker
    else:
        unit = NOBODY if chosen is None else state.unit_at[board.index[chosen]]
    if unit == NOBODY:
        return {}
    return {
        board.hexes[hex_index]: odds for hex_index, odds in odds_of_targets(state, unit).items()
    }


def _move_forecast(state: GameState, choices: Choices, chosen: Hex) -> Forecast:
    unit = state.unit_at[state.field.grid.board.index[chosen]]
    moves = {
        hex_: actions[0]
        for hex_, actions in choices.hexes.items()
        if isinstance(actions[0], Move) and unit != NOBODY
    }
    hexes_to_battle_from = (
        hex_ for hex_, move in moves.items() if _can_battle(*_position_after(state, move))
    )
    steps = {hex_: _move_length(state, unit, move.end) for hex_, move in moves.items()}
    return Forecast({}, steps, frozenset(hexes_to_battle_from))


def _move_length(state: GameState, unit: int, end: str) -> int:
    """Return the length of a move in hexes; by road it may exceed the cost (TP-ROAD)."""
    index = state.field.grid.index[end]
    cost = movement_cost_to(reachable_hexes_by_cost(state, unit), index)
    if not state.ground.roads:
        return cost
    routes = (route.hexes for route in all_routes(state, unit))
    return min((len(hexes) for hexes in routes if hexes and hexes[-1] == index), default=cost)


def _position_after(state: GameState, move: Move) -> tuple[GameState, int]:
    """Return a copy of the position after a move, and the index of the unit that moved."""
    unit = state.unit_at[state.field.grid.index[move.start]]
    copy = state.clone()
    apply_action(copy, move)
    return copy, unit


def _can_battle(state: GameState, unit: int) -> bool:
    """Return whether a unit that has moved may still battle, whether or not it has a target."""
    hex_index = state.place[unit]
    closed_hexes = state.ground.no_battle[state.field.units[unit].class_number]
    is_barred = state.barred >> unit & 1 or hex_index < 0 or closed_hexes >> hex_index & 1
    has_no_battles = state.command is not None and not state.command.battles
    return not is_barred and not has_no_battles


def battle_message(forecast: Forecast, hex_: Hex, action: object) -> Message | None:
    """Return the odds of an attack on a hex as text; None if *action* is not an attack."""
    has_odds = isinstance(action, Battle | ChooseTarget) and hex_ in forecast.odds
    return forecast.odds[hex_].summary() if has_odds else None
