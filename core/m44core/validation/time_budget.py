"""How much time a check may take: none keeps the others, or the user, waiting.

Time is that of the processor for this thread, so that a busy machine ends nothing. It is looked
at wherever a check yields, and by whoever reads long texts (:func:`keep_time`); no single step of
theirs is long, for the size of files, of values and of texts is bounded. What seems to be a long
one is the program tidying its memory or a machine that stands still, which would end a check now
and then and change what is said of a file: it counts as :data:`STEP`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from time import thread_time

CHECK_SECONDS = 0.5
"""Seconds for one check; a usual scenario takes a thousandth of it."""

MIN_SECONDS = 0.05
"""Seconds a check has after all time is spent."""

TOTAL_SECONDS = 1.5
"""Seconds all checks of a scenario have together."""

MAX_STEP_SECONDS = 0.1
"""Seconds that count, at most, of what passed since the time was last looked at."""


class OverdueError(Exception):
    """A check has taken all the time it has."""


_running = local()
_eras = [0]


def cancel_running_checks() -> None:
    """Let the checks that run, in whatever thread, stop where they next look at their time."""
    _eras[0] += 1


class TimeBudget:
    """The time of the checks of one scenario."""

    def __init__(self, everything: float = TOTAL_SECONDS, each: float = CHECK_SECONDS, least: float = MIN_SECONDS) -> None:
        self._left, self._each, self._least = everything, each, least
        self._era = _eras[0]
        self._now = thread_time()  # asking takes long, so a check begins when the last one ended

    @contextmanager
    def limit_check(self) -> Iterator[None]:
        """Limit the time of what runs inside.

        Raises:
            OverdueError: it took longer; only :func:`keep_time` raises it.
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
    """Do not count what is made once for all scenarios, such as the patterns of a language.

    Whichever check comes first has to wait for it, on a slow machine and for a scenario in many
    languages longer than a check may take.
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
    """Stop the check that runs here, if it has taken all the time it has, or nobody waits for it.

    Raises:
        OverdueError: that is so.
    """
    most = getattr(_running, "most", None)
    if most is not None and (_spent() > most or _running.era != _eras[0]):
        raise OverdueError


def _spent() -> float:
    """Look at the time, and return the seconds that count of the check that runs."""
    now = thread_time()
    _running.spent += min(now - _running.looked, MAX_STEP_SECONDS)
    _running.looked = now
    spent: float = _running.spent
    return spent
