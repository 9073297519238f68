"""How far a job has come: jobs report it, whoever waits for them shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import local
from typing import TypeVar

T = TypeVar("T")

_job = local()


def set_listener(listener: Callable[[float], None] | None) -> None:
    """Call *listener* with the progress of the jobs of this thread; only executors do so."""
    _job.listener = listener


def report(share: float) -> None:
    """Report which share of the job is done, from 0 to 1; nothing happens outside of a job.

    Raises:
        CancelledError: the job was cancelled.
    """
    if (listener := getattr(_job, "listener", None)) is not None:
        listener(share)


def report_each(parts: Sequence[T], begin: float = 0.0, end: float = 1.0) -> Iterator[T]:
    """Yield parts of equal weight and report each; together they are *begin* to *end* of the job.

    Raises:
        CancelledError: the job was cancelled.
    """
    for number, part in enumerate(parts):
        report(begin + (end - begin) * number / len(parts))
        yield part
    report(end)
