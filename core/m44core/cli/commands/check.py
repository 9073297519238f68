"""``m44 check``: report the problems in scenario files."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from io import StringIO
from typing import TextIO

from m44core.arguments.parser import Parser
from m44core.cli.commands.check_settings import FileCheckSettings, SettingsByFile
from m44core.cli.exit_status import FAILED, OK, PROBLEMS_FOUND
from m44core.cli.file_arguments import scenario_files
from m44core.cli.output_file import STANDARD_OUTPUT, add_output_option, write_output
from m44core.cli.piped_input import refuse_piped_input
from m44core.cli.progress_bar import ProgressBar
from m44core.cli.reporting.reporter import (
    FORMATS,
    TEXT_FORMATS,
    Reporter,
    ReportStyle,
    line_width,
    make_reporter,
    supports_colour,
    supports_unicode,
)
from m44core.cli.shared_options import (
    add_format_option,
    add_jobs_option,
    add_language_option,
    renderer_of,
    split_list,
)
from m44core.diagnostics import Severity
from m44core.errors import M44Error, NotationError
from m44core.faults import FaultError, boundary
from m44core.messages import nouns
from m44core.messages.message import Message, Value, message
from m44core.messages.os_errors import os_error_reason
from m44core.validation.check_selection import PROFILES
from m44core.validation.configuration import FAIL_ON
from m44core.validation.runner import CheckSettings, FileReport, check_file, report_repeated_ids
from m44core.work.parallel_map import parallel_map

_DESCRIPTION = message(
    "Check scenario files: can they be read, do they follow the format, can the map be built "
    "from the pieces in the box, and can the scenario be played as written?"
)
_EXAMPLES = {
    "m44 check pegasus.m44": None,
    "m44 check scenarios/ 'drafts/*.yaml'": message(
        "folders, including everything inside them, and patterns"
    ),
    "m44 check --watch drafts/": message("check again whenever a file changes"),
    "m44 check --fail-on warning map.m44": message("exit with status 1 on warnings, too"),
    "m44 check --ignore M112 --ignore unclear-bunker-owner map.m44": None,
    "m44 check --select M2 map.m44": message("run only the component checks"),
    "m44 check --ignore M7 map.m44": message("skip the checks that need the rules engine"),
    "m44 check --fix drafts/": message(
        "fix what can be fixed safely; --diff only shows the changes"
    ),
    "m44 check --format json scenarios/": message(
        "for other programs; see schema/diagnostics.schema.json"
    ),
    "m44 check --format sarif --output m44.sarif scenarios/": None,
}
_CLOSING = (
    message(
        "formats: full shows the place in the file, the surrounding hexes and the fixes, and "
        "is the default on a terminal; text prints one line per problem and is the default "
        "elsewhere; json, sarif (code scanning), github (annotations), gitlab (code quality) "
        "and junit (test reports) are for other programs."
    ),
    message(
        "Settings for a collection of scenarios go into an m44.toml next to them; a "
        "scenario's own suppressions go into the scenario. See docs/suppressions.md."
    ),
    message(
        "exit status: 0 no problem at or above --fail-on, 1 at least one, 2 a file could not "
        "be checked or fixed"
    ),
)


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    text = parser.text
    parser.set_description(_DESCRIPTION, _EXAMPLES, *_CLOSING)
    add = parser.add_argument
    add("paths", nargs="+", metavar="PATH", help=text(message("files, folders or patterns")))
    _add_selection_options(parser)
    boxes = message(
        "check against the boxes you own: base=1,terrain=1 (a name without a number means one)"
    )
    add("--boxes", metavar="BOXES", help=text(boxes))
    profile = message(
        "add the checks of a profile: bga (can be played on Board Game Arena) or publish "
        "(ready to be printed or published)"
    )
    add("--profile", action="append", choices=PROFILES, default=[], help=text(profile))
    texts = message(
        "languages the scenario text must be available in, for --profile publish: en,de"
    )
    add("--texts", metavar="LANGUAGES", help=text(texts))
    add_jobs_option(parser, text)
    config = message("use this m44.toml instead of the nearest one")
    add("--config", metavar="FILE", help=text(config))
    add("--no-config", action="store_true", help=text(message("ignore any m44.toml")))
    add_language_option(parser)
    _add_fix_options(parser)
    watch = message("check again whenever a file changes; press Ctrl-C to stop")
    add("--watch", action="store_true", help=text(watch))
    _add_output_options(parser)


def _add_selection_options(parser: Parser) -> None:
    check = message("a code (M502), the start of a code (M5; M7 covers playability), or a name")
    select = message("run only the checks given by {check}; may be repeated", check=check)
    ignore = message("skip the checks given by {check}; may be repeated", check=check)
    for option, about in (("--select", select), ("--ignore", ignore)):
        parser.add_argument(
            option, action="append", default=[], metavar="CHECK", help=parser.text(about)
        )


def _add_fix_options(parser: Parser) -> None:
    fix = message("apply the fixes that lose no data and do not affect play, and save the files")
    diff = message(
        "show what --fix would change as a diff, without writing anything; exit "
        "with status 1 if there are changes"
    )
    parser.add_argument("--fix", action="store_true", help=parser.text(fix))
    parser.add_argument("--diff", action="store_true", help=parser.text(diff))


def _add_output_options(parser: Parser) -> None:
    text, add = parser.text, parser.add_argument
    severities = [severity.value for severity in Severity]
    add_format_option(parser, text, FORMATS, about=message("output format: see below"))
    add_output_option(parser)
    statistics = message("print how many problems each check found")
    add("--statistics", action="store_true", help=text(statistics))
    show = message(
        "in text output, list only problems of at least this severity; info also lists notes "
        "that need no action"
    )
    add("--show", choices=severities, help=text(show))
    fail = message("exit with status 1 on problems of at least this severity (default: error)")
    add("--fail-on", choices=FAIL_ON, help=text(fail))


def run(arguments: argparse.Namespace) -> int:
    """Check the files, print the findings or the diff of the fixes, and return the exit status.

    With ``--watch``, the files are checked after every change, until the user interrupts.

    Raises:
        M44Error: the options or the settings are invalid, or the output cannot be written.
    """
    reject_conflicting_options(arguments)
    for is_set, option in ((arguments.fix, "--fix"), (arguments.watch, "--watch")):
        for path in arguments.paths if is_set else ():
            refuse_piped_input(path, option)
    if arguments.watch:
        from m44core.cli.commands.check_watch import watch_files  # 1 ms

        paths = [*arguments.paths, *filter(None, [arguments.config])]
        check = partial(_check_once, arguments)
        file = None if arguments.output == STANDARD_OUTPUT else arguments.output
        watch_files(paths, check, renderer_of(arguments), file)
    return _check_once(arguments)


def _check_once(arguments: argparse.Namespace) -> int:
    settings_by_file = SettingsByFile.from_arguments(arguments)
    settings = {path: settings_by_file.for_file(path) for path in scenario_files(arguments.paths)}
    if arguments.output == STANDARD_OUTPUT:
        return _write_findings_or_diff(settings_by_file, settings, arguments, sys.stdout)
    from m44core.cli.reporting.report_file import refuse_to_replace_checked_file  # 13 ms

    refuse_to_replace_checked_file(arguments.output, list(settings))
    buffer = StringIO()
    status = _write_findings_or_diff(settings_by_file, settings, arguments, buffer)
    write_output(buffer.getvalue().encode("utf-8", "backslashreplace"), arguments.output)
    return status


def _write_findings_or_diff(
    settings_by_file: SettingsByFile,
    settings: Mapping[str, FileCheckSettings],
    arguments: argparse.Namespace,
    out: TextIO,
) -> int:
    """Write the findings, or the diff of the fixes; return the exit status."""
    if not arguments.diff:
        return _exit_status(_check_and_report(settings_by_file, settings, arguments, out), settings)
    from m44core.cli.commands.check_fix import failed_preview, preview_fixes, print_diffs  # 50 ms

    renderer = renderer_of(arguments)
    with parallel_map(
        preview_fixes,
        failed_preview,
        arguments.jobs,
        list(settings),
        *_settings_and_failures(settings),
    ) as previews:
        return print_diffs(previews, out, renderer)


def _check_and_report(
    settings_by_file: SettingsByFile,
    settings: Mapping[str, FileCheckSettings],
    arguments: argparse.Namespace,
    out: TextIO,
) -> list[FileReport]:
    """Check the files and write the findings; return the reports."""
    format_name = arguments.format or ("full" if out.isatty() else "text")
    style = _report_style(arguments, settings, out)
    writer = make_reporter(format_name, out, style)
    if arguments.fix:
        from m44core.cli.commands.check_fix import FixReporter  # 55 ms

        writer = FixReporter(writer, out if format_name in TEXT_FORMATS else sys.stderr, style)
    reports = _check_files(settings_by_file, settings, arguments, writer)
    writer.end(reports)
    if arguments.statistics and format_name not in TEXT_FORMATS:
        from m44core.cli.reporting.finding_counts import statistics_table  # 1 ms

        print(statistics_table(reports, style.renderer), file=sys.stderr)
    return reports


def _check_files(
    settings_by_file: SettingsByFile,
    settings: Mapping[str, FileCheckSettings],
    arguments: argparse.Namespace,
    writer: Reporter,
) -> list[FileReport]:
    """Check the files, pass each report to the reporter as it arrives, and return all reports."""
    progress = ProgressBar(len(settings), nouns.files, renderer_of(arguments))
    reports = []
    work = _fix_file if arguments.fix else _check_file
    with parallel_map(
        work, _failure_report, arguments.jobs, list(settings), *_settings_and_failures(settings)
    ) as checked:
        selections = [each.settings.selection for each in settings.values()]
        for report in report_repeated_ids(checked, selections):
            progress.clear()
            reports.append(replace(_write_file_report(report, writer), reading=None))
            progress.advance()
    progress.clear()
    unused = list(settings_by_file.unused_suppressions(reports))
    return reports + [_write_file_report(report, writer) for report in unused]


def _write_file_report(report: FileReport, writer: Reporter) -> FileReport:
    """Write a report and return it; if writing fails, write and return a report of the failure.

    Raises:
        OSError: the output cannot be written to.
    """
    try:
        with boundary(report.path, expected=(OSError,)):
            writer.file(report)
    except FaultError as error:
        report = FileReport.of_error(report.path, error)
        writer.file(report)
    return report


def _report_style(
    arguments: argparse.Namespace, settings: Mapping[str, FileCheckSettings], out: TextIO
) -> ReportStyle:
    first = next(iter(settings.values()), None)
    return ReportStyle(
        show=Severity(arguments.show or Severity.INFO),
        show_quiet=bool(arguments.show == Severity.INFO or arguments.select),
        fail_on=first.fail_on if first else None,
        statistics=arguments.statistics,
        fixing=arguments.fix,
        colour=supports_colour(out),
        unicode=supports_unicode(out),
        width=line_width(out),
        renderer=renderer_of(arguments),
    )


def _exit_status(reports: Sequence[FileReport], settings: Mapping[str, FileCheckSettings]) -> int:
    if any(not report.checked or report.unfixed for report in reports):
        return FAILED
    return (
        PROBLEMS_FOUND
        if any(_is_failure(report, settings.get(report.path)) for report in reports)
        else OK
    )


def _is_failure(report: FileReport, settings: FileCheckSettings | None) -> bool:
    """Return whether a finding is severe enough for exit status 1."""
    limit = settings.fail_on if settings else Severity.ERROR
    worst_severity = report.worst()
    return worst_severity is not None and limit is not None and worst_severity.is_at_least(limit)


def _settings_and_failures(
    settings: Mapping[str, FileCheckSettings],
) -> tuple[list[CheckSettings], list[Value | None]]:
    """Return two lists: the settings of each file, and the reason it cannot be checked, or None."""
    file_settings = settings.values()
    return [each.settings for each in file_settings], [each.failure for each in file_settings]


def _check_file(path: str, settings: CheckSettings, failure: Value | None) -> FileReport:
    if failure is None and _is_folder(path):
        failure = _empty_folder_message(path)
    return check_file(path, settings) if failure is None else FileReport(path, failure=failure)


def _failure_report(error: M44Error, path: str, *_: object) -> FileReport:
    return FileReport.of_error(path, error)


def _fix_file(path: str, settings: CheckSettings, failure: Value | None) -> FileReport:
    from m44core.cli.commands.check_fix import fix_file  # only with --fix

    if failure is not None or _is_folder(path):
        return _check_file(path, settings, failure)
    return fix_file(path, settings)


def _is_folder(path: str) -> bool:
    return os.path.isdir(path)  # noqa: PTH112 - a Path may raise instead


def _empty_folder_message(path: str) -> Message:
    try:
        os.scandir(path).close()
    except OSError as error:
        return message("cannot read this folder: {reason}", reason=os_error_reason(error))
    return message("this folder contains no scenario")


_LIST_OPTIONS = ("select", "ignore", "boxes")
_PATH_OPTIONS = ("paths", "config", "output")
_REPORT_OPTIONS = ("format", "statistics", "show", "fail_on")
"""Options about how findings are reported; ``--diff`` reports none."""


def reject_conflicting_options(arguments: argparse.Namespace) -> None:
    """Reject empty options and combinations in which an option would be ignored.

    Raises:
        NotationError: an option is empty or would be ignored; the message names it.
    """
    for name in (*_PATH_OPTIONS, *_LIST_OPTIONS):
        if any(
            _is_empty(value, name in _LIST_OPTIONS) for value in _option_values(arguments, name)
        ):
            raise NotationError(_empty_option_message(_option_name(name)))
    if arguments.diff and arguments.fix:
        raise NotationError(
            message("--fix changes the files and --diff only shows the changes; use one of them")
        )
    for name in _REPORT_OPTIONS:
        if arguments.diff and getattr(arguments, name):
            raise NotationError(
                message(
                    "{option} selects problems, but --diff shows none; leave one of them out",
                    option=_option_name(name),
                )
            )


def _empty_option_message(option: str) -> Message:
    return message("{option} is empty; give it a value, or leave it out", option=option)


def _option_values(arguments: argparse.Namespace, name: str) -> list[str]:
    """Return the values of an option, whether it can be repeated or not; [] if it is not set."""
    value = getattr(arguments, name)
    if value is None:
        return []
    return [value] if isinstance(value, str) else value


def _is_empty(value: str, is_list: bool) -> bool:
    return not (split_list([value]) if is_list else value)


def _option_name(name: str) -> str:
    return "PATH" if name == "paths" else f"--{name.replace('_', '-')}"
