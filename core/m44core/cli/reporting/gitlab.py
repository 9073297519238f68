"""Findings as a GitLab code quality report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TextIO

from m44core.cli.reporting.identifiers import findings_with_fingerprints, relative_path
from m44core.cli.reporting.reporter import ReportStyle, hex_suffix
from m44core.diagnostics import Severity
from m44core.findings.render_findings import check_name_of, message_of
from m44core.messages.message import Renderer
from m44core.validation.runner import FileReport

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


class GitlabReporter:
    """Prints one JSON list of issues."""

    def __init__(self, out: TextIO, style: ReportStyle) -> None:
        self._out = out
        self._renderer = style.renderer
        self._issues: list[dict[str, object]] = []

    def file(self, report: FileReport) -> None:
        """Collect the issues of one file; the list is printed at the end."""
        self._issues += list(_issues(report, self._renderer))

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the list."""
        print(json.dumps(self._issues, indent=2), file=self._out)


def _issues(report: FileReport, renderer: Renderer) -> Iterator[dict[str, object]]:
    path = relative_path(report.path)
    if report.failure:
        yield _issue(path, "not-checked", renderer.render(report.failure), "not checked", "blocker")
    for diagnostic, fingerprint in findings_with_fingerprints(report):
        check = f"{diagnostic.code} {check_name_of(diagnostic)}"
        text = f"{renderer.sentence(message_of(diagnostic))}{hex_suffix(report, diagnostic)}"
        yield _issue(
            path, check, text, fingerprint, _SEVERITIES[diagnostic.severity], diagnostic.line
        )


def _issue(
    path: str, check: str, text: str, fingerprint: str, severity: str, line: int | None = None
) -> dict[str, object]:
    identity = f"{path}\n{fingerprint}".encode("utf-8", "backslashreplace")
    return {
        "description": text,
        "check_name": check,
        "fingerprint": sha256(identity).hexdigest(),  # unlike SARIF's, it has to be the file's own
        "severity": severity,
        "location": {"path": path, "lines": {"begin": line or 1}},
    }
