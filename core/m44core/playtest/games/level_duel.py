"""Duels of two levels: which one plays better, with the statistical uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.model.scenario import Scenario
from m44core.playtest.games.game_statistics import ShareOfGames
from m44core.playtest.games.simulation import SimulatedGame, SimulationPlan
from m44core.playtest.players.levels import Levels


@dataclass(frozen=True, slots=True)
class DuelScore:
    """The score of the first of two levels.

    Attributes:
        won: The share of games it won.
        lost: The share of games the other level won; the rest are draws.
    """

    won: ShareOfGames
    lost: ShareOfGames


def duel_plans(
    scenarios: Sequence[Scenario], levels: Levels, games: int, seed: int = 1
) -> list[SimulationPlan]:
    """Return a plan for each scenario, with the games distributed over them in pairs.

    In the second game of a pair the players change sides. The numbers of pairs on any two scenarios
    differ by at most one.

    Raises:
        M44Error: the number of games is odd, or there are fewer pairs than scenarios.
    """
    pairs, odd = divmod(games, 2)
    if odd or pairs < len(scenarios):
        min_games = 2 * len(scenarios)
        problem = message(
            "{games} games cannot be played in pairs; use an even number, at least {least}",
            games=games,
            least=min_games,
        )
        raise M44Error(problem)
    shares = [(pairs + place) // len(scenarios) for place in reversed(range(len(scenarios)))]
    return [
        SimulationPlan(scenario, range(1, 2 * share + 1), levels, seed, swap=True)
        for scenario, share in zip(scenarios, shares, strict=True)
    ]


def duel_score(games: Sequence[SimulatedGame], level: str) -> DuelScore:
    """Return the score of a level in games against a different level."""
    won = lost = 0
    for game in games:
        if winner := game.result.winner:
            won += game.levels.of(winner) == level
            lost += game.levels.of(winner) != level
    return DuelScore(ShareOfGames(won, len(games)), ShareOfGames(lost, len(games)))
