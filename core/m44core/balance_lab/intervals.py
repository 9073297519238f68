"""Group-sequential confidence intervals for a win rate, valid at every look.

A normal 95% interval is no longer valid if you look at it after every game and stop when you like.
Here there are eight looks on the way to the requested precision, with the boundaries of O'Brien and
Fleming: wide at first, and at the end only 5% wider than an interval for a single look. The chance
that any of the intervals of a verdict misses the truth is 4%; 1% is reserved for later refinements
of verdicts on the same scenario, each of which gets a fifth of the previous one's share. The
factors were computed by numerical integration of the boundaries, which a test repeats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import fmean

LOOKS = 8  # on the way to the requested precision
MIN_GAMES = 24  # before the first look: the spread of fewer games says little
_USUAL_DEVIATION = 0.36  # of luck-adjusted results, in the middle of the built-in scenarios
_PRIOR = (0.0, 1.0, 0.0, 1.0)  # results
_FACTORS = (2.1586, 2.7199, 3.2026, 3.632)  # standard errors, by refinement


@dataclass(frozen=True, slots=True)
class Interval:
    """The estimated mean of some results, with its confidence interval.

    Attributes:
        mean: The estimated mean, from 0 to 1: the mean of the results with two wins and two losses
            added.
        low: The lower end of the interval, at least 0.
        high: The upper end, at most 1.
        games: The number of games at the look that computed it.
        planned: The number of games expected until it has the requested precision.
    """

    mean: float
    low: float
    high: float
    games: int
    planned: int

    @property
    def is_precise(self) -> bool:
        """Whether there are enough games for the requested precision."""
        return self.games >= self.planned

    @property
    def half_width(self) -> float:
        """Half the width of the interval before it is clipped to 0 and 1."""
        return max(self.high - self.mean, self.mean - self.low)


UNKNOWN = Interval(0.5, 0.0, 1.0, 0, MIN_GAMES)


def games_needed(values: Sequence[float], precision: float, refinement: int = 0) -> int:
    """Return about how many games the requested precision needs, given the variance of results.

    Args:
        values: The results so far, usually from 0 to 1.
        precision: Half the requested width, as a share: 0.05.
        refinement: The number of earlier verdicts on the same games.
    """
    return max(
        MIN_GAMES,
        ceil((_refinement_factor(refinement) * _standard_deviation(values) / precision) ** 2),
    )


def usual_games_needed(precision: float) -> int:
    """Return about how many games a precision needs if nothing is known about the results."""
    return max(MIN_GAMES, ceil((_refinement_factor(0) * _USUAL_DEVIATION / precision) ** 2))


def first_look_games(values: Sequence[float], precision: float, refinement: int = 0) -> int:
    """Return about how many games the first look needs, given the results so far.

    The arguments are those of :func:`games_needed`.
    """
    planned = (
        usual_games_needed(precision)
        if len(values) < MIN_GAMES
        else games_needed(values, precision, refinement)
    )
    return max(MIN_GAMES, ceil(planned / LOOKS))


def confidence_interval(values: Sequence[float], precision: float, refinement: int = 0) -> Interval:
    """Return the interval at a look; :data:`UNKNOWN` before :data:`MIN_GAMES` games.

    The arguments are those of :func:`games_needed`.
    """
    games = len(values)
    if games < MIN_GAMES:
        return UNKNOWN
    planned = games_needed(values, precision, refinement)
    mean = fmean(_results_with_prior(values))
    half_width = (
        _refinement_factor(refinement)
        * _standard_deviation(values)
        * sqrt(max(games, planned))
        / games
    )
    clipped_mean = min(1.0, max(0.0, mean))
    return Interval(
        clipped_mean, max(0.0, mean - half_width), min(1.0, mean + half_width), games, planned
    )


def is_look_due(
    values: Sequence[float], previous: Interval, precision: float, refinement: int
) -> bool:
    """Return whether the next of the eight looks is due.

    Args:
        values: The results so far.
        previous: The interval at the previous look; :data:`UNKNOWN` before the first.
        precision: Half the requested width, as a share.
        refinement: The number of earlier verdicts on the same games.
    """
    if len(values) < MIN_GAMES:
        return False
    planned = games_needed(values, precision, refinement)
    return LOOKS * len(values) // planned > LOOKS * previous.games // planned


def _refinement_factor(refinement: int) -> float:
    return _FACTORS[min(refinement, len(_FACTORS) - 1)]


def _standard_deviation(values: Sequence[float]) -> float:
    """Return the standard deviation of the results and the prior results together."""
    results = _results_with_prior(values)
    mean = fmean(results)
    return sqrt(sum((value - mean) ** 2 for value in results) / (len(results) - 1))


def _results_with_prior(values: Sequence[float]) -> tuple[float, ...]:
    """Return the results with two wins and two losses added, as Agresti and Coull do.

    Without them the intervals of one-sided scenarios miss the truth too often: a run would end as
    soon as the results happen to vary little, and a side that won every game would seem certain to
    win.
    """
    return *values, *_PRIOR
