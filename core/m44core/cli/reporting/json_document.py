"""Findings as one JSON document, after ``schema/diagnostics.schema.json``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TextIO

from m44core import __version__
from m44core.cli.reporting.layout import Manner
from m44core.cli.reporting.summary import by_severity, not_checked
from m44core.diagnostics import Diagnostic, Severity
from m44core.validation.running.runner import FileReport
from m44core.validation.running.suppressions import Suppressed


class JsonReporter:
    """One JSON document. It holds every finding, whatever is to be shown in text."""

    def __init__(self, out: TextIO, _: Manner) -> None:
        self._out = out

    def file(self, report: FileReport) -> None:
        """Wait for the end: the document is written as a whole."""

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the document."""
        document = json.dumps(as_data(reports), indent=2)  # ASCII, whatever the terminal speaks
        print(document, file=self._out)


def as_data(reports: Sequence[FileReport]) -> dict[str, Any]:
    """Return reports as plain data."""
    count = by_severity(reports)
    return {
        "version": 1,
        "program": f"m44 {__version__}",
        "files": [_file(report) for report in reports],
        "summary": {
            "files": len(reports),
            "not_checked": not_checked(reports),
            **{severity.value: count[severity] for severity in Severity},
        },
    }


def _file(report: FileReport) -> dict[str, Any]:
    return {
        "path": report.path,
        "failure": report.failure,
        "diagnostics": [_diagnostic(report, found) for found in report.diagnostics],
        "suppressed": [_suppressed(report, each) for each in report.suppressed],
        "verdicts": {profile: verdict.value for profile, verdict in report.verdicts.items()},
    }


def _suppressed(report: FileReport, allowed: Suppressed) -> dict[str, Any]:
    said = _diagnostic(report, allowed.diagnostic)
    return {**said, "reason": allowed.reason, "source": allowed.source or None}


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
