"""Reporters: the formats of findings, their style, and the capabilities of the output."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import field
from importlib import import_module
from typing import Protocol, TextIO

from m44core.cli.control_characters import escape_controls
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import is_quiet, message_of
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Renderer, Value
from m44core.messages.renderers import renderer_in
from m44core.validation.runner import FileReport
from m44core.values import dataclass

COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}
BOLD, DIM = "1", "2"
_WIDTH = 100  # of output that is not a terminal
_MIN_WIDTH = 40


@dataclass(frozen=True, slots=True)
class ReportStyle:
    """The style in which findings are written.

    Attributes:
        show: In text output, findings below this severity are only counted.
        show_quiet: Whether notes that need no action are listed and counted, too.
        fail_on: The lowest severity that counts as a failure; None if none does.
        statistics: Whether text ends in a table of the checks.
        fixing: Whether safe fixes have been applied.
        colour: Whether the output is colored.
        unicode: Whether the output can show more than ASCII.
        width: The width of a line in cells.
        renderer: The renderer of the output.
    """

    show: Severity = Severity.INFO
    show_quiet: bool = False
    fail_on: Severity | None = Severity.ERROR
    statistics: bool = False
    fixing: bool = False
    colour: bool = False
    unicode: bool = True
    width: int = _WIDTH
    renderer: Renderer = field(default_factory=lambda: renderer_in(ENGLISH), compare=False)

    def shows(self, diagnostic: Diagnostic) -> bool:
        """Return whether text output lists a finding."""
        return diagnostic.severity.is_at_least(self.show) and (
            self.show_quiet or not is_quiet(diagnostic)
        )

    def text(self, value: Value) -> str:
        """Render a value, with control characters made visible."""
        return escape_controls(self.renderer.render(value))

    def message(self, diagnostic: Diagnostic) -> str:
        """Return the message of a finding, with control characters made visible."""
        return escape_controls(self.renderer.sentence(message_of(diagnostic)))

    def paint(self, text: str, colour: str) -> str:
        """Return *text* in a color, if the output is colored."""
        return f"\033[{colour}m{text}\033[0m" if self.colour and text else text


def line_width(out: TextIO) -> int:
    """Return the width of a terminal in cells, at least 40; 100 for other output."""
    if not out.isatty():
        return _WIDTH
    import shutil  # loads the modules for archives

    return max(_MIN_WIDTH, shutil.get_terminal_size((_WIDTH, 0)).columns)


def supports_colour(out: TextIO) -> bool:
    """Return whether a stream is a terminal with colors enabled (no-color.org)."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def supports_unicode(out: TextIO) -> bool:
    """Return whether a stream can show the characters of excerpts and hexes."""
    try:
        "│‾…".encode(getattr(out, "encoding", None) or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


class Reporter(Protocol):
    """Writes the reports of files in a format."""

    def file(self, report: FileReport) -> None:
        """Write or collect the report of one file."""

    def end(self, reports: Sequence[FileReport]) -> None:
        """Finish after every report was passed to :meth:`file`; *reports* contains all of them."""


TEXT_FORMATS = ("text", "full")
"""The formats for people, written while files are checked."""

_PACKAGE = "m44core.cli.reporting"
FORMATS: Mapping[str, tuple[str, str]] = {
    "text": ("text", "TextReporter"),
    "full": ("full", "FullReporter"),
    "json": ("json_document", "JsonReporter"),
    "sarif": ("sarif", "SarifReporter"),
    "github": ("github", "GithubReporter"),
    "gitlab": ("gitlab", "GitlabReporter"),
    "junit": ("junit", "JunitReporter"),
}
"""The module and the class of each format; a module is loaded when it is used."""


def make_reporter(format_name: str, out: TextIO, style: ReportStyle) -> Reporter:
    """Return a reporter that writes findings to *out* in a format, a key of :data:`FORMATS`."""
    module, name = FORMATS[format_name]
    new_reporter: Reporter = getattr(import_module(f"{_PACKAGE}.{module}"), name)(out, style)
    return new_reporter


def stdout_supports_colour() -> bool:
    """Return whether standard output is a terminal with colors enabled."""
    return supports_colour(sys.stdout)


def finding_location(report: FileReport, diagnostic: Diagnostic) -> str:
    """Return ``file:line:column``, which terminals and text editors turn into a link."""
    path = escape_controls(report.path)
    return f"{path}:{diagnostic.line}:{diagnostic.column}" if diagnostic.line else path


def hex_suffix(report: FileReport, diagnostic: Diagnostic) -> str:
    """Return the hex of a finding as `` [G5]``, to append to a sentence; "" without a hex."""
    name = report.hex_name(diagnostic)
    return f" [{name}]" if name else ""
