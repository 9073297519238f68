"""What dice will do before they are thrown, exactly (B-BAT-09, B-HIT-01..06)."""

from __future__ import annotations

from dataclasses import dataclass

from m44core.messages.how_many import dice as so_many_dice
from m44core.messages.message import Message, decimal, message, percent
from m44core.playtest.players.odds import odds
from m44core.rules.board.hex_grid import indexes
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import Fight, GameState
from m44core.rules.play.card_effects import strike_at
from m44core.rules.play.chance import DIE
from m44core.rules.units.battle import (
    ambush_in_answer,
    assaulted_again,
    fight_with,
    hits,
    hitting_now,
    targets,
)
from m44core.rules.units.retreat import flags_ignored, flags_withstood, forced_ways

_MOST_FLAGS = 20  # more than any retreat is long


@dataclass(frozen=True)
class Odds:
    """What a number of dice do to a unit.

    Attributes:
        dice: How many are thrown.
        losses: Figures the unit loses on average, by hits and where it cannot retreat.
        eliminates: The probability that it loses its last figure.
        drives_off: The probability that it survives and leaves its hex.
    """

    dice: int
    losses: float
    eliminates: float
    drives_off: float

    def said(self) -> Message:
        """Return all of it in a line."""
        return message(
            "{dice}: {losses} figures lost on average, eliminated {killed}, driven off {driven}",
            dice=so_many_dice(self.dice),
            losses=decimal(self.losses),
            killed=percent(self.eliminates),
            driven=percent(self.drives_off),
        )


def odds_of_targets(state: GameState, unit: int) -> dict[int, Odds]:
    """Return the hexes a unit can battle, each with what its dice do there."""
    if state.phase is Phase.TAKE_GROUND and state.fight:
        dice = state.field.units[unit].rules.second_assault
        found = [(hex_, dice) for hex_ in indexes(assaulted_again(state, state.fight))]
    else:
        found = targets(state, unit)
    return {hex_: _odds(state, fight_with(state, unit, hex_, dice)) for hex_, dice in found}


def odds_of_strike(state: GameState, target: int) -> Odds | None:
    """Return what the card in play does to a unit it attacks; None if it attacks none."""
    strike = state.command.strike if state.command else None
    return None if strike is None else _odds(state, strike_at(state, strike, target))


def odds_of_ambush(state: GameState) -> Odds | None:
    """Return what an ambush would do to the unit that close assaults; None if none is asked for."""
    fight = state.fight
    if state.phase is not Phase.AMBUSH or fight is None:
        return None
    return _odds(state, ambush_in_answer(state, fight))


def odds_of_fight(state: GameState) -> Odds | None:
    """Return what the dice of the fight under way will do; None if none are to be thrown."""
    fight = state.fight
    if fight is None or state.phase not in (Phase.AMBUSH, Phase.ROLL):
        return None
    return _odds(state, fight)


def _odds(state: GameState, fight: Fight) -> Odds:
    """Return what comes of a fight, from what the engine says of its dice and its flags."""
    there, target = state.clone(), fight.target
    there.fight, there.phase = fight, Phase.ROLL
    rules = there.field.units[target].rules
    room = _MOST_FLAGS - forced_ways(there, target, _MOST_FLAGS).losses
    ignored = flags_ignored(there, target) + flags_withstood(there, target, _MOST_FLAGS)
    faces = hits(DIE, hitting_now(there))
    lasting = 1 / len(DIE) if rules.rerolls_hits else 1.0
    figures = there.figures[target]
    found = odds(faces * lasting, fight.dice, figures, room, ignored, barred_cost=lasting)
    return Odds(fight.dice, *found)
