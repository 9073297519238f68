"""``m44 check --fix`` and ``--diff``: mending files, or showing what would be mended."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from types import FrameType
from typing import TextIO

from m44core.cli.reporting.layout import Reporter
from m44core.cli.reporting.place import hex_mark, place
from m44core.cli.reporting.summary import safely_fixable
from m44core.cli.status import FAILED, FOUND, OK
from m44core.cli.visible import visible
from m44core.diagnostics import Diagnostic
from m44core.errors import ReadError, WriteError
from m44core.findings.wording import counted, phrase
from m44core.io.files import save as files
from m44core.language import speaking
from m44core.validation.running.mending import Mending, mend, safe_fix
from m44core.validation.running.runner import CheckSettings, FileReport, check_file

_NO_END = "\\ No newline at end of file\n"
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def fixed_file(path: str, settings: CheckSettings) -> FileReport:
    """Apply the safe fixes of a file; return what was fixed and what is left."""
    try:
        mending = mend(Path(path), settings)
    except ReadError:
        return check_file(path, settings)  # which says so
    unfixed = _unsettled(path, mending)
    if mending.data is not None:
        unfixed = _written(mending.data, path, mending)
    report = check_file(path, settings)
    return replace(
        report,
        diagnostics=(*mending.failed, *report.diagnostics),
        fixed=() if unfixed else mending.fixed,
        unfixed=unfixed,
    )


def _unsettled(path: str, mending: Mending) -> str | None:
    found = mending.unsettled
    if mending.lost_comment is not None:
        return phrase("comment-would-be-lost", place=f"{path}:{mending.lost_comment}")
    if found is None:
        return None
    where = f"{path}:{found.line}" if found.line else path
    return phrase("would-settle", place=where, code=found.code, name=found.name)


def _written(data: bytes, path: str, mending: Mending) -> str | None:
    """Write a mended file; return why that was not possible, or None."""
    try:
        with uninterrupted():
            files.write(data, Path(path), mending.expected, backup=False)
    except WriteError as error:
        return str(error)
    return None


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Put off what ends the program until the work inside is done."""
    came: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        came.append(number)

    before = {number: signal.signal(number, note) for number in _SIGNALS}
    try:
        yield
    finally:
        for of, handler in before.items():
            signal.signal(of, handler)
        for number in came:
            signal.raise_signal(number)


class FixReporter:
    """Prints what was fixed before the findings that are left, and how much at the end.

    Args:
        findings: What writes the findings.
        out: Where to print.
    """

    def __init__(self, findings: Reporter, out: TextIO) -> None:
        self._findings = findings
        self._out = out

    def file(self, report: FileReport) -> None:
        """Print what was fixed in one file, a line each, and why something could not be."""
        for fixed in report.fixed:
            found = fixed.diagnostic
            what = f"{found.code}{hex_mark(report, found)} {visible(fixed.title)}"
            said = phrase("fixed", what=what)
            print(f"{place(report, found)}: {said}", file=self._out)
        if report.unfixed:
            print(f"m44: {visible(report.unfixed)}", file=sys.stderr)
        self._findings.file(report)

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print how much was fixed, how much was not, and how much can be if somebody is asked."""
        self._findings.end(reports)
        number = sum(len(report.fixed) for report in reports)
        files_ = counted(sum(bool(report.fixed) for report in reports), "file")
        asking = sum(_needs_asking(found) for report in reports for found in report.diagnostics)
        said = phrase("fixed-in", findings=counted(number, "finding"), files=files_)
        held_back = safely_fixable(reports)
        if held_back:
            said = phrase("fixed-but", said=said, findings=counted(held_back, "finding"))
        if asking:
            said = phrase("fixed-asking", said=said, findings=counted(asking, "finding"))
        print(said, file=self._out)


def _needs_asking(found: Diagnostic) -> bool:
    return bool(found.fixes) and safe_fix(found) is None


def difference(path: str, settings: CheckSettings) -> tuple[str, Mending | None, str | None]:
    """Return the file, what its safe fixes would make of it, and why that cannot be told."""
    with speaking(settings.language):
        try:
            mending = mend(Path(path), settings)
        except ReadError as error:
            return path, None, str(error)
        return path, mending, _unsettled(path, mending)


def print_differences(found: Iterator[tuple[str, Mending | None, str | None]], out: TextIO) -> int:
    """Print unified diffs of what would be written; return the exit status."""
    status, changed = OK, 0
    for path, mending, problem in found:
        if problem:
            print(f"m44: {visible(problem)}", file=sys.stderr)
        if problem or (mending and mending.failed):
            status = FAILED
        if mending and mending.data is not None:
            changed += 1
            out.writelines(_diff(path, mending, watched=out.isatty()))
    print(phrase("would-change", files=counted(changed, "file")), file=sys.stderr)
    return status or (FOUND if changed else OK)


def _diff(path: str, mending: Mending, *, watched: bool) -> Iterator[str]:
    name = visible(path)
    lines = list(unified_diff(_lines(mending.before), _lines(mending.after), name, name))
    if not lines:
        yield phrase("only-encoding", name=name) + "\n"
    for line in lines:
        text, end = line.removesuffix("\n"), "" if line.endswith("\n") else _NO_END
        yield f"{visible(text) if watched else text}\n{end}"


def _lines(text: str) -> list[str]:
    """Return the lines of a text with their ends; no other sign than a line feed ends one."""
    *lines, rest = text.split("\n")
    return [f"{line}\n" for line in lines] + ([rest] if rest else [])
