"""Findings as one JSON document, following ``schema/diagnostics.schema.json``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TextIO

from m44core.cli.reporting.finding_counts import count_by_severity, count_unchecked
from m44core.cli.reporting.reporter import ReportStyle
from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.findings.render_findings import check_name_of, message_of, title_of_fix
from m44core.messages.message import Renderer
from m44core.messages.message_json import values_to_data
from m44core.validation.runner import FileReport
from m44core.validation.suppressions import SuppressedFinding
from m44core.version import __version__


class JsonReporter:
    """Prints one JSON document with every finding, regardless of ``--show``."""

    def __init__(self, out: TextIO, style: ReportStyle) -> None:
        self._out = out
        self._renderer = style.renderer
        self._files: list[dict[str, object]] = []

    def file(self, report: FileReport) -> None:
        """Collect the findings of one file; the document is printed at the end."""
        self._files.append(_file_data(report, self._renderer))

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
        print(
            json.dumps(document, indent=2), file=self._out
        )  # ASCII, whatever the terminal's encoding


def _file_data(report: FileReport, renderer: Renderer) -> dict[str, object]:
    return {
        "path": report.path,
        "failure": None if report.failure is None else renderer.render(report.failure),
        "diagnostics": [
            _diagnostic_data(report, diagnostic, renderer) for diagnostic in report.diagnostics
        ],
        "suppressed": [
            _suppressed_finding_data(report, each, renderer) for each in report.suppressed
        ],
        "verdicts": {profile: verdict.value for profile, verdict in report.verdicts.items()},
    }


def _suppressed_finding_data(
    report: FileReport, suppressed_finding: SuppressedFinding, renderer: Renderer
) -> dict[str, object]:
    data = _diagnostic_data(report, suppressed_finding.diagnostic, renderer)
    return {
        **data,
        "reason": suppressed_finding.reason,
        "source": suppressed_finding.source or None,
    }


def _diagnostic_data(
    report: FileReport, diagnostic: Diagnostic, renderer: Renderer
) -> dict[str, object]:
    return {
        "code": diagnostic.code,
        "name": check_name_of(diagnostic),
        "severity": diagnostic.severity.value,
        "message": renderer.sentence(message_of(diagnostic)),
        "key": diagnostic.key,
        "values": values_to_data(diagnostic.values),
        "pointer": diagnostic.pointer,
        "file_pointer": diagnostic.file_pointer,
        "hex": report.hex_name(diagnostic),
        "line": diagnostic.line,
        "column": diagnostic.column,
        "fixes": [_fix_data(fix, renderer) for fix in diagnostic.fixes],
    }


def _fix_data(fix: Fix, renderer: Renderer) -> dict[str, object]:
    return {
        "title": renderer.sentence(title_of_fix(fix)),
        "key": fix.key,
        "values": values_to_data(fix.values),
        "changes": dict(fix.changes),
        "safe": fix.safe,
    }
