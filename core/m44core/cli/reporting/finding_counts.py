"""Counts of findings: in one line, and as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import SEVERITIES, check_name_of, is_quiet
from m44core.messages import nouns
from m44core.messages.message import Message, Renderer, enumerated, message
from m44core.validation.runner import FileReport

_NUMBERS: Mapping[Severity, Callable[[int], Message]] = {
    Severity.ERROR: nouns.errors,
    Severity.WARNING: nouns.warnings,
    Severity.INFO: nouns.notes,
}


def findings_summary(reports: Sequence[FileReport], *, with_quiet: bool = False) -> Message:
    """Return the summary: the number of files checked and of findings.

    Notes that need no action are counted only if *with_quiet*, as in
    the editor's status bar and panel.
    """
    count = Counter(finding.severity for finding in _all_findings(reports, with_quiet=with_quiet))
    unchecked_count = count_unchecked(reports)
    parts = [_NUMBERS[severity](count[severity]) for severity in Severity if count[severity]]
    scenarios = sum(not report.is_configuration for report in reports)
    text = message(
        "{files} checked: {found}",
        files=nouns.files(scenarios - unchecked_count),
        found=enumerated(parts) if parts else NOTHING_FOUND,
    )
    if not unchecked_count:
        return text
    return message("{said}; {files} not checked", said=text, files=nouns.files(unchecked_count))


NOTHING_FOUND = message("no problems found")


def unlisted_notes_message(reports: Sequence[FileReport], show: Severity) -> Message | None:
    """Return a message about the unlisted notes that need no action.

    None if there are no such notes, or if *show* leaves out all notes.
    """
    quiet_counts = [sum(map(is_quiet, report.diagnostics)) for report in reports]
    if not any(quiet_counts) or show is not Severity.INFO:
        return None
    if sum(quiet_counts) == 1:
        return message("Not listed: 1 note that needs no action; list it with --show info")
    return message(
        "Not listed: {notes} that need no action, in {files}; list them with --show info",
        notes=nouns.notes(sum(quiet_counts)),
        files=nouns.files(sum(map(bool, quiet_counts))),
    )


def count_by_severity(reports: Sequence[FileReport]) -> Counter[Severity]:
    """Return the number of findings of each severity."""
    return Counter(finding.severity for finding in _all_findings(reports))


def count_unchecked(reports: Sequence[FileReport]) -> int:
    """Return the number of files that could not be checked."""
    return sum(report.failure is not None for report in reports)


def count_fixable(reports: Sequence[FileReport], *, with_quiet: bool = True) -> int:
    """Return the number of findings with a safe fix.

    Notes that need no action are counted only if *with_quiet* is true.
    """
    return sum(
        any(fix.safe for fix in finding.fixes)
        for finding in _all_findings(reports, with_quiet=with_quiet)
    )


def statistics_table(
    reports: Sequence[FileReport], renderer: Renderer, *, with_quiet: bool = True
) -> str:
    """Return a table of the checks with findings, the most frequent first.

    Notes that need no action are counted only if *with_quiet* is true.
    """
    count = Counter(
        (finding.code, check_name_of(finding), finding.severity)
        for finding in _all_findings(reports, with_quiet=with_quiet)
    )
    rows = sorted(count.items(), key=lambda row: (-row[1], row[0]))
    if not rows:
        return renderer.render(NOTHING_FOUND)
    digits = len(str(rows[0][1]))
    max_length = max(len(name) for (_, name, _), _ in rows)
    return "\n".join(
        f"{number:{digits}}  {code}  {name:{max_length}}  {renderer.render(SEVERITIES[severity])}"
        for (code, name, severity), number in rows
    )


def _all_findings(
    reports: Sequence[FileReport], *, with_quiet: bool = True
) -> Iterator[Diagnostic]:
    return (
        finding
        for report in reports
        for finding in report.diagnostics
        if with_quiet or not is_quiet(finding)
    )
