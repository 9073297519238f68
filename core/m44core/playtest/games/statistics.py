"""What a number of games allows to say: shares with their uncertainty, and spreads."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

_Z = 1.959964  # standard deviations that hold 95 of 100 results


@dataclass(frozen=True, slots=True)
class Share:
    """How many of a number of games went one way.

    Attributes:
        count: How many did.
        games: How many there were.
    """

    count: int
    games: int

    @property
    def rate(self) -> float:
        """The share, from 0 to 1; 0 if there was no game."""
        return self.count / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, in 95 of 100 such samples (Wilson's score interval)."""
        if not self.games:
            return 0.0, 1.0
        square = _Z * _Z / self.games
        middle = (self.rate + square / 2) / (1 + square)
        spread = self.rate * (1 - self.rate) / self.games
        reach = _Z * sqrt(spread + square / (4 * self.games)) / (1 + square)
        return min(self.rate, max(0.0, middle - reach)), max(self.rate, min(1.0, middle + reach))


@dataclass(frozen=True, slots=True)
class Spread:
    """Five numbers that say how values are spread: half of them lie between the quartiles."""

    least: float
    lower_quartile: float
    median: float
    upper_quartile: float
    most: float


def spread(values: Sequence[float]) -> Spread:
    """Return how at least one value is spread."""
    if len(values) == 1:
        return Spread(*[values[0]] * 5)
    lower, middle, upper = statistics.quantiles(values, n=4, method="inclusive")
    return Spread(min(values), lower, middle, upper, max(values))
