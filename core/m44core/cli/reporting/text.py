"""Findings as text for people: a line each, or with the place they are at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from m44core.cli.control_characters import visible
from m44core.cli.reporting.finding_counts import (
    count_fixable,
    statistics_table,
    summary,
    unlisted_notes,
)
from m44core.cli.reporting.reporter import BOLD, COLOURS, DIM, ReportStyle, hex_suffix, location
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import SEVERITIES, name_of
from m44core.messages.message import Value, colon, message
from m44core.validation.bga.verdict import verdict_message
from m44core.validation.runner import FileReport


class TextReporter:
    """One line a finding, with a summary at the end.

    Args:
        out: Where to write.
        manner: How to write.
    """

    def __init__(self, out: TextIO, manner: ReportStyle) -> None:
        self._out = out
        self._manner = manner
        self._printed = False

    def file(self, report: FileReport) -> None:
        """Print the findings of one file, apart from those of the file before."""
        if report.failure:
            self._print(f"{visible(report.path)}: {self._failure(report.failure)}")
            return
        lines = "\n".join((*self._findings(report), *self._verdicts(report)))
        if lines:
            self._print(lines)

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the statistics, if they were asked for, and the summary."""
        if self._manner.statistics:
            self._print(statistics_table(reports, self._manner.words))
        said = summary(reports)
        if not self._manner.fixing and (number := count_fixable(reports)):
            said = message("{said}; {number} can be fixed with --fix", said=said, number=number)
        self._print(self._manner.painted(self._manner.words.render(said), BOLD))
        if not self._manner.show_quiet and (quiet := unlisted_notes(reports, self._manner.show)):
            print(self._manner.painted(self._manner.text(quiet), DIM), file=self._out, flush=True)

    def _print(self, text: str) -> None:
        print("\n" * self._printed + text, file=self._out, flush=True)
        self._printed = True

    def _failure(self, why: Value) -> str:
        manner = self._manner
        failed = manner.painted(manner.text(message("not checked")), COLOURS[Severity.ERROR])
        return manner.words.render(colon(failed, manner.text(why)))

    def _findings(self, report: FileReport) -> Iterator[str]:
        return (self._line(report, found) for found in self._shown(report))

    def _verdicts(self, report: FileReport) -> Iterator[str]:
        for verdict in report.verdicts.values():
            said = self._manner.painted(self._manner.text(verdict_message(verdict)), BOLD)
            yield f"{visible(report.path)}: {said}"

    def _shown(self, report: FileReport) -> Iterator[Diagnostic]:
        return filter(self._manner.shows, report.diagnostics)

    def _line(self, report: FileReport, found: Diagnostic) -> str:
        said = f"{self._manner.message(found)}{hex_suffix(report, found)}"
        return f"{location(report, found)}: {self._kind(found)} {said}"

    def _kind(self, found: Diagnostic) -> str:
        manner = self._manner
        severity = manner.painted(manner.text(SEVERITIES[found.severity]), COLOURS[found.severity])
        return f"{severity} {manner.painted(f'{found.code} {name_of(found)}', DIM)}"
