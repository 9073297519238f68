"""``m44 balance --against``, ``--sweep`` and ``--changes``: what changes do to the balance."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import monotonic

from m44core.balance_lab import comparison_words, sweep_words
from m44core.balance_lab.balance_results import FurtherResults, NamedComparison
from m44core.balance_lab.change_list import read_change_list
from m44core.balance_lab.change_list_example import example_change_list
from m44core.balance_lab.comparison import Comparison, ComparisonRun
from m44core.balance_lab.further_results_json import comparison_data, sweep_data
from m44core.balance_lab.game_timing import measured_game_seconds
from m44core.balance_lab.intervals import Interval
from m44core.balance_lab.run_times import is_verdict_slow
from m44core.balance_lab.sweep import Estimate, SweepResult, SweepRun
from m44core.balance_lab.sweep_candidates import (
    CHANGE_KINDS,
    SweepConfig,
    sweep_config,
    sweep_of_own_list,
)
from m44core.cli.balance_games import GameRunner, print_error
from m44core.cli.exit_status import FAILED, INTERRUPTED, OK
from m44core.cli.file_arguments import output_format, output_path
from m44core.cli.progress_line import duration_text
from m44core.cli.quiet_mode import print_note
from m44core.cli.text_table import text_table
from m44core.errors import M44Error
from m44core.history.version_names import parse_version_name, read_named_version
from m44core.io.files.read_scenario import read_scenario
from m44core.io.files.save import save, write
from m44core.messages import nouns
from m44core.messages.message import (
    Message,
    Renderer,
    label_with_text,
    message,
    message_in,
    percent,
    signed_points,
)
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan


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
    plans = [runner.plan(read_scenario(path)), runner.plan(_read_scenario_or_version(other))]
    try:
        run = ComparisonRun(
            plans[0],
            plans[1],
            runner.database,
            2 * arguments.precision,
            max(1, arguments.games // 2),
        )
    except M44Error as error:
        raise M44Error(label_with_text(f"{path}, {other}", message_of_error(error))) from error
    is_complete = runner.play(
        run.play(runner.jobs, runner.executor),
        lambda comparison: comparison_words.comparison_headline(comparison, path, other),
    )
    output = _COMPARISON_OUTPUTS[arguments.format or "text"]
    print(output(plans[0], run.comparison, (path, other), runner.renderer))
    named_comparison = NamedComparison(run.comparison, Path(path).name, Path(other).name)
    further_results = FurtherResults(comparison=named_comparison)
    if not is_complete:
        return INTERRUPTED, further_results
    is_known = run.comparison.pairs or run.comparison.has_identical_play
    return OK if is_known else FAILED, further_results


def _read_scenario_or_version(name: str) -> Scenario:
    """Return the scenario in a file, or in a version of it such as ``pegasus.m44@2``."""
    version = parse_version_name(name)
    return read_scenario(name) if version is None else read_named_version(*version)


def run_sweep(
    path: str, arguments: argparse.Namespace, runner: GameRunner
) -> tuple[int, FurtherResults]:
    """Try changes to a scenario, and print the best ones.

    With ``--write``, the scenario with the best change is written to that file.

    Returns:
        The exit status, and the results for a report.

    Raises:
        M44Error: the scenario cannot be read or played, no change fits it, or the changed scenario
            cannot be written.
    """
    target = output_path(arguments.write, replace=arguments.force) if arguments.write else None
    target_format = output_format(arguments.write) if arguments.write else None
    scenario = read_scenario(path)
    plan = runner.plan(scenario)
    config = _sweep_config(arguments, scenario, runner.renderer).limited_to(arguments.games)
    run = SweepRun(plan, runner.database, arguments.aim, config)
    if is_verdict_slow(runner.levels) and not arguments.scheduler:
        print_note(_slow_sweep_note(config.planned_games, plan, runner.jobs), runner.renderer)
    is_complete = runner.play(run.play(runner.jobs, runner.executor), SweepProgress().text)
    further_results = FurtherResults(sweep=run.result)
    if is_complete or run.result.tried:
        print(_SWEEP_OUTPUTS[arguments.format or "text"](plan, run.result, runner.renderer))
    if not is_complete:
        return INTERRUPTED, further_results
    if target is not None and target_format is not None:
        if not run.result.suggestions:
            print_error(message("nothing was written to {file}", file=str(target)), runner.renderer)
            return FAILED, further_results
        save(run.result.suggestions[0].scenario, target, None, target_format)
    return OK, further_results


def _sweep_config(
    arguments: argparse.Namespace, scenario: Scenario, renderer: Renderer
) -> SweepConfig:
    """Return the changes to try: those of an author's list, or those of the built-in one.

    Raises:
        M44Error: the list cannot be read, or something in it is wrong, which is printed.
    """
    if arguments.changes is None:
        return sweep_config().of_kinds(arguments.only or CHANGE_KINDS)
    if arguments.only:
        raise M44Error(
            message("{option} and {other} cannot be combined", option="--only", other="--changes")
        )
    change_list = read_change_list(Path(arguments.changes), scenario)
    for problem in change_list.problems:
        print_error(problem, renderer)
    if change_list.problems:
        raise M44Error(
            message("no games were played; correct {file} first", file=str(arguments.changes))
        )
    return sweep_of_own_list(change_list.candidates, combines=arguments.aim is not None)


def write_example_changes(path: str, arguments: argparse.Namespace) -> int:
    """Write an example of a list of changes that fits a scenario; return the exit status.

    Raises:
        M44Error: the scenario cannot be read, or the list cannot be written.
    """
    target = output_path(arguments.example_changes, replace=arguments.force)
    scenario = read_scenario(path)
    write(example_change_list(scenario, path, str(target)).encode(), target)
    return OK


def _slow_sweep_note(games: int, plan: SimulationPlan, jobs: int) -> Message:
    """Return how long a sweep of slow players takes, and how to make it shorter."""
    seconds = games * measured_game_seconds(plan) / jobs
    return message(
        "generals are slow: about {games} take {time} on this computer. {option} tries fewer "
        "changes in fewer games; without {players}, sergeants play",
        games=nouns.games(games),
        time=duration_text(seconds),
        option="--games",
        players="--ai",
    )


class SweepProgress:
    """The progress of a sweep, with its estimated remaining time.

    Args:
        clock: Returns the time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._start = clock, clock()

    def text(self, result: SweepResult) -> Message:
        """Return the current stage, the number of games, and about how much time is left."""
        progress = sweep_words.progress_text(result)
        games_left = result.planned - result.played
        if result.played < _MIN_GAMES_FOR_TIME or games_left <= 0:
            return progress
        seconds = (self._clock() - self._start) * games_left / result.played
        return message(
            "{progress}, about {time} left", progress=progress, time=duration_text(seconds)
        )


_MIN_GAMES_FOR_TIME = 40  # before the time left of a sweep is estimated
_Names = tuple[str, str]


def _comparison_text(
    _plan: SimulationPlan, comparison: Comparison, names: _Names, renderer: Renderer
) -> str:
    return _join_sentences(comparison_words.comparison_lines(comparison, *names), renderer)


def _comparison_table(
    _plan: SimulationPlan, comparison: Comparison, names: _Names, renderer: Renderer
) -> str:
    """Return a table with a row for each scenario, and below it whether they differ."""
    rows = [[renderer.sentence(head) for head in _SHARE_HEADS]]
    for name, share in zip(names, comparison.shares, strict=True):
        is_known = comparison.difference.pairs > 0
        rows.append([name, *(_share_cells(share, renderer) if is_known else ("", ""))])
    headline = comparison_words.comparison_headline(comparison, *names)
    return f"{text_table(rows)}\n{renderer.sentence(headline)}"


def _comparison_json(
    plan: SimulationPlan, comparison: Comparison, names: _Names, _renderer: Renderer
) -> str:
    return json.dumps(comparison_data(plan, comparison, *names), indent=1)


def _sweep_text(_plan: SimulationPlan, result: SweepResult, renderer: Renderer) -> str:
    return _join_sentences(sweep_words.sweep_lines(result), renderer)


def _sweep_table(_plan: SimulationPlan, result: SweepResult, renderer: Renderer) -> str:
    """Return a table with a row for each change tested in fresh games, and the remarks below it."""
    rows = [[renderer.sentence(head) for head in (*_CHANGE_HEADS, *_EFFECT_HEADS)]]
    for suggestion in result.suggestions:
        change = renderer.sentence(sweep_words.change_text(suggestion))
        rows.append(
            [
                change,
                *_share_cells(suggestion.share, renderer),
                *_effect_cells(suggestion.effect, renderer),
            ]
        )
    lines = [*sweep_words.base_balance_lines(result), *sweep_words.sweep_remarks(result)]
    table = [text_table(rows)] if result.suggestions else []
    return "\n".join([*table, _join_sentences(lines, renderer)])


def _sweep_json(plan: SimulationPlan, result: SweepResult, _renderer: Renderer) -> str:
    return json.dumps(sweep_data(plan, result), indent=1)


_SHARE_HEADS = (
    message_in("column", "Scenario"),
    message_in("column", "Allies win"),
    message("95% interval"),
)
_CHANGE_HEADS = (message_in("column", "Change"), *_SHARE_HEADS[1:])
_EFFECT_HEADS = (message_in("column", "Difference"), message("95% interval"))

_COMPARISON_OUTPUTS: Mapping[str, Callable[[SimulationPlan, Comparison, _Names, Renderer], str]] = {
    "text": _comparison_text,
    "table": _comparison_table,
    "json": _comparison_json,
}
_SWEEP_OUTPUTS: Mapping[str, Callable[[SimulationPlan, SweepResult, Renderer], str]] = {
    "text": _sweep_text,
    "table": _sweep_table,
    "json": _sweep_json,
}


def _share_cells(share: Interval | Estimate, renderer: Renderer) -> tuple[str, str]:
    """Return a share of games and its interval as cells of a table."""
    interval = message_in(
        "interval", "{low} to {high}", low=round(100 * share.low), high=round(100 * share.high)
    )
    return renderer.render(percent(share.mean)), renderer.render(interval)


def _effect_cells(effect: Estimate, renderer: Renderer) -> tuple[str, str]:
    """Return a difference in points and its interval as cells of a table."""
    low, high = signed_points(effect.low), signed_points(effect.high)
    interval = message_in("interval", "{low} to {high}", low=low, high=high)
    return renderer.render(signed_points(effect.mean)), renderer.render(interval)


def _join_sentences(lines: Iterable[Message], renderer: Renderer) -> str:
    return "\n".join(map(renderer.sentence, lines))
