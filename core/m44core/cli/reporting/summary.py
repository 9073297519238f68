"""How much was found: in one line, and as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.wording import counted, phrase
from m44core.validation.running.runner import FileReport

_NOUNS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def summary(reports: Sequence[FileReport]) -> str:
    """Return how many files were checked and how much was found."""
    count = by_severity(reports)
    failed = not_checked(reports)
    found = [counted(count[severity], _NOUNS[severity]) for severity in Severity if count[severity]]
    scenarios = sum(not report.is_configuration for report in reports)
    files = counted(scenarios - failed, "file")
    said = phrase("checked", files=files, found=", ".join(found) or phrase("nothing-found"))
    if not failed:
        return said
    return phrase("also-not-checked", said=said, files=counted(failed, "file"))


def by_severity(reports: Sequence[FileReport]) -> Counter[Severity]:
    """Return how many findings there are of each severity."""
    return Counter(found.severity for found in _all(reports))


def not_checked(reports: Sequence[FileReport]) -> int:
    """Return how many files could not be read."""
    return sum(report.failure is not None for report in reports)


def safely_fixable(reports: Sequence[FileReport]) -> int:
    """Return how many findings have a fix nobody has to be asked for."""
    return sum(any(fix.safe for fix in found.fixes) for found in _all(reports))


def statistics(reports: Sequence[FileReport]) -> str:
    """Return a table of the checks that found something, those that found most at the top."""
    count = Counter((found.code, found.name, found.severity) for found in _all(reports))
    rows = sorted(count.items(), key=lambda row: (-row[1], row[0]))
    if not rows:
        return phrase("nothing-found")
    digits = len(str(rows[0][1]))
    longest = max(len(name) for (_, name, _), _ in rows)
    return "\n".join(
        f"{number:{digits}}  {code}  {name:{longest}}  {phrase(severity.value)}"
        for (code, name, severity), number in rows
    )


def _all(reports: Sequence[FileReport]) -> Iterator[Diagnostic]:
    return (found for report in reports for found in report.diagnostics)
