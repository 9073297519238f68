"""Simulating games for a command: with progress, and with what was done if it is interrupted."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from m44core.cli.progress import Progress
from m44core.playtest.games.batch import Plan, SimulatedGame
from m44core.playtest.games.workers import simulate


def simulated(plans: Sequence[Plan], jobs: int) -> list[list[SimulatedGame]]:
    """Play the games of each plan; return those that were done if somebody interrupts.

    Raises:
        BrokenGameError: a game broke the rules.
        KeyboardInterrupt: somebody interrupted before any game was done.
    """
    asked = sum(len(plan.numbers) for plan in plans)
    progress = Progress(asked, "games")
    games: list[list[SimulatedGame]] = [[] for _ in plans]
    try:
        for number, game in simulate(plans, jobs):
            games[number].append(game)
            progress.advance()
    except KeyboardInterrupt:
        progress.clear()
        if not any(games):
            raise
        done = f"interrupted after {sum(map(len, games))} of {asked} games"
        print(f"\nm44: {done}", file=sys.stderr)
    finally:
        progress.clear()
    return games
