"""Times a few games on this computer, to estimate how long slower ones take."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from time import perf_counter

from m44core.balance_lab.record_games import record_games
from m44core.balance_lab.run_times import seconds_per_sergeant_second
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import SERGEANTS

_TIMED_GAMES = 8
_TIME_LIMIT = 0.3  # seconds, after which no further game is timed


def measured_game_seconds(plan: SimulationPlan) -> float:
    """Return about how long a game of a plan takes on one core of this computer, in seconds.

    A few games between sergeants are timed, since computers and scenarios differ.

    Raises:
        M44Error: the scenario cannot be played.
    """
    timed_plan = replace(plan, numbers=range(1, _TIMED_GAMES + 2), levels=SERGEANTS)
    with closing(record_games(timed_plan)) as games:
        next(games)  # fills caches
        start = perf_counter()
        game_ends = [start]
        while game_ends[-1] - start < _TIME_LIMIT and next(games, None) is not None:
            game_ends.append(perf_counter())
    seconds = (game_ends[-1] - start) / (len(game_ends) - 1)
    return seconds * seconds_per_sergeant_second(plan.levels)
