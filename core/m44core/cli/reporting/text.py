"""Findings as text for people: a line each, or with the place they are at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from m44core.cli.reporting.layout import BOLD, COLOURS, DIM, Manner
from m44core.cli.reporting.place import hex_mark, place
from m44core.cli.reporting.summary import safely_fixable, statistics, summary, unlisted
from m44core.cli.visible import visible
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render import SEVERITIES, name_of
from m44core.messages.message import Value, colon, message
from m44core.validation.arena.verdict import in_words
from m44core.validation.running.runner import FileReport


class TextReporter:
    """One line a finding, with a summary at the end.

    Args:
        out: Where to write.
        manner: How to write.
    """

    def __init__(self, out: TextIO, manner: Manner) -> None:
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
            self._print(statistics(reports, self._manner.words))
        said = summary(reports)
        if not self._manner.fixing and (number := safely_fixable(reports)):
            said = message("{said}; {number} can be fixed with --fix", said=said, number=number)
        self._print(self._manner.painted(self._manner.words.render(said), BOLD))
        if not self._manner.everything and (quiet := unlisted(reports, self._manner.show)):
            print(self._manner.painted(self._manner.told(quiet), DIM), file=self._out, flush=True)

    def _print(self, text: str) -> None:
        print("\n" * self._printed + text, file=self._out, flush=True)
        self._printed = True

    def _failure(self, why: Value) -> str:
        manner = self._manner
        failed = manner.painted(manner.told(message("not checked")), COLOURS[Severity.ERROR])
        return manner.words.render(colon(failed, manner.told(why)))

    def _findings(self, report: FileReport) -> Iterator[str]:
        return (self._line(report, found) for found in self._shown(report))

    def _verdicts(self, report: FileReport) -> Iterator[str]:
        for verdict in report.verdicts.values():
            said = self._manner.painted(self._manner.told(in_words(verdict)), BOLD)
            yield f"{visible(report.path)}: {said}"

    def _shown(self, report: FileReport) -> Iterator[Diagnostic]:
        return filter(self._manner.shows, report.diagnostics)

    def _line(self, report: FileReport, found: Diagnostic) -> str:
        said = f"{self._manner.message(found)}{hex_mark(report, found)}"
        return f"{place(report, found)}: {self._kind(found)} {said}"

    def _kind(self, found: Diagnostic) -> str:
        manner = self._manner
        severity = manner.painted(manner.told(SEVERITIES[found.severity]), COLOURS[found.severity])
        return f"{severity} {manner.painted(f'{found.code} {name_of(found)}', DIM)}"
