"""Findings as text for people, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from m44core.cli.control_characters import escape_controls
from m44core.cli.quiet_mode import is_quiet
from m44core.cli.reporting.finding_counts import (
    count_fixable,
    findings_summary,
    statistics_table,
    unlisted_notes_message,
)
from m44core.cli.reporting.reporter import (
    BOLD,
    COLOURS,
    DIM,
    ReportStyle,
    finding_location,
    hex_suffix,
)
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import SEVERITIES, check_name_of
from m44core.messages.message import Value, label_with_text, message
from m44core.validation.bga.verdict import verdict_message
from m44core.validation.runner import FileReport


class TextReporter:
    """Prints one line per finding, and a summary at the end.

    Args:
        out: The stream to print to.
        style: The style of the output.
    """

    def __init__(self, out: TextIO, style: ReportStyle) -> None:
        self._out = out
        self._style = style
        self._has_printed = False

    def file(self, report: FileReport) -> None:
        """Print the findings of one file, or why it was not checked; nothing if there are none."""
        if report.failure:
            self._print(f"{escape_controls(report.path)}: {self._failure(report.failure)}")
            return
        lines = "\n".join((*self._findings(report), *self._verdict_lines(report)))
        if lines:
            self._print(lines)

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the statistics, if requested, and, unless ``--quiet`` is used, the summary."""
        with_quiet = self._style.show_quiet
        if self._style.statistics:
            self._print(statistics_table(reports, self._style.renderer, with_quiet=with_quiet))
        if is_quiet():
            return
        text = findings_summary(reports, with_quiet=with_quiet)
        number = count_fixable(reports, with_quiet=with_quiet)
        if number and not self._style.fixing:
            text = message("{said}; {number} can be fixed with --fix", said=text, number=number)
        self._print(self._style.paint(self._style.renderer.render(text), BOLD))
        if not self._style.show_quiet and (
            unlisted_note := unlisted_notes_message(reports, self._style.show)
        ):
            print(
                self._style.paint(self._style.text(unlisted_note), DIM), file=self._out, flush=True
            )

    def _print(self, text: str) -> None:
        print("\n" * self._has_printed + text, file=self._out, flush=True)
        self._has_printed = True

    def _failure(self, reason: Value) -> str:
        style = self._style
        not_checked_label = style.paint(style.text(message("not checked")), COLOURS[Severity.ERROR])
        return style.renderer.render(label_with_text(not_checked_label, style.text(reason)))

    def _findings(self, report: FileReport) -> Iterator[str]:
        return (self._line(report, diagnostic) for diagnostic in self._shown_findings(report))

    def _verdict_lines(self, report: FileReport) -> Iterator[str]:
        for verdict in report.verdicts.values():
            text = self._style.paint(self._style.text(verdict_message(verdict)), BOLD)
            yield f"{escape_controls(report.path)}: {text}"

    def _shown_findings(self, report: FileReport) -> Iterator[Diagnostic]:
        return filter(self._style.shows, report.diagnostics)

    def _line(self, report: FileReport, diagnostic: Diagnostic) -> str:
        text = f"{self._style.message(diagnostic)}{hex_suffix(report, diagnostic)}"
        return f"{finding_location(report, diagnostic)}: {self._kind(diagnostic)} {text}"

    def _kind(self, diagnostic: Diagnostic) -> str:
        style = self._style
        severity = style.paint(
            style.text(SEVERITIES[diagnostic.severity]), COLOURS[diagnostic.severity]
        )
        return f"{severity} {style.paint(f'{diagnostic.code} {check_name_of(diagnostic)}', DIM)}"
