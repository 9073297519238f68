"""Level against level: which computer player is the better one, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.model.scenario import Scenario
from m44core.playtest.games.game_statistics import Share
from m44core.playtest.games.simulation import Plan, SimulatedGame
from m44core.playtest.players.levels import Levels


@dataclass(frozen=True, slots=True)
class DuelScore:
    """What the first of two levels made of some games against the second.

    Attributes:
        won: How many it won.
        lost: How many the other one won; the rest nobody did.
    """

    won: Share
    lost: Share


def duel_plans(
    scenarios: Sequence[Scenario], levels: Levels, games: int, seed: int = 1
) -> list[Plan]:
    """Spread a number of games over scenarios in pairs: in the second the players change sides.

    No scenario has more than one pair more than another.

    Raises:
        M44Error: there are not as many pairs of games as scenarios.
    """
    pairs, odd = divmod(games, 2)
    if odd or pairs < len(scenarios):
        least = 2 * len(scenarios)
        said = message(
            "{games} games cannot be played in pairs; say an even number from {least}",
            games=games,
            least=least,
        )
        raise M44Error(said)
    shares = [(pairs + place) // len(scenarios) for place in reversed(range(len(scenarios)))]
    return [
        Plan(scenario, range(1, 2 * share + 1), levels, seed, swap=True)
        for scenario, share in zip(scenarios, shares, strict=True)
    ]


def duel_score(games: Sequence[SimulatedGame], first: str) -> DuelScore:
    """Return how a level did in games against another one."""
    won = lost = 0
    for game in games:
        if winner := game.result.winner:
            won += game.levels.of(winner) == first
            lost += game.levels.of(winner) != first
    return DuelScore(Share(won, len(games)), Share(lost, len(games)))
