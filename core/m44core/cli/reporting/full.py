"""Findings with the lines of the file, the hexes around them and the fixes there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from m44core.cli.reporting.excerpt import excerpt, lines_of
from m44core.cli.reporting.honeycomb import WIDTH, honeycomb
from m44core.cli.reporting.layout import BOLD, COLOURS, DIM, Manner
from m44core.cli.reporting.place import hex_mark, place
from m44core.cli.reporting.text import TextReporter
from m44core.cli.visible import visible
from m44core.diagnostics import Diagnostic
from m44core.findings.wording import phrase
from m44core.hexes import Hex
from m44core.validation.running.runner import FileReport

_INDENT = " " * 4


class FullReporter(TextReporter):
    """Each finding with its place in the file and on the map."""

    def __init__(self, out: TextIO, manner: Manner) -> None:
        super().__init__(out, manner)
        self._arrow = manner.painted("-->", DIM)
        self._first: str | None = None

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the summary, and where to read on."""
        super().end(reports)
        if self._first:
            hint = phrase("read-on", code=self._first)
            print(self._manner.painted(hint, DIM), file=self._out)

    def _findings(self, report: FileReport) -> Iterator[str]:
        """Yield each finding; the map is not drawn twice for findings on one hex in a row."""
        reading = report.reading
        lines = lines_of(reading.text, reading.format) if reading else []
        last: Hex | None = None
        for number, found in enumerate(self._shown(report)):
            drawn = found.hex if found.hex != last else None
            parts = self._parts(report, found, lines, drawn)
            yield "\n" * bool(number) + "\n".join(parts)
            last = found.hex
            self._first = self._first or found.code

    def _parts(
        self, report: FileReport, found: Diagnostic, lines: Sequence[str], drawn: Hex | None
    ) -> Iterator[str]:
        manner = self._manner
        yield f"{self._kind(found)}{phrase('colon')} {manner.painted(visible(found.message), BOLD)}"
        yield f"  {self._arrow} {place(report, found)}{hex_mark(report, found)}"
        if found.line and found.column and any(lines):
            colour = COLOURS[found.severity]
            yield from excerpt(lines, found.line, found.column, manner, colour)
        scenario = report.reading.scenario if report.reading else None
        if drawn and scenario and manner.width >= WIDTH + len(_INDENT):
            yield ""
            yield from (f"{_INDENT}{line}" for line in honeycomb(scenario, drawn, manner))
        for fix in found.fixes:
            word = manner.painted(phrase("safe-fix" if fix.safe else "fix"), BOLD)
            yield f"  = {word}{phrase('colon')} {visible(fix.title)}"
