"""A progress bar on standard error, with the remaining time of a long-running command."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

from m44core.cli.progress_line import ProgressLine, duration_text
from m44core.messages.message import Message, Renderer, message

_WIDTH = 24  # of the bar


class ProgressBar:
    """Counts up to a total; hidden for the first second, and if the stream is not a terminal.

    Args:
        total: The number of steps.
        count_message: Returns the message for a number of steps, such as ``nouns.files``.
        renderer: The renderer of the line.
        stream: The stream for the line; standard error by default.
        clock: Returns the time in seconds.
    """

    def __init__(
        self,
        total: int,
        count_message: Callable[[int], Message],
        renderer: Renderer,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._total = total
        self._count_message = count_message
        self._renderer = renderer
        self._line = ProgressLine(stream, clock)
        self._done = 0

    def advance(self) -> None:
        """Count one step, and update the line at most every tenth of a second."""
        self._done += 1
        if self._done < self._total:
            self._line.show(self._text)

    def clear(self) -> None:
        """Erase the line, so that something else can be printed."""
        self._line.clear()

    def _text(self, seconds: float) -> str:
        filled = _WIDTH * self._done // self._total
        seconds_left = seconds * (self._total - self._done) / self._done
        bar = "#" * filled + "." * (_WIDTH - filled)
        text = message(
            "{done} of {things}, {time} left",
            done=self._done,
            things=self._count_message(self._total),
            time=duration_text(seconds_left),
        )
        return f"[{bar}] {self._renderer.render(text)}"
