"""Results minus luck: the same mean with less variance, as if from more games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from statistics import fmean
from typing import Protocol

from m44core.balance_lab.luck_meter import LUCK_LEVELS

_MIN_GAMES = 20  # games from which the shares of the levels can be chosen
_CENTRE = LUCK_LEVELS.index(0.0)
_GAMES_OF_PRIOR = 50.0  # of ridge, in variances of a result


class PlayedGame(Protocol):
    """The part of a game that the adjustment needs.

    It is a :class:`~m44core.balance_lab.game_record.GameRecord` or similar.
    """

    @property
    def number(self) -> int:
        """The number of the game."""

    @property
    def luck(self) -> tuple[float, ...]:
        """The luck of the Allies, for each of LUCK_LEVELS."""

    @property
    def allied_result(self) -> float:
        """1 if the Allies won, 0.5 for a draw, else 0."""


@dataclass(frozen=True, slots=True)
class AdjustedResults:
    """Results of games with less variance and the same mean.

    Attributes:
        values: The adjusted result of the Allies in each game; may lie outside the range 0 to 1.
        factor: How many plain results one adjusted result is worth: the ratio of the variances.
        is_luck_subtracted: Whether luck was subtracted; False if subtraction would not help or
            there are too few games.
    """

    values: list[float]
    factor: float
    is_luck_subtracted: bool


def adjusted_results(records: Sequence[PlayedGame]) -> AdjustedResults:
    """Return the Allied results minus their luck, in the order of the games.

    The weights of the luck are fitted to the games whose numbers have the other parity, so that the
    mean stays unbiased. If this does not reduce the variance, or leaves none, the plain results are
    returned.
    """
    plain_results = [record.allied_result for record in records]
    shares = [_luck_shares([r for r in records if r.number % 2 != parity]) for parity in (0, 1)]
    values = [
        result - sum(map(mul, shares[record.number % 2], record.luck))
        for record, result in zip(records, plain_results, strict=True)
    ]
    plain_variance, adjusted_variance = _variance(plain_results), _variance(values)
    if not 0 < adjusted_variance < plain_variance:
        return AdjustedResults(plain_results, 1.0, is_luck_subtracted=False)
    return AdjustedResults(values, plain_variance / adjusted_variance, is_luck_subtracted=True)


def _luck_shares(records: Sequence[PlayedGame]) -> list[float]:
    """Return, for each level, the share of its luck to subtract.

    A ridge regression finds the shares that minimize the variance in these games, shrunk towards
    subtracting all luck at level 0. A blend of levels has less variance than the best level.
    """
    shares = [float(level == _CENTRE) for level in range(len(LUCK_LEVELS))]
    if len(records) < _MIN_GAMES / 2:
        return shares
    columns = [_centered_values(values) for values in zip(*(r.luck for r in records), strict=True)]
    results = _centered_values([record.allied_result for record in records])
    residuals = [result - luck for result, luck in zip(results, columns[_CENTRE], strict=True)]
    prior = _GAMES_OF_PRIOR * _variance(residuals)
    matrix = [[sum(map(mul, one, other)) for other in columns] for one in columns]
    for level, row in enumerate(matrix):
        row[level] += prior
    if not prior:
        return shares
    changes = _solve_linear_equations(
        matrix, [sum(map(mul, column, residuals)) for column in columns]
    )
    return [share + change for share, change in zip(shares, changes, strict=True)]


def _solve_linear_equations(matrix: list[list[float]], right_side: list[float]) -> list[float]:
    """Return the solution of linear equations whose matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right_side, strict=True)]
    for step, pivot in enumerate(rows):
        for row in rows[step + 1 :]:
            share = row[step] / pivot[step]
            row[step:] = [a - share * b for a, b in zip(row[step:], pivot[step:], strict=True)]
    solution: list[float] = []
    for step, row in reversed(list(enumerate(rows))):
        known_part = sum(map(mul, row[step + 1 : -1], reversed(solution)))
        solution.append((row[-1] - known_part) / row[step])
    return solution[::-1]


def _centered_values(values: Sequence[float]) -> list[float]:
    mean = fmean(values)
    return [value - mean for value in values]


def _variance(values: Sequence[float]) -> float:
    if len(values) < 2:
        return 0.0
    mean = fmean(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)
