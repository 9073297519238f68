"""What dice will do before they are thrown, exactly (B-BAT-09, B-HIT-01..06)."""

from __future__ import annotations

from dataclasses import dataclass

from m44core.messages.how_many import dice as so_many_dice
from m44core.messages.message import Message, decimal, message, percent
from m44core.playtest.players.odds import hitting_faces, odds
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.units.battle import dice_at, targets
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
    found = targets(state, unit)
    return {hex_: _odds(state, state.unit_at[hex_], dice, ignorable=True) for hex_, dice in found}


def odds_of_strike(state: GameState, target: int) -> Odds | None:
    """Return what the card in play does to a unit it attacks; None if it attacks none."""
    strike = state.command.strike if state.command else None
    if strike is None:
        return None
    dice = strike.dice[state.field.sides[state.active]]
    return _odds(state, target, dice, ignorable=False, stars_hit=strike.stars_hit)


def odds_of_ambush(state: GameState) -> Odds | None:
    """Return what an ambush would do to the unit that close assaults; None if none is asked for."""
    fight = state.fight
    if state.phase is not Phase.AMBUSH or fight is None:
        return None
    dice = dice_at(state, fight.target, fight.hex, fight.start, 1)
    return _odds(state, fight.attacker, dice, ignorable=True)


def odds_of_fight(state: GameState) -> Odds | None:
    """Return what the dice of the fight under way will do; None if none are to be thrown."""
    fight = state.fight
    if fight is None or state.phase not in (Phase.AMBUSH, Phase.ROLL):
        return None
    if fight.attacker == NOBODY:
        return odds_of_strike(state, fight.target)
    return _odds(state, fight.target, fight.dice, ignorable=True)


def _odds(
    state: GameState, target: int, dice: int, *, ignorable: bool, stars_hit: bool = False
) -> Odds:
    room = _MOST_FLAGS - forced_ways(state, target, _MOST_FLAGS).losses
    withstood = flags_withstood(state, target, _MOST_FLAGS)
    ignored = flags_ignored(state, target) + withstood if ignorable else 0
    faces = hitting_faces(state.field.units[target].rules, stars_hit=stars_hit)
    return Odds(dice, *odds(faces, dice, state.figures[target], room, ignored))
