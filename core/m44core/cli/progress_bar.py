"""A progress bar on standard error, with the remaining time of a long command."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

from m44core.messages.message import Message, Words, message

_PATIENCE = 1.0  # seconds before it appears
_INTERVAL = 0.1
_WIDTH = 24  # of the bar
_MINUTE = 60


class ProgressBar:
    """Counts up to a total; hidden for the first second, and if the stream is not a terminal.

    Args:
        total: The number of steps.
        counted: Returns a number of steps in words: ``nouns.files``.
        words: The language of the line.
        stream: Where the line is shown; standard error by default.
        clock: Returns the time in seconds.
    """

    def __init__(
        self,
        total: int,
        counted: Callable[[int], Message],
        words: Words,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._total = total
        self._counted = counted
        self._words = words
        self._stream = stream or sys.stderr
        self._clock = clock
        self._done = 0
        self._shown = False
        self._watched = self._stream.isatty()
        self._began = clock()
        self._next = self._began + _PATIENCE

    def advance(self) -> None:
        """Count one step, and update the line at most every tenth of a second."""
        self._done += 1
        now = self._clock()
        if self._watched and now >= self._next and self._done < self._total:
            self._next = now + _INTERVAL
            self._shown = True
            self._write(f"\r{self._line(now)}\033[K")

    def clear(self) -> None:
        """Erase the line, so that something else can be printed."""
        if self._shown:
            self._shown = False
            self._write("\r\033[K")

    def _line(self, now: float) -> str:
        filled = _WIDTH * self._done // self._total
        left = (now - self._began) * (self._total - self._done) / self._done
        bar = "#" * filled + "." * (_WIDTH - filled)
        text = message(
            "{done} of {things}, {time} left",
            done=self._done,
            things=self._counted(self._total),
            time=_duration(left),
        )
        return f"[{bar}] {self._words.render(text)}"

    def _write(self, text: str) -> None:
        print(text, end="", file=self._stream, flush=True)


def _duration(seconds: float) -> Message:
    """Format a duration in seconds or minutes."""
    minutes = round(seconds / _MINUTE)
    if seconds < 2 * _MINUTE:
        return message("{number} s", number=round(seconds))
    return message("{number} min", number=minutes)
