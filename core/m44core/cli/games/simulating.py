"""Simulating games for a command: with progress, and with what was done if it is interrupted."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

from m44core.cli.progress import Progress
from m44core.messages import how_many
from m44core.messages.message import Words, message
from m44core.playtest.games.batch import Plan, SimulatedGame
from m44core.playtest.games.workers import LostGame, OnFault, simulate


class Simulated(NamedTuple):
    """What came of some plans.

    Attributes:
        games: The games of each plan that were played.
        lost: How many games ended the process that played them.
    """

    games: list[list[SimulatedGame]]
    lost: int


def simulated(
    plans: Sequence[Plan], jobs: int, told: Words, on_fault: OnFault | None = None
) -> Simulated:
    """Play the games of each plan; return those that were done if somebody interrupts.

    A fault of the program ends its plan where there is *on_fault* to call, or everything. Each
    lost game is reported on standard error.

    Raises:
        BrokenGameError: a game broke the rules.
        KeyboardInterrupt: somebody interrupted before any game was done.
    """
    asked = sum(len(plan.numbers) for plan in plans)
    progress = Progress(asked, how_many.games, told)
    games: list[list[SimulatedGame]] = [[] for _ in plans]
    lost: list[LostGame] = []

    def on_lost(game: LostGame) -> None:
        progress.clear()
        print(f"m44: {told.render(game.sentence)}", file=sys.stderr)
        lost.append(game)

    try:
        for number, game in simulate(plans, jobs, on_fault, on_lost):
            games[number].append(game)
            progress.advance()
    except KeyboardInterrupt:
        progress.clear()
        if not any(games):
            raise
        said = message(
            "interrupted after {done} of {games}",
            done=sum(map(len, games)),
            games=how_many.games(asked),
        )
        print(f"\nm44: {told.render(said)}", file=sys.stderr)
    finally:
        progress.clear()
    return Simulated(games, len(lost))
