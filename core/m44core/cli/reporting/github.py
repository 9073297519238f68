"""Findings as annotations of GitHub Actions: workflow commands, one per line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from m44core.cli.control_characters import escape_controls
from m44core.cli.reporting.identifiers import relative_path
from m44core.cli.reporting.reporter import ReportStyle, hex_suffix
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import check_name_of, message_of
from m44core.validation.runner import FileReport

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_MESSAGE_ESCAPES = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY_ESCAPES = {**_MESSAGE_ESCAPES, ":": "%3A", ",": "%2C"}


class GithubReporter:
    """Prints one annotation per finding."""

    def __init__(self, out: TextIO, style: ReportStyle) -> None:
        self._out = out
        self._style = style
        self._renderer = style.renderer

    def file(self, report: FileReport) -> None:
        """Print the annotations of one file."""
        if lines := list(self._lines(report)):
            print("\n".join(lines), file=self._out, flush=True)

    def _lines(self, report: FileReport) -> Iterator[str]:
        file = {"file": relative_path(report.path)}
        if report.failure:
            text = self._renderer.render(report.failure)
            yield _workflow_command("error", {**file, "title": "not checked"}, text)
        for diagnostic in report.diagnostics:
            if self._style.shows(diagnostic):
                properties = {
                    **file,
                    **_location_properties(diagnostic),
                    "title": _annotation_title(report, diagnostic),
                }
                text = self._renderer.sentence(message_of(diagnostic))
                yield _workflow_command(_COMMANDS[diagnostic.severity], properties, text)

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print nothing, because there is no summary."""


def _workflow_command(command: str, properties: dict[str, str], message: str) -> str:
    fields = ",".join(
        f"{key}={_escape_characters(v, _PROPERTY_ESCAPES)}" for key, v in properties.items()
    )
    return escape_controls(f"::{command} {fields}::{_escape_characters(message, _MESSAGE_ESCAPES)}")


def _annotation_title(report: FileReport, diagnostic: Diagnostic) -> str:
    return f"{diagnostic.code} {check_name_of(diagnostic)}{hex_suffix(report, diagnostic)}"


def _location_properties(diagnostic: Diagnostic) -> dict[str, str]:
    if not diagnostic.line:
        return {}
    return {"line": str(diagnostic.line), "col": str(diagnostic.column)}


def _escape_characters(text: str, replacements: dict[str, str]) -> str:
    return "".join(replacements.get(character, character) for character in text)
