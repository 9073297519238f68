"""The time limit of a check, so that none delays the others or the user.

The processor time of this thread counts, so that a busy machine stops no check. It is measured
whenever a check yields, and while long texts are analysed (:func:`keep_time`); no step between
takes long, because the sizes of files, values and texts are limited. A long step is a garbage
collection or a machine that was paused, which must not change the findings of a file: it counts
as :data:`STEP`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from time import thread_time

CHECK_SECONDS = 0.5
"""Seconds for one check; a usual scenario takes a thousandth of that."""

MIN_SECONDS = 0.05
"""Seconds each check gets even if the total is spent."""

TOTAL_SECONDS = 1.5
"""Seconds for all checks of a scenario together."""

MAX_STEP_SECONDS = 0.1
"""The most seconds that count between two looks at the clock."""


class OverdueError(Exception):
    """A check has used up its time."""


_running = local()
_generation = [0]


def cancel_running_checks() -> None:
    """Make the checks running in any thread stop when they next look at the clock."""
    _generation[0] += 1


class TimeBudget:
    """The time budget for the checks of one scenario."""

    def __init__(
        self,
        total: float = TOTAL_SECONDS,
        per_check: float = CHECK_SECONDS,
        minimum: float = MIN_SECONDS,
    ) -> None:
        self._left, self._each, self._least = total, per_check, minimum
        self._era = _generation[0]
        self._now = thread_time()  # asking takes long, so a check begins when the last one ended

    @contextmanager
    def limit_check(self) -> Iterator[None]:
        """Limit the time of the code inside to that of one check.

        Raises:
            OverdueError: it took longer; only :func:`raise_if_overdue` raises it.
        """
        _running.looked, _running.spent = self._now, 0.0
        _running.most = max(self._least, min(self._each, self._left))
        _running.era = self._era
        try:
            yield
        finally:
            self._left -= _spent()
            self._now = _running.looked
            del _running.most


@contextmanager
def untimed() -> Iterator[None]:
    """Do not count work that is done once for all scenarios, such as the patterns of a language.

    Whichever check comes first has to wait for it: on a slow machine, and for a scenario in many
    languages, longer than a check may take.
    """
    limited = hasattr(_running, "most")
    if limited:
        _spent()
    try:
        yield
    finally:
        if limited:
            _running.looked = thread_time()


def raise_if_overdue() -> None:
    """Stop the running check if its time is used up or it was cancelled.

    Raises:
        OverdueError: it has to stop.
    """
    most = getattr(_running, "most", None)
    if most is not None and (_spent() > most or _running.era != _generation[0]):
        raise OverdueError


def _spent() -> float:
    """Look at the clock, and return the seconds that count for the running check."""
    now = thread_time()
    _running.spent += min(now - _running.looked, MAX_STEP_SECONDS)
    _running.looked = now
    spent: float = _running.spent
    return spent
