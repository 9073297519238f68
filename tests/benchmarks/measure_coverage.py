"""Measure how often the intervals of verdicts contain the true share of wins.

    .venv/bin/python -m tests.benchmarks.measure_coverage GAMES VERDICTS POINTS FILE ...

Sergeants play. For each scenario, GAMES games give the true share. Then VERDICTS verdicts are
measured as ``m44 balance FILE --precision POINTS --no-store`` does, each with its own seed, from
games that are not among those of the true share. It prints the true share with its standard error,
how many verdicts contain it when they stop, in how many all intervals shown on the way contain it,
how many lie completely above and below it, and their mean number of games.

If VERDICTS is 0, the games of the true share are used again: each block of them that leads to a
verdict is one, which takes half the time for as many verdicts.

About 95% should contain it. The mean of the estimates should be within 3 standard errors of the
true share, apart from the games added as a prior (two wins and two losses), which are printed as
the expected shift.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

from tests.benchmarks.measure_luck_adjustment import PlayedGame, play_all_games

from m44core.balance_lab.intervals import UNKNOWN, Interval, confidence_interval, is_look_due
from m44core.balance_lab.luck_adjustment import adjusted_results
from m44core.balance_lab.results_database import ResultsDatabase
from m44core.balance_lab.verdict import VerdictRun
from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan

TRUTH_SEED = 0  # verdicts have seeds from 1 on
PRIOR_GAMES = 4
GAMES_PER_CHECK = 40  # as in a verdict: each time the number of games has grown by a fortieth


@dataclass(frozen=True)
class MeasuredVerdict:
    """A verdict and the intervals shown on the way to it.

    Attributes:
        last: Its final interval.
        shown: All intervals, including the final one.
    """

    last: Interval
    shown: tuple[Interval, ...]


def contains(interval: Interval, share: float) -> bool:
    """Return whether an interval contains a share."""
    return interval.low <= share <= interval.high


def play_true_games(scenario: Scenario, games: int) -> list[PlayedGame]:
    """Play the games of the true share."""
    plan = SimulationPlan(scenario, range(1, games + 1), seed=TRUTH_SEED)
    return play_all_games(plan, plan.start())


def true_share(games: list[PlayedGame]) -> tuple[float, float]:
    """Return the luck-adjusted share of Allied wins in many games, and its standard error."""
    values = adjusted_results(games).values
    return fmean(values), stdev(values) / sqrt(len(values))


def verdicts_of_blocks(games: list[PlayedGame], precision: float) -> list[MeasuredVerdict]:
    """Return the verdicts of successive blocks of games, each stopped as a verdict is."""
    verdicts = []
    while (verdict := verdict_of_block(games, precision)) is not None:
        verdicts.append(verdict)
        games = games[verdict.last.games :]
    return verdicts


def verdict_of_block(games: list[PlayedGame], precision: float) -> MeasuredVerdict | None:
    """Return the verdict that the first of some games lead to; None if there are too few."""
    last, shown, next_check = UNKNOWN, list[Interval](), 0
    for number in range(1, len(games) + 1):
        if number < next_check:
            continue
        next_check = number + max(1, number // GAMES_PER_CHECK)
        values = adjusted_results(games[:number]).values
        if is_look_due(values, last, precision, 0):
            last = confidence_interval(values, precision)
            shown.append(last)
            if last.is_precise:
                return MeasuredVerdict(last, tuple(shown))
    return None


def measure_verdict(scenario: Scenario, seed: int, precision: float) -> MeasuredVerdict:
    """Play games until they give a verdict, and return it."""
    with ResultsDatabase(seed=seed) as database:
        run = VerdictRun(SimulationPlan(scenario, range(0), seed=seed), database, precision)
        shown = [UNKNOWN]
        for verdict in run.play():
            if verdict.allies is not shown[-1]:
                shown.append(verdict.allies)
        last = run.verdict.allies
    return MeasuredVerdict(last, (*shown[1:], last))


def main(games: int, verdicts: int, points: float, files: list[Path]) -> None:
    """Print a row for each scenario."""
    heads = ("true share", "hold", "always", "above", "below", "games", "mean of estimates")
    print(f"{'scenario':24} {'  '.join(heads)}  minutes")
    for file in files:
        start = time.process_time()
        scenario = read_file(file).scenario
        assert scenario is not None, file
        true_games = play_true_games(scenario, games)
        share, error = true_share(true_games)
        seeds = range(1, verdicts + 1)
        measured = [measure_verdict(scenario, seed, points / 100) for seed in seeds]
        measured = measured or verdicts_of_blocks(true_games, points / 100)
        lasts = [each.last for each in measured]
        means = [interval.mean for interval in lasts]
        prior = fmean((0.5 - share) * PRIOR_GAMES / (each.games + PRIOR_GAMES) for each in lasts)
        holding = sum(contains(each, share) for each in lasts)
        always = sum(all(contains(each, share) for each in m.shown) for m in measured)
        too_high = sum(each.low > share for each in lasts)
        too_low = sum(each.high < share for each in lasts)
        mean = f"{fmean(means):.4f} ±{stdev(means) / sqrt(len(means)):.4f}"
        minutes = (time.process_time() - start) / 60
        print(
            f"{file.stem:24} {share:.4f} ±{error:.4f}  {holding} of {len(lasts)}  {always}"
            f"  {too_high}  {too_low}  {fmean(each.games for each in lasts):.0f}"
            f"  {mean} (expected {share + prior:.4f})  {minutes:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    truth_games, verdict_count, precision_points, *names = sys.argv[1:]
    paths = [Path(name) for name in names]
    main(int(truth_games), int(verdict_count), float(precision_points), paths)
