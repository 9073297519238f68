"""``m44 check --fix`` and ``--diff``: fix files, or show the changes as a diff."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import TextIO

from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import FAILED, OK, PROBLEMS_FOUND
from m44core.cli.quiet_mode import is_quiet
from m44core.cli.reporting.finding_counts import count_fixable
from m44core.cli.reporting.reporter import Reporter, ReportStyle, finding_location, hex_suffix
from m44core.diagnostics import Diagnostic
from m44core.errors import M44Error, ReadError, WriteError
from m44core.faults import FaultError, boundary
from m44core.findings.render_findings import check_name_of, message_of
from m44core.io.files import save as files
from m44core.messages import nouns
from m44core.messages.message import Message, Renderer, Value, label_with_text, message
from m44core.messages.renderers import message_of_error
from m44core.validation.runner import CheckSettings, FileReport, check_file
from m44core.validation.safe_fixes import FixResult, apply_safe_fixes, safe_fix

_NO_NEWLINE = "\\ No newline at end of file\n"


def fix_file(path: str, settings: CheckSettings) -> FileReport:
    """Apply the safe fixes of a file; return a report of the fixes and the remaining findings."""
    try:
        with boundary(path):
            return _fix_and_report(path, settings)
    except ReadError:
        return check_file(path, settings)  # its report says why
    except M44Error as error:
        return FileReport.of_error(path, error)


def _fix_and_report(path: str, settings: CheckSettings) -> FileReport:
    fix_result = apply_safe_fixes(Path(path), settings)
    unfixed_reason: Value | None = _not_fixed_reason(path, fix_result)
    if fix_result.data is not None:
        unfixed_reason = _write_fixed_data(fix_result.data, path, fix_result)
    report = check_file(path, settings)
    return replace(
        report,
        diagnostics=(*_new_failures(fix_result, report), *report.diagnostics),
        fixed=() if unfixed_reason else fix_result.fixed,
        unfixed=unfixed_reason,
    )


def _new_failures(fix_result: FixResult, report: FileReport) -> list[Diagnostic]:
    """Return fixes and checks that failed while fixing and are not in the report already."""
    reported = {(each.code, message_of(each)) for each in report.diagnostics}
    return [each for each in fix_result.failed if (each.code, message_of(each)) not in reported]


def _not_fixed_reason(path: str, fix_result: FixResult) -> Message | None:
    diagnostic = fix_result.unsettled
    if fix_result.lost_comment is not None:
        return message(
            "{place}: nothing was fixed, because this comment would be lost; move it above an "
            "entry, or fix the file by hand",
            place=f"{path}:{fix_result.lost_comment}",
        )
    if diagnostic is None:
        return None
    location = f"{path}:{diagnostic.line}" if diagnostic.line else path
    return message(
        "{place}: nothing was fixed because of {code} {name}: rewriting the file would "
        "silently resolve this problem; fix it first",
        place=location,
        code=diagnostic.code,
        name=check_name_of(diagnostic),
    )


def _write_fixed_data(data: bytes, path: str, fix_result: FixResult) -> Value | None:
    """Write a fixed file; return why that failed, or None."""
    try:
        files.write(data, Path(path), fix_result.expected, backup=False)
    except WriteError as error:
        return message_of_error(error)
    return None


class FixReporter:
    """Prints the fixes before the remaining findings, and their number at the end.

    Args:
        findings: The reporter of the remaining findings.
        out: The stream to print to.
        style: The style of the output.
    """

    def __init__(self, findings: Reporter, out: TextIO, style: ReportStyle) -> None:
        self._findings = findings
        self._out = out
        self._style = style

    def file(self, report: FileReport) -> None:
        """Print the fixes in a file, one per line, and why fixing failed, if it did."""
        for fixed_finding in report.fixed:
            diagnostic = fixed_finding.diagnostic
            title = self._style.text(fixed_finding.title)
            fix_text = f"{diagnostic.code}{hex_suffix(report, diagnostic)} {title}"
            text = self._style.text(message("fixed: {what}", what=fix_text))
            print(f"{finding_location(report, diagnostic)}: {text}", file=self._out)
        if report.unfixed:
            print(f"m44: {self._style.text(report.unfixed)}", file=sys.stderr)
        self._findings.file(report)

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print how many findings were fixed, could not be fixed, or can be fixed in the editor.

        With ``--quiet``, these numbers are left out.
        """
        self._findings.end(reports)
        if is_quiet():
            return
        number = sum(len(report.fixed) for report in reports)
        files_ = nouns.files(sum(bool(report.fixed) for report in reports))
        choices_needed = sum(
            _needs_choice(diagnostic) for report in reports for diagnostic in report.diagnostics
        )
        fixed_findings = nouns.findings(number)
        summary = message("{findings} fixed in {files}", findings=fixed_findings, files=files_)
        held_back = count_fixable(reports)
        if held_back:
            summary = message(
                "{said}; not fixed, for the reasons given: {findings}",
                said=summary,
                findings=nouns.findings(held_back),
            )
        if choices_needed:
            summary = message(
                "{said}; {findings} can be fixed in the editor, which asks first",
                said=summary,
                findings=nouns.findings(choices_needed),
            )
        print(self._style.renderer.render(summary), file=self._out)


def _needs_choice(diagnostic: Diagnostic) -> bool:
    return bool(diagnostic.fixes) and safe_fix(diagnostic) is None


FixPreview = tuple[str, FixResult | None, Value | None]
"""A file, the result of its safe fixes (None on failure), and the problem to report, or None."""


def preview_fixes(path: str, settings: CheckSettings, failure: Value | None) -> FixPreview:
    """Return the changes that safe fixes would make to a file, without writing it.

    A *failure* is returned as the problem, without reading the file. Errors are not raised but
    returned as the problem too.
    """
    try:
        with boundary(path):
            if failure is not None:
                return path, None, label_with_text(path, failure)
            fix_result = apply_safe_fixes(Path(path), settings)
            return path, fix_result, _not_fixed_reason(path, fix_result)
    except M44Error as error:
        return path, None, message_of_error(error)


def failed_preview(error: M44Error, path: str, *_: object) -> FixPreview:
    """Return the preview of a file on which the worker process died."""
    return path, None, label_with_text(path, message_of_error(error))


def print_diffs(previews: Iterator[FixPreview], out: TextIO, renderer: Renderer) -> int:
    """Print unified diffs of the files that would be written; return the exit status.

    Problems, and unless quiet the number of these files, are printed on standard error.
    """
    status, changed = OK, 0
    for path, fix_result, problem in previews:
        lines, problem = _diff_lines(path, fix_result, problem, renderer, is_terminal=out.isatty())
        failed_fixes = (
            [label_with_text(path, message_of(each)) for each in fix_result.failed]
            if fix_result
            else []
        )
        for failure in (problem, *failed_fixes):
            if failure:
                print(f"m44: {escape_controls(renderer.render(failure))}", file=sys.stderr)
                status = FAILED
        changed += bool(lines)
        out.writelines(lines)
    if not is_quiet():
        total = message("{files} would change", files=nouns.files(changed))
        print(renderer.render(total), file=sys.stderr)
    return status or (PROBLEMS_FOUND if changed else OK)


def _diff_lines(
    path: str,
    fix_result: FixResult | None,
    problem: Value | None,
    renderer: Renderer,
    *,
    is_terminal: bool,
) -> tuple[list[str], Value | None]:
    """Return the lines of a diff, and the problem to report, or None."""
    if fix_result is None or fix_result.data is None:
        return [], problem
    try:
        with boundary(path):
            return list(
                _unified_diff_lines(path, fix_result, renderer, is_terminal=is_terminal)
            ), problem
    except FaultError as error:
        return [], message_of_error(error)


def _unified_diff_lines(
    path: str, fix_result: FixResult, renderer: Renderer, *, is_terminal: bool
) -> Iterator[str]:
    name = escape_controls(path)
    lines = list(
        unified_diff(_split_lines(fix_result.before), _split_lines(fix_result.after), name, name)
    )
    if not lines:
        yield renderer.render(message("{name}: only the encoding would change", name=name)) + "\n"
    for line in lines:
        text, end = line.removesuffix("\n"), "" if line.endswith("\n") else _NO_NEWLINE
        yield f"{escape_controls(text) if is_terminal else text}\n{end}"


def _split_lines(text: str) -> list[str]:
    """Split a text at line feeds only, keeping them."""
    *lines, rest = text.split("\n")
    return [f"{line}\n" for line in lines] + ([rest] if rest else [])
