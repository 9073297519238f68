"""Doing one thing to many files, in as many processes as are asked for."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")
_ENDS = (signal.SIGINT, signal.SIGTERM)
_CHUNKS = 32  # for each process: at the end all but one wait for what is left of a chunk


@contextmanager
def each(work: Callable[..., T], jobs: int, *given: Sequence[Any]) -> Iterator[Iterator[T]]:
    """Yield what some work gives for each of several things, in their order.

    Args:
        work: What is done; where there are several processes, a function of a module.
        jobs: How many processes there may be.
        given: What it is called with, one sequence an argument.
    """
    number = len(given[0])
    if jobs == 1 or number < 2:
        yield map(work, *given)
        return
    from concurrent.futures import ProcessPoolExecutor  # slow to import

    from m44core.processes import heard

    pool = ProcessPoolExecutor(min(jobs, number), initializer=_leave_interrupts_to_parent)
    before = {end: signal.signal(end, _end_with_children) for end in heard(_ENDS)}
    try:
        yield pool.map(work, *given, chunksize=max(1, number // (jobs * _CHUNKS)))
    finally:
        pool.shutdown(cancel_futures=True)
        for end, handler in before.items():
            signal.signal(end, handler)


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _end_with_children(number: int, _: FrameType | None) -> NoReturn:
    """Leave at once, by the signal that came, as where there is one process only.

    An exception amid the pool's own work can make it wait for ever.
    """
    from multiprocessing import active_children  # imported with the pool

    for child in active_children():
        child.terminate()
    os.write(2, b"\nm44: interrupted\n")
    if os.name == "posix":
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)
    os._exit(128 + number)
