"""Findings that are allowed, and allowances that are unused or faulty.

Authors allow findings in the scenario, editors of a collection in a configuration file. Allowed
findings are neither counted nor shown, but kept with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence

from m44core.board import Board
from m44core.diagnostics import Diagnostic
from m44core.errors import NotationError
from m44core.findings.finding_kinds import RETIRED_NAMES, all_kinds, finding, fix, kind
from m44core.hexes import Hex
from m44core.io.text.json_pointers import steps
from m44core.messages.message import Value
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Allowance
from m44core.suggestions import closest_match
from m44core.validation.check_selection import Selection, matching_codes
from m44core.values import dataclass

UNUSED_ALLOWANCE, FAULTY_ALLOWANCE = "M061", "M062"


@dataclass(frozen=True, slots=True)
class SuppressedFinding:
    """A finding that is allowed.

    Attributes:
        diagnostic: The finding.
        reason: The reason for allowing it.
        source: The configuration file that allows it; empty if the scenario does.
    """

    diagnostic: Diagnostic
    reason: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class AllowanceRule:
    """An allowance and its source.

    Attributes:
        allowance: The allowance.
        number: Its index in its scenario or configuration file, from 0.
        source: Its configuration file; empty for the scenario itself.
    """

    allowance: Allowance
    number: int
    source: str = ""

    @property
    def key(self) -> tuple[str, int]:
        """The source and index, which identify the allowance."""
        return self.source, self.number


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The findings about a scenario, separated by whether they are allowed.

    Attributes:
        diagnostics: The findings that count, including those about the scenario's allowances.
        suppressed: The findings that are allowed.
        used: The keys of the allowances that were used.
    """

    diagnostics: tuple[Diagnostic, ...]
    suppressed: tuple[SuppressedFinding, ...] = ()
    used: frozenset[tuple[str, int]] = frozenset()


def apply_allowances(
    scenario: Scenario,
    diagnostics: Iterable[Diagnostic],
    completed_codes: Container[str],
    selection: Selection,
    configured: Sequence[AllowanceRule] = (),
) -> CheckResult:
    """Return the findings that count, including those about allowances, and the allowed ones.

    Args:
        scenario: The scenario; its own allowances apply before the *configured* ones.
        diagnostics: The findings.
        completed_codes: The codes checked completely; only their allowances are reported as unused.
        selection: The codes that count, those of findings about allowances included.
        configured: The allowances of a configuration file.
    """
    rules = [
        *(AllowanceRule(each, number) for number, each in enumerate(scenario.allowed)),
        *configured,
    ]
    if not rules:
        return CheckResult(tuple(diagnostics))
    names_by_code = _allowable_names()
    matchers = [
        (rule, matches)
        for rule in rules
        if (matches := _allowance_matcher(rule, scenario.board, names_by_code))
    ]
    counted_findings, suppressed_findings, used_keys = [], [], set()
    for diagnostic in diagnostics:
        rule = next((rule for rule, matches in matchers if matches(diagnostic)), None)
        if rule is None:
            counted_findings.append(diagnostic)
        else:
            used_keys.add(rule.key)
            suppressed_findings.append(
                SuppressedFinding(diagnostic, rule.allowance.reason, rule.source)
            )
    own_rules = [rule for rule, _ in matchers if not rule.source]
    unused_findings = [
        _unused_allowance_finding(rule)
        for rule in unused_allowances(own_rules, used_keys, completed_codes)
    ]
    counted_findings += selection.selected_diagnostics(
        [*_faulty_allowance_findings(scenario, names_by_code), *unused_findings]
    )
    return CheckResult(tuple(counted_findings), tuple(suppressed_findings), frozenset(used_keys))


def unused_allowances(
    rules: Iterable[AllowanceRule],
    used_keys: Collection[tuple[str, int]],
    completed_codes: Container[str],
) -> Iterator[AllowanceRule]:
    """Yield the allowances that were not used although all their codes were checked."""
    names_by_code = _allowable_names()
    for rule in rules:
        codes = _codes_or_empty(rule.allowance.check, names_by_code)
        if codes and rule.key not in used_keys and all(code in completed_codes for code in codes):
            yield rule


def check_name_problem(check: str) -> Value | None:
    """Return why a check cannot be allowed (unknown, or never allowable); None if it can."""
    try:
        matching_codes(check, _allowable_names())
    except NotationError as error:
        return (
            kind(FAULTY_ALLOWANCE).message("never", {"check": check})
            if _is_never_allowable(check)
            else message_of_error(error)
        )
    return None


def _is_never_allowable(check: str) -> bool:
    """Return whether a word selects checks, but only ones that can never be allowed."""
    unallowable_names = {
        code: each.name for code, each in all_kinds().items() if not each.allowable
    }
    return bool(_codes_or_empty(check, unallowable_names)) and not _codes_or_empty(
        check, _allowable_names()
    )


def _allowable_names() -> Mapping[str, str]:
    """Return the names of the checks that can be allowed, keyed by code."""
    return {code: kind.name for code, kind in all_kinds().items() if kind.allowable}


def _codes_or_empty(check: str, names_by_code: Mapping[str, str]) -> frozenset[str]:
    try:
        return frozenset(matching_codes(check, names_by_code))
    except NotationError:
        return frozenset()


def _allowance_matcher(
    rule: AllowanceRule, board: Board, names_by_code: Mapping[str, str]
) -> Callable[[Diagnostic], bool] | None:
    """Return a predicate for the findings that an allowance covers; None if it never applies."""
    allowance = rule.allowance
    codes = _codes_or_empty(allowance.check, names_by_code)
    place = _AllowancePlace.of(allowance.at, board)
    if not allowance.reason.strip() or not codes or place is None:
        return None
    return lambda diagnostic: diagnostic.code in codes and place.covers(diagnostic)


@dataclass(frozen=True, slots=True)
class _AllowancePlace:
    """The place where an allowance applies."""

    pointers: tuple[str, ...] = ("",)
    hex: Hex | None = None

    @classmethod
    def of(cls, at: str | None, board: Board) -> _AllowancePlace | None:
        """Return the place named by *at* (None for everywhere); None if there is no such place."""
        if at is None:
            return cls()
        if at == "" or at.startswith("/"):
            return cls((at.rstrip("/"),), _hex_of(at, board))
        try:
            return cls((f"/hexes/{at}", f"/labels/{at}"), board.hex(at))
        except NotationError:
            return None

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Return whether a finding is at this place."""
        if self.hex is not None and diagnostic.hex == self.hex:
            return True
        return any(
            not pointer
            or diagnostic.pointer == pointer
            or diagnostic.pointer.startswith(f"{pointer}/")
            for pointer in self.pointers
        )


def _hex_of(pointer: str, board: Board) -> Hex | None:
    """Return the hex that a pointer refers to; None if it refers to anything else."""
    match steps(pointer):
        case ["hexes", name]:
            place = _AllowancePlace.of(name, board)
            return place.hex if place else None
    return None


def _unused_allowance_finding(rule: AllowanceRule) -> Diagnostic:
    pointer = f"/allow/{rule.number}"
    repair = fix(UNUSED_ALLOWANCE, "remove", {pointer: None})
    return finding(UNUSED_ALLOWANCE, "unused", pointer, None, (repair,), check=rule.allowance.check)


def _faulty_allowance_findings(
    scenario: Scenario, names_by_code: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """Yield the findings about faulty allowances of a scenario."""
    for number, allowance in enumerate(scenario.allowed):
        pointer = f"/allow/{number}"
        if allowance.check in RETIRED_NAMES:
            continue
        if not _codes_or_empty(allowance.check, names_by_code):
            yield _unknown_check_finding(allowance.check, f"{pointer}/check", names_by_code)
        elif not allowance.reason.strip():
            yield finding(FAULTY_ALLOWANCE, "no-reason", pointer, check=allowance.check)
        elif allowance.at and _AllowancePlace.of(allowance.at, scenario.board) is None:
            yield _unknown_place_finding(allowance.at, f"{pointer}/at", scenario.board)


def _unknown_place_finding(at: str, pointer: str, board: Board) -> Diagnostic:
    values = {"at": at, "board": board.type.value}
    if latin_name := board.latin_name(at):
        repair = fix(FAULTY_ALLOWANCE, "choose", {pointer: latin_name}, choice=latin_name)
        return finding(
            FAULTY_ALLOWANCE,
            "no-place-resembling",
            pointer,
            None,
            (repair,),
            **values,
            similar=latin_name,
        )
    return finding(FAULTY_ALLOWANCE, "no-place", pointer, **values)


def _unknown_check_finding(
    check: str, pointer: str, names_by_code: Mapping[str, str]
) -> Diagnostic:
    if _is_never_allowable(check):
        return finding(FAULTY_ALLOWANCE, "never", pointer, check=check)
    suggestion = closest_match(check, [*names_by_code.values(), *names_by_code])
    if suggestion is None:
        return finding(FAULTY_ALLOWANCE, "no-check", pointer, check=check)
    repair = fix(FAULTY_ALLOWANCE, "choose", {pointer: suggestion}, choice=suggestion)
    values = {"check": check, "similar": suggestion}
    return finding(FAULTY_ALLOWANCE, "no-check-resembling", pointer, None, (repair,), **values)
