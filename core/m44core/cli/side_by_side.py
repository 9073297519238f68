"""Doing one thing to many files, in as many processes as are asked for."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import Any, NoReturn, TypeVar

from m44core.cli.complaints import INTERRUPTION
from m44core.messages.words import Words

T = TypeVar("T")
_ENDS = (signal.SIGINT, signal.SIGTERM)
_CHUNKS = 32  # for each process: at the end all but one wait for what is left of a chunk


@contextmanager
def each(
    work: Callable[..., T],
    lost: Callable[..., T],
    jobs: int,
    told: Words,
    *given: Sequence[Any],
) -> Iterator[Iterator[T]]:
    """Yield what some work gives for each of several things, in their order.

    Args:
        work: What is done; where there are several processes, a function of a module.
        lost: What stands for the result where the work ended its process twice: it is called
            with an error that says so, and then as *work* is.
        jobs: How many processes there may be.
        told: The language in which an interrupt is reported.
        given: What it is called with, one sequence an argument.
    """
    number = len(given[0])
    if jobs == 1 or number < 2:
        yield map(work, *given)
        return
    from concurrent.futures import ProcessPoolExecutor  # slow to import

    from m44core.processes import heard, serve_parent
    from m44core.worker_pool import LostError, WorkerPool

    items = list(zip(*given, strict=True))
    size = max(1, number // (jobs * _CHUNKS))
    chunks = [items[first : first + size] for first in range(0, number, size)]
    start = partial(ProcessPoolExecutor, initializer=serve_parent)
    end_with_children = partial(_end_with_children, os.getpid(), interrupted(told))
    before = {end: signal.signal(end, end_with_children) for end in heard(_ENDS)}
    pool: WorkerPool[tuple[Any, ...], T] = WorkerPool(
        start, min(jobs, number), partial(_of_each, work), chunks, lambda i: lost(LostError(), *i)
    )
    try:
        yield pool.results()
    finally:
        pool.shutdown()
        for end, handler in before.items():
            signal.signal(end, handler)


def _of_each(work: Callable[..., T], items: Sequence[tuple[Any, ...]]) -> list[T]:
    return [work(*item) for item in items]


def interrupted(told: Words) -> str:
    """Return what is printed when an interrupt ends a command."""
    return f"\nm44: {told.render(INTERRUPTION)}\n"


def _end_with_children(parent: int, said: str, number: int, _: FrameType | None) -> NoReturn:
    """Leave at once, by the signal that came, as where there is one process only.

    An exception amid the pool's own work can make it wait for ever. A process that was just
    forked leaves in the same way, without a word.
    """
    from multiprocessing import active_children  # imported with the pool

    if os.getpid() == parent:
        for child in active_children():
            child.terminate()
        encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
        os.write(2, said.encode(encoding, "backslashreplace"))
    if os.name == "posix":
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)
    os._exit(128 + number)
