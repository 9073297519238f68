"""``m44 check``: what is wrong with scenario files."""

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
from m44core.cli.exit_status import FAILED, FOUND, OK
from m44core.cli.file_arguments import scenario_files
from m44core.cli.progress_bar import ProgressBar
from m44core.cli.reporting.reporter import (
    FORMATS,
    TEXTS,
    Reporter,
    ReportStyle,
    line_width,
    make_reporter,
    supports_colour,
    supports_unicode,
)
from m44core.cli.shared_options import add_language, positive_int, split_list, words_of
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
    "Say what is wrong with scenario files: whether they can be read, whether they hold to the "
    "format, whether the map can be built from the box, and whether it can be played as it is "
    "written."
)
_EXAMPLES = {
    "m44 check pegasus.m44": None,
    "m44 check scenarios/ 'drafts/*.yaml'": message(
        "folders with all that is below them, and patterns"
    ),
    "m44 check --watch drafts/": message("again whenever a file changes"),
    "m44 check --fail-on warning map.m44": message("status 1 on warnings, too"),
    "m44 check --ignore M112 --ignore unclear-bunker-owner map.m44": None,
    "m44 check --select M2 map.m44": message("only the component checks"),
    "m44 check --ignore M7 map.m44": message("without asking the engine how it plays"),
    "m44 check --fix drafts/": message("mend what loses nothing; --diff only shows it"),
    "m44 check --format json scenarios/": message("for programs; schema/diagnostics.schema.json"),
    "m44 check --format sarif --output m44.sarif scenarios/": None,
}
_CLOSING = (
    message(
        "formats: full shows the place in the file, the hexes around it and the fixes, and is the "
        "default on a terminal; text is one line a finding, and the default elsewhere; json, sarif "
        "(code scanning), github (annotations), gitlab (code quality) and junit (test reports) are "
        "for programs."
    ),
    message(
        "what a collection of scenarios asks for stands in m44.toml beside them; what a scenario "
        "allows, in the scenario: docs/suppressions.md"
    ),
    message(
        "exit status: 0 nothing at or above --fail-on, 1 something, 2 a file could not be checked "
        "or fixed"
    ),
)


def add_options(parser: Parser) -> None:
    """Say what the command does, and add its options."""
    tell = parser.text
    parser.describe(_DESCRIPTION, _EXAMPLES, *_CLOSING)
    add = parser.add_argument
    add("paths", nargs="+", metavar="PATH", help=tell(message("files, folders or patterns")))
    _add_choice(parser)
    boxes = message("judge by the boxes you own: base=1,terrain=1 (a name alone is one)")
    add("--boxes", metavar="BOXES", help=tell(boxes))
    profile = message(
        "add the checks of a profile: bga, whether it plays on Board Game Arena; publish, what "
        "a printed or published scenario needs"
    )
    add("--profile", action="append", choices=PROFILES, default=[], help=tell(profile))
    texts = message("the languages it is to have texts in, for --profile publish: en,de")
    add("--texts", metavar="LANGUAGES", help=tell(texts))
    processes = message("how many processes to use")
    add("--jobs", type=positive_int, default=1, metavar="N", help=tell(processes))
    config = message("the m44.toml to go by, instead of the nearest")
    add("--config", metavar="FILE", help=tell(config))
    add("--no-config", action="store_true", help=tell(message("go by no m44.toml")))
    add_language(parser)
    _add_fixes(parser)
    watch = message("check again whenever a file changes, until Ctrl-C")
    add("--watch", action="store_true", help=tell(watch))
    _add_outputs(parser)


def _add_choice(parser: Parser) -> None:
    check = message("a code (M502), the beginning of one (M5; M7 is playability), or a name")
    select = message("only {check}; may be repeated", check=check)
    ignore = message("leave out {check}; may be repeated", check=check)
    for option, about in (("--select", select), ("--ignore", ignore)):
        parser.add_argument(
            option, action="append", default=[], metavar="CHECK", help=parser.text(about)
        )


def _add_fixes(parser: Parser) -> None:
    fix = message("apply the fixes that lose nothing and change no game, and write the files")
    diff = message("show as a diff what --fix would write, and write nothing; status 1 if it would")
    parser.add_argument("--fix", action="store_true", help=parser.text(fix))
    parser.add_argument("--diff", action="store_true", help=parser.text(diff))


def _add_outputs(parser: Parser) -> None:
    tell, add = parser.text, parser.add_argument
    severities = [severity.value for severity in Severity]
    add("--format", choices=FORMATS, help=tell(message("how to write the findings: see below")))
    output = message("write them, or what --diff shows, to a file")
    add("--output", metavar="FILE", help=tell(output))
    statistics = message("count what each check found")
    add("--statistics", action="store_true", help=tell(statistics))
    show = message(
        "in text, print only findings at least this grave; info also lists notes that need no "
        "action"
    )
    add("--show", choices=severities, help=tell(show))
    fail = message("leave with status 1 on findings as grave as this (default: error)")
    add("--fail-on", choices=FAIL_ON, help=tell(fail))


def run(arguments: argparse.Namespace) -> int:
    """Check the files, print the findings, return the exit status."""
    reject_conflicting_options(arguments)
    if arguments.watch:
        from m44core.cli.commands.check_watch import watch  # 1 ms

        paths = [*arguments.paths, *filter(None, [arguments.config])]
        check = partial(_run_once, arguments)
        watch(paths, check, words_of(arguments), arguments.output)
    return _run_once(arguments)


def _run_once(arguments: argparse.Namespace) -> int:
    of_files = SettingsByFile.of(arguments)
    terms = {path: of_files.for_file(path) for path in scenario_files(arguments.paths)}
    if arguments.output is None:
        return _answered(of_files, terms, arguments, sys.stdout)
    from m44core.cli.reporting.report_file import refuse_to_replace, write_report  # 13 ms

    refuse_to_replace(arguments.output, list(terms))
    page = StringIO()
    status = _answered(of_files, terms, arguments, page)
    write_report(arguments.output, page.getvalue())
    return status


def _answered(
    of_files: SettingsByFile,
    terms: Mapping[str, FileCheckSettings],
    arguments: argparse.Namespace,
    out: TextIO,
) -> int:
    """Write what is found, or what would be fixed; return the exit status."""
    if not arguments.diff:
        return _status(_written(of_files, terms, arguments, out), terms)
    from m44core.cli.commands.check_fix import lost_preview, preview_fixes, print_diffs  # 50 ms

    told = words_of(arguments)
    with parallel_map(
        preview_fixes, lost_preview, arguments.jobs, list(terms), *_asked(terms)
    ) as found:
        return print_diffs(found, out, told)


def _written(
    of_files: SettingsByFile,
    terms: Mapping[str, FileCheckSettings],
    arguments: argparse.Namespace,
    out: TextIO,
) -> list[FileReport]:
    """Check the files and write what is found; return the reports."""
    form = arguments.format or ("full" if out.isatty() else "text")
    manner = _manner(arguments, terms, out)
    writer = make_reporter(form, out, manner)
    if arguments.fix:
        from m44core.cli.commands.check_fix import FixReporter  # 55 ms

        writer = FixReporter(writer, out if form in TEXTS else sys.stderr, manner)
    reports = _checked(of_files, terms, arguments, writer)
    writer.end(reports)
    if arguments.statistics and form not in TEXTS:
        from m44core.cli.reporting.finding_counts import statistics_table  # 1 ms

        print(statistics_table(reports, manner.words), file=sys.stderr)
    return reports


def _checked(
    of_files: SettingsByFile,
    terms: Mapping[str, FileCheckSettings],
    arguments: argparse.Namespace,
    writer: Reporter,
) -> list[FileReport]:
    """Check the files, give each report to the writer as it comes, and return them."""
    progress = ProgressBar(len(terms), nouns.files, words_of(arguments))
    reports = []
    work = _fixed if arguments.fix else _report
    with parallel_map(work, _lost, arguments.jobs, list(terms), *_asked(terms)) as checked:
        selections = [of_file.settings.selection for of_file in terms.values()]
        for report in report_repeated_ids(checked, selections):
            progress.clear()
            reports.append(replace(_shown(report, writer), reading=None))
            progress.advance()
    progress.clear()
    unused = list(of_files.unused_suppressions(reports))
    return reports + [_shown(report, writer) for report in unused]


def _shown(report: FileReport, writer: Reporter) -> FileReport:
    """Give a report to the writer and return it; if that fails, another one that says so.

    Raises:
        OSError: the output takes no more.
    """
    try:
        with boundary(report.path, expected=(OSError,)):
            writer.file(report)
    except FaultError as error:
        report = FileReport.of_error(report.path, error)
        writer.file(report)
    return report


def _manner(
    arguments: argparse.Namespace, terms: Mapping[str, FileCheckSettings], out: TextIO
) -> ReportStyle:
    first = next(iter(terms.values()), None)
    return ReportStyle(
        show=Severity(arguments.show or Severity.INFO),
        show_quiet=bool(arguments.show or arguments.select),
        fail_on=first.fail_on if first else None,
        statistics=arguments.statistics,
        fixing=arguments.fix,
        colour=supports_colour(out),
        unicode=supports_unicode(out),
        width=line_width(out),
        words=words_of(arguments),
    )


def _status(reports: Sequence[FileReport], terms: Mapping[str, FileCheckSettings]) -> int:
    if any(not report.checked or report.unfixed for report in reports):
        return FAILED
    return FOUND if any(_counts(report, terms.get(report.path)) for report in reports) else OK


def _counts(report: FileReport, terms: FileCheckSettings | None) -> bool:
    """Tell whether something was found that is as grave as what makes the status 1."""
    limit = terms.fail_on if terms else Severity.ERROR
    worst = report.worst()
    return worst is not None and limit is not None and worst.at_least(limit)


def _asked(
    terms: Mapping[str, FileCheckSettings],
) -> tuple[list[CheckSettings], list[Value | None]]:
    """Return what is asked of each file, and why some cannot be checked."""
    every = terms.values()
    return [each.settings for each in every], [each.failure for each in every]


def _report(path: str, settings: CheckSettings, failure: Value | None) -> FileReport:
    if failure is None and _is_folder(path):
        failure = _nothing_in_folder(path)
    return check_file(path, settings) if failure is None else FileReport(path, failure=failure)


def _lost(error: M44Error, path: str, *_: object) -> FileReport:
    return FileReport.of_error(path, error)


def _fixed(path: str, settings: CheckSettings, failure: Value | None) -> FileReport:
    from m44core.cli.commands.check_fix import fix_file  # only for those who ask for it

    if failure is not None or _is_folder(path):
        return _report(path, settings, failure)
    return fix_file(path, settings)


def _is_folder(path: str) -> bool:
    return os.path.isdir(path)  # noqa: PTH112 - a Path raises where it cannot tell


def _nothing_in_folder(path: str) -> Message:
    try:
        os.scandir(path).close()
    except OSError as error:
        return message("this folder cannot be read: {reason}", reason=os_error_reason(error))
    return message("there is no scenario in this folder")


_LISTS = ("select", "ignore", "boxes")
_NAMES = ("paths", "config", "output")
_OF_FINDINGS = ("format", "statistics", "show", "fail_on")
"""Options about how findings are told, of which ``--diff`` shows none."""


def reject_conflicting_options(arguments: argparse.Namespace) -> None:
    """Make sure that no option would be passed over in silence.

    Raises:
        NotationError: one would; the message says which.
    """
    for name in (*_NAMES, *_LISTS):
        if any(_is_empty(value, name in _LISTS) for value in _values(arguments, name)):
            raise NotationError(_empty(_option(name)))
    if arguments.diff and arguments.fix:
        raise NotationError(
            message(
                "--fix writes the files and --diff only shows what it would write; "
                "choose one of them"
            )
        )
    for name in _OF_FINDINGS:
        if arguments.diff and getattr(arguments, name):
            raise NotationError(
                message(
                    "{option} is about findings, and --diff shows none; leave one of them out",
                    option=_option(name),
                )
            )


def _empty(option: str) -> Message:
    return message("{option} is empty; name something there, or leave it out", option=option)


def _values(arguments: argparse.Namespace, name: str) -> list[str]:
    """Return what was given for an option, however often it may be."""
    value = getattr(arguments, name)
    if value is None:
        return []
    return [value] if isinstance(value, str) else value


def _is_empty(value: str, is_list: bool) -> bool:
    return not (split_list([value]) if is_list else value)


def _option(name: str) -> str:
    return "PATH" if name == "paths" else f"--{name.replace('_', '-')}"
