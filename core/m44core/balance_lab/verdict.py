"""The verdict on a scenario: how often each side wins, and how sure that is."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.intervals import (
    UNKNOWN,
    Interval,
    confidence_interval,
    first_look_games,
    is_look_due,
)
from m44core.balance_lab.luck_adjustment import AdjustedResults, adjusted_results
from m44core.balance_lab.record_games import FailedGame, record_games
from m44core.balance_lab.results_database import GameSetup, ResultsDatabase, setup_of
from m44core.playtest.games.game_statistics import (
    FiveNumberSummary,
    ShareOfGames,
    five_number_summary,
)
from m44core.playtest.games.simulation import SimulationPlan

if TYPE_CHECKING:
    from concurrent.futures import Executor

PRECISION = 0.05  # half the width of the interval
MAX_GAMES = 100_000  # of a verdict; the precision is reached long before
_CHECKS = 40  # a look is considered each time the number of games has grown by a fortieth
_MAX_FAILED_GAMES = 10  # games that may fail before the run ends, or as many as were played


@dataclass(frozen=True, slots=True)
class Verdict:
    """The Allies' share of wins in a scenario, in games between computer players.

    Attributes:
        setup: The properties that the games share.
        allies: The Allied win rate with its interval, a game without a winner counting half.
        adjusted: The luck-adjusted results, from which the win rate is estimated.
        records: The games: those from the database, then the new ones.
        precision: Half the requested width of the interval, as a share.
        failed_games: The games that could not be played.
    """

    setup: GameSetup
    allies: Interval
    adjusted: AdjustedResults
    records: Sequence[GameRecord]
    precision: float
    failed_games: Sequence[FailedGame] = ()

    @property
    def is_precise(self) -> bool:
        """Whether the interval has the requested precision."""
        return self.allies.is_precise

    @property
    def effective_games(self) -> int:
        """The effective sample size: how many unadjusted games would give the same precision."""
        return round(len(self.records) * self.adjusted.factor)

    @property
    def first_result_games(self) -> int:
        """About how many games the first result needs; more than have been played."""
        needed = first_look_games(self.adjusted.values, self.precision)
        return max(needed, len(self.records) + 1)

    @property
    def draws(self) -> ShareOfGames:
        """The share of games that ended in a draw before the turn limit."""
        draws = sum(record.winner is None and not record.unfinished for record in self.records)
        return ShareOfGames(draws, len(self.records))

    @property
    def unfinished(self) -> ShareOfGames:
        """The share of games that the turn limit ended."""
        return ShareOfGames(sum(record.unfinished for record in self.records), len(self.records))

    @property
    def turns(self) -> FiveNumberSummary:
        """The number of turns of both players; needs at least one game."""
        return five_number_summary([record.turns for record in self.records])


class VerdictRun:
    """The games that lead to a verdict, which gets more precise while :meth:`play` plays them.

    A run starts from the games in the database and stores new ones there. It can be stopped at any
    time: the next run of the same plan continues from there.

    Args:
        plan: The scenario, the players, the seed, and the settings; its numbers are ignored.
        database: The database of games.
        precision: Half the requested width of the interval, as a share.
        most_games: The number of games at which the run ends without the requested precision.

    Attributes:
        verdict: The current verdict; its interval is that of the last look.
    """

    def __init__(
        self,
        plan: SimulationPlan,
        database: ResultsDatabase,
        precision: float = PRECISION,
        most_games: int = MAX_GAMES,
    ) -> None:
        self._plan = replace(plan, numbers=range(1, most_games + 1))
        self._database, self._precision, self._most_games = database, precision, most_games
        self._setup = setup_of(plan)
        self._records = database.games(self._setup)
        self._failed_games: list[FailedGame] = []
        precisions = database.shown_precisions(self._setup)
        coarser_precisions = [each for each in precisions if each > precision]
        self._refinement = len(coarser_precisions)
        self._is_finest = len(coarser_precisions) == len(precisions)
        self._next_check = 0  # games
        self.verdict = Verdict(self._setup, UNKNOWN, adjusted_results([]), (), precision)
        self._look()

    @property
    def games(self) -> int:
        """The number of games so far, including those after the last look."""
        return len(self._records)

    @property
    def is_over(self) -> bool:
        """Whether the verdict is precise enough, or too many games were played or failed."""
        failure_limit = max(_MAX_FAILED_GAMES, len(self._records))
        return (
            self.verdict.is_precise
            or len(self._records) >= self._most_games
            or len(self._failed_games) > failure_limit
        )

    def play(self, jobs: int = 1, executor: Executor | None = None) -> Generator[Verdict]:
        """Play until the run is over, and yield the latest verdict after each recorded game.

        Args:
            jobs: The number of processes.
            executor: The executor to use instead of processes that end with the run.
        """
        played_numbers = {
            record.number for record in self._records if record.seed == self._plan.seed
        }
        with closing(record_games(self._plan, jobs, executor, played_numbers)) as games:
            while not self.is_over and (game := next(games, None)) is not None:
                if isinstance(game, FailedGame):
                    self._failed_games.append(game)
                    continue
                self._records.append(game)
                self._database.add(self._setup, [game])
                self._look()
                yield self.verdict
        self._look(force=True)
        if self.verdict.is_precise and self._is_finest:
            self._database.record_shown_verdict(self._setup, self._precision)

    def _look(self, *, force: bool = False) -> None:
        """Update the verdict, with a new interval if a look is due.

        This takes longer with more games, so without *force* it is done only now and then.
        """
        games = len(self._records)
        if games < self._next_check and not force:
            return
        self._next_check = games + max(1, games // _CHECKS)
        adjusted = adjusted_results(self._records)
        last = self.verdict.allies
        if is_look_due(adjusted.values, last, self._precision, self._refinement):
            last = confidence_interval(adjusted.values, self._precision, self._refinement)
        self.verdict = Verdict(
            self._setup,
            last,
            adjusted,
            tuple(self._records),
            self._precision,
            tuple(self._failed_games),
        )
