"""The progress of a job, reported by the job itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import local
from typing import TypeVar

T = TypeVar("T")

_job = local()


def set_progress_listener(listener: Callable[[float], None] | None) -> None:
    """Set the function that receives the progress of jobs in this thread; used by executors."""
    _job.listener = listener


def report_progress(fraction: float) -> None:
    """Report the progress of the current job, from 0 to 1; outside of a job, do nothing.

    Raises:
        CancelledError: the job was canceled.
    """
    if (listener := getattr(_job, "listener", None)) is not None:
        listener(fraction)


def iterate_with_progress(parts: Sequence[T], begin: float = 0.0, end: float = 1.0) -> Iterator[T]:
    """Yield the items of a sequence while reporting progress from *begin* to *end*.

    Raises:
        CancelledError: the job was canceled.
    """
    for number, part in enumerate(parts):
        report_progress(begin + (end - begin) * number / len(parts))
        yield part
    report_progress(end)
