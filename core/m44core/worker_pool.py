"""A pool of processes that goes on when one of them dies.

The system ends a process when memory runs out, and a library may crash. A pool of
:mod:`concurrent.futures` then gives up whatever is not done. Here each piece of work that a dead
process may have had is tried once more, alone; only what ends its process again is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Generic, TypeVar

from m44core.errors import M44Error
from m44core.messages.message import message

Item = TypeVar("Item")
Result = TypeVar("Result")


class LostError(M44Error):
    """Some work ended its process, also when it was tried again alone."""

    def __init__(self) -> None:
        super().__init__(
            message(
                "the process that worked on it ended unexpectedly, twice; memory may have run out"
            )
        )

    def __reduce__(self) -> tuple[type[LostError], tuple[()]]:
        return LostError, ()


def _wait(future: Future[Any]) -> None:
    wait([future])


class WorkerPool(Generic[Item, Result]):
    """Results of chunks of items, in their order, worked on in several processes.

    Args:
        start: Makes an executor with a number of processes.
        jobs: How many processes there may be.
        work: Returns the results of some items; a function that can be pickled.
        chunks: The items, as they are handed out.
        lost: Returns the result of an item that ended its process twice.
        wait_for: Waits for a future; it may raise.
    """

    def __init__(
        self,
        start: Callable[[int], Executor],
        jobs: int,
        work: Callable[[Sequence[Item]], Sequence[Result]],
        chunks: Sequence[Sequence[Item]],
        lost: Callable[[Item], Result],
        wait_for: Callable[[Future[Any]], None] = _wait,
    ) -> None:
        self._start, self._jobs, self._work = start, jobs, work
        self._chunks, self._lost, self._wait_for = chunks, lost, wait_for
        self._executor = start(jobs)
        self._futures = [self._submitted(chunk) for chunk in chunks]
        self._next = 0

    def results(self) -> Iterator[Result]:
        """Yield the results; exceptions of the work are raised in their place."""
        while self._next < len(self._chunks):
            future = self._whole(self._next)
            self._next += 1
            yield from future.result()

    def finished(self) -> Iterator[Result]:
        """Yield the results that are there already, without waiting for others."""
        for future in self._futures[self._next :]:
            if future.done() and not future.cancelled() and not future.exception():
                yield from future.result()

    def shutdown(self) -> None:
        """Wait for the work that was begun, and end the processes."""
        self._executor.shutdown(cancel_futures=True)

    def _whole(self, number: int) -> Future[Sequence[Result]]:
        """Return the future of a chunk once it is done, whichever processes died meanwhile."""
        self._wait_for(self._futures[number])
        while _is_broken(self._futures[number]):
            self._recover(number)
            self._wait_for(self._futures[number])
        return self._futures[number]

    def _recover(self, first: int) -> None:
        """Try alone what may have ended a process, and hand out the rest again."""
        self._begin(1)
        broken = [n for n in range(first, len(self._chunks)) if _is_broken(self._futures[n])]
        handed_out = 2 * self._jobs + 1  # to the processes, and to the queue they take from
        for number in broken[:handed_out]:
            self._futures[number] = _joined([self._alone(item) for item in self._chunks[number]])
        self._begin(self._jobs)
        for number in broken[handed_out:]:
            self._futures[number] = self._submitted(self._chunks[number])

    def _alone(self, item: Item) -> Future[Sequence[Result]]:
        future = self._submitted([item])
        self._wait_for(future)
        if not _is_broken(future):
            return future
        self._begin(1)
        return _done([self._lost(item)])

    def _begin(self, jobs: int) -> None:
        """Replace the processes; those before have nothing left to do."""
        self._executor.shutdown()
        self._executor = self._start(jobs)

    def _submitted(self, items: Sequence[Item]) -> Future[Sequence[Result]]:
        try:
            return self._executor.submit(self._work, items)
        except BrokenProcessPool as error:  # a process died while others start
            failed: Future[Sequence[Result]] = Future()
            failed.set_exception(error)
            return failed


def _is_broken(future: Future[Sequence[Result]]) -> bool:
    return isinstance(future.exception(), BrokenProcessPool)


def _joined(futures: Sequence[Future[Sequence[Result]]]) -> Future[Sequence[Result]]:
    """Return a future with all results, or the first that failed."""
    failed = next((future for future in futures if future.exception()), None)
    return failed or _done([result for future in futures for result in future.result()])


def _done(results: Sequence[Result]) -> Future[Sequence[Result]]:
    future: Future[Sequence[Result]] = Future()
    future.set_result(results)
    return future
