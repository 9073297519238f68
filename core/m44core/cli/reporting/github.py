"""Findings as annotations of GitHub Actions: commands that are printed, one a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from m44core.cli.control_characters import visible
from m44core.cli.reporting.identifiers import relative_path
from m44core.cli.reporting.reporter import ReportStyle, hex_suffix
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import message_of, name_of
from m44core.validation.runner import FileReport

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_IN_MESSAGES = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTIES = {**_IN_MESSAGES, ":": "%3A", ",": "%2C"}


class GithubReporter:
    """One annotation a finding."""

    def __init__(self, out: TextIO, manner: ReportStyle) -> None:
        self._out = out
        self._manner = manner
        self._words = manner.words

    def file(self, report: FileReport) -> None:
        """Print the annotations of one file."""
        if lines := list(self._lines(report)):
            print("\n".join(lines), file=self._out, flush=True)

    def _lines(self, report: FileReport) -> Iterator[str]:
        file = {"file": relative_path(report.path)}
        if report.failure:
            said = self._words.render(report.failure)
            yield _line("error", {**file, "title": "not checked"}, said)
        for found in report.diagnostics:
            if self._manner.shows(found):
                properties = {**file, **_place(found), "title": _title(report, found)}
                said = self._words.sentence(message_of(found))
                yield _line(_COMMANDS[found.severity], properties, said)

    def end(self, reports: Sequence[FileReport]) -> None:
        """Add nothing: there are annotations only."""


def _line(command: str, properties: dict[str, str], message: str) -> str:
    said = ",".join(f"{key}={_escaped(v, _IN_PROPERTIES)}" for key, v in properties.items())
    return visible(f"::{command} {said}::{_escaped(message, _IN_MESSAGES)}")


def _title(report: FileReport, found: Diagnostic) -> str:
    return f"{found.code} {name_of(found)}{hex_suffix(report, found)}"


def _place(found: Diagnostic) -> dict[str, str]:
    if not found.line:
        return {}
    return {"line": str(found.line), "col": str(found.column)}


def _escaped(text: str, signs: dict[str, str]) -> str:
    return "".join(signs.get(character, character) for character in text)
