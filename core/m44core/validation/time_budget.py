"""The time limit of checks, so that no check delays the others or the user.

Only the processor time of the running thread counts, so a busy machine stops no check. It is
measured whenever a check yields, and while long texts are analyzed (:func:`raise_if_overdue`); the
steps in between are short, because the sizes of files, values and texts are limited. A long step
means that garbage was collected or the machine paused, which must not change the findings of a
file: at most :data:`MAX_STEP_SECONDS` of a step count.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from time import thread_time

CHECK_SECONDS = 0.5
"""Seconds for one check; a typical scenario takes a thousandth of that."""

MIN_SECONDS = 0.05
"""Seconds each check gets even if the total is spent."""

TOTAL_SECONDS = 1.5
"""Seconds for all checks of a scenario together."""

MAX_STEP_SECONDS = 0.1
"""Maximum number of seconds counted between two readings of the clock."""


class OverdueError(Exception):
    """A check has used up its time."""


_running = local()
_generation = [0]


def cancel_running_checks() -> None:
    """Stop the checks running in all threads when they next call :func:`raise_if_overdue`."""
    _generation[0] += 1


class TimeBudget:
    """The time budget for the checks of one scenario.

    Args:
        total: Seconds for all checks together.
        per_check: Seconds for one check.
        minimum: Seconds for each check even if the total is spent.
    """

    def __init__(
        self,
        total: float = TOTAL_SECONDS,
        per_check: float = CHECK_SECONDS,
        minimum: float = MIN_SECONDS,
    ) -> None:
        self._left, self._per_check, self._minimum = total, per_check, minimum
        self._era = _generation[0]
        self._now = thread_time()  # reading is slow: a check begins where the last one ended

    @contextmanager
    def limit_check(self) -> Iterator[None]:
        """Limit the time of the code inside to that of one check.

        Raises:
            OverdueError: the code took too long; raised by :func:`raise_if_overdue` only.
        """
        _running.last_reading, _running.spent = self._now, 0.0
        _running.limit = max(self._minimum, min(self._per_check, self._left))
        _running.era = self._era
        try:
            yield
        finally:
            self._left -= _update_spent_seconds()
            self._now = _running.last_reading
            del _running.limit


@contextmanager
def untimed() -> Iterator[None]:
    """Exclude one-time work for all scenarios from the limit, such as compiling patterns.

    The first check that needs the work has to wait for it; on a slow machine, or for a scenario in
    many languages, that can take longer than a check may take.
    """
    is_limited = hasattr(_running, "limit")
    if is_limited:
        _update_spent_seconds()
    try:
        yield
    finally:
        if is_limited:
            _running.last_reading = thread_time()


def raise_if_overdue() -> None:
    """Stop the running check if its time is used up or it was canceled; cheap to call in loops.

    Raises:
        OverdueError: the check has to stop.
    """
    limit = getattr(_running, "limit", None)
    if limit is not None and (_update_spent_seconds() > limit or _running.era != _generation[0]):
        raise OverdueError


def _update_spent_seconds() -> float:
    """Read the clock, and return the seconds counted so far for the running check."""
    current_time = thread_time()
    _running.spent += min(current_time - _running.last_reading, MAX_STEP_SECONDS)
    _running.last_reading = current_time
    spent: float = _running.spent
    return spent
