"""Reporters: the formats of findings, how findings are written, and what the output can show."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import field
from importlib import import_module
from typing import Protocol, TextIO

from m44core.cli.control_characters import visible
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import is_quiet, message_of
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Value, Words
from m44core.messages.words import words
from m44core.validation.runner import FileReport
from m44core.values import dataclass

COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.INFO: "36"}
BOLD, DIM = "1", "2"
_WIDTH = 100  # of what is no terminal
_NARROWEST = 40


@dataclass(frozen=True, slots=True)
class ReportStyle:
    """How findings are to be written.

    Attributes:
        show: In text, findings less grave are only counted.
        everything: Whether notes that need no action are listed, too.
        fail_on: What counts as failed, if anything does.
        statistics: Whether text ends in a table of what was found.
        fixing: Whether what can be fixed unasked has been.
        colour: Whether it may be coloured.
        unicode: Whether more than ASCII can be shown.
        width: How many cells a line has.
        words: The language to write them in.
    """

    show: Severity = Severity.INFO
    show_quiet: bool = False
    fail_on: Severity | None = Severity.ERROR
    statistics: bool = False
    fixing: bool = False
    colour: bool = False
    unicode: bool = True
    width: int = _WIDTH
    words: Words = field(default_factory=lambda: words(ENGLISH), compare=False)

    def shows(self, found: Diagnostic) -> bool:
        """Tell whether a list for people has a finding, or leaves it to the summary."""
        return found.severity.at_least(self.show) and (self.show_quiet or not is_quiet(found))

    def text(self, value: Value) -> str:
        """Return what the language says for a value, with nothing in it that a terminal obeys."""
        return visible(self.words.render(value))

    def message(self, found: Diagnostic) -> str:
        """Return what a finding says."""
        return visible(self.words.sentence(message_of(found)))

    def painted(self, text: str, colour: str) -> str:
        """Return *text* in a colour, where there are colours."""
        return f"\033[{colour}m{text}\033[0m" if self.colour and text else text


def line_width(out: TextIO) -> int:
    """Return how wide lines may be."""
    if not out.isatty():
        return _WIDTH
    import shutil  # with all it needs to pack files

    return max(_NARROWEST, shutil.get_terminal_size((_WIDTH, 0)).columns)


def supports_colour(out: TextIO) -> bool:
    """Tell whether this is a terminal that wants colours (no-color.org)."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def supports_unicode(out: TextIO) -> bool:
    """Tell whether lines and hexes can be drawn there."""
    try:
        "│‾…".encode(getattr(out, "encoding", None) or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


class Reporter(Protocol):
    """Writes reports."""

    def file(self, report: FileReport) -> None:
        """Take the report of one file."""

    def end(self, reports: Sequence[FileReport]) -> None:
        """Take all of them, once each was given to :meth:`file`."""


TEXTS = ("text", "full")
"""The formats for people, which are written while files are checked."""

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
"""Each format with the module and the class that write it."""


def make_reporter(form: str, out: TextIO, manner: ReportStyle) -> Reporter:
    """Return what writes findings in a format."""
    module, name = FORMATS[form]
    made: Reporter = getattr(import_module(f"{_PACKAGE}.{module}"), name)(out, manner)
    return made


def stdout_supports_colour() -> bool:
    """Tell whether standard output is a terminal that wants colours."""
    return supports_colour(sys.stdout)


def location(report: FileReport, found: Diagnostic) -> str:
    """Return file, line and column, as terminals and text editors make a link of them."""
    path = visible(report.path)
    return f"{path}:{found.line}:{found.column}" if found.line else path


def hex_suffix(report: FileReport, found: Diagnostic) -> str:
    """Return the hex as it stands behind a sentence; nothing where there is none."""
    name = report.hex_name(found)
    return f" [{name}]" if name else ""
