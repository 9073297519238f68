"""Results adjusted for luck: the same mean, less variance, weights fitted on the other half."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.luck_adjustment import adjusted_results
from m44core.balance_lab.luck_meter import LUCK_LEVELS
from m44core.balance_lab.record_games import record_games
from m44core.playtest.games.simulation import SimulationPlan


@dataclass(frozen=True)
class InventedGame:
    number: int
    luck: tuple[float, ...]
    allied_result: float


def invented_games(number: int, share_of_luck: float = 1.0) -> list[InventedGame]:
    """Return invented games whose results depend on noise and on luck times *share_of_luck*."""
    rng, games = Random(7), []
    for each in range(1, number + 1):
        luck, noise = rng.uniform(-0.5, 0.5), rng.gauss(0, 0.2)
        has_won = 0.5 + share_of_luck * luck + noise > 0.5
        lucks = tuple(luck * (1 - abs(level) / 10) for level in LUCK_LEVELS)
        games.append(InventedGame(each, lucks, float(has_won)))
    return games


def test_decisive_luck_is_subtracted() -> None:
    adjusted = adjusted_results(invented_games(400))
    assert adjusted.is_luck_subtracted
    assert adjusted.factor > 1.5


def test_luck_without_effect_is_not_subtracted() -> None:
    played_games = invented_games(400, share_of_luck=0.0)
    adjusted = adjusted_results(played_games)
    assert adjusted.factor < 1.05
    if not adjusted.is_luck_subtracted:
        assert adjusted.values == [game.allied_result for game in played_games]


@pytest.mark.parametrize("parity", [0, 1])
def test_the_adjustment_of_a_game_never_depends_on_its_own_half(parity: int) -> None:
    played_games = invented_games(200)
    changed_games = [
        replace(game, allied_result=1 - game.allied_result)
        if game.number % 2 == parity and 4 < game.number < 20
        else game
        for game in played_games
    ]
    before, after = (adjusted_results(each).values[:4] for each in (played_games, changed_games))
    is_same_half = [game.number % 2 == parity for game in played_games[:4]]
    assert [a == b for a, b in zip(before, after, strict=True)] == is_same_half


def test_few_games_are_adjusted_by_the_full_luck() -> None:
    played_games = invented_games(8)
    centre = LUCK_LEVELS.index(0.0)
    expected = [game.allied_result - game.luck[centre] for game in played_games]
    adjusted = adjusted_results(played_games)
    assert adjusted.values == (
        expected if adjusted.is_luck_subtracted else [g.allied_result for g in played_games]
    )


def test_without_games_there_are_no_adjusted_results() -> None:
    assert adjusted_results([]).values == []


@pytest.mark.bulk
def test_adjusted_results_have_the_mean_of_the_results_and_less_variance(
    sergeant_plan: SimulationPlan,
) -> None:
    """``tests/benchmarks/measure_luck_adjustment.py`` shows the same with many more games."""
    plan = replace(sergeant_plan, numbers=range(1, 97))
    played_games = [game for game in record_games(plan) if isinstance(game, GameRecord)]
    adjusted = adjusted_results(played_games)
    taken_off = [
        game.allied_result - value
        for game, value in zip(played_games, adjusted.values, strict=True)
    ]
    assert abs(fmean(taken_off)) < 3 * stdev(taken_off) / sqrt(len(played_games))
    assert adjusted.factor > 1.1
