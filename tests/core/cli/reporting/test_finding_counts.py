"""Counts of findings."""

from __future__ import annotations

from m44core.cli.reporting.finding_counts import count_fixable, findings_summary, statistics_table
from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.messages.renderers import renderer_in
from m44core.validation.runner import FileReport

BRIDGE = Diagnostic("M501", "misplaced", Severity.WARNING)
LABEL = Diagnostic(
    "M054", "empty", Severity.INFO, fixes=(Fix("M054", "remove", {"/x": None}, safe=True),)
)
ENGLISH = renderer_in("en")
REPORTS = [
    FileReport("a.m44", (LABEL,)),
    FileReport("b.m44", (BRIDGE, BRIDGE)),
    FileReport("c.m44", failure="gone"),
]


def test_statistics_begin_with_the_most_frequent_finding() -> None:
    assert statistics_table(REPORTS, ENGLISH) == (
        "2  M501  bridge-without-river  warning\n1  M054  label-without-text    info"
    )
    assert statistics_table([], ENGLISH) == "no problems found"


def test_the_summary_counts_files_and_severities() -> None:
    assert (
        str(findings_summary(REPORTS)) == "2 files checked: 2 warnings, 1 note; 1 file not checked"
    )


def test_the_summary_counts_configuration_problems_but_not_the_configuration_file() -> None:
    configuration = FileReport("m44.toml", (BRIDGE,), is_configuration=True)
    assert str(findings_summary([REPORTS[0], configuration])) == "1 file checked: 1 warning, 1 note"


def test_findings_with_a_safe_fix_are_counted() -> None:
    assert count_fixable(REPORTS) == 1
