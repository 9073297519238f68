"""The line that shows the progress of a long command."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest

from m44core.cli.progress_bar import ProgressBar
from m44core.messages import nouns
from m44core.messages.renderers import renderer_in


class FakeTerminal(StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def clock_times(step: float) -> Iterator[float]:
    time = 0.0
    while True:
        yield time
        time += step


def progress_bar_output(stream: StringIO, step: float, total: int = 6) -> str:
    """Return the output of a progress bar whose steps take *step* seconds each."""
    progress = ProgressBar(
        total, nouns.files, renderer_in("en"), stream, clock_times(step).__next__
    )
    for _ in range(total):
        progress.clear()
        progress.advance()
    progress.clear()
    return stream.getvalue()


def test_no_progress_bar_is_shown_in_the_first_second() -> None:
    assert progress_bar_output(FakeTerminal(), 0.15) == ""


def test_the_progress_bar_counts_and_is_erased_at_the_end() -> None:
    lines = [
        "[########................] 2 of 6 files, 2 s left",
        "[############............] 3 of 6 files, 2 s left",
        "[################........] 4 of 6 files, 1 s left",
        "[####################....] 5 of 6 files, 0 s left",
    ]
    assert progress_bar_output(FakeTerminal(), 0.5) == "".join(
        f"\r{line}\033[K\r\033[K" for line in lines
    )


def test_a_long_remaining_time_is_given_in_minutes() -> None:
    assert "1 of 3 files, 2 min left" in progress_bar_output(FakeTerminal(), 60.0, total=3)


def test_the_progress_bar_updates_at_most_ten_times_a_second() -> None:
    assert progress_bar_output(FakeTerminal(), 0.05, total=41).count(
        " of 41 files"
    ) == pytest.approx(10, abs=1)


def test_without_a_terminal_no_progress_is_written() -> None:
    assert progress_bar_output(StringIO(), 5.0) == ""


def test_the_progress_bar_is_in_the_requested_language() -> None:
    stream = FakeTerminal()
    progress = ProgressBar(3, nouns.files, renderer_in("fr"), stream, clock_times(60.0).__next__)
    progress.advance()
    assert "1 sur 3 fichiers, encore 2 min" in stream.getvalue().replace("\u00a0", " ")
