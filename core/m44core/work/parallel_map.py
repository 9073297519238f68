"""Doing one thing to many, side by side: the results come in the order of what was given."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from m44core.interrupts import Uninterrupted

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

T = TypeVar("T")
_AHEAD = 512  # jobs that wait, at most
_PATIENCE = 0.1  # seconds until an interrupt is noticed


@contextmanager
def parallel_map(
    work: Callable[..., T],
    on_lost: Callable[..., T],
    jobs: int,
    *arguments: Sequence[Any],
    executor: Executor | None = None,
) -> Iterator[Iterator[T]]:
    """Yield the results of some work for each of several things, in their order.

    An interrupt ends the processes at once, as any exception in the block does.

    Args:
        work: What is done; where there are several processes, a function of a module.
        on_lost: Makes the result where the work ended its process twice: it is called with a
            :class:`LostError`, and then as *work* is.
        jobs: How many processes there may be.
        *arguments: What it is called with, one sequence for each of its arguments.
        executor: What does the work, instead of processes that end with the block.
    """
    number = len(arguments[0])
    if executor is not None:
        yield Results(executor, work, on_lost, zip(*arguments, strict=True))
    elif jobs == 1 or number < 2:
        yield map(work, *arguments)
    else:
        from m44core.work.executors import Processes, fastest_start_method  # slow to import

        processes = Processes(min(jobs, number), fastest_start_method())
        try:
            yield Results(processes, work, on_lost, zip(*arguments, strict=True))
        finally:
            processes.terminate()


class Results(Generic[T]):
    """The results of work that an executor does, which has some hundred jobs at hand.

    Args:
        executor: What does the work.
        work: What is done.
        lost: As for :func:`each`.
        items: The arguments of each job.
    """

    def __init__(
        self,
        executor: Executor,
        work: Callable[..., T],
        lost: Callable[..., T],
        items: Iterable[Sequence[Any]],
    ) -> None:
        self._submit, self._work, self._lost = executor.submit, work, lost
        self._items = iter(items)
        self._jobs: deque[tuple[Sequence[Any], Future[T]]] = deque()
        with Uninterrupted("SIGINT"):
            self._go_on(_AHEAD)

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        """Wait for the next result.

        Raises:
            Exception: as the work raised it.
            KeyboardInterrupt: somebody interrupted.
        """
        from concurrent.futures import wait  # 7 ms

        if not self._jobs:
            raise StopIteration
        item, future = self._jobs[0]
        is_done = False
        while not is_done:
            with Uninterrupted(
                "SIGINT"
            ):  # an interrupt amid the locks of a future could leave one locked
                is_done = bool(wait([future], _PATIENCE).done)
        with Uninterrupted("SIGINT"):
            self._go_on(1)
            self._jobs.popleft()
            return self._result(item, future)

    def finished(self) -> Iterator[T]:
        """Yield the results that are there already, without waiting for others."""
        for _, future in self._jobs:
            if future.done() and not future.cancelled() and not future.exception():
                yield future.result()

    def _go_on(self, number: int) -> None:
        for item in islice(self._items, number):
            self._jobs.append((item, self._submit(self._work, *item)))

    def _result(self, item: Sequence[Any], future: Future[T]) -> T:
        from concurrent.futures import BrokenExecutor  # 7 ms

        from m44core.work.executors import LostError  # 37 ms

        try:
            return future.result()
        except (LostError, BrokenExecutor):  # our processes, and those of others
            return self._lost(LostError(), *item)
