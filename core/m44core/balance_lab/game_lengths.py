"""The distribution of game lengths, as the bars of a chart."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

_MAX_BARS = 16


class LengthBar(NamedTuple):
    """The number of games whose length is in a range.

    Attributes:
        least: The lowest number of turns.
        most: The highest number of turns.
        games: The number of games.
    """

    least: int
    most: int
    games: int


def length_bars(turns: Sequence[int]) -> list[LengthBar]:
    """Return at most 16 bars of equal width for the lengths of games; empty without games."""
    if not turns:
        return []
    first, last = min(turns), max(turns)
    width = ceil((last - first + 1) / _MAX_BARS)
    return [
        LengthBar(start, start + width - 1, sum(start <= each < start + width for each in turns))
        for start in range(first, last + 1, width)
    ]
