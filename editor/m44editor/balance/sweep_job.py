"""Finding changes that bring a scenario to a target win rate, in a thread and without Qt."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Executor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from m44core.balance_lab.change_list import read_change_list
from m44core.balance_lab.results_database import ResultsDatabase, default_database_path, setup_of
from m44core.balance_lab.sweep import SweepResult, SweepRun, TestedChange
from m44core.balance_lab.sweep_candidates import SweepConfig, sweep_of_own_list
from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import SERGEANTS, Levels

EVEN = 0.5
_REPORT_INTERVAL_S = 0.1  # seconds
_MIN_GAMES = 40  # before the time left is estimated
_MAX_SHOWN_PROBLEMS = 5  # of a list of changes

BoardKey = tuple[str, ...]
"""The properties that the games of a map share: equal for two maps that play the same."""


@dataclass(frozen=True, slots=True)
class SweepRequest:
    """A request to find changes that bring a scenario to a target win rate.

    Attributes:
        scenario: The scenario.
        levels: The level of each side.
        aim: The target win rate of the Allies.
        declared: The changes to try; None for the built-in list.
        own_list: The file with the user's own list of changes, to try instead; None for none. The
            declared changes then only limit the number of games.
    """

    scenario: Scenario
    levels: Levels = SERGEANTS
    aim: float = EVEN
    declared: SweepConfig | None = None
    own_list: Path | None = None


@dataclass(frozen=True, slots=True)
class SweepProgress:
    """The progress of a sweep.

    Attributes:
        result: The results so far.
        seconds_left: The estimated remaining time; None if unknown.
    """

    result: SweepResult
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class FoundChanges:
    """The changes that were found, and the maps before and after each of them.

    Attributes:
        result: The result of the sweep.
        levels: The level of each side.
        board: The key of the map that the changes were found for.
        changed_boards: The key of the map with each of the suggestions.
    """

    result: SweepResult
    levels: Levels
    board: BoardKey
    changed_boards: tuple[BoardKey, ...] = ()

    def suggestion_for(self, board: BoardKey) -> TestedChange | None:
        """Return the suggestion that leads to a map; None if none does."""
        suggestions = zip(self.result.suggestions, self.changed_boards, strict=True)
        return next(
            (tested_change for tested_change, changed in suggestions if changed == board), None
        )


def board_key(scenario: Scenario, levels: Levels) -> BoardKey:
    """Return the key of a map; its texts and labels do not change it.

    Raises:
        M44Error: the scenario cannot be played.
    """
    return setup_of(SimulationPlan(scenario, range(0), levels)).key


@dataclass(slots=True)
class SweepJob:
    """Finds changes in one thread.

    Args:
        request: The request.
        executor: The executor that plays the games.
        report: Called in the thread of the job with the progress.
    """

    request: SweepRequest
    executor: Executor
    report: Callable[[SweepProgress], object]
    _is_stopped: bool = field(default=False, init=False)

    def stop(self) -> None:
        """Tell `run` to stop; may be called from any thread.

        To end the games being played, the executor must be terminated too.
        """
        self._is_stopped = True

    def run(self) -> FoundChanges | None:
        """Play the games, and return the changes found; None after a stop.

        Raises:
            M44Error: the scenario cannot be played, nothing about it can be changed, or the list of
                changes has mistakes.
        """
        request = self.request
        declared = _config_of_own_list(request) if request.own_list else request.declared
        with ResultsDatabase(default_database_path()) as database:
            plan = SimulationPlan(request.scenario, range(0), request.levels, database.seed)
            run = SweepRun(plan, database, request.aim, declared)
            try:
                self._play(run)
            except (CancelledError, RuntimeError):  # the executor ended, or accepts nothing more
                if not self._is_stopped:
                    raise
        return None if self._is_stopped else found_changes(request, run.result)

    def _play(self, run: SweepRun) -> None:
        start_time = last_report = monotonic()
        with closing(run.play(executor=self.executor)) as results:
            for result in results:
                now = monotonic()
                if self._is_stopped:
                    break
                if now - last_report > _REPORT_INTERVAL_S:
                    last_report = now
                    self.report(SweepProgress(result, _seconds_left(result, now - start_time)))


def _config_of_own_list(request: SweepRequest) -> SweepConfig:
    """Return a sweep of the changes in the user's list.

    Raises:
        M44Error: the list cannot be read, or has mistakes; the message contains them.
    """
    assert request.own_list, "the caller checks"
    change_list = read_change_list(request.own_list, request.scenario, shows_folder=False)
    if change_list.problems:
        problem, *others = change_list.problems
        for each in others[: _MAX_SHOWN_PROBLEMS - 1]:
            problem = message("{first}; {second}", first=problem, second=each)
        raise M44Error(problem)
    config = sweep_of_own_list(change_list.candidates)
    return config.limited_to(request.declared.planned_games) if request.declared else config


def found_changes(request: SweepRequest, result: SweepResult) -> FoundChanges:
    """Return the result of a finished sweep, with the maps before and after each suggestion."""
    levels = request.levels
    changed_boards = tuple(
        board_key(tested_change.scenario, levels) for tested_change in result.suggestions
    )
    return FoundChanges(result, levels, board_key(request.scenario, levels), changed_boards)


def _seconds_left(result: SweepResult, seconds: float) -> float | None:
    """Return the time until the planned games have been played; None while unknown."""
    if result.played < _MIN_GAMES:
        return None
    return max(0, result.planned - result.played) * seconds / result.played
