"""The value of a card or a section to a side, measured by games in which it may not be used.

After Jaffe and others, Evaluating competitive game balance with restricted play (2012). The two
games of a pair have the same seed: one is played freely, the other with the restriction. Luck is
subtracted from both, and the difference is tested as in :mod:`m44core.balance_lab.intervals`. The
intervals hold for each restriction by itself.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import ceil
from statistics import fmean
from typing import TYPE_CHECKING

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.interleaved_games import (
    GameBatch,
    PlayedBatch,
    batch_size_of,
    play_batches,
)
from m44core.balance_lab.intervals import (
    MIN_GAMES,
    UNKNOWN,
    Interval,
    confidence_interval,
    is_look_due,
)
from m44core.balance_lab.luck_adjustment import adjusted_results
from m44core.balance_lab.record_games import FailedGame
from m44core.balance_lab.restricted_play import Restriction, play_restricted_batch
from m44core.balance_lab.results_database import GameSetup, ResultsDatabase, setup_of
from m44core.balance_lab.verdict import PRECISION
from m44core.catalogue.catalogue_types import Side
from m44core.playtest.games.simulation import SimulationPlan

if TYPE_CHECKING:
    from concurrent.futures import Executor

MAX_PAIRS = 20_000  # of a restriction; it is precise long before
_MAX_FAILED_GAMES = 10  # failed games after which a restriction is given up, if fewer were played
_CHECKS = 40  # a look is considered each time the number of pairs has grown by a fortieth


@dataclass(frozen=True, slots=True)
class RestrictionCost:
    """The cost of a restriction to the restricted side.

    Attributes:
        restriction: The restriction.
        points: By how much it changes the Allied win rate, from -1 to 1.
        low: The lower end of its 95% interval, which is valid at every look.
        high: The upper end.
        free: The Allied win rate without it.
        restricted: The Allied win rate with it.
        pairs: The number of pairs of games at the look that computed it; 0 before the first.
        planned: The number of pairs expected until it is precise.
        failed_games: The games that could not be played.
    """

    restriction: Restriction
    points: float = 0.0
    low: float = -1.0
    high: float = 1.0
    free: float = 0.5
    restricted: float = 0.5
    pairs: int = 0
    planned: int = MIN_GAMES
    failed_games: tuple[FailedGame, ...] = ()

    @property
    def cost(self) -> tuple[float, float, float]:
        """The cost to the restricted side as a share of games, with the ends of its interval."""
        if self.restriction.side is Side.ALLIES:
            return -self.points, -self.high, -self.low
        return self.points, self.low, self.high

    @property
    def shares(self) -> tuple[float, float]:
        """The win rate of the restricted side, without the restriction and with it."""
        if self.restriction.side is Side.ALLIES:
            return self.free, self.restricted
        return 1 - self.free, 1 - self.restricted

    @property
    def is_significant(self) -> bool:
        """Whether the interval excludes 0."""
        return self.low > 0 or self.high < 0

    @property
    def is_precise(self) -> bool:
        """Whether the interval is as narrow as requested."""
        return self.pairs >= self.planned


@dataclass(frozen=True, slots=True)
class RestrictionResults:
    """The results of a run of restrictions so far.

    Attributes:
        setup: The properties shared by the games without a restriction.
        costs: The cost of each restriction, in the order of the restrictions.
        done_share: The approximate share of the work done, from 0 to 1.
        current: The index of the restriction being measured; the number of restrictions at the end.
    """

    setup: GameSetup
    costs: tuple[RestrictionCost, ...]
    done_share: float = 0.0
    current: int = 0


class RestrictionRun:
    """The games that measure what some restrictions cost, played by :meth:`play`.

    Games without a restriction are taken from the database and stored there. Restricted games are
    not stored, because the players differ.

    Args:
        plan: The scenario, the players, the seed and the settings; its numbers are ignored.
        restrictions: The restrictions, measured one after the other.
        database: The database for the games without a restriction.
        precision: Half the requested width of each interval, as a share.
        most_pairs: The maximum number of pairs per restriction.

    Attributes:
        results: The results so far.

    Raises:
        M44Error: the scenario cannot be played.
    """

    def __init__(
        self,
        plan: SimulationPlan,
        restrictions: Sequence[Restriction],
        database: ResultsDatabase,
        precision: float = PRECISION,
        most_pairs: int = MAX_PAIRS,
    ) -> None:
        self._plan, self._database = plan, database
        self._precision, self._most_pairs = precision, most_pairs
        setup = setup_of(plan)
        self._free = {g.number: g for g in database.games(setup) if g.seed == plan.seed}
        self.results = RestrictionResults(setup, tuple(map(RestrictionCost, restrictions)))

    def play(
        self, jobs: int = 1, executor: Executor | None = None
    ) -> Generator[RestrictionResults]:
        """Play until every interval is narrow enough, and yield the results after each job.

        Args:
            jobs: The number of processes.
            executor: The executor to use instead of processes that end with a restriction.
        """
        costs = self.results.costs
        for number, cost in enumerate(costs):
            measurement = _Measurement(cost, self._precision, self._most_pairs)
            batches = play_batches(
                (self._plan, self._plan),
                self._batches(),
                jobs,
                executor,
                play_restricted_batch,
                ((), (cost.restriction,)),
            )
            with closing(batches):
                while not measurement.is_over and (batch := next(batches, None)) is not None:
                    self._add_batch(batch, measurement)
                    self._update(number, measurement)
                    yield self.results
        self.results = replace(self.results, done_share=1.0, current=len(costs))

    def _add_batch(self, batch: PlayedBatch, measurement: _Measurement) -> None:
        games = [game for game in batch.games if isinstance(game, GameRecord)]
        measurement.failed_games += [game for game in batch.games if isinstance(game, FailedGame)]
        records = {game.number: game for game in games}
        if batch.plan:
            measurement.games |= records
            measurement.look(self._free)
        else:
            self._free |= records
            self._database.add(self.results.setup, games)

    def _update(self, number: int, measurement: _Measurement) -> None:
        costs = list(self.results.costs)
        costs[number] = cost = measurement.cost
        part = min(1.0, len(measurement.games) / min(cost.planned, self._most_pairs))
        done_share = (number + part) / len(costs)
        self.results = replace(
            self.results, costs=tuple(costs), done_share=done_share, current=number
        )

    def _batches(self) -> Iterator[GameBatch]:
        """Yield, alternately, the missing free games and the games with the restriction."""
        size, free_numbers = batch_size_of(self._plan), frozenset(self._free)
        for start in range(1, self._most_pairs + 1, size):
            numbers = range(start, min(start + size, self._most_pairs + 1))
            missing_numbers = tuple(number for number in numbers if number not in free_numbers)
            if missing_numbers:
                yield GameBatch(0, missing_numbers)
            yield GameBatch(1, tuple(numbers))


class _Measurement:
    """A restriction that is being measured, and the games with it."""

    def __init__(self, cost: RestrictionCost, precision: float, most_pairs: int) -> None:
        self.cost, self._most_pairs = cost, most_pairs
        self._half_width = precision / 2  # on the scale of the shares (1 + difference) / 2
        self.games: dict[int, GameRecord] = {}
        self.failed_games: list[FailedGame] = []
        self._last_interval, self._next_check = UNKNOWN, 0  # pairs

    @property
    def is_over(self) -> bool:
        too_many_failed = len(self.failed_games) > max(_MAX_FAILED_GAMES, len(self.games))
        return self.cost.is_precise or len(self.games) >= self._most_pairs or too_many_failed

    def look(self, free_games: Mapping[int, GameRecord]) -> None:
        """Update the cost if a look is due."""
        numbers = sorted(self.games.keys() & free_games.keys())
        self.cost = replace(self.cost, failed_games=tuple(self.failed_games))
        if len(numbers) < self._next_check:
            return
        self._next_check = ceil(len(numbers) * (1 + 1 / _CHECKS))
        free_results = adjusted_results([free_games[number] for number in numbers]).values
        restricted_results = adjusted_results([self.games[number] for number in numbers]).values
        halves = [(1 + y - x) / 2 for x, y in zip(free_results, restricted_results, strict=True)]
        if is_look_due(halves, self._last_interval, self._half_width, 0):
            self._last_interval = confidence_interval(halves, self._half_width)
            self.cost = _cost_with_interval(self.cost, self._last_interval, fmean(free_results))


def _cost_with_interval(cost: RestrictionCost, last: Interval, free_rate: float) -> RestrictionCost:
    """Return *cost* as of the latest look.

    *last* is the interval of (1 + difference) / 2; *free_rate* is the win rate without the
    restriction.
    """
    low, points, high = (2 * each - 1 for each in (last.low, last.mean, last.high))
    restricted = min(1.0, max(0.0, free_rate + points))
    return replace(
        cost,
        points=points,
        low=low,
        high=high,
        free=free_rate,
        restricted=restricted,
        pairs=last.games,
        planned=last.planned,
    )
