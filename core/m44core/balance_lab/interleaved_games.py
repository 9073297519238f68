"""Playing games of several plans in turn, so that all plans progress at about the same rate."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from m44core.balance_lab.record_games import FailedGame, Played, play_batch
from m44core.errors import M44Error
from m44core.messages.renderers import message_of_error
from m44core.playtest.games.simulation import SimulationPlan
from m44core.work.parallel_map import OrderedResults

if TYPE_CHECKING:
    from concurrent.futures import Executor

_JOBS_AHEAD = 16  # jobs submitted in advance
_BATCH = 8  # games in one job, about half a second, if both players are fast
_FAST_LEVELS = frozenset({"recruit", "sergeant"})


PlayBatch = Callable[..., list[Played]]
"""Plays games in any process, given a pickled plan, game numbers, and further arguments."""


class GameBatch(NamedTuple):
    """Games to play in one job.

    Attributes:
        plan: The index of their plan, from 0.
        numbers: Their numbers.
    """

    plan: int
    numbers: tuple[int, ...]


class PlayedBatch(NamedTuple):
    """The games of a job.

    Attributes:
        plan: The index of their plan, from 0.
        games: One record per game; a `FailedGame` for each that failed.
    """

    plan: int
    games: list[Played]


def batches_of(plan: int, numbers: Iterable[int], batch_size: int) -> Iterator[GameBatch]:
    """Yield the games of one plan as batches."""
    remaining_numbers = iter(numbers)
    while batch := tuple(islice(remaining_numbers, batch_size)):
        yield GameBatch(plan, batch)


def batch_size_of(plan: SimulationPlan) -> int:
    """Return the number of games of a plan that make a job of about half a second."""
    return _BATCH if _FAST_LEVELS.issuperset(plan.levels) else 1


def play_batches(
    plans: Sequence[SimulationPlan],
    batches: Iterable[GameBatch],
    jobs: int = 1,
    executor: Executor | None = None,
    play: PlayBatch = play_batch,
    further: Sequence[tuple[object, ...]] | None = None,
) -> Generator[PlayedBatch]:
    """Play batches of games and yield them in order, whatever the number of processes.

    Closing the generator ends the games that are being played.

    Args:
        plans: The plans; their own numbers are ignored.
        batches: The batches; there can be very many, since they are taken on demand.
        jobs: The number of processes.
        executor: The executor to use instead of processes that end with the last batch.
        play: Plays the games of a job; a function at the top level of a module. An executor on
            other machines checks the games of jobs without further arguments.
        further: The further arguments of *play* for each plan.
    """
    plan_indexes: deque[int] = deque()
    tasks = _job_arguments(plans, batches, further or [()] * len(plans), plan_indexes)
    if executor is not None:
        yield from _play_on_executor(executor, play, tasks, plan_indexes)
    elif jobs == 1:
        for task in tasks:
            yield PlayedBatch(plan_indexes.popleft(), play(*task))
    else:
        from m44core.work.executors import ProcessExecutor  # slow to import

        processes = ProcessExecutor(jobs)
        try:
            yield from _play_on_executor(processes, play, tasks, plan_indexes)
        finally:
            processes.terminate()


_Task = tuple[Any, ...]  # the arguments of a job


def _job_arguments(
    plans: Sequence[SimulationPlan],
    batches: Iterable[GameBatch],
    further: Sequence[tuple[object, ...]],
    plan_indexes: deque[int],
) -> Iterator[_Task]:
    """Yield the arguments of each job, and append the index of its plan to *plan_indexes*."""
    packed = [pickle.dumps(plan) for plan in plans]
    for batch in batches:
        plan_indexes.append(batch.plan)
        yield packed[batch.plan], batch.numbers, *further[batch.plan]


def _play_on_executor(
    executor: Executor, play: PlayBatch, tasks: Iterator[_Task], plan_indexes: deque[int]
) -> Generator[PlayedBatch]:
    results: OrderedResults[list[Played]] = OrderedResults(
        executor, play, _failed_games, tasks, ahead=_JOBS_AHEAD
    )
    try:
        for games in results:
            yield PlayedBatch(plan_indexes.popleft(), games)
    finally:
        results.cancel()


def _failed_games(
    error: M44Error, _: bytes, numbers: Sequence[int], *_further: object
) -> list[Played]:
    return [FailedGame(number, message_of_error(error)) for number in numbers]
