"""Runs the checks on a scenario or a file."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from m44core.board import Board
from m44core.diagnostics import Diagnostic, Severity, position_sort_key
from m44core.errors import M44Error
from m44core.faults import Fault, FaultError, boundary, error_reason, record_fault
from m44core.findings.finding_kinds import kind
from m44core.io.files.file_reader import FAULT_CODE, ReadResult, read_file
from m44core.io.m44.dialects import repeated_ids
from m44core.io.origin import NO_ORIGIN, Origin
from m44core.io.text.finding_limits import MORE_CODE, CappedFindings
from m44core.log import Log
from m44core.messages.message import Message, Value, message
from m44core.model.scenario import Scenario
from m44core.validation.bga.verdict import Verdict, verdicts_by_profile
from m44core.validation.bga_upload import shown_language
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Check, Problem
from m44core.validation.check_registry import CHECKS
from m44core.validation.check_selection import (
    CRASH,
    DEFAULT_SELECTION,
    OVERDUE,
    PROFILES,
    Selection,
)
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.suppressions import (
    FAULTY_ALLOWANCE,
    AllowanceRule,
    CheckResult,
    SuppressedFinding,
    apply_allowances,
)
from m44core.validation.time_budget import OverdueError, TimeBudget, raise_if_overdue
from m44core.values import dataclass

if TYPE_CHECKING:
    from m44core.catalogue.packs.pack import Pack

_log = Log(__name__)


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """The settings of a check run.

    Attributes:
        selection: The codes that count.
        owned: The boxes the user owns; None if unknown.
        rules: Allowances in addition to those of each scenario.
        languages: The languages scenarios should have texts in, for publishing.
        packs: User packs for all files, in addition to those in their ``m44.toml``.
    """

    selection: Selection = DEFAULT_SELECTION
    owned: OwnedBoxes | None = None
    rules: tuple[AllowanceRule, ...] = ()
    languages: tuple[str, ...] = ()
    packs: tuple[Pack, ...] = ()


DEFAULT_SETTINGS = CheckSettings()

UNFINISHED_CODES = frozenset({FAULT_CODE, CRASH, OVERDUE, "M063"})
"""The codes of findings about a reading, check or fix that did not finish."""

CHECK_FAILED = message("a check failed with an internal error; run m44 check to see which")
"""The message for a failed check where findings are only counted."""

NAME_CHECKS = frozenset({FAULTY_ALLOWANCE, "M101", "M102", "M106"})
"""The checks of names; for our own formats the reader reports these, quoting the file."""

VALUE_FINDINGS = frozenset({"M020", "M021", "M024", "M025", "M030"})
"""The codes of the reader's findings about values that it drops; further findings about such a
value only follow from that."""

VALUE_CHECKS = tuple(code for code in CHECKS if not code.startswith(tuple(PROFILES.values())))
"""The checks whose findings are redundant for values that the reader has reported."""


@dataclass(frozen=True, slots=True)
class AppliedFix:
    """A finding that was fixed.

    Attributes:
        diagnostic: The finding, with its line and column before the fix.
        title: The title of the fix.
    """

    diagnostic: Diagnostic
    title: Message


@dataclass(frozen=True, slots=True)
class FileReport:
    """The findings in one file.

    Attributes:
        path: The file, as requested.
        diagnostics: The findings with line and column, in the order of the file.
        failure: The reason why the file could not be read; None if it was read.
        board: The board, which names the hexes; None if there is none.
        scenario_id: The scenario id; None if there is none.
        reading: The text and the scenario; None if the file could not be read.
        suppressed: The allowed findings, with line, column and reason; they do not count.
        used: The keys of the allowances that were used.
        fixed: The findings already fixed.
        unfixed: The reason why fixing failed; None if it succeeded or was not requested.
        verdicts: The verdicts, keyed by the name of the selected profile.
        is_configuration: Whether the report is about a configuration file, not a scenario.
        fault: The fault of the program that prevented the check, if any.
    """

    path: str
    diagnostics: tuple[Diagnostic, ...] = ()
    failure: Value | None = None
    board: Board | None = None
    scenario_id: str | None = None
    reading: ReadResult | None = field(default=None, compare=False, repr=False)
    suppressed: tuple[SuppressedFinding, ...] = ()
    used: frozenset[tuple[str, int]] = frozenset()
    fixed: tuple[AppliedFix, ...] = ()
    unfixed: Value | None = None
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    is_configuration: bool = False
    fault: Fault | None = None

    @classmethod
    def of_error(cls, path: str, error: M44Error) -> FileReport:
        """Return the report on a file whose check ended with an error."""
        fault = error.fault if isinstance(error, FaultError) else None
        return cls(path, failure=error_reason(error), fault=fault)

    @property
    def has_fault(self) -> bool:
        """Whether the program failed while reading the file or in one of the checks."""
        return self.fault is not None or any(d.code == CRASH for d in self.diagnostics)

    @property
    def checked(self) -> bool:
        """Whether the check is complete: the file was read, and every check finished."""
        return self.failure is None and all(
            d.code not in UNFINISHED_CODES for d in self.diagnostics
        )

    def hex_name(self, diagnostic: Diagnostic) -> str | None:
        """Return the name of the hex of a finding; None if there is no hex or no board."""
        if diagnostic.hex is None or self.board is None:
            return None
        return self.board.name(diagnostic.hex)

    def worst(self) -> Severity | None:
        """Return the highest severity; None if there are no findings."""
        severities = {diagnostic.severity for diagnostic in self.diagnostics}
        return next((severity for severity in Severity if severity in severities), None)


def check_scenario(
    scenario: Scenario, settings: CheckSettings = DEFAULT_SETTINGS
) -> tuple[Diagnostic, ...]:
    """Return the findings about a scenario that are not allowed.

    They are ordered by code, except that those about the scenario's allowances come last.
    """
    return examine_scenario(scenario, settings).diagnostics


def examine_scenario(
    scenario: Scenario, settings: CheckSettings = DEFAULT_SETTINGS, origin: Origin = NO_ORIGIN
) -> CheckResult:
    """Return the findings about a scenario, separated by whether it or the settings allow them.

    *origin* is the file of the scenario; some checks examine how it is written.
    """
    selection = settings.selection
    findings = list(_findings(scenario, settings, origin))
    selected_codes = frozenset(code for code in CHECKS if code in selection)
    return apply_allowances(
        scenario, findings, _completed_codes(selected_codes, findings), selection, settings.rules
    )


def _findings(scenario: Scenario, settings: CheckSettings, origin: Origin) -> Iterator[Diagnostic]:
    """Yield the findings of all selected checks, in the order of the codes.

    The time that each check takes is logged.
    """
    context, budget = (
        CheckContext.of(scenario, settings.owned, origin, settings.languages),
        TimeBudget(),
    )
    for check in CHECKS.values():
        if check.code in settings.selection:
            began = perf_counter()
            findings = tuple(run_check(check, context, budget))
            _log.debug("%s: %.1f ms", check.code, (perf_counter() - began) * 1000)
            yield from findings


def _completed_codes(
    selected_codes: Container[str], diagnostics: Iterable[Diagnostic]
) -> Container[str]:
    """Return the codes that were checked completely; empty if some findings were not collected."""
    return (
        ()
        if any(each.code in (*UNFINISHED_CODES, MORE_CODE) for each in diagnostics)
        else selected_codes
    )


def run_check(check: Check, context: CheckContext, budget: TimeBudget) -> Iterator[Diagnostic]:
    """Yield the findings of a check, and a finding if it crashes or takes too long.

    If there are very many, only the first are yielded, followed by a finding with the number of the
    rest.
    """
    capped_findings = CappedFindings()
    try:
        with budget.limit_check():
            for finding in check.find(context):
                raise_if_overdue()
                if capped_findings.admits(check.code):
                    is_fixable = not _overwrites_truncated_text(finding, context)
                    capped_findings.findings.append(check.diagnostic(finding, repairs=is_fixable))
    except OverdueError:
        capped_findings.findings.append(kind(OVERDUE).diagnostic("overdue", **_check_values(check)))
    except Exception as error:  # a fault in one check must not hide what the others find
        capped_findings.findings.append(
            kind(CRASH).diagnostic(
                "crashed", **_check_values(check), error=record_fault(error).brief
            )
        )
    yield from capped_findings.all()


def _check_values(check: Check) -> dict[str, str]:
    """Return the values that name a check in a finding; this loads the texts of its kind."""
    return {"code": check.code, "name": check.kind.name}


def _overwrites_truncated_text(problem: Problem, context: CheckContext) -> bool:
    """Return whether a repair would replace a full text with its truncated beginning."""
    return bool(context.truncated_texts.original_lengths) and any(
        context.truncated_texts.is_truncated(pointer)
        for repair in problem.repairs
        for pointer in repair.changes
    )


def check_file(path: str | Path, settings: CheckSettings = DEFAULT_SETTINGS) -> FileReport:
    """Return the report on a file: on its text, schema, references and meaning.

    Each of these stages runs only if the previous one left something to check. If the file cannot
    be read, or the program itself fails, the report has a failure; no M44Error is raised.
    """
    try:
        with boundary(path):
            return _report_on(Path(path), settings)
    except M44Error as error:
        return FileReport.of_error(str(path), error)


def _report_on(path: Path, settings: CheckSettings) -> FileReport:
    result = read_file(path, settings.packs)
    result_copy = replace(result)  # a copy without the line index that *result* builds
    scenario = result.scenario
    if scenario is None:  # unfiltered: these findings are why there is no scenario
        findings = sorted(result.diagnostics, key=position_sort_key)
        code_verdicts = verdicts_by_profile(findings, settings.selection)
        return FileReport(
            str(path),
            tuple(findings),
            reading=result_copy,
            verdicts=code_verdicts,
            fault=result.fault,
        )
    check_result = examine_reading(result, settings)
    all_findings = (
        *check_result.diagnostics,
        *(each.diagnostic for each in check_result.suppressed),
    )
    return FileReport(
        str(path),
        tuple(sorted(map(result.with_location, check_result.diagnostics), key=position_sort_key)),
        board=scenario.board,
        scenario_id=_scenario_id(scenario),
        reading=result_copy,
        suppressed=tuple(
            replace(each, diagnostic=result.with_location(each.diagnostic))
            for each in check_result.suppressed
        ),
        used=check_result.used,
        verdicts=verdicts_by_profile(
            all_findings, settings.selection, shown_language(scenario.texts)
        ),
    )


def examine_reading(result: ReadResult, settings: CheckSettings = DEFAULT_SETTINGS) -> CheckResult:
    """Return the findings from reading a file and checking its scenario.

    Findings that the scenario or the settings allow are kept apart. If there is no scenario, the
    result has all findings of the reader, unfiltered.
    """
    reader_findings, selection = result.diagnostics, settings.selection
    if result.scenario is None:
        return CheckResult(reader_findings)
    selected_findings = selection.selected_diagnostics(reader_findings)
    diagnostics = [
        *selected_findings,
        *_without_repeated_findings(
            _findings(result.scenario, settings, result.origin), reader_findings, selected_findings
        ),
    ]
    completed_codes = _completed_codes(selection, diagnostics)
    check_result = apply_allowances(
        result.scenario, diagnostics, completed_codes, selection, settings.rules
    )
    return replace(
        check_result,
        diagnostics=tuple(
            _without_repeated_findings(check_result.diagnostics, reader_findings, selected_findings)
        ),
    )


def _scenario_id(scenario: Scenario) -> str | None:
    scenario_id = scenario.meta.get("scenario_id")
    return None if scenario_id is None else str(scenario_id)


def report_repeated_ids(
    reports: Iterable[FileReport], selections: Iterable[Selection]
) -> Iterator[FileReport]:
    """Yield the reports in order; a report gets a finding if an earlier file has the same id.

    *selections* has the selection for each report.
    """
    first_paths: dict[str | None, str] = {}
    for report, selection in zip(reports, selections, strict=True):
        ids = {first_paths.setdefault(report.scenario_id, report.path): report.scenario_id}
        repeated_id_findings = repeated_ids({**ids, report.path: report.scenario_id})
        yield replace(
            report,
            diagnostics=(
                *selection.selected_diagnostics(repeated_id_findings.values()),
                *report.diagnostics,
            ),
        )


def _without_repeated_findings(
    diagnostics: Iterable[Diagnostic],
    reader_findings: Iterable[Diagnostic],
    selected_findings: Iterable[Diagnostic],
) -> list[Diagnostic]:
    """Return the findings without those that reading the file has already reported.

    The reader reports an invalid value once, quoting the file; the checks only see that it is
    missing. If the reader's finding is not selected, that of the check is kept; so are the findings
    of profiles, which concern something else.
    """
    pointers = {diagnostic.pointer for diagnostic in reader_findings}
    invalid_pointers = {
        diagnostic.pointer for diagnostic in selected_findings if diagnostic.code in VALUE_FINDINGS
    }
    pointers_by_check = {
        **dict.fromkeys(VALUE_CHECKS, invalid_pointers),
        **dict.fromkeys(NAME_CHECKS, pointers),
    }
    return [
        each for each in diagnostics if each.pointer not in pointers_by_check.get(each.code, ())
    ]
