"""Findings as a report of GitLab's code quality."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, TextIO

from m44core.cli.reporting.identity import fingerprints, relative
from m44core.cli.reporting.layout import Manner
from m44core.cli.reporting.place import hex_mark
from m44core.diagnostics import Severity
from m44core.validation.running.runner import FileReport

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


class GitlabReporter:
    """One JSON list."""

    def __init__(self, out: TextIO, _: Manner) -> None:
        self._out = out

    def file(self, report: FileReport) -> None:
        """Wait for the end: the list is written as a whole."""

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the list."""
        issues = [issue for report in reports for issue in _issues(report)]
        print(json.dumps(issues, indent=2), file=self._out)


def _issues(report: FileReport) -> Iterator[dict[str, Any]]:
    path = relative(report.path)
    if report.failure:
        yield _issue(path, "not-checked", report.failure, "not checked", "blocker")
    for found, mark in fingerprints(report):
        check = f"{found.code} {found.name}"
        said = f"{found.message}{hex_mark(report, found)}"
        yield _issue(path, check, said, mark, _SEVERITIES[found.severity], found.line)


def _issue(
    path: str, check: str, said: str, mark: str, severity: str, line: int | None = None
) -> dict[str, Any]:
    marked = f"{path}\n{mark}".encode("utf-8", "backslashreplace")
    return {
        "description": said,
        "check_name": check,
        "fingerprint": sha256(marked).hexdigest(),  # unlike SARIF's, it has to be the file's own
        "severity": severity,
        "location": {"path": path, "lines": {"begin": line or 1}},
    }
