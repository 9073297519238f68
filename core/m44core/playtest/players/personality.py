"""Personalities of computer players: their weights as attacker and as defender."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from m44core.rules.game.battlefield import Battlefield
from m44core.rules.index_types import PlayerNo

_MAX_CACHED_BOARDS = 8


@dataclass(frozen=True, slots=True)
class Personality:
    """The weights of a player; values are in enemy figures.

    Attributes:
        medal: The value of a medal.
        last_medal: The factor for the medal that wins the game.
        last_but_one: The factor for the medal before that.
        fear: The weight of the player's own expected losses.
        focus: The share of the dice threatening a hex that is rolled, on average.
        step: The value of being one hex nearer to the enemy.
        goal: The value of being one hex nearer to an objective or exit.
        denial: The value of denying the enemy an objective, as a share of the objective.
        least: The minimum value of a battle to order a unit that could move instead; only the
            excess counts in a plan.
        thrift: The weight of a card's typical value when deciding whether to save it.
        bunker: The value of standing in one of its own bunkers, in addition to the protection.
    """

    medal: float = 4.0
    last_medal: float = 2.5
    last_but_one: float = 1.3
    fear: float = 0.5
    focus: float = 0.4
    step: float = 0.25
    goal: float = 0.3
    denial: float = 0.4
    least: float = 0.0
    thrift: float = 0.25
    bunker: float = 0.0


class Personalities(NamedTuple):
    """The personalities of a player by role."""

    attacking: Personality
    defending: Personality

    def of(self, field: Battlefield, player: PlayerNo) -> Personality:
        """Return the personality of a player in a game."""
        return self.attacking if attacker_of(field) == player else self.defending


STEADY = Personality()
EVEN = Personalities(STEADY, STEADY)
PRESSING = Personalities(
    attacking=Personality(fear=0.25, step=0.3, goal=0.4, least=0.5, thrift=0.15),
    defending=Personality(fear=0.25, step=0.8, goal=0.4, least=0.5, thrift=0.0, bunker=2.0),
)
"""Half the usual fear, but only worthwhile battles; the defender stays in bunkers."""


@lru_cache(maxsize=_MAX_CACHED_BOARDS)
def attacker_of(field: Battlefield) -> PlayerNo:
    """Return the player with more medals to gain on hexes not held; the first player in a tie."""
    gains = [_medals_to_gain(field, player) for player in (0, 1)]
    return field.first_player if gains[0] == gains[1] else int(gains[1] > gains[0])


def _medals_to_gain(field: Battlefield, player: PlayerNo) -> int:
    """Return the medals a player can gain on hexes it does not hold; all exits count as one."""
    starts = (unit.start for unit in field.units if unit.player == player and unit.start >= 0)
    start_hexes = sum({1 << start for start in starts})
    goals = [each for each in field.objectives if player in each.players]
    medals = sum(each.medals for each in goals if not each.hexes & start_hexes)
    return medals + bool(field.exits[player])
