"""Measure the gain of the luck adjustment on some scenarios, and its cost.

    .venv/bin/python -m tests.benchmarks.measure_luck_adjustment GAMES FILE ...

Sergeants play the games. For each scenario it prints the mean of the results and of the adjusted
results, their difference in standard errors (within 3 of 0 if there is no bias), the number of
plain results to which an adjusted one is equivalent, and the extra processor time of the meter. The
times are the least of three runs of each of 20 games, with the meter and without it.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path
from statistics import fmean, stdev

from m44core.balance_lab.luck_adjustment import adjusted_results
from m44core.balance_lab.luck_meter import LuckMeter
from m44core.catalogue.catalogue_types import Side
from m44core.io.files.file_reader import read_file
from m44core.playtest.games.match import GameResult, play_match
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import make_agent
from m44core.rules.game.state import GameState

TIMED_GAMES = 20
RUNS = 3


@dataclass(frozen=True)
class PlayedGame:
    """A game, with the data that the luck adjustment needs.

    Attributes:
        number: Its number in the plan, from 1.
        allied_result: 1 if the Allies won, 0 if the Axis did, 0.5 for a draw.
        luck: The luck of the Allies at each level of the meter.
    """

    number: int
    allied_result: float
    luck: tuple[float, ...]


def play_game(
    plan: SimulationPlan, start: GameState, number: int, meter: LuckMeter | None
) -> GameResult:
    """Play a game, with a meter or without one, and return its result."""
    top, bottom = (make_agent(plan.levels.of(side)) for side in start.field.sides)
    observe = meter.before if meter else None
    return play_match(start, (top, bottom), plan.seed_of(number), observe)


def game_seconds(plan: SimulationPlan, start: GameState, number: int, *, metered: bool) -> float:
    """Return the processor seconds of a game, with or without a meter."""
    start_time = time.process_time()
    play_game(plan, start, number, LuckMeter(start) if metered else None)
    return time.process_time() - start_time


def extra_time_share(plan: SimulationPlan, start: GameState) -> float:
    """Return the extra time that games take with a meter, as a share of their time without it."""
    seconds_by_meter = {False: 0.0, True: 0.0}
    for number in plan.numbers[:TIMED_GAMES]:
        runs = [
            {m: game_seconds(plan, start, number, metered=m) for m in seconds_by_meter}
            for _ in range(RUNS)
        ]
        for metered in seconds_by_meter:
            seconds_by_meter[metered] += min(run[metered] for run in runs)
    return seconds_by_meter[True] / seconds_by_meter[False] - 1


def play_all_games(plan: SimulationPlan, start: GameState) -> list[PlayedGame]:
    """Play all games of a plan, and return them with their luck."""
    games = []
    for number in plan.numbers:
        meter = LuckMeter(start)
        winner = play_game(plan, start, number, meter).winner
        result = 0.5 if winner is None else float(winner is Side.ALLIES)
        games.append(PlayedGame(number, result, meter.luck))
    return games


def main(game_count: int, files: list[Path]) -> None:
    """Print a row for each scenario, and the means."""
    print(f"{'scenario':28} games  share  adjusted  difference  worth  time")
    factors, times = [], []
    for file in files:
        scenario = read_file(file).scenario
        assert scenario is not None, file
        plan = SimulationPlan(scenario, range(1, game_count + 1))
        start = plan.start()
        played_games = play_all_games(plan, start)
        adjusted = adjusted_results(played_games)
        results = [game.allied_result for game in played_games]
        luck = [result - value for result, value in zip(results, adjusted.values, strict=True)]
        error = stdev(luck) / sqrt(game_count) or 1.0
        factors.append(adjusted.factor)
        times.append(1 + extra_time_share(plan, start))
        print(
            f"{file.stem:28} {game_count:5}  {fmean(results):.3f}  {fmean(adjusted.values):.3f}"
            f"     {fmean(luck) / error:+5.2f} se    {factors[-1]:.2f}  {times[-1] - 1:+.0%}",
            flush=True,
        )
    means = [exp(fmean(map(log, values))) for values in (factors, times)]
    print(f"geometric mean: worth {means[0]:.2f}, time {means[1] - 1:+.1%}")


if __name__ == "__main__":
    main(int(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
