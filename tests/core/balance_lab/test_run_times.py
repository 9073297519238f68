"""The expected time of a verdict, before any game has been played."""

from __future__ import annotations

import pytest

from m44core.balance_lab.intervals import MIN_GAMES, usual_games
from m44core.balance_lab.run_times import expected_seconds, game_seconds, is_slow
from m44core.playtest.players.levels import SERGEANTS, Levels

GENERALS = Levels("general", "general")


def test_only_generals_are_slow() -> None:
    assert is_slow(GENERALS)
    assert is_slow(Levels("recruit", "general"))
    assert not is_slow(SERGEANTS)


def test_a_finer_precision_needs_more_games() -> None:
    assert usual_games(0.4) == MIN_GAMES
    assert usual_games(0.05) < usual_games(0.03)


def test_the_time_is_shared_by_the_processes_and_shortened_by_stored_games() -> None:
    alone = expected_seconds(GENERALS, 0.05, 1)
    assert alone == pytest.approx(usual_games(0.05) * game_seconds(GENERALS))
    assert expected_seconds(GENERALS, 0.05, 2) == pytest.approx(alone / 2)
    assert expected_seconds(GENERALS, 0.05, 1, played=30) < alone
    assert expected_seconds(GENERALS, 0.05, 1, most=10) == 10 * game_seconds(GENERALS)
