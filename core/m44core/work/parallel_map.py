"""Mapping a function over many values in parallel, with the results in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from m44core.interrupts import DeferredSignals

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

T = TypeVar("T")
_JOBS_AHEAD = 512  # the default maximum number of jobs submitted ahead
_POLL_SECONDS = 0.1  # the maximum time until an interrupt is noticed, in seconds


@contextmanager
def parallel_map(
    work: Callable[..., T],
    on_lost: Callable[..., T],
    jobs: int,
    *arguments: Sequence[Any],
    executor: Executor | None = None,
) -> Iterator[Iterator[T]]:
    """Provide an iterator over the results of a function for several values, in order.

    An interrupt ends the processes immediately, as does any exception in the block.

    Args:
        work: The function; for several processes it must be defined at the top level of a module.
        on_lost: Returns the result for a job whose process died twice; it is called with a
            :class:`ProcessDiedError` followed by the arguments of *work*.
        jobs: The maximum number of processes; 1 to work in this process.
        *arguments: One sequence for each argument of *work*.
        executor: The executor to use instead of processes that end with the block.
    """
    number = len(arguments[0])
    if executor is not None:
        yield OrderedResults(executor, work, on_lost, zip(*arguments, strict=True))
    elif jobs == 1 or number < 2:
        yield map(work, *arguments)
    else:
        from m44core.work.executors import ProcessExecutor, preferred_start_method  # slow to import

        processes = ProcessExecutor(min(jobs, number), preferred_start_method())
        try:
            yield OrderedResults(processes, work, on_lost, zip(*arguments, strict=True))
        finally:
            processes.terminate()


class OrderedResults(Generic[T]):
    """An iterator over the results of jobs in order; a limited number is submitted ahead.

    Args:
        executor: The executor.
        work: The function.
        on_lost: As for :func:`parallel_map`.
        items: The arguments of each job.
        ahead: The maximum number of jobs submitted ahead, or a function that returns it.
    """

    def __init__(
        self,
        executor: Executor,
        work: Callable[..., T],
        on_lost: Callable[..., T],
        items: Iterable[Sequence[Any]],
        ahead: int | Callable[[], int] = _JOBS_AHEAD,
    ) -> None:
        self._submit, self._work, self._on_lost = executor.submit, work, on_lost
        self._items = iter(items)
        self._jobs: deque[tuple[Sequence[Any], Future[T]]] = deque()
        self._ahead = ahead
        with DeferredSignals("SIGINT"):
            self._submit_more()

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        """Wait for the next result and return it.

        Raises:
            Exception: the job raised it.
            KeyboardInterrupt: the user interrupted.
        """
        from concurrent.futures import wait  # 7 ms

        if not self._jobs:
            raise StopIteration
        item, future = self._jobs[0]
        is_done = False
        while not is_done:
            with DeferredSignals("SIGINT"):  # an interrupt could leave a lock of the future held
                is_done = bool(wait([future], _POLL_SECONDS).done)
        with DeferredSignals("SIGINT"):
            self._submit_more(taken_count=1)
            self._jobs.popleft()
            return self._result(item, future)

    def finished_results(self) -> Iterator[T]:
        """Yield the results that are available without waiting; they remain in the iterator."""
        for _, future in self._jobs:
            if future.done() and not future.cancelled() and not future.exception():
                yield future.result()

    def cancel(self) -> None:
        """Cancel the jobs whose results have not been returned, if the executor still can."""
        for _, future in self._jobs:
            future.cancel()
        self._jobs.clear()

    def _submit_more(self, taken_count: int = 0) -> None:
        jobs_ahead = self._ahead if isinstance(self._ahead, int) else self._ahead()
        for item in islice(self._items, max(0, jobs_ahead + taken_count - len(self._jobs))):
            self._jobs.append((item, self._submit(self._work, *item)))

    def _result(self, item: Sequence[Any], future: Future[T]) -> T:
        from concurrent.futures import BrokenExecutor  # 7 ms

        from m44core.work.executors import ProcessDiedError  # 37 ms

        try:
            return future.result()
        except (ProcessDiedError, BrokenExecutor):  # of our executors, and of others
            return self._on_lost(ProcessDiedError(), *item)
