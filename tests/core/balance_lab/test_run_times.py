"""The expected time of a verdict, before any game has been played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from m44core.balance_lab.game_timing import measured_game_seconds
from m44core.balance_lab.intervals import MIN_GAMES, usual_games_needed
from m44core.balance_lab.run_times import (
    expected_verdict_seconds,
    game_seconds,
    is_verdict_slow,
    seconds_per_sergeant_second,
)
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import SERGEANTS, Levels

GENERALS = Levels("general", "general")


def test_only_generals_are_slow() -> None:
    assert is_verdict_slow(GENERALS)
    assert is_verdict_slow(Levels("recruit", "general"))
    assert not is_verdict_slow(SERGEANTS)


def test_a_finer_precision_needs_more_games() -> None:
    assert usual_games_needed(0.4) == MIN_GAMES
    assert usual_games_needed(0.05) < usual_games_needed(0.03)


def test_the_time_is_shared_by_the_processes_and_shortened_by_stored_games() -> None:
    alone = expected_verdict_seconds(3.0, 0.05, 1)
    assert alone == pytest.approx(usual_games_needed(0.05) * 3)
    assert expected_verdict_seconds(3.0, 0.05, 2) == pytest.approx(alone / 2)
    assert expected_verdict_seconds(3.0, 0.05, 1, played=30) < alone
    assert expected_verdict_seconds(3.0, 0.05, 1, most=10) == 30


def test_a_game_of_two_levels_takes_the_mean_of_both() -> None:
    mixed = game_seconds(Levels("sergeant", "general"))
    assert 2 * mixed == pytest.approx(game_seconds(SERGEANTS) + game_seconds(GENERALS))


def test_the_time_is_measured_in_games_between_sergeants(sergeant_plan: SimulationPlan) -> None:
    assert seconds_per_sergeant_second(SERGEANTS) == 1
    assert seconds_per_sergeant_second(GENERALS) > 50
    seconds = measured_game_seconds(replace(sergeant_plan, levels=GENERALS))
    assert seconds > measured_game_seconds(sergeant_plan) > 0
