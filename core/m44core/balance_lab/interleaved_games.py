"""Playing games of several plans in turn, so that each gets its games at about the same time."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from m44core.balance_lab.record_games import FailedGame, Played, play_batch
from m44core.errors import M44Error
from m44core.messages.words import reason
from m44core.playtest.games.simulation import Plan
from m44core.work.parallel_map import Results

if TYPE_CHECKING:
    from concurrent.futures import Executor

_AHEAD = 16  # jobs submitted ahead
_BATCH = 8  # games in one job, about half a second, if both players are fast
_FAST = frozenset({"recruit", "sergeant"})


PlayBatch = Callable[[bytes, Sequence[int]], list[Played]]
"""Plays some games of a pickled plan, in any process."""


class Batch(NamedTuple):
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


def batches_of(plan: int, numbers: Iterable[int], batch_size: int) -> Iterator[Batch]:
    """Yield the games of one plan as batches."""
    left = iter(numbers)
    while batch := tuple(islice(left, batch_size)):
        yield Batch(plan, batch)


def batch_size_of(plan: Plan) -> int:
    """Return how many games of a plan make a job of about half a second."""
    return _BATCH if _FAST.issuperset(plan.levels) else 1


def play_batches(
    plans: Sequence[object],
    batches: Iterable[Batch],
    jobs: int = 1,
    executor: Executor | None = None,
    play: PlayBatch = play_batch,
) -> Generator[PlayedBatch]:
    """Play batches of games and yield them in order; *jobs* does not change the games.

    Closing the generator ends the games that are being played.

    Args:
        plans: The plans, or what *play* takes instead; their own numbers are ignored.
        batches: The batches; there can be very many, since they are taken on demand.
        jobs: The number of processes.
        executor: The executor to use instead of processes that end with the last batch.
        play: Plays the games of a job; a function at the top level of a module.
    """
    packed = [pickle.dumps(plan) for plan in plans]
    tasks = ((play, packed[batch.plan], batch) for batch in batches)
    if executor is not None:
        yield from _on_executor(executor, tasks)
    elif jobs == 1:
        for task in tasks:
            yield _play(*task)
    else:
        from m44core.work.executors import Processes  # slow to import

        processes = Processes(jobs)
        try:
            yield from _on_executor(processes, tasks)
        finally:
            processes.terminate()


def _on_executor(
    executor: Executor, tasks: Iterator[tuple[PlayBatch, bytes, Batch]]
) -> Generator[PlayedBatch]:
    results: Results[PlayedBatch] = Results(executor, _play, _lost, tasks, ahead=_AHEAD)
    try:
        yield from results
    finally:
        results.cancel()


def _play(play: PlayBatch, packed: bytes, batch: Batch) -> PlayedBatch:
    return PlayedBatch(batch.plan, play(packed, batch.numbers))


def _lost(why: M44Error, _play: PlayBatch, _packed: bytes, batch: Batch) -> PlayedBatch:
    lost: list[Played] = [FailedGame(number, reason(why)) for number in batch.numbers]
    return PlayedBatch(batch.plan, lost)
