"""``m44 check``: what is wrong with scenario files."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from io import StringIO
from types import FrameType
from typing import TYPE_CHECKING, NoReturn, TextIO

from m44core.cli.files import scenario_files
from m44core.cli.progress import Progress
from m44core.cli.reporting.manner import Manner, speaks_unicode, wants_colour, width_of
from m44core.cli.reports import FORMATS, TEXTS, reporter
from m44core.diagnostics import Severity
from m44core.validation.runner import CheckSettings, FileReport, check_file, told_apart
from m44core.validation.selection import PROFILES, select

if TYPE_CHECKING:
    from m44core.cli.main import Parser

SUMMARY = "say what is wrong with scenario files"

_DESCRIPTION = """\
Say what is wrong with scenario files: whether they can be read, whether they hold to the format,
whether the map can be built from the box, and whether it can be played as it is written."""

_EPILOG = """\
examples:
  m44 check pegasus.m44
  m44 check scenarios/ 'drafts/*.yaml'    folders with all that is below them, and patterns
  m44 check --watch drafts/               again whenever a file changes
  m44 check --fail-on warning map.m44     status 1 on warnings, too
  m44 check --ignore M113 --ignore unclear-bunker-owner map.m44
  m44 check --select M2 map.m44           only the component checks
  m44 check --ignore M7 map.m44           without asking the engine how it plays
  m44 check --format json scenarios/      for programs; schema/diagnostics.schema.json
  m44 check --format sarif --output m44.sarif scenarios/

formats: full shows the place in the file, the hexes around it and the fixes, and is the default on
a terminal; text is one line a finding, and the default elsewhere; json, sarif (code scanning),
github (annotations), gitlab (code quality) and junit (test reports) are for programs.

exit status: 0 nothing at or above --fail-on, 1 something, 2 a file could not be checked"""

_NEVER = "never"


def add_parser(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "check",
        help=SUMMARY,
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("paths", nargs="+", metavar="PATH", help="files, folders or patterns")
    check = "a code (M502), the beginning of one (M5; M7 is playability), or a name; repeatable"
    add("--select", action="append", default=[], metavar="CHECK", help=f"only {check}")
    add("--ignore", action="append", default=[], metavar="CHECK", help=f"leave out {check}")
    profile = "add the checks of a profile: bga, whether it plays on Board Game Arena"
    add("--profile", action="append", choices=PROFILES, default=[], help=profile)
    add("--jobs", type=_positive, default=1, metavar="N", help="how many processes to use")
    add("--watch", action="store_true", help="check again whenever a file changes, until Ctrl-C")
    _add_outputs(parser)


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    severities = [severity.value for severity in Severity]
    add = parser.add_argument
    add("--format", choices=FORMATS, help="how to write the findings: see below")
    add("--output", metavar="FILE", help="write them to a file")
    add("--statistics", action="store_true", help="count what each check found")
    add(
        "--show",
        choices=severities,
        default="info",
        help="in text, print only findings as grave as this (default: info)",
    )
    add(
        "--fail-on",
        choices=[*severities, _NEVER],
        default="error",
        help="leave with status 1 on findings as grave as this (default: error)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the files, print the findings, return the exit status."""
    if arguments.watch:
        from m44core.cli.watch import watch

        watch(arguments.paths, partial(_run_once, arguments), arguments.output)
    return _run_once(arguments)


def _run_once(arguments: argparse.Namespace) -> int:
    words = _split(arguments.select), _split(arguments.ignore)
    settings = CheckSettings(select(*words, arguments.profile))
    files = scenario_files(arguments.paths)
    if arguments.output is None:
        reports = _written(files, settings, arguments, sys.stdout)
    else:
        from m44core.cli.reporting.to_file import refuse_to_replace, write_report

        refuse_to_replace(arguments.output, files)
        page = StringIO()
        reports = _written(files, settings, arguments, page)
        write_report(arguments.output, page.getvalue())
    return _status(reports, arguments.fail_on)


def _written(
    files: Sequence[str], settings: CheckSettings, arguments: argparse.Namespace, out: TextIO
) -> list[FileReport]:
    """Check the files and write what is found; return the reports."""
    form = arguments.format or ("full" if out.isatty() else "text")
    writer = reporter(form, out, _manner(arguments, out))
    progress = Progress(len(files), "files")
    reports = []
    with _reports_of(files, settings, arguments.jobs) as checked:
        for report in told_apart(checked, settings.selection):
            progress.clear()
            writer.file(report)
            reports.append(report)
            progress.advance()
    progress.clear()
    writer.end(reports)
    if arguments.statistics and form not in TEXTS:
        from m44core.cli.reporting.summary import statistics

        print(statistics(reports), file=sys.stderr)
    return reports


def _manner(arguments: argparse.Namespace, out: TextIO) -> Manner:
    return Manner(
        show=Severity(arguments.show),
        fail_on=None if arguments.fail_on == _NEVER else Severity(arguments.fail_on),
        statistics=arguments.statistics,
        colour=wants_colour(out),
        unicode=speaks_unicode(out),
        width=width_of(out),
    )


def _status(reports: Sequence[FileReport], fail_on: str) -> int:
    if not all(report.checked for report in reports):
        return 2
    if fail_on == _NEVER:
        return 0
    limit = Severity(fail_on)
    worst = (report.worst() for report in reports)
    return int(any(severity is not None and severity.at_least(limit) for severity in worst))


@contextmanager
def _reports_of(
    files: Sequence[str], settings: CheckSettings, jobs: int
) -> Iterator[Iterator[FileReport]]:
    """Yield the reports in the order of the files, however many processes make them."""
    work = partial(_report, settings=settings)
    if jobs == 1 or len(files) == 1:
        yield map(work, files)
        return
    from concurrent.futures import ProcessPoolExecutor  # slow to import

    pool = ProcessPoolExecutor(min(jobs, len(files)), initializer=_leave_interrupts_to_parent)
    before = signal.signal(signal.SIGINT, _end_with_children)
    try:
        yield pool.map(work, files, chunksize=max(1, len(files) // (jobs * 8)))
    finally:
        pool.shutdown(cancel_futures=True)
        signal.signal(signal.SIGINT, before)


def _report(path: str, settings: CheckSettings) -> FileReport:
    if os.path.isdir(path):  # noqa: PTH112 - a Path raises where it cannot tell
        return FileReport(path, failure=_nothing_in_folder(path))
    return check_file(path, settings)


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end_with_children(number: int, _: FrameType | None) -> NoReturn:
    """Leave at once: an exception amid the pool's own work can make it wait for ever."""
    from multiprocessing import active_children  # imported with the pool

    for child in active_children():
        child.terminate()
    os.write(2, b"\nm44: interrupted\n")
    os._exit(128 + number)


def _nothing_in_folder(path: str) -> str:
    try:
        os.scandir(path).close()
    except OSError as error:
        return f"this folder cannot be read: {error.strerror}"
    return "there is no scenario in this folder"


def _split(words: Sequence[str]) -> list[str]:
    """Allow ``--ignore M1,M2`` as well as ``--ignore M1 --ignore M2``."""
    return [word.strip() for each in words for word in each.split(",") if word.strip()]


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes; say 1 or more")
    return int(text)
