"""Games of several plans are played in turn, the same in any process."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, TypeVar

from m44core.balance_lab.interleaved_games import (
    GameBatch,
    batch_size_of,
    batches_of,
    play_batches,
)
from m44core.balance_lab.record_games import record_games
from m44core.balance_lab.restricted_play import Restriction, play_restricted_batch
from m44core.balance_lab.worker_check import GameChecker
from m44core.board import Section
from m44core.catalogue.catalogue_types import Side
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Levels
from m44core.work.executors import Job, ThreadExecutor

T = TypeVar("T")


def test_interleaved_games_equal_those_of_each_plan_alone(sergeant_plan: SimulationPlan) -> None:
    plans = [replace(sergeant_plan, numbers=range(1, 4), seed=seed) for seed in (1, 2)]
    batches = [GameBatch(0, (1, 2)), GameBatch(1, (1, 2, 3)), GameBatch(0, (3,))]
    played_games = list(play_batches(plans, batches))
    assert [batch.plan for batch in played_games] == [0, 1, 0]
    assert [*played_games[0].games, *played_games[2].games] == list(record_games(plans[0]))
    assert played_games[1].games == list(record_games(plans[1]))


def test_games_do_not_depend_on_the_number_of_processes(sergeant_plan: SimulationPlan) -> None:
    plans = [sergeant_plan, replace(sergeant_plan, seed=2)]
    batches = [GameBatch(plan, (number,)) for number in (1, 2) for plan in (0, 1)]
    assert list(play_batches(plans, batches, jobs=2)) == list(play_batches(plans, batches))


class CheckingExecutor(ThreadExecutor):
    """An executor that checks each result as a cluster does, and collects the problems."""

    def __init__(self) -> None:
        super().__init__()
        self.check, self.problems = GameChecker(), list[object]()

    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Job[T]:  # noqa: ANN401 - as it is declared
        """Submit a job, and check its result."""
        job = super().submit(work, *args, **kwargs)
        problem = self.check.problem("one", args, job.result())
        self.problems.append(problem.result() if isinstance(problem, Future) else problem)
        return job


def test_a_cluster_accepts_the_games(sergeant_plan: SimulationPlan) -> None:
    plans, restriction = [sergeant_plan] * 2, Restriction(Side.AXIS, section=Section.LEFT)
    batches, executor = [GameBatch(0, (1,)), GameBatch(1, (1,))], CheckingExecutor()
    try:
        played_games = play_batches(
            plans, batches, 1, executor, play_restricted_batch, further=((), (restriction,))
        )
        assert [batch.plan for batch in played_games] == [0, 1]
        assert executor.problems == [None, None]
    finally:
        executor.check.end()
        executor.terminate()


def test_game_numbers_are_split_into_batches() -> None:
    assert list(batches_of(1, range(5), 2)) == [
        GameBatch(1, (0, 1)),
        GameBatch(1, (2, 3)),
        GameBatch(1, (4,)),
    ]


def test_a_slow_game_is_a_separate_job(sergeant_plan: SimulationPlan) -> None:
    assert batch_size_of(sergeant_plan) > 1
    assert batch_size_of(replace(sergeant_plan, levels=Levels("general", "recruit"))) == 1
