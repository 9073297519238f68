"""``m44 balance``: how often each side wins a scenario, and what would change that."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from m44core.arguments.parser import Parser, Render
from m44core.balance_lab.balance_results import FurtherResults
from m44core.balance_lab.game_timing import measured_game_seconds
from m44core.balance_lab.results_database import ResultsDatabase, default_database_path
from m44core.balance_lab.run_times import expected_verdict_seconds, is_verdict_slow
from m44core.balance_lab.scenario_errors import reading_errors
from m44core.balance_lab.sweep_candidates import CHANGE_KINDS
from m44core.balance_lab.verdict import MAX_GAMES, PRECISION, Verdict, VerdictRun
from m44core.cli.balance_actions import ACTIONS, add_action_help, add_database_option, run_action
from m44core.cli.balance_changes import run_comparison, run_sweep, write_example_changes
from m44core.cli.balance_games import GameRunner, open_game_runner, print_error
from m44core.cli.balance_output import OUTPUTS, BalanceProgress, MeasuredScenario
from m44core.cli.balance_restrictions import SIDE_NAMES, run_restrictions
from m44core.cli.error_messages import INTERRUPTION
from m44core.cli.exit_status import FAILED, INTERRUPTED, OK
from m44core.cli.file_arguments import output_path, scenario_files
from m44core.cli.game_options import PLAYERS, add_players_option, add_settings_options
from m44core.cli.output_file import add_report_output_option
from m44core.cli.progress_line import duration_text
from m44core.cli.quiet_mode import print_note
from m44core.cli.shared_options import (
    add_force_option,
    add_format_option,
    add_jobs_option,
    add_language_option,
    add_texts_option,
    positive_int,
    renderer_of,
    texts_renderer,
)
from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.io.files.file_reader import read_file
from m44core.io.files.read_scenario import scenario_in
from m44core.io.files.scenario_files import BALANCE_ENDING
from m44core.messages.message import Renderer, enumerated, label_with_text, message
from m44core.messages.renderers import message_of_error
from m44core.work.dask_client import ClusterError

_SEED = 1  # of games that are not kept
_SCHEDULER = "tcp://192.168.1.20:8786"
_MIN_POINTS, _MAX_POINTS = 0.5, 40.0
_FOR_ONE_SCENARIO = (
    "report",
    "against",
    "sweep",
    "aim",
    "only",
    "changes",
    "example-changes",
    "write",
    "without-card",
    "without-section",
)

_DESCRIPTION = message(
    "Find out how often each side wins a scenario: the computer plays games against itself "
    "until the answer is precise enough. Luck is factored out of the results."
)
_EXAMPLES = {
    "m44 balance pegasus.m44": message("who wins, within 5 points"),
    "m44 balance pegasus.m44 --ai general --precision 3": None,
    "m44 balance pegasus.m44 --details": message("also what decides the games"),
    "m44 balance pegasus.m44 --report pegasus.html": message("a report to share"),
    "m44 balance scenarios/ --format table": message("a table of all scenarios in a folder"),
    "m44 balance old.m44 --against new.m44": message("whether a change made a difference"),
    "m44 balance pegasus.m44 --aim 50": message("the smallest changes that would make it even"),
    "m44 balance pegasus.m44 --changes my-changes.yaml --aim 50": message(
        "which of my own changes would make it even"
    ),
    'm44 balance pegasus.m44 --without-card "Air Power" --side allies': message(
        "what the card is worth to the Allies"
    ),
    "m44 balance merge club.sqlite3": message("add the games that others simulated"),
    "m44 balance export games.csv": message("write all games as a table"),
    "m44 balance calibrate results.csv": message(
        "calibrate the human-player estimate against known results"
    ),
}
_CLOSING = (
    message(
        "Games are saved in a database and accumulate: the next run of the same scenario "
        "continues from them, even if its title or text has changed. If the map, the players "
        "or the version of the rules changes, counting starts over. Press Ctrl+C to stop; the "
        "games played so far are saved."
    ),
    message(
        "The interval contains the true value for 95 of 100 scenarios, even if a run is "
        "stopped early or continued later. It tells you how often these computer players win, "
        "not how often human players would."
    ),
    message("exit status: 0 done, 2 a scenario could not be played, 130 interrupted"),
)


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(_DESCRIPTION, PLAYERS, _EXAMPLES, *_CLOSING)
    add, text = parser.add_argument, parser.text
    files = message("scenarios, folders or patterns; or {actions}", actions=enumerated(ACTIONS))
    add("paths", nargs="+", metavar="FILE", help=text(files))
    precision = message(
        "stop once the share is within this many points (default: {number})",
        number=round(100 * PRECISION),
    )
    add("--precision", type=_parse_points, default=PRECISION, metavar="P", help=text(precision))
    games = message("stop after this many games")
    add("--games", type=positive_int, default=MAX_GAMES, metavar="N", help=text(games))
    formats = message("output format (default: text, or table for several scenarios)")
    add_format_option(parser, text, OUTPUTS, about=formats)
    add_report_output_option(parser, force=False)
    add("--details", action="store_true", help=text(message("also show what decides the games")))
    report = message("also write a report for others, as .html or .pdf")
    add("--report", metavar="REPORT", help=text(report))
    results = message(
        "also write {file} next to each scenario, for its page on a site",
        file=f"NAME{BALANCE_ENDING}",
    )
    add("--results", action="store_true", help=text(results))
    add_texts_option(parser)
    add_language_option(parser)
    _add_change_options(parser.add_argument_group(text(message("changes to a scenario"))), text)
    _add_restriction_options(parser.add_argument_group(text(message("restricted play"))), text)
    add_action_help(parser)
    games_group = parser.add_argument_group(text(message("how games are played and kept")))
    _add_game_options(games_group, text)
    add_force_option(parser, text, "FILE")


def _add_change_options(group: argparse._ArgumentGroup, text: Render) -> None:
    add = group.add_argument
    other = message(
        "compare with another version: does either side win more often in one of them? OTHER is a "
        "file, or a version in its history: pegasus.m44@1 (the latest), pegasus.m44@2026-11-29"
    )
    add("--against", metavar="OTHER", help=text(other))
    sweep = message("try small changes, and show which matter most")
    add("--sweep", action="store_true", help=text(sweep))
    aim_help = message(
        "try small changes, and show which bring the Allies to this percentage of wins"
    )
    add("--aim", type=_parse_percentage, metavar="P", help=text(aim_help))
    only = message(
        "try only this kind of change: {kinds}; may be repeated", kinds=enumerated(CHANGE_KINDS)
    )
    add("--only", action="append", choices=CHANGE_KINDS, metavar="KIND", help=text(only))
    changes = message("try the changes in this list instead of the built-in ones")
    add("--changes", metavar="LIST", help=text(changes))
    example = message("write an example list of changes that fit the scenario")
    add("--example-changes", metavar="OUT", help=text(example))
    write_help = message("write the scenario to this file, with the first suggested change applied")
    add("--write", metavar="OUT", help=text(write_help))


def _add_restriction_options(group: argparse._ArgumentGroup, text: Render) -> None:
    add = group.add_argument
    card = message(
        "measure what a card is worth: play games in which a side never plays it. CARD is a title, "
        'such as "Air Power", or "all"; may be repeated'
    )
    add("--without-card", action="append", default=[], metavar="CARD", help=text(card))
    section = message(
        "the same for a section: the side orders no units there (left, center, right or all)"
    )
    add("--without-section", action="append", default=[], metavar="SECTION", help=text(section))
    side = message("the side to restrict (default: each side in turn)")
    add("--side", choices=tuple(SIDE_NAMES), default="both", help=text(side))


def _add_game_options(group: argparse._ArgumentGroup, text: Render) -> None:
    add = group.add_argument
    add_players_option(group, text)
    add_jobs_option(group, text, default=None)
    scheduler = message("play on the machines of a Dask cluster: {example}", example=_SCHEDULER)
    add("--scheduler", metavar="ADDRESS", help=text(scheduler))
    seed = message("random seed for dice and card draws (default: the database's seed)")
    add("--seed", type=int, metavar="S", help=text(seed))
    add_settings_options(group, text)
    add_database_option(group, text)
    no_store = message("ignore saved games, and save none")
    add("--no-store", action="store_true", help=text(no_store))


def run(arguments: argparse.Namespace) -> int:
    """Measure the balance of scenarios, or the effect of changes; return the exit status.

    Raises:
        M44Error: an argument is wrong, or nothing can be played.
    """
    first = arguments.paths[0]
    if first in ACTIONS and not os.path.lexists(first):
        return run_action(arguments)
    renderer = renderer_of(arguments)
    paths = scenario_files(arguments.paths)
    _require_one_scenario(arguments, paths)
    if arguments.example_changes:
        return write_example_changes(paths[0], arguments)
    report = _report_path(arguments)
    with (
        _open_database(arguments) as database,
        open_game_runner(arguments, database, renderer) as runner,
    ):
        if (further_run := _additional_run(arguments)) is not None:
            status, results = further_run(paths[0], arguments, runner)
            if status == INTERRUPTED:
                print_error(INTERRUPTION, renderer)
                return status
            if not (report or arguments.results):
                return status
            return max(
                status, _measure_and_write_report(paths[0], results, report, arguments, runner)
            )
        measurements = _measure_all(paths, arguments, runner)
    return _print_and_write_results(measurements, arguments, report, renderer)


_FurtherRun = Callable[[str, argparse.Namespace, GameRunner], tuple[int, FurtherResults]]


def _additional_run(arguments: argparse.Namespace) -> _FurtherRun | None:
    """Return the run that an option requests in addition to the verdict; None if none does."""
    if arguments.against:
        return run_comparison
    if arguments.sweep or arguments.only or arguments.changes or arguments.aim is not None:
        return run_sweep
    if arguments.without_card or arguments.without_section:
        return run_restrictions
    return None


def _measure_and_write_report(
    path: str,
    further_results: FurtherResults,
    report: Path | None,
    arguments: argparse.Namespace,
    runner: GameRunner,
) -> int:
    """Also measure the verdict, write the files with all results, and return the exit status."""
    measurements = _measure_all([path], arguments, runner)
    for balance in measurements.balances:
        balance.further = further_results
    return _write_results(measurements, arguments, report, runner.renderer)


@dataclass(slots=True)
class _Measurements:
    """The measurements so far.

    Attributes:
        balances: The scenarios with their verdicts.
        failed: The errors of the scenarios that failed.
        is_interrupted: Whether the user interrupted the command.
    """

    balances: list[MeasuredScenario] = field(default_factory=list)
    failed: list[M44Error] = field(default_factory=list)
    is_interrupted: bool = False


def _measure_all(
    paths: Sequence[str], arguments: argparse.Namespace, runner: GameRunner
) -> _Measurements:
    """Measure scenarios one by one, and return the verdicts and the errors.

    A scenario that cannot be played does not stop the others; a failed cluster and an interrupt do.
    """
    measurements = _Measurements()
    for path in paths:
        try:
            with boundary(path):
                balance = _stored_balance(path, arguments, runner)
                _announce_slow_games(balance, arguments, runner)
                steps, progress = _play_and_time(balance, runner), BalanceProgress(balance)
                measurements.is_interrupted = not runner.play(steps, progress.text)
        except ClusterError as error:  # it would fail for the others too
            measurements.failed.append(
                error if arguments.no_store else _error_with_saved_games(error, balance)
            )
            if balance.verdict.records:
                measurements.balances.append(balance)
            break
        except M44Error as error:
            measurements.failed.append(error)
            continue
        if balance.verdict.records:
            measurements.balances.append(balance)
        elif balance.verdict.failed_games:
            measurements.failed.append(
                M44Error(label_with_text(path, balance.verdict.failed_games[0].reason))
            )
        if measurements.is_interrupted:
            break
    return measurements


def _announce_slow_games(
    balance: MeasuredScenario, arguments: argparse.Namespace, runner: GameRunner
) -> None:
    """Print how long the games may take, if that is long and there is no verdict yet."""
    levels, games = runner.levels, balance.run.games
    is_needed = is_verdict_slow(levels) and not arguments.scheduler
    if not is_needed or balance.verdict.allies.games or games >= arguments.games:
        return
    per_game = measured_game_seconds(balance.plan)
    seconds = expected_verdict_seconds(
        per_game, arguments.precision, runner.jobs, games, arguments.games
    )
    note = message(
        "generals are slow: expect about {time} on this computer. Ctrl+C stops, and the games "
        "are kept. Without {option}, sergeants give a first result within a minute",
        time=duration_text(seconds),
        option="--ai",
    )
    print_note(note, runner.renderer)


def _error_with_saved_games(error: ClusterError, balance: MeasuredScenario) -> M44Error:
    from m44core.balance_lab.cluster import error_with_saved_games  # only for a cluster

    return error_with_saved_games(error, balance.run.games)


def _stored_balance(
    path: str, arguments: argparse.Namespace, runner: GameRunner
) -> MeasuredScenario:
    """Return a scenario with the verdict of its stored games.

    Raises:
        M44Error: the scenario cannot be read or played.
    """
    reading = read_file(Path(path))
    plan = runner.plan(scenario_in(reading, path))
    try:
        run = VerdictRun(plan, runner.database, arguments.precision, arguments.games)
    except M44Error as error:
        raise M44Error(label_with_text(path, message_of_error(error))) from error
    return MeasuredScenario(path, plan, run, reading_errors(reading))


def _play_and_time(balance: MeasuredScenario, runner: GameRunner) -> Generator[Verdict]:
    """Play the games of a verdict, yield it as it changes, and record how long that took."""
    began = monotonic()
    for verdict in balance.run.play(runner.jobs, runner.executor):
        balance.seconds = monotonic() - began
        yield verdict


def _print_and_write_results(
    measurements: _Measurements,
    arguments: argparse.Namespace,
    report: Path | None,
    renderer: Renderer,
) -> int:
    """Print the measurements, write the requested files, and return the exit status."""
    several = len(measurements.balances) + len(measurements.failed) > 1
    output = arguments.format or ("table" if several else "text")
    if measurements.balances:
        print(OUTPUTS[output](measurements.balances, renderer, details=arguments.details))
    return _write_results(measurements, arguments, report, renderer)


def _write_results(
    measurements: _Measurements,
    arguments: argparse.Namespace,
    report: Path | None,
    renderer: Renderer,
) -> int:
    """Write the requested files, print failures, and return the exit status."""
    for balance in measurements.balances:
        try:
            balance.write_files(report, texts_renderer(arguments), results=arguments.results)
        except M44Error as error:
            measurements.failed.append(error)
    for problem in measurements.failed:
        print_error(message_of_error(problem), renderer)
    if measurements.is_interrupted:
        if not measurements.balances:
            print_error(INTERRUPTION, renderer)
        return INTERRUPTED
    return FAILED if measurements.failed else OK


def _require_one_scenario(arguments: argparse.Namespace, paths: Sequence[str]) -> None:
    """Refuse options that work for a single scenario only.

    Raises:
        M44Error: there are several scenarios.
    """
    for option in _FOR_ONE_SCENARIO:
        value = getattr(arguments, option.replace("-", "_"))
        if value not in (None, False, []) and len(paths) > 1:
            raise M44Error(message("{option} needs a single scenario", option=f"--{option}"))


def _report_path(arguments: argparse.Namespace) -> Path | None:
    """Return the checked path of the report; None if no report is requested.

    Raises:
        M44Error: its suffix is wrong, or the file exists already.
    """
    if arguments.report is None:
        return None
    from m44core.balance_report.report_writer import require_report_suffix  # slow to import

    path = output_path(arguments.report, replace=arguments.force)
    require_report_suffix(path)
    return path


def _open_database(arguments: argparse.Namespace) -> ResultsDatabase:
    if arguments.no_store:
        return ResultsDatabase(seed=_SEED)
    database = ResultsDatabase(arguments.database or default_database_path())
    if database.notice:
        print_error(database.notice, renderer_of(arguments))
    return database


def _parse_points(text: str) -> float:
    """Parse a precision in points, for argparse; return it as a share."""
    return _parse_number(text, _MIN_POINTS, _MAX_POINTS) / 100


def _parse_percentage(text: str) -> float:
    """Parse a target percentage, for argparse; return it as a share."""
    return _parse_number(text, 1, 99) / 100


def _parse_number(text: str, minimum: float, maximum: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = minimum - 1
    if not minimum <= number <= maximum:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from {minimum:g} to {maximum:g}")
    return number
