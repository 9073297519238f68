"""``m44 check --fix`` and ``--diff``: mending files, or showing what would be mended."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import TextIO

from m44core.cli.control_characters import visible
from m44core.cli.exit_status import FAILED, FOUND, OK
from m44core.cli.reporting.finding_counts import count_fixable
from m44core.cli.reporting.reporter import Reporter, ReportStyle, hex_suffix, location
from m44core.diagnostics import Diagnostic
from m44core.errors import M44Error, ReadError, WriteError
from m44core.faults import FaultError, boundary
from m44core.findings.render_findings import message_of, name_of
from m44core.io.files import save as files
from m44core.messages import nouns
from m44core.messages.message import Message, Value, Words, colon, message
from m44core.messages.words import reason
from m44core.validation.runner import CheckSettings, FileReport, check_file
from m44core.validation.safe_fixes import FixResult, apply_safe_fixes, safe_fix

_NO_END = "\\ No newline at end of file\n"


def fix_file(path: str, settings: CheckSettings) -> FileReport:
    """Apply the safe fixes of a file; return what was fixed and what is left."""
    try:
        with boundary(path):
            return _fixed(path, settings)
    except ReadError:
        return check_file(path, settings)  # which says so
    except M44Error as error:
        return FileReport.of_error(path, error)


def _fixed(path: str, settings: CheckSettings) -> FileReport:
    mending = apply_safe_fixes(Path(path), settings)
    unfixed: Value | None = _unsettled(path, mending)
    if mending.data is not None:
        unfixed = _written(mending.data, path, mending)
    report = check_file(path, settings)
    return replace(
        report,
        diagnostics=(*_failures(mending, report), *report.diagnostics),
        fixed=() if unfixed else mending.fixed,
        unfixed=unfixed,
    )


def _failures(mending: FixResult, report: FileReport) -> list[Diagnostic]:
    """Return the fixes and the checks that failed in mending, but for what is reported anyway."""
    said = {(each.code, message_of(each)) for each in report.diagnostics}
    return [each for each in mending.failed if (each.code, message_of(each)) not in said]


def _unsettled(path: str, mending: FixResult) -> Message | None:
    found = mending.unsettled
    if mending.lost_comment is not None:
        return message(
            "{place}: nothing was fixed because this comment would be lost; "
            "put it above an entry, or fix the file by hand",
            place=f"{path}:{mending.lost_comment}",
        )
    if found is None:
        return None
    where = f"{path}:{found.line}" if found.line else path
    return message(
        "{place}: nothing was fixed because of {code} {name}: "
        "writing the file would settle it; mend that first",
        place=where,
        code=found.code,
        name=name_of(found),
    )


def _written(data: bytes, path: str, mending: FixResult) -> Value | None:
    """Write a mended file; return why that was not possible, or None."""
    try:
        files.write(data, Path(path), mending.expected, backup=False)
    except WriteError as error:
        return reason(error)
    return None


class FixReporter:
    """Prints what was fixed before the findings that are left, and how much at the end.

    Args:
        findings: What writes the findings.
        out: Where to print.
        manner: How to print.
    """

    def __init__(self, findings: Reporter, out: TextIO, manner: ReportStyle) -> None:
        self._findings = findings
        self._out = out
        self._manner = manner

    def file(self, report: FileReport) -> None:
        """Print what was fixed in one file, a line each, and why something could not be."""
        for fixed in report.fixed:
            found = fixed.diagnostic
            title = self._manner.text(fixed.title)
            what = f"{found.code}{hex_suffix(report, found)} {title}"
            said = self._manner.text(message("fixed: {what}", what=what))
            print(f"{location(report, found)}: {said}", file=self._out)
        if report.unfixed:
            print(f"m44: {self._manner.text(report.unfixed)}", file=sys.stderr)
        self._findings.file(report)

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print how much was fixed, how much was not, and how much can be if somebody is asked."""
        self._findings.end(reports)
        number = sum(len(report.fixed) for report in reports)
        files_ = nouns.files(sum(bool(report.fixed) for report in reports))
        asking = sum(_needs_asking(found) for report in reports for found in report.diagnostics)
        fixed = nouns.findings(number)
        said = message("{findings} fixed in {files}", findings=fixed, files=files_)
        held_back = count_fixable(reports)
        if held_back:
            said = message(
                "{said}; not done, for the reason given: {findings}",
                said=said,
                findings=nouns.findings(held_back),
            )
        if asking:
            said = message(
                "{said}; {findings} can be fixed in the editor, which asks first",
                said=said,
                findings=nouns.findings(asking),
            )
        print(self._manner.words.render(said), file=self._out)


def _needs_asking(found: Diagnostic) -> bool:
    return bool(found.fixes) and safe_fix(found) is None


Difference = tuple[str, FixResult | None, Value | None]
"""A file, what its safe fixes would make of it, and why that cannot be said."""


def preview_fixes(path: str, settings: CheckSettings, failure: Value | None) -> Difference:
    """Return what the safe fixes would make of a file, unless it is known why that fails."""
    try:
        with boundary(path):
            if failure is not None:
                return path, None, colon(path, failure)
            mending = apply_safe_fixes(Path(path), settings)
            return path, mending, _unsettled(path, mending)
    except M44Error as error:
        return path, None, reason(error)


def lost_preview(error: M44Error, path: str, *_: object) -> Difference:
    """Return what stands for the difference of a file whose process ended."""
    return path, None, colon(path, reason(error))


def print_diffs(found: Iterator[Difference], out: TextIO, words: Words) -> int:
    """Print unified diffs of what would be written; return the exit status."""
    status, changed = OK, 0
    for path, mending, problem in found:
        lines, problem = _lines_of(path, mending, problem, words, watched=out.isatty())
        failed = [colon(path, message_of(each)) for each in mending.failed] if mending else []
        for said in (problem, *failed):
            if said:
                print(f"m44: {visible(words.render(said))}", file=sys.stderr)
                status = FAILED
        changed += bool(lines)
        out.writelines(lines)
    total = message("{files} would be changed", files=nouns.files(changed))
    print(words.render(total), file=sys.stderr)
    return status or (FOUND if changed else OK)


def _lines_of(
    path: str, mending: FixResult | None, problem: Value | None, words: Words, *, watched: bool
) -> tuple[list[str], Value | None]:
    """Return the lines of a diff, and what keeps it from being complete."""
    if mending is None or mending.data is None:
        return [], problem
    try:
        with boundary(path):
            return list(_diff(path, mending, words, watched=watched)), problem
    except FaultError as error:
        return [], reason(error)


def _diff(path: str, mending: FixResult, words: Words, *, watched: bool) -> Iterator[str]:
    name = visible(path)
    lines = list(unified_diff(_lines(mending.before), _lines(mending.after), name, name))
    if not lines:
        yield words.render(message("{name}: only its encoding would change", name=name)) + "\n"
    for line in lines:
        text, end = line.removesuffix("\n"), "" if line.endswith("\n") else _NO_END
        yield f"{visible(text) if watched else text}\n{end}"


def _lines(text: str) -> list[str]:
    """Return the lines of a text with their ends; no other sign than a line feed ends one."""
    *lines, rest = text.split("\n")
    return [f"{line}\n" for line in lines] + ([rest] if rest else [])
