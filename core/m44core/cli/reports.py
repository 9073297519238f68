"""Findings as text for people and as JSON for programs."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from m44core import __version__
from m44core.diagnostics import Diagnostic, Severity
from m44core.validation.runner import FileReport

_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}
_BOLD, _DIM = "1", "2"


class Reporter(Protocol):
    """Writes reports to standard output."""

    def file(self, report: FileReport) -> None:
        """Take the report of one file."""

    def end(self, reports: Sequence[FileReport]) -> None:
        """Take all of them, once each was given to :meth:`file`."""


class TextReporter:
    """One line a finding, with a summary at the end.

    Args:
        show: Findings less grave are only counted.
    """

    def __init__(self, show: Severity) -> None:
        self._show = show
        self._colour = use_colour()
        self._printed = False

    def file(self, report: FileReport) -> None:
        """Print the findings of one file, apart from those of the file before."""
        lines = [
            self._line(report, diagnostic)
            for diagnostic in report.diagnostics
            if diagnostic.severity.at_least(self._show)
        ]
        if report.failure:
            lines = [f"{report.path}: {self._painted('not checked', '31')}: {report.failure}"]
        if lines:
            print("\n" * self._printed + "\n".join(lines), flush=True)
            self._printed = True

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the summary."""
        print("\n" * self._printed + self._painted(summary(reports), _BOLD))

    def _line(self, report: FileReport, found: Diagnostic) -> str:
        place = f"{report.path}:{found.line}:{found.column}" if found.line else report.path
        severity = self._painted(found.severity.value, _COLOURS[found.severity])
        kind = self._painted(f"{found.code} {found.name}", _DIM)
        hex_ = f" [{report.hex_name(found)}]" if found.hex else ""
        return f"{place}: {severity} {kind} {found.message}{hex_}"

    def _painted(self, text: str, colour: str) -> str:
        return f"\033[{colour}m{text}\033[0m" if self._colour else text


class JsonReporter:
    """One JSON document, after ``schema/diagnostics.schema.json``.

    It holds every finding, whatever is to be shown in text.
    """

    def __init__(self, show: Severity) -> None:
        del show

    def file(self, report: FileReport) -> None:
        """Wait for the end: the document is written as a whole."""

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the document."""
        import json

        print(json.dumps(as_data(reports), indent=2))  # ASCII, whatever the terminal speaks


REPORTERS: Mapping[str, Callable[[Severity], Reporter]] = {
    "text": TextReporter,
    "json": JsonReporter,
}


def summary(reports: Sequence[FileReport]) -> str:
    """Return how many files were checked and how much was found."""
    count = _counts(reports)
    failed = sum(report.failure is not None for report in reports)
    found = [_number(count[severity], _NOUNS[severity]) for severity in Severity if count[severity]]
    said = (
        f"{_number(len(reports) - failed, 'file')} checked: {', '.join(found) or 'nothing found'}"
    )
    return f"{said}; {_number(failed, 'file')} not checked" if failed else said


_NOUNS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def as_data(reports: Sequence[FileReport]) -> dict[str, Any]:
    """Return reports as plain data."""
    count = _counts(reports)
    return {
        "version": 1,
        "program": f"m44 {__version__}",
        "files": [_file(report) for report in reports],
        "summary": {
            "files": len(reports),
            "not_checked": sum(report.failure is not None for report in reports),
            **{severity.value: count[severity] for severity in Severity},
        },
    }


def use_colour() -> bool:
    """Tell whether standard output is a terminal that wants colours (no-color.org)."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def _counts(reports: Sequence[FileReport]) -> Counter[Severity]:
    return Counter(found.severity for report in reports for found in report.diagnostics)


def _number(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _file(report: FileReport) -> dict[str, Any]:
    return {
        "path": report.path,
        "failure": report.failure,
        "diagnostics": [_diagnostic(report, found) for found in report.diagnostics],
    }


def _diagnostic(report: FileReport, found: Diagnostic) -> dict[str, Any]:
    return {
        "code": found.code,
        "name": found.name,
        "severity": found.severity.value,
        "message": found.message,
        "pointer": found.pointer,
        "hex": report.hex_name(found),
        "line": found.line,
        "column": found.column,
        "fixes": [
            {"title": fix.title, "changes": dict(fix.changes), "safe": fix.safe}
            for fix in found.fixes
        ],
    }
