"""A progress line on standard error for long-running commands."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

from m44core.cli.quiet_mode import is_quiet
from m44core.messages.message import Message, message

_DELAY = 1.0  # seconds before it appears
_INTERVAL = 0.1
_MINUTE = 60


class ProgressLine:
    """A line that overwrites itself; hidden for a second, with ``--quiet``, and without a terminal.

    Args:
        stream: The stream for the line; standard error by default.
        clock: Returns the time in seconds.
    """

    def __init__(
        self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream or sys.stderr
        self._clock = clock
        self._is_shown = False
        self._is_enabled = self._stream.isatty() and not is_quiet()
        self._began = clock()
        self._next = self._began + _DELAY

    def show(self, line: Callable[[float], str]) -> None:
        """Show a line, at most every tenth of a second.

        Args:
            line: Returns the line, given the seconds since the start; called only when the line is
                shown.
        """
        current_time = self._clock()
        if self._is_enabled and current_time >= self._next:
            self._next = current_time + _INTERVAL
            self._is_shown = True
            self._write(f"\r{line(current_time - self._began)}\033[K")

    def clear(self) -> None:
        """Erase the line, so that something else can be printed."""
        if self._is_shown:
            self._is_shown = False
            self._write("\r\033[K")

    def _write(self, text: str) -> None:
        print(text, end="", file=self._stream, flush=True)


def duration_text(seconds: float) -> Message:
    """Return a duration in seconds or minutes: *90 s*, *3 min*."""
    if seconds < 2 * _MINUTE:
        return message("{number} s", number=round(seconds))
    return message("{number} min", number=round(seconds / _MINUTE))
