"""Estimates how long a verdict takes, before any of its games have been played."""

from __future__ import annotations

from statistics import fmean

from m44core.balance_lab.intervals import usual_games_needed
from m44core.playtest.players.levels import SERGEANTS, Levels

_GAME_SECONDS = {"recruit": 0.05, "sergeant": 0.035, "general": 2.6}
"""About how many seconds a game takes on one processor core, by level.

A turn of a recruit takes a seventh of the time of a sergeant's, but a game of two recruits has ten
times as many turns, because they seldom attack.
"""
_SLOW_SECONDS = 1.0  # per game


def game_seconds(levels: Levels) -> float:
    """Return about how long a game takes on one core of a usual computer, in seconds."""
    usual = _GAME_SECONDS["sergeant"]  # of levels that others add
    return fmean(_GAME_SECONDS.get(level, usual) for level in levels)


def seconds_per_sergeant_second(levels: Levels) -> float:
    """Return how many times as long as a game between sergeants a game takes."""
    return game_seconds(levels) / game_seconds(SERGEANTS)


def is_verdict_slow(levels: Levels) -> bool:
    """Return whether a verdict of games between these players takes more than a few minutes."""
    return game_seconds(levels) >= _SLOW_SECONDS


def expected_verdict_seconds(
    per_game: float, precision: float, processes: int, played: int = 0, most: int | None = None
) -> float:
    """Return about how long a verdict takes, in seconds.

    Args:
        per_game: The time that a game takes on one core, in seconds.
        precision: Half the requested width of the interval, as a share.
        processes: The number of games that are played at the same time.
        played: The number of games played before.
        most: The largest number of games; None for no limit.
    """
    planned = usual_games_needed(precision)
    games = max(1, min(planned, most or planned) - played)
    return games * per_game / max(1, processes)
