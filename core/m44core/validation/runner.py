"""Run the checks on a scenario or a file."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import field, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from m44core.board import Board
from m44core.diagnostics import Diagnostic, Severity, by_place
from m44core.errors import M44Error
from m44core.faults import Fault, FaultError, boundary, error_reason, record_fault
from m44core.findings.kinds import kind
from m44core.io.files.open import FAULT_CODE, ReadResult, read_file
from m44core.io.m44.dialects import repeated_ids
from m44core.io.origin import NO_ORIGIN, Origin
from m44core.io.text.finding_limits import MORE_CODE, CappedFindings
from m44core.log import Log
from m44core.messages.message import Message, Value, message
from m44core.model.scenario import Scenario
from m44core.validation.bga.verdict import Verdict, verdicts
from m44core.validation.bga_upload import shown_language
from m44core.validation.check_context import Context
from m44core.validation.check_definition import Check, Problem
from m44core.validation.check_registry import CHECKS
from m44core.validation.check_selection import CRASH, OVERDUE, PROFILES, DEFAULT_SELECTION, Selection
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.suppressions import WRONG, AllowanceRule, Suppressed, CheckResult, apply_allowances
from m44core.validation.time_budget import TimeBudget, OverdueError, raise_if_overdue
from m44core.values import dataclass

if TYPE_CHECKING:
    from m44core.catalogue.packs.pack import Pack

_log = Log(__name__)


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """What those who ask want to know.

    Attributes:
        selection: Which codes count.
        owned: The boxes they own; None where they did not say.
        rules: What may be besides what each scenario itself allows.
        languages: The languages it is to have texts in, for those who publish it.
        packs: User packs that hold for files besides those their ``m44.toml`` names.
    """

    selection: Selection = DEFAULT_SELECTION
    owned: OwnedBoxes | None = None
    rules: tuple[AllowanceRule, ...] = ()
    languages: tuple[str, ...] = ()
    packs: tuple[Pack, ...] = ()


DEFAULT_SETTINGS = CheckSettings()

UNFINISHED = frozenset({FAULT_CODE, CRASH, OVERDUE, "M063"})
"""What is said where reading, a check or a fix did not come to its end."""

CHECK_FAILED = message("a check failed with an internal error; m44 check says which")
"""What is said where findings are counted and not shown."""

NAME_CHECKS = frozenset({WRONG, "M101", "M102", "M106"})
"""The checks of names: for our own files the reader does their work, with the words of the file."""

VALUE_FINDINGS = frozenset({"M020", "M021", "M024", "M025", "M030"})
"""What the reader says of a value it leaves out: whatever else is said of it follows from that."""

CHECKS_OF_VALUES = tuple(code for code in CHECKS if not code.startswith(tuple(PROFILES.values())))
"""The checks that have nothing to add to what the reader says of a value."""


@dataclass(frozen=True, slots=True)
class AppliedFix:
    """A finding that is mended.

    Attributes:
        diagnostic: The finding, where it was in the file.
        title: What is done about it.
    """

    diagnostic: Diagnostic
    title: Message


@dataclass(frozen=True, slots=True)
class FileReport:
    """What was found in one file.

    Attributes:
        path: The file, as it was asked for.
        diagnostics: The findings with line and column, in the order of the file.
        failure: Why it could not be read at all; None where it could.
        board: The board its hexes are named on; None where there is none.
        scenario_id: The id it states; None where it states none.
        reading: Its text and its scenario; None where it could not be read at all.
        suppressed: The findings that are allowed, with line and column, and why; they do not count.
        used: The keys of the rules that allowed any.
        fixed: What was mended before.
        unfixed: Why the file could not be mended; None where it could, or was not to be.
        verdicts: What the profiles asked for make of it, by their names.
        is_configuration: Whether it is about a configuration file, and no scenario.
        fault: The fault of the program that kept it from being checked, if one did.
    """

    path: str
    diagnostics: tuple[Diagnostic, ...] = ()
    failure: Value | None = None
    board: Board | None = None
    scenario_id: str | None = None
    reading: ReadResult | None = field(default=None, compare=False, repr=False)
    suppressed: tuple[Suppressed, ...] = ()
    used: frozenset[tuple[str, int]] = frozenset()
    fixed: tuple[AppliedFix, ...] = ()
    unfixed: Value | None = None
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    is_configuration: bool = False
    fault: Fault | None = None

    @classmethod
    def of_error(cls, path: str, error: M44Error) -> FileReport:
        """Return the report on a file with which an error ended the work."""
        fault = error.fault if isinstance(error, FaultError) else None
        return cls(path, failure=error_reason(error), fault=fault)

    @property
    def has_fault(self) -> bool:
        """Whether the program itself failed: in reading the file, or in one of the checks."""
        return self.fault is not None or any(d.code == CRASH for d in self.diagnostics)

    @property
    def checked(self) -> bool:
        """Whether everything asked for was looked at: the file was read, each check ended well."""
        return self.failure is None and all(d.code not in UNFINISHED for d in self.diagnostics)

    def hex_name(self, diagnostic: Diagnostic) -> str | None:
        """Return what the hex of a finding is called, or None where it has none."""
        if diagnostic.hex is None or self.board is None:
            return None
        return self.board.name(diagnostic.hex)

    def worst(self) -> Severity | None:
        """Return the gravest severity found, or None where nothing was."""
        found = {diagnostic.severity for diagnostic in self.diagnostics}
        return next((severity for severity in Severity if severity in found), None)


def check_scenario(
    scenario: Scenario, settings: CheckSettings = DEFAULT_SETTINGS
) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a scenario and not allowed, in the order of the codes."""
    return examine(scenario, settings).diagnostics


def examine(
    scenario: Scenario, settings: CheckSettings = DEFAULT_SETTINGS, origin: Origin = NO_ORIGIN
) -> CheckResult:
    """Return what the checks find, and what of it the scenario or the settings allow.

    *origin* is the file the scenario comes from: some checks ask how it is written.
    """
    selection = settings.selection
    found = list(_findings(scenario, settings, origin))
    looked_for = frozenset(code for code in CHECKS if code in selection)
    return apply_allowances(scenario, found, _completed(looked_for, found), selection, settings.rules)


def _findings(scenario: Scenario, settings: CheckSettings, origin: Origin) -> Iterator[Diagnostic]:
    """Yield what the checks find, in the order of the codes.

    References come first: a piece the catalogue does not know is reported once,
    and the checks of meaning leave it out instead of guessing what it is.
    """
    context, allotment = (
        Context.of(scenario, settings.owned, origin, settings.languages),
        TimeBudget(),
    )
    for check in CHECKS.values():
        if check.code in settings.selection:
            began = perf_counter()
            found = tuple(run_check(check, context, allotment))
            _log.debug("%s: %.1f ms", check.code, (perf_counter() - began) * 1000)
            yield from found


def _completed(looked_for: Container[str], found: Iterable[Diagnostic]) -> Container[str]:
    """Return what was looked for to the end: nothing, where not all that there is was found."""
    return () if any(each.code in (*UNFINISHED, MORE_CODE) for each in found) else looked_for


def run_check(check: Check, context: Context, allotment: TimeBudget) -> Iterator[Diagnostic]:
    """Yield what a check finds; where it fails or is overdue, that, so that the others go on.

    Of very many findings the first are yielded, and how many more there are.
    """
    listed = CappedFindings()
    try:
        with allotment.limit_check():
            for found in check.find(context):
                raise_if_overdue()
                if listed.admits(check.code):
                    mendable = not _writes_a_cut_text(found, context)
                    listed.findings.append(check.diagnostic(found, repairs=mendable))
    except OverdueError:
        listed.findings.append(kind(OVERDUE).diagnostic("overdue", **_named(check)))
    except Exception as error:  # a fault in one check must not hide what the others find
        listed.findings.append(
            kind(CRASH).diagnostic("crashed", **_named(check), error=record_fault(error).brief)
        )
    yield from listed.all()


def _named(check: Check) -> dict[str, str]:
    """Return how a finding about a check calls it; its words are read only then."""
    return {"code": check.code, "name": check.kind.name}


def _writes_a_cut_text(found: Problem, context: Context) -> bool:
    """Tell whether a repair would write the beginning of a text in place of the whole."""
    return bool(context.truncated_texts.original_lengths) and any(
        context.truncated_texts.is_truncated(pointer) for repair in found.repairs for pointer in repair.changes
    )


def check_file(path: str | Path, settings: CheckSettings = DEFAULT_SETTINGS) -> FileReport:
    """Return what is wrong with a file: text, schema, references, meaning.

    A stage runs only where the one before left something to look at. A file
    that cannot be read at all is no exception but a report with a failure, and
    so is one with which the program itself fails.
    """
    try:
        with boundary(path):
            return _checked(Path(path), settings)
    except M44Error as error:
        return FileReport.of_error(str(path), error)


def _checked(path: Path, settings: CheckSettings) -> FileReport:
    result = read_file(path, settings.packs)
    reading = replace(result)  # one that does not keep what the other finds out about places
    scenario = result.scenario
    if scenario is None:  # whatever was asked for, this is why it cannot be answered
        found = sorted(result.diagnostics, key=by_place)
        said = verdicts(found, settings.selection)
        return FileReport(
            str(path), tuple(found), reading=reading, verdicts=said, fault=result.fault
        )
    weighed = examine_reading(result, settings)
    every = (*weighed.diagnostics, *(each.diagnostic for each in weighed.suppressed))
    return FileReport(
        str(path),
        tuple(sorted(map(result.located, weighed.diagnostics), key=by_place)),
        board=scenario.board,
        scenario_id=_id_of(scenario),
        reading=reading,
        suppressed=tuple(
            replace(each, diagnostic=result.located(each.diagnostic)) for each in weighed.suppressed
        ),
        used=weighed.used,
        verdicts=verdicts(every, settings.selection, shown_language(scenario.texts)),
    )


def examine_reading(result: ReadResult, settings: CheckSettings = DEFAULT_SETTINGS) -> CheckResult:
    """Return what reading a file and checking its scenario found, and what of it is allowed."""
    before, selection = result.diagnostics, settings.selection
    if result.scenario is None:
        return CheckResult(before)
    shown = selection.among(before)
    found = [*shown, *_unsaid(_findings(result.scenario, settings, result.origin), before, shown)]
    looked_for = _completed(selection, found)
    weighed = apply_allowances(result.scenario, found, looked_for, selection, settings.rules)
    return replace(weighed, found=tuple(_unsaid(weighed.diagnostics, before, shown)))


def _id_of(scenario: Scenario) -> str | None:
    scenario_id = scenario.meta.get("scenario_id")
    return None if scenario_id is None else str(scenario_id)


def report_repeated_ids(
    reports: Iterable[FileReport], selections: Iterable[Selection]
) -> Iterator[FileReport]:
    """Yield reports as they come, those added to whose scenario id an earlier file has.

    Each report comes with the selection of the codes that count in its file.
    """
    first: dict[str | None, str] = {}
    for report, selection in zip(reports, selections, strict=True):
        ids = {first.setdefault(report.scenario_id, report.path): report.scenario_id}
        same = repeated_ids({**ids, report.path: report.scenario_id})
        yield replace(report, diagnostics=(*selection.among(same.values()), *report.diagnostics))


def _unsaid(
    found: Iterable[Diagnostic], before: Iterable[Diagnostic], shown: Iterable[Diagnostic]
) -> list[Diagnostic]:
    """Return the findings without those about what reading the file found wrong already.

    A value that is none of those allowed is told once, with the words of the file: the checks
    see only that it is not there. Where the reader's finding is not asked for, theirs stays;
    so does what a profile says, which is about something else.
    """
    said = {diagnostic.pointer for diagnostic in before}
    wrong = {diagnostic.pointer for diagnostic in shown if diagnostic.code in VALUE_FINDINGS}
    told = {**dict.fromkeys(CHECKS_OF_VALUES, wrong), **dict.fromkeys(NAME_CHECKS, said)}
    return [each for each in found if each.pointer not in told.get(each.code, ())]
