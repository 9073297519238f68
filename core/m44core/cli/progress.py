"""A line on standard error that shows how far a long command is."""

from __future__ import annotations

import sys
import time

_PATIENCE = 1.0  # seconds before it shows anything
_INTERVAL = 0.1


class Progress:
    """Counts up to a total; silent for the first second, and where nobody watches.

    Args:
        total: How much there is to do.
        noun: What is counted.
    """

    def __init__(self, total: int, noun: str) -> None:
        self._total = total
        self._noun = noun
        self._done = 0
        self._shown = False
        self._watched = sys.stderr.isatty()
        self._next = time.monotonic() + _PATIENCE

    def advance(self) -> None:
        """Count one more, and show it if it is time."""
        self._done += 1
        now = time.monotonic()
        if self._watched and now >= self._next and self._done < self._total:
            self._next = now + _INTERVAL
            self._shown = True
            print(
                f"\r{self._done} of {self._total} {self._noun}", end="", file=sys.stderr, flush=True
            )

    def clear(self) -> None:
        """Take the line away, so that something else can be printed."""
        if self._shown:
            self._shown = False
            print("\r\033[K", end="", file=sys.stderr, flush=True)
