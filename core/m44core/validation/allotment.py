"""How much time a check may take: none keeps the others, or the user, waiting.

Time is that of the processor for this thread, so that a busy machine ends nothing. It is looked
at wherever a check yields, and by whoever reads long texts (:func:`keep_time`); no single step of
theirs is long, for the size of files, of values and of texts is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from time import thread_time

EACH = 0.5
"""Seconds for one check; a usual scenario takes a thousandth of it."""

LEAST = 0.05
"""Seconds a check has after all time is spent."""

ALL = 1.5
"""Seconds all checks of a scenario have together."""


class OverdueError(Exception):
    """A check has taken all the time it has."""


_running = local()
_eras = [0]


def end_running() -> None:
    """Let the checks that run, in whatever thread, stop where they next look at their time."""
    _eras[0] += 1


class Allotment:
    """The time of the checks of one scenario."""

    def __init__(self, everything: float = ALL, each: float = EACH, least: float = LEAST) -> None:
        self._left, self._each, self._least = everything, each, least
        self._era = _eras[0]
        self._now = thread_time()  # asking takes long, so a check begins when the last one ended

    @contextmanager
    def for_one_check(self) -> Iterator[None]:
        """Limit the time of what runs inside.

        Raises:
            OverdueError: it took longer; only :func:`keep_time` raises it.
        """
        began = self._now
        _running.aside = 0.0
        _running.end = began + max(self._least, min(self._each, self._left))
        _running.era = self._era
        try:
            yield
        finally:
            del _running.end
            self._now = thread_time()
            self._left -= self._now - began - _running.aside


@contextmanager
def aside() -> Iterator[None]:
    """Do not count what is made once for all scenarios, such as the patterns of a language.

    Whichever check comes first has to wait for it, on a slow machine and for a scenario in many
    languages longer than a check may take.
    """
    began = thread_time()
    try:
        yield
    finally:
        if hasattr(_running, "end"):
            taken = thread_time() - began
            _running.end += taken
            _running.aside += taken


def keep_time() -> None:
    """Stop the check that runs here, if it has taken all the time it has, or nobody waits for it.

    Raises:
        OverdueError: that is so.
    """
    end = getattr(_running, "end", None)
    if end is not None and (thread_time() > end or _running.era != _eras[0]):
        raise OverdueError
