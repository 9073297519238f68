"""Whether the Allies win one scenario more often than another, tested with pairs of games.

The two games of a pair have the same seed, so where the cards allow it they have the same deal and
go the same way until the difference between the scenarios matters. The difference of a pair is the
difference between its two luck-adjusted results.

The test is sequential, with the eight looks and boundaries of :mod:`m44core.balance_lab.intervals`.
It ends once the interval of the difference excludes 0, or lies within the tolerance on either side
of 0. At the last look half its width is half the tolerance, so one of the two always holds. All
intervals of a comparison hold together with 96% probability: scenarios that are equal are called
different in at most 4% of comparisons, and a difference as large as the tolerance is missed in at
most 2%. These rates hold for each comparison by itself.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from math import sqrt
from typing import TYPE_CHECKING

from m44core.balance_lab.changed_play import Units
from m44core.balance_lab.game_facts import unit_keys
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.interleaved_games import GameBatch, batch_size_of, play_batches
from m44core.balance_lab.intervals import UNKNOWN, Interval, confidence_interval, is_look_due
from m44core.balance_lab.luck_adjustment import adjusted_results
from m44core.balance_lab.record_games import FailedGame
from m44core.balance_lab.results_database import GameSetup, ResultsDatabase, setup_of
from m44core.playtest.games.simulation import SimulationPlan

if TYPE_CHECKING:
    from concurrent.futures import Executor

TOLERANCE = 0.1
"""The default size, as a share of games, below which two scenarios count as equally balanced."""

FALSE_DIFFERENCE = 0.04
"""The largest share of comparisons in which equal scenarios are called different."""

MISSED_DIFFERENCE = 0.02
"""The largest share of comparisons in which a difference of the tolerance is missed."""

MAX_PAIRS = 50_000  # of a comparison; it is decided long before
_MAX_FAILED_GAMES = 10  # games that may fail before the run ends, or as many as there are pairs
_CHECKS = 40  # a look is considered each time the number of pairs has grown by a fortieth


class Outcome(StrEnum):
    """The result of a comparison."""

    OPEN = "open"  # it is not decided yet
    SAME = "same"  # the difference is smaller than the tolerance
    MORE = "more"  # the Allies win the second scenario more often
    LESS = "less"  # the Allies win the second scenario less often


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between the Allied win rates in two scenarios.

    Attributes:
        mean: The Allied win rate in the second scenario minus that in the first, from -1 to 1.
        low: The lower end of its interval, which is valid at every look.
        high: The upper end.
        pairs: The number of pairs at the look that computed it.
        planned: The largest number of pairs needed for a decision.
    """

    mean: float
    low: float
    high: float
    pairs: int
    planned: int

    def outcome(self, tolerance: float) -> Outcome:
        """Return the outcome that the interval implies.

        The error rates hold only for a whole comparison.
        """
        if self.low > 0:
            return Outcome.MORE
        if self.high < 0:
            return Outcome.LESS
        if -tolerance <= self.low and self.high <= tolerance:
            return Outcome.SAME
        return Outcome.OPEN


class SequentialTest:
    """The sequential test of a comparison, fed with the results of pairs.

    Args:
        tolerance: The largest difference that does not matter, as a share of games.

    Attributes:
        outcome: The current result; once decided, it does not change.
    """

    def __init__(self, tolerance: float = TOLERANCE) -> None:
        self._tolerance = tolerance
        self._last_interval = UNKNOWN  # of the share (1 + difference) / 2
        self.outcome = Outcome.OPEN

    @property
    def difference(self) -> Difference:
        """The difference at the last look."""
        last = self._last_interval
        low, high, mean = (2 * each - 1 for each in (last.low, last.high, last.mean))
        return Difference(mean, low, high, last.games, last.planned)

    def add(self, first_results: Sequence[float], second_results: Sequence[float]) -> bool:
        """Take a look at the results so far, if a look is due.

        Args:
            first_results: The result of the Allies in each game of the first scenario so far.
            second_results: The result of the Allies in the other game of each pair.

        Returns:
            Whether a look was taken; none is once the comparison is decided.
        """
        halves = [(1 + b - a) / 2 for a, b in zip(first_results, second_results, strict=True)]
        half_width = self._tolerance / 4  # half the tolerance, on the scale of these shares
        if self.outcome is not Outcome.OPEN or not is_look_due(
            halves, self._last_interval, half_width, 0
        ):
            return False
        self._last_interval = confidence_interval(halves, half_width)
        self.outcome = self.difference.outcome(self._tolerance)
        if self.outcome is Outcome.OPEN and self._last_interval.is_precise:  # by rounding alone
            self.outcome = Outcome.SAME
        return True


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference between two scenarios, in games between computer players.

    Attributes:
        setups: The properties shared by the games of each scenario.
        shares: The Allied win rate in each scenario, with an interval of its own.
        difference: The difference of the two shares.
        outcome: The result.
        tolerance: The largest difference that does not matter, as a share of games.
        records: The games of each scenario, in pairs.
        values: The luck-adjusted results of these games.
        failed_games: The games that could not be played.
        units: The units of each scenario; None if unknown.
    """

    setups: tuple[GameSetup, GameSetup]
    shares: tuple[Interval, Interval]
    difference: Difference
    outcome: Outcome
    tolerance: float
    records: tuple[Sequence[GameRecord], Sequence[GameRecord]] = ((), ())
    values: tuple[Sequence[float], Sequence[float]] = ((), ())
    failed_games: Sequence[FailedGame] = ()
    units: tuple[Units, Units] | None = None

    @property
    def has_identical_play(self) -> bool:
        """Whether the scenarios play the same, for example because only their texts differ."""
        first, second = self.setups
        return first.key == second.key

    @property
    def pairs(self) -> int:
        """The number of pairs so far, including those after the last look."""
        return len(self.records[0])


class ComparisonRun:
    """The games that decide a comparison, played by :meth:`play`.

    A run starts from the games in the database, and stores new ones there for verdicts and later
    comparisons. It can be stopped at any time.

    Args:
        first: The first scenario, the players, the seed and the settings; its game numbers are
            ignored.
        second: The second scenario; its seed is ignored.
        database: The database of games.
        tolerance: The largest difference that does not matter, as a share of games.
        most_pairs: The number of pairs at which the run ends without a decision.

    Attributes:
        comparison: The comparison so far; its shares and difference are those of the last look.
    """

    def __init__(
        self,
        first: SimulationPlan,
        second: SimulationPlan,
        database: ResultsDatabase,
        tolerance: float = TOLERANCE,
        most_pairs: int = MAX_PAIRS,
    ) -> None:
        self._plans = first, replace(second, seed=first.seed)
        self._database, self._tolerance, self._most_pairs = database, tolerance, most_pairs
        self._setups = setup_of(self._plans[0]), setup_of(self._plans[1])
        self._units = _units_of(self._plans[0]), _units_of(self._plans[1])
        self._games: tuple[dict[int, GameRecord], ...] = tuple(map(self._stored, self._setups))
        self._test = SequentialTest(tolerance)
        self._failed_games: list[FailedGame] = []
        self._next_check = 0  # pairs
        unknown = Difference(0.0, -1.0, 1.0, 0, UNKNOWN.planned)
        self.comparison = Comparison(
            self._setups, (UNKNOWN, UNKNOWN), unknown, Outcome.OPEN, tolerance
        )
        if self.comparison.has_identical_play:
            self.comparison = replace(
                self.comparison,
                difference=Difference(0.0, 0.0, 0.0, 0, 0),
                outcome=Outcome.SAME,
            )
        else:
            self._look()

    @property
    def is_over(self) -> bool:
        """Whether the comparison is decided, or stopped by too many pairs or failed games."""
        return (
            self.comparison.outcome is not Outcome.OPEN
            or self._pairs >= self._most_pairs
            or len(self._failed_games) > max(_MAX_FAILED_GAMES, self._pairs)
        )

    @property
    def _pairs(self) -> int:
        first_games, second_games = self._games
        return len(first_games.keys() & second_games.keys())

    def play(self, jobs: int = 1, executor: Executor | None = None) -> Generator[Comparison]:
        """Play until the run is over, and yield the comparison after each batch of pairs.

        Args:
            jobs: The number of processes.
            executor: The executor to use instead of processes that end with the run.
        """
        if self.is_over:
            return
        with closing(play_batches(self._plans, self._batches(), jobs, executor)) as batches:
            for batch in batches:
                new_records = [game for game in batch.games if isinstance(game, GameRecord)]
                self._failed_games += [game for game in batch.games if isinstance(game, FailedGame)]
                self._games[batch.plan].update((game.number, game) for game in new_records)
                self._database.add(self._setups[batch.plan], new_records)
                if batch.plan:  # the second half of some pairs
                    self._look()
                    yield self.comparison
                if self.is_over:
                    break
        self._look(force=True)

    def _stored(self, setup: GameSetup) -> dict[int, GameRecord]:
        """Return the stored games of a setup that have the seed of this run, keyed by number."""
        seed = self._plans[0].seed
        return {game.number: game for game in self._database.games(setup) if game.seed == seed}

    def _batches(self) -> Iterator[GameBatch]:
        """Yield the missing games of both scenarios alternately, endlessly."""
        size = max(map(batch_size_of, self._plans))
        stored = [frozenset(games) for games in self._games]
        for start in count(1, size):
            numbers = range(start, start + size)
            batches = [
                GameBatch(plan, tuple(number for number in numbers if number not in stored[plan]))
                for plan in (0, 1)
            ]
            if any(batch.numbers for batch in batches):
                yield from batches

    def _look(self, *, force: bool = False) -> None:
        first_games, second_games = self._games
        numbers = sorted(first_games.keys() & second_games.keys())
        if len(numbers) < self._next_check and not force:
            return
        self._next_check = len(numbers) + max(1, len(numbers) // _CHECKS)
        records = [first_games[n] for n in numbers], [second_games[n] for n in numbers]
        values = adjusted_results(records[0]).values, adjusted_results(records[1]).values
        shares = self.comparison.shares
        if self._test.add(*values):
            # Each share alone is as precise as the difference of two such shares needs.
            half_width = self._tolerance / 2 / sqrt(2)
            shares = (
                confidence_interval(values[0], half_width),
                confidence_interval(values[1], half_width),
            )
        self.comparison = Comparison(
            self._setups,
            shares,
            self._test.difference,
            self._test.outcome,
            self._tolerance,
            records,
            values,
            tuple(self._failed_games),
            self._units,
        )


def _units_of(plan: SimulationPlan) -> Units:
    """Return the units of a scenario, named as in the facts of its games."""
    field = plan.start().field
    return frozenset(
        (field.sides[unit.player], key)
        for unit, key in zip(field.units, unit_keys(field), strict=True)
    )
