"""Findings as a report of GitLab's code quality."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TextIO

from m44core.cli.reporting.identifiers import fingerprints, relative_path
from m44core.cli.reporting.reporter import ReportStyle, hex_suffix
from m44core.diagnostics import Severity
from m44core.findings.render_findings import message_of, name_of
from m44core.messages.message import Words
from m44core.validation.runner import FileReport

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


class GitlabReporter:
    """One JSON list."""

    def __init__(self, out: TextIO, manner: ReportStyle) -> None:
        self._out = out
        self._words = manner.words
        self._issues: list[dict[str, object]] = []

    def file(self, report: FileReport) -> None:
        """Note the issues of one file; the list is written as a whole."""
        self._issues += list(_issues(report, self._words))

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the list."""
        print(json.dumps(self._issues, indent=2), file=self._out)


def _issues(report: FileReport, told: Words) -> Iterator[dict[str, object]]:
    path = relative_path(report.path)
    if report.failure:
        yield _issue(path, "not-checked", told.render(report.failure), "not checked", "blocker")
    for found, mark in fingerprints(report):
        check = f"{found.code} {name_of(found)}"
        said = f"{told.sentence(message_of(found))}{hex_suffix(report, found)}"
        yield _issue(path, check, said, mark, _SEVERITIES[found.severity], found.line)


def _issue(
    path: str, check: str, said: str, mark: str, severity: str, line: int | None = None
) -> dict[str, object]:
    marked = f"{path}\n{mark}".encode("utf-8", "backslashreplace")
    return {
        "description": said,
        "check_name": check,
        "fingerprint": sha256(marked).hexdigest(),  # unlike SARIF's, it has to be the file's own
        "severity": severity,
        "location": {"path": path, "lines": {"begin": line or 1}},
    }
