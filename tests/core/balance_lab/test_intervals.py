"""The interval of a verdict contains the true value at every look."""

from __future__ import annotations

import random
from math import exp, pi, sqrt
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.balance_lab.intervals import (
    _FACTORS,
    LOOKS,
    MIN_GAMES,
    UNKNOWN,
    confidence_interval,
    first_look_games,
    games_needed,
    is_look_due,
)

RESULTS = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=MIN_GAMES, max_size=400)


def chance_to_miss(factor: float, cells: int = 400) -> float:
    """Return the chance that an interval misses the true value at any look.

    This is the chance that the sum of standard normal steps, one for each look, is ever more than
    *factor* times the square root of :data:`LOOKS` from 0. It is integrated over *cells* cells.
    """
    limit = factor * sqrt(LOOKS)
    step = 2 * limit / cells
    points = [-limit + (cell + 0.5) * step for cell in range(cells)]
    kernel = [exp(-((cell * step) ** 2) / 2) / sqrt(2 * pi) * step for cell in range(cells)]
    densities = [exp(-(point**2) / 2) / sqrt(2 * pi) * step for point in points]
    for _ in range(LOOKS - 1):
        densities = [
            sum(share * kernel[abs(target_cell - cell)] for cell, share in enumerate(densities))
            for target_cell in range(cells)
        ]
    return 1 - sum(densities)


@pytest.mark.parametrize(
    ("factor", "chance"), [*zip(_FACTORS, [0.04, 0.008, 0.0016, 0.00032], strict=True)]
)
def test_the_interval_factors_miss_with_the_stated_chance(factor: float, chance: float) -> None:
    assert chance_to_miss(factor) == pytest.approx(chance, rel=0.02)


def test_the_last_interval_is_only_slightly_wider_than_that_of_a_single_look() -> None:
    single_look = NormalDist().inv_cdf(1 - 0.04 / 2)
    assert _FACTORS[0] / single_look == pytest.approx(1.05, abs=0.005)


@given(RESULTS, st.sampled_from([0.1, 0.05, 0.02]))
def test_an_interval_contains_its_mean_and_is_precise_after_enough_games(
    values: list[float], precision: float
) -> None:
    result = confidence_interval(values, precision)
    assert 0 <= result.low <= result.mean <= result.high <= 1
    assert result.is_precise == (len(values) >= games_needed(values, precision))
    if result.is_precise:
        assert result.half_width <= precision + 1e-9


@given(RESULTS)
def test_a_refined_verdict_needs_more_games_than_a_first_one(
    values: list[float],
) -> None:
    game_counts = [games_needed(values, 0.05, refinement) for refinement in range(6)]
    assert game_counts == sorted(game_counts)


def test_few_games_give_no_verdict() -> None:
    assert confidence_interval([1.0] * (MIN_GAMES - 1), 0.05) is UNKNOWN
    assert not is_look_due([1.0] * (MIN_GAMES - 1), UNKNOWN, 0.05, 0)


@pytest.mark.parametrize(("share", "precision"), [(0.5, 0.03), (0.7, 0.05), (0.9, 0.1)])
def test_the_first_look_comes_about_when_it_was_announced(share: float, precision: float) -> None:
    rng = random.Random(2)
    values = [float(rng.random() < share) for _ in range(400)]
    first = next(n for n in range(401) if is_look_due(values[:n], UNKNOWN, precision, 0))
    for games in (MIN_GAMES, first - 1, first):
        assert first_look_games(values[:games], precision) == pytest.approx(first, rel=0.15)


def test_a_side_that_won_every_game_is_not_called_certain() -> None:
    result = confidence_interval([1.0] * 30, 0.05)
    assert result.low < 0.95
    assert not result.is_precise


def simulate_verdict(rng: random.Random, share: float, precision: float) -> tuple[bool, bool, int]:
    """Add games until the interval is precise.

    Return whether every interval contains *share*, whether the last one does, and the number of
    games.
    """
    values: list[float] = []
    last_interval, every_interval_contains = UNKNOWN, True
    while not last_interval.is_precise:
        batch_size = max(1, len(values) // 40) if values else MIN_GAMES
        values += [float(rng.random() < share) for _ in range(batch_size)]
        if is_look_due(values, last_interval, precision, 0):
            last_interval = confidence_interval(values, precision)
            every_interval_contains &= last_interval.low <= share <= last_interval.high
    return every_interval_contains, last_interval.low <= share <= last_interval.high, len(values)


@pytest.mark.bulk
@pytest.mark.parametrize("share", [0.5, 0.755, 0.9, 0.97])
def test_verdicts_contain_the_true_share_at_every_look(share: float) -> None:
    rng = random.Random(4)
    verdicts = [simulate_verdict(rng, share, 0.08) for _ in range(1000)]
    share_at_every_look = sum(
        every_interval_contains for every_interval_contains, _, _ in verdicts
    ) / len(verdicts)
    share_at_last_look = sum(last_contains for _, last_contains, _ in verdicts) / len(verdicts)
    assert 0.94 <= share_at_every_look <= share_at_last_look
    assert share_at_last_look >= 0.95
