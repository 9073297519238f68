"""Statistics of simulated games: shares with their uncertainty, spreads, summaries."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.playtest.games.match import GameResult
from m44core.playtest.games.simulation import SimulatedGame

_Z = 1.959964  # the two-sided 95% quantile of the normal distribution


@dataclass(frozen=True, slots=True)
class ShareOfGames:
    """A share of games.

    Attributes:
        count: The number of games that have the property.
        games: The total number of games.
    """

    count: int
    games: int

    @property
    def rate(self) -> float:
        """The share from 0 to 1; 0 without games."""
        return self.count / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the true share (Wilson's score interval)."""
        if not self.games:
            return 0.0, 1.0
        square = _Z * _Z / self.games
        middle = (self.rate + square / 2) / (1 + square)
        spread = self.rate * (1 - self.rate) / self.games
        half_width = _Z * sqrt(spread + square / (4 * self.games)) / (1 + square)
        return min(self.rate, max(0.0, middle - half_width)), max(
            self.rate, min(1.0, middle + half_width)
        )


@dataclass(frozen=True, slots=True)
class FiveNumberSummary:
    """The five-number summary of values."""

    least: float
    lower_quartile: float
    median: float
    upper_quartile: float
    most: float


def five_number_summary(values: Sequence[float]) -> FiveNumberSummary:
    """Return the five-number summary of at least one value."""
    if len(values) == 1:
        return FiveNumberSummary(*[values[0]] * 5)
    lower, middle, upper = statistics.quantiles(values, n=4, method="inclusive")
    return FiveNumberSummary(min(values), lower, middle, upper, max(values))


class FirstMoveAdvantage(NamedTuple):
    """The results of a side in the games in which it moved first.

    If the same side moves first in all games, the value of the first move is unknown.
    """

    won: ShareOfGames
    lost: ShareOfGames

    @property
    def points(self) -> float:
        """The share of wins minus the share of losses, from -1 to 1."""
        return self.won.rate - self.lost.rate


@dataclass(frozen=True, slots=True)
class MedalStatistics:
    """The medals of a side.

    Attributes:
        average: The average number per game.
        sources: The average number per game, keyed by source. Medals beyond those needed to win
            count here, but not in *average*.
    """

    average: float
    sources: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SimulationSummary:
    """The summary of several games.

    Attributes:
        games: The number of games.
        won: The share of games won by each side.
        draws: The share of games that ended in a draw before the turn limit.
        unfinished: The share of games ended by the turn limit.
        levels: For each level, the share of its games against a different level that it won.
        turns: The number of turns of both players.
        medals: The medals of each side.
        first: For each side that ever moved first, its results in those games.
    """

    games: int
    won: Mapping[Side, ShareOfGames]
    draws: ShareOfGames
    unfinished: ShareOfGames
    levels: Mapping[str, ShareOfGames]
    turns: FiveNumberSummary
    medals: Mapping[Side, MedalStatistics]
    first: Mapping[Side, FirstMoveAdvantage]


def summarise_games(games: Sequence[SimulatedGame]) -> SimulationSummary:
    """Return the summary of at least one game."""
    results = [game.result for game in games]
    unfinished_count = sum(result.unfinished for result in results)
    undecided_count = sum(result.winner is None for result in results)
    return SimulationSummary(
        games=len(games),
        won={side: _share_won(results, side) for side in Side},
        draws=ShareOfGames(undecided_count - unfinished_count, len(games)),
        unfinished=ShareOfGames(unfinished_count, len(games)),
        levels=win_shares_by_level(games),
        turns=five_number_summary([result.turns for result in results]),
        medals={side: _medal_statistics(results, side) for side in Side},
        first={
            side: _first_move_advantage(first_moves)
            for side in Side
            if (first_moves := _games_moving_first(results, side))
        },
    )


def win_shares_by_level(games: Sequence[SimulatedGame]) -> Mapping[str, ShareOfGames]:
    """Return, for each level, the share of its games against a different level that it won."""
    uneven_games = [game for game in games if len(set(game.levels)) == 2]
    games_by_level = Counter(level for game in uneven_games for level in game.levels)
    won = Counter(
        game.levels.of(w) for game in uneven_games if (w := game.result.winner) is not None
    )
    return {level: ShareOfGames(won[level], number) for level, number in games_by_level.items()}


def _share_won(results: Sequence[GameResult], side: Side) -> ShareOfGames:
    return ShareOfGames(sum(result.winner is side for result in results), len(results))


def _games_moving_first(results: Sequence[GameResult], side: Side) -> list[GameResult]:
    return [result for result in results if result.first is side]


def _first_move_advantage(results: Sequence[GameResult]) -> FirstMoveAdvantage:
    side = results[0].first
    return FirstMoveAdvantage(_share_won(results, side), _share_won(results, side.enemy))


def _medal_statistics(results: Sequence[GameResult], side: Side) -> MedalStatistics:
    total = sum(result.medals[side] for result in results)
    sources: Counter[str] = Counter()
    for result in results:
        sources.update(result.sources[side])
    games = len(results)
    return MedalStatistics(
        total / games, {source: count / games for source, count in sources.items()}
    )
