"""Findings as one JSON document, after ``schema/diagnostics.schema.json``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TextIO

from m44core.cli.reporting.finding_counts import count_by_severity, count_unchecked
from m44core.cli.reporting.reporter import ReportStyle
from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.findings.render_findings import message_of, name_of, title_of
from m44core.messages.message import Words
from m44core.messages.message_json import values_to_data
from m44core.validation.runner import FileReport
from m44core.validation.suppressions import Suppressed
from m44core.version import __version__


class JsonReporter:
    """One JSON document. It holds every finding, whatever is to be shown in text."""

    def __init__(self, out: TextIO, manner: ReportStyle) -> None:
        self._out = out
        self._words = manner.words
        self._files: list[dict[str, object]] = []

    def file(self, report: FileReport) -> None:
        """Note what is said of one file; the document is written as a whole."""
        self._files.append(_file(report, self._words))

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the document."""
        count = count_by_severity(reports)
        document = {
            "version": 1,
            "program": f"m44 {__version__}",
            "files": self._files,
            "summary": {
                "files": len(reports),
                "not_checked": count_unchecked(reports),
                **{severity.value: count[severity] for severity in Severity},
            },
        }
        print(json.dumps(document, indent=2), file=self._out)  # ASCII, whatever the terminal speaks


def _file(report: FileReport, told: Words) -> dict[str, object]:
    return {
        "path": report.path,
        "failure": None if report.failure is None else told.render(report.failure),
        "diagnostics": [_diagnostic(report, found, told) for found in report.diagnostics],
        "suppressed": [_suppressed(report, each, told) for each in report.suppressed],
        "verdicts": {profile: verdict.value for profile, verdict in report.verdicts.items()},
    }


def _suppressed(report: FileReport, allowed: Suppressed, told: Words) -> dict[str, object]:
    said = _diagnostic(report, allowed.diagnostic, told)
    return {**said, "reason": allowed.reason, "source": allowed.source or None}


def _diagnostic(report: FileReport, found: Diagnostic, told: Words) -> dict[str, object]:
    return {
        "code": found.code,
        "name": name_of(found),
        "severity": found.severity.value,
        "message": told.sentence(message_of(found)),
        "key": found.key,
        "values": values_to_data(found.values),
        "pointer": found.pointer,
        "file_pointer": found.file_pointer,
        "hex": report.hex_name(found),
        "line": found.line,
        "column": found.column,
        "fixes": [_fix(fix, told) for fix in found.fixes],
    }


def _fix(fix: Fix, told: Words) -> dict[str, object]:
    return {
        "title": told.sentence(title_of(fix)),
        "key": fix.key,
        "values": values_to_data(fix.values),
        "changes": dict(fix.changes),
        "safe": fix.safe,
    }
