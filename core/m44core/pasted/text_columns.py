"""Separates two columns of text that were copied side by side, as by ``pdftotext -layout``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

_RIGHT_TEXT = re.compile(r"(?<=\s{3})\S")
_MIN_LINES = 4  # minimum lines with text in the right column

NumberedLine = tuple[int, str]
"""A line, after its number from 1."""


def with_columns_apart(lines: Sequence[str]) -> list[NumberedLine]:
    """Return numbered lines in which a left column of text precedes the right one."""
    result: list[NumberedLine] = []
    run: list[NumberedLine] = []
    for number, line in enumerate(lines, start=1):
        if "\t" in line or "|" in line:
            result += [*_separated_columns(run), (number, line)]
            run = []
        else:
            run.append((number, line))
    return [*result, *_separated_columns(run)]


def _separated_columns(run: Sequence[NumberedLine]) -> Iterator[NumberedLine]:
    starts = Counter(
        match.start()
        for _, line in run
        for match in _RIGHT_TEXT.finditer(line)
        if match.start() > 8
    )
    start, count = starts.most_common(1)[0] if starts else (0, 0)
    if count < _MIN_LINES:
        yield from run
        return
    rows = [n for n, (_, line) in enumerate(run) if _has_right_text(line, start)]
    first, end = rows[0], rows[-1] + 1
    while end < len(run) and _is_right_column_empty(run[end][1], start):
        end += 1
    if not all(
        _is_right_column_empty(line, start) or _has_right_text(line, start)
        for _, line in run[first:end]
    ):
        yield from run
        return
    yield from run[:first]
    yield from ((number, line[:start].rstrip()) for number, line in run[first:end])
    yield 0, ""
    yield from ((number, line[start:].rstrip()) for number, line in run[first:end])
    yield 0, ""
    yield from run[end:]


def _has_right_text(line: str, start: int) -> bool:
    """Return whether a line has text in the right column, and a gap before it."""
    return len(line.rstrip()) > start and not line[start - 2 : start].strip()


def _is_right_column_empty(line: str, start: int) -> bool:
    """Return whether a line has no text in the right column; it may be empty."""
    return len(line.rstrip()) < start
