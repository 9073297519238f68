"""The line that shows how far a long command is."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import pytest

from m44core.cli.progress import Progress


class Terminal(StringIO):
    """A stream somebody watches."""

    def isatty(self) -> bool:
        return True


def seconds(step: float) -> Iterator[float]:
    now = 0.0
    while True:
        yield now
        now += step


def shown(stream: StringIO, step: float, total: int = 6) -> str:
    """What is written while a total is counted, each step taking so many seconds."""
    progress = Progress(total, "files", stream, seconds(step).__next__)
    for _ in range(total):
        progress.clear()
        progress.advance()
    progress.clear()
    return stream.getvalue()


def test_the_first_second_is_silent() -> None:
    assert shown(Terminal(), 0.15) == ""


def test_then_it_counts_and_takes_its_line_away_in_the_end() -> None:
    counts = ["2 of 6 files", "3 of 6 files", "4 of 6 files", "5 of 6 files"]
    assert shown(Terminal(), 0.5) == "".join(f"\r{count}\r\033[K" for count in counts)


def test_it_writes_no_more_than_ten_times_a_second() -> None:
    assert shown(Terminal(), 0.05, total=41).count(" of 41 files") == pytest.approx(10, abs=1)


def test_nothing_is_written_where_nobody_watches() -> None:
    assert shown(StringIO(), 5.0) == ""
