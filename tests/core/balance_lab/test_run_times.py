"""The expected time of a verdict, before any game has been played."""

from __future__ import annotations

import pytest

from m44core.balance_lab.intervals import MIN_GAMES, usual_games_needed
from m44core.balance_lab.run_times import expected_verdict_seconds, game_seconds, is_verdict_slow
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
    alone = expected_verdict_seconds(GENERALS, 0.05, 1)
    assert alone == pytest.approx(usual_games_needed(0.05) * game_seconds(GENERALS))
    assert expected_verdict_seconds(GENERALS, 0.05, 2) == pytest.approx(alone / 2)
    assert expected_verdict_seconds(GENERALS, 0.05, 1, played=30) < alone
    assert expected_verdict_seconds(GENERALS, 0.05, 1, most=10) == 10 * game_seconds(GENERALS)
