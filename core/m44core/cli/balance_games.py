"""Running the games of ``m44 balance`` and showing their progress."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from m44core.balance_lab.results_database import ResultsDatabase
from m44core.cli.control_characters import escape_controls
from m44core.cli.game_options import requested_levels, requested_settings
from m44core.cli.progress_line import ProgressLine
from m44core.messages.message import Message, Renderer, Value
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Levels
from m44core.rules.game_settings import RuleSettings
from m44core.work.executors import ProcessExecutor

if TYPE_CHECKING:
    from m44core.balance_lab.cluster import Cluster

T = TypeVar("T")


@dataclass(slots=True)
class GameRunner:
    """Plays games in this process, in other processes or on other machines.

    Use it in a ``with`` block, which ends its processes.

    Attributes:
        database: The database of games.
        renderer: The renderer of the output.
        levels: The level of each side.
        settings: The settings of all games.
        seed: The seed of new games.
        jobs: The number of processes.
        executor: The executor that plays games; None for this process.
    """

    database: ResultsDatabase
    renderer: Renderer
    levels: Levels
    settings: RuleSettings
    seed: int
    jobs: int
    executor: ProcessExecutor | Cluster | None = None
    _shown_notice: Message | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._shown_notice = self.database.notice  # printed when it was opened

    def __enter__(self) -> GameRunner:
        return self

    def __exit__(self, *_: object) -> None:
        if self.executor is not None:
            self.executor.terminate()

    def plan(self, scenario: Scenario) -> SimulationPlan:
        """Return the plan of the games of a scenario, without game numbers."""
        return SimulationPlan(scenario, range(0), self.levels, self.seed, settings=self.settings)

    def play(self, steps: Generator[T], progress: Callable[[T], Value]) -> bool:
        """Play games, showing their progress on one line.

        Args:
            steps: Plays the games, and yields the state after each step.
            progress: Returns a message about that state.

        Returns:
            True; False if the user interrupted the games, in which case the finished ones are
            stored.
        """
        line = ProgressLine()
        try:
            with closing(steps):
                for step in steps:
                    line.show(partial(self._line, progress(step)))
        except KeyboardInterrupt:
            return False
        finally:
            line.clear()
            self.print_notices()
        return True

    def _line(self, text: Value, _seconds: float) -> str:
        return escape_controls(self.renderer.render(text))

    def print_notices(self) -> None:
        """Print why games are not stored, why workers are not used, and which have suspect results.

        Each reason is printed only once.
        """
        notice = self.database.notice
        if notice is not None and notice != self._shown_notice:
            self._shown_notice = notice
            print_error(notice, self.renderer)
        if self._cluster is not None:
            for notice in self._cluster.notices():
                print_error(notice, self.renderer)
            for residual in self._cluster.residuals():
                if residual.is_suspect:
                    print_error(residual.sentence, self.renderer)

    @property
    def _cluster(self) -> Cluster | None:
        executor = self.executor
        return None if executor is None or isinstance(executor, ProcessExecutor) else executor


def open_game_runner(
    arguments: argparse.Namespace, database: ResultsDatabase, renderer: Renderer
) -> GameRunner:
    """Return the game runner for the options.

    Raises:
        M44Error: an option is wrong, or the scheduler cannot be reached.
    """
    seed = database.seed if arguments.seed is None else arguments.seed
    levels, settings = requested_levels(arguments), requested_settings(arguments)
    return GameRunner(
        database, renderer, levels, settings, seed, arguments.jobs, _requested_executor(arguments)
    )


def _requested_executor(arguments: argparse.Namespace) -> ProcessExecutor | Cluster | None:
    if arguments.scheduler:
        from m44core.balance_lab.cluster import open_cluster  # it loads Dask

        return open_cluster(arguments.scheduler)
    return ProcessExecutor(arguments.jobs) if arguments.jobs > 1 else None


def print_error(problem: Value, renderer: Renderer) -> None:
    """Print to standard error a problem that does not end the command."""
    print(f"m44: {escape_controls(renderer.render(problem))}", file=sys.stderr)
