"""How players weigh things up, and what they have to do on a board: to attack, or to hold it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from m44core.rules.game.battlefield import Battlefield
from m44core.rules.index_types import PlayerNo

_MOST_BOARDS = 8


@dataclass(frozen=True, slots=True)
class Personality:
    """How a player weighs things up; everything is counted in figures of the enemy.

    Attributes:
        medal: What a medal is worth.
        last_medal: How many times that the medal that wins is worth.
        last_but_one: The same of the medal before.
        fear: How much of an own loss that is to be feared counts.
        focus: What share of the dice that threaten a hex is rolled, on average.
        step: What a hex nearer to the enemy is worth.
        goal: What a hex nearer to an objective or exit is worth.
        denial: What share of an objective it is worth to keep the enemy off it.
        least: What a battle must be worth before a unit is ordered for its sake, where it
            might move instead; a plan counts what it is worth beyond.
        thrift: What share of the worth of a typical turn a card is kept back for.
        bunker: What it is worth to stand in an own bunker, beyond what it spares now.
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
    """The tempers of a player by his role."""

    attacking: Personality
    defending: Personality

    def of(self, field: Battlefield, player: PlayerNo) -> Personality:
        """Return how a player of a game weighs things up."""
        return self.attacking if attacker_of(field) == player else self.defending


STEADY = Personality()
EVEN = Personalities(STEADY, STEADY)
PRESSING = Personalities(
    attacking=Personality(fear=0.25, step=0.3, goal=0.4, least=0.5, thrift=0.15),
    defending=Personality(fear=0.25, step=0.8, goal=0.4, least=0.5, thrift=0.0, bunker=2.0),
)
"""They press on at half the fear, but for battles worth it; the defender keeps to his bunkers."""


@lru_cache(maxsize=_MOST_BOARDS)
def attacker_of(field: Battlefield) -> PlayerNo:
    """Return who has to come: who has more to gain from ground not his, else who begins."""
    gains = [_gains(field, player) for player in (0, 1)]
    return field.first if gains[0] == gains[1] else int(gains[1] > gains[0])


def _gains(field: Battlefield, player: PlayerNo) -> int:
    """Return the medals a player can gain by going somewhere; all exits count as one."""
    starts = (unit.start for unit in field.units if unit.player == player and unit.start >= 0)
    stands = sum({1 << start for start in starts})
    goals = [each for each in field.objectives if player in each.players]
    medals = sum(each.medals for each in goals if not each.hexes & stands)
    return medals + bool(field.exits[player])
