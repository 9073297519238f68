"""``m44 balance --against`` and ``--sweep``: the effect of changes to a scenario on its balance."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from m44core.balance_lab import comparison_words, sweep_words
from m44core.balance_lab.balance_results import FurtherResults, NamedComparison
from m44core.balance_lab.comparison import ComparisonRun
from m44core.balance_lab.sweep import SweepRun
from m44core.cli.balance_games import GameRunner, print_error
from m44core.cli.exit_status import FAILED, INTERRUPTED, OK
from m44core.cli.file_arguments import output_format, output_path, read_scenario
from m44core.errors import M44Error
from m44core.history.version_names import named_version, read_named_version
from m44core.io.files.save import save
from m44core.messages.message import Message, colon, message
from m44core.messages.words import reason
from m44core.model.scenario import Scenario


def run_comparison(
    path: str, arguments: argparse.Namespace, runner: GameRunner
) -> tuple[int, FurtherResults]:
    """Compare a scenario with another one, and print the result.

    Returns:
        The exit status, and the comparison for a report.

    Raises:
        M44Error: one of the two cannot be read or played.
    """
    other = arguments.against
    plans = [runner.plan(read_scenario(path)), runner.plan(_read_version(other))]
    try:
        run = ComparisonRun(plans[0], plans[1], runner.database, 2 * arguments.precision)
    except M44Error as error:
        raise M44Error(colon(f"{path}, {other}", reason(error))) from error
    complete = runner.play(
        run.play(runner.jobs, runner.executor),
        lambda comparison: comparison_words.headline(comparison, path, other),
    )
    _print(comparison_words.lines(run.comparison, path, other), runner)
    compared = NamedComparison(run.comparison, Path(path).name, Path(other).name)
    further_results = FurtherResults(comparison=compared)
    if not complete:
        return INTERRUPTED, further_results
    is_known = run.comparison.pairs or run.comparison.plays_the_same
    return OK if is_known else FAILED, further_results


def _read_version(name: str) -> Scenario:
    """Return the scenario in a file, or in a version of it such as ``pegasus.m44@2``."""
    version = named_version(name)
    return read_scenario(name) if version is None else read_named_version(*version)


def run_sweep(
    path: str, arguments: argparse.Namespace, runner: GameRunner
) -> tuple[int, FurtherResults]:
    """Try changes to a scenario, and print the best ones.

    With ``--write``, the scenario with the best change is written to that file.

    Returns:
        The exit status, and the results for a report.

    Raises:
        M44Error: it cannot be read or played, no change fits it, or the changed scenario cannot be
            written.
    """
    target = output_path(arguments.write, replace=arguments.force) if arguments.write else None
    form = output_format(arguments.write) if arguments.write else None
    scenario = read_scenario(path)
    run = SweepRun(runner.plan(scenario), runner.database, arguments.aim)
    complete = runner.play(run.play(runner.jobs, runner.executor), sweep_words.progress)
    further_results = FurtherResults(sweep=run.result)
    if complete or run.result.tried:
        _print(sweep_words.lines(run.result), runner)
    if not complete:
        return INTERRUPTED, further_results
    if target is not None and form is not None:
        if not run.result.suggestions:
            print_error(message("nothing was written to {file}", file=str(target)), runner.words)
            return FAILED, further_results
        save(run.result.suggestions[0].scenario, target, None, form)
    return OK, further_results


def _print(lines: Iterable[Message], runner: GameRunner) -> None:
    for line in lines:
        print(runner.words.sentence(line))
