"""Estimates how long a verdict takes, before any of its games have been played."""

from __future__ import annotations

from m44core.balance_lab.intervals import usual_games_needed
from m44core.playtest.players.levels import Levels

_GAME_SECONDS = {"recruit": 0.03, "sergeant": 0.1, "general": 5.0}
"""About how many seconds a game takes on one processor core, by level."""
_SLOW_SECONDS = 1.0  # per game


def game_seconds(levels: Levels) -> float:
    """Return about how long a game takes on one processor core, in seconds."""
    return max(_GAME_SECONDS.get(level, 0.0) for level in levels)


def is_verdict_slow(levels: Levels) -> bool:
    """Return whether a verdict of games between these players takes more than a few minutes."""
    return game_seconds(levels) >= _SLOW_SECONDS


def expected_verdict_seconds(
    levels: Levels, precision: float, processes: int, played: int = 0, most: int | None = None
) -> float:
    """Return about how long a verdict takes, in seconds.

    Args:
        levels: The level of each side.
        precision: Half the requested width of the interval, as a share.
        processes: The number of games that are played at the same time.
        played: The number of games played before.
        most: The largest number of games; None for no limit.
    """
    planned = usual_games_needed(precision)
    games = max(1, min(planned, most or planned) - played)
    return games * game_seconds(levels) / max(1, processes)
