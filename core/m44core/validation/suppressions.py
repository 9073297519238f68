"""Findings the author or the keeper of a collection lets stand, and allowances that allow nothing.

A scenario carries its own allowances; others come from a configuration file. A finding that is
allowed does not count and is not shown, but it is kept with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence

from m44core.board import Board
from m44core.diagnostics import Diagnostic
from m44core.errors import NotationError
from m44core.findings.kinds import RETIRED, all_kinds, finding, fix, kind
from m44core.hexes import Hex
from m44core.io.text.json_pointers import steps
from m44core.messages.message import Value
from m44core.messages.words import reason
from m44core.model.parts import Allowance
from m44core.model.scenario import Scenario
from m44core.suggestions import closest
from m44core.validation.check_selection import Selection, matching_codes
from m44core.values import dataclass

UNUSED, WRONG = "M061", "M062"


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding that is allowed.

    Attributes:
        diagnostic: The finding.
        reason: Why it may be.
        source: The configuration file that allows it; empty where the scenario does.
    """

    diagnostic: Diagnostic
    reason: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class AllowanceRule:
    """An allowance in force.

    Attributes:
        allowance: What it says.
        number: Which one it is in its scenario or its configuration file, from 0.
        source: The configuration file it stands in; empty for the scenario itself.
    """

    allowance: Allowance
    number: int
    source: str = ""

    @property
    def key(self) -> tuple[str, int]:
        """What tells it from other rules."""
        return self.source, self.number


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Findings told apart.

    Attributes:
        found: Those that count, among them what is wrong with the scenario's own allowances.
        suppressed: Those that are allowed.
        used: The keys of the rules that allowed any.
    """

    diagnostics: tuple[Diagnostic, ...]
    suppressed: tuple[Suppressed, ...] = ()
    used: frozenset[tuple[str, int]] = frozenset()


def apply_allowances(
    scenario: Scenario,
    found: Iterable[Diagnostic],
    looked_for: Container[str],
    selection: Selection,
    further: Sequence[AllowanceRule] = (),
) -> CheckResult:
    """Return which findings count, which are allowed, and what is wrong with the allowances.

    Args:
        scenario: What was examined; its own allowances count before the *further* ones.
        found: The findings.
        looked_for: The codes that were looked for: an allowance of any other is not called unused.
        selection: Which codes count, :data:`UNUSED` and :data:`WRONG` among them.
        further: The rules of a configuration file.
    """
    rules = [*(AllowanceRule(each, number) for number, each in enumerate(scenario.allowed)), *further]
    if not rules:
        return CheckResult(tuple(found))
    known = _known()
    in_force = [(rule, cover) for rule in rules if (cover := _cover(rule, scenario.board, known))]
    counted, suppressed, used = [], [], set()
    for diagnostic in found:
        rule = next((rule for rule, covers in in_force if covers(diagnostic)), None)
        if rule is None:
            counted.append(diagnostic)
        else:
            used.add(rule.key)
            suppressed.append(Suppressed(diagnostic, rule.allowance.reason, rule.source))
    own = [rule for rule, _ in in_force if not rule.source]
    unused = [_unused(rule) for rule in unused_allowances(own, used, looked_for)]
    counted += selection.among([*_wrong(scenario, known), *unused])
    return CheckResult(tuple(counted), tuple(suppressed), frozenset(used))


def unused_allowances(
    rules: Iterable[AllowanceRule], used: Collection[tuple[str, int]], looked_for: Container[str]
) -> Iterator[AllowanceRule]:
    """Yield the rules that allowed nothing although all they are about was looked for."""
    known = _known()
    for rule in rules:
        codes = _codes(rule.allowance.check, known)
        if rule.key not in used and all(code in looked_for for code in codes):
            yield rule


def check_name_problem(check: str) -> Value | None:
    """Return what is wrong with the name of a check, or None where it means one."""
    try:
        matching_codes(check, _known())
    except NotationError as error:
        return kind(WRONG).message("never", {"check": check}) if _is_never(check) else reason(error)
    return None


def _is_never(check: str) -> bool:
    """Tell whether a word stands for checks of which none may be allowed."""
    never = {code: each.name for code, each in all_kinds().items() if not each.allowable}
    return bool(_codes(check, never)) and not _codes(check, _known())


def _known() -> Mapping[str, str]:
    """Return the name of every code an allowance may be about."""
    allowable = {code: kind.name for code, kind in all_kinds().items() if kind.allowable}
    return {**RETIRED, **allowable}


def _codes(check: str, known: Mapping[str, str]) -> frozenset[str]:
    try:
        return frozenset(matching_codes(check, known))
    except NotationError:
        return frozenset()


def _cover(
    rule: AllowanceRule, board: Board, known: Mapping[str, str]
) -> Callable[[Diagnostic], bool] | None:
    """Return what tells whether a finding is allowed; None where nothing ever is."""
    allowance = rule.allowance
    codes = _codes(allowance.check, known)
    place = _Place.of(allowance.at, board)
    if not allowance.reason.strip() or not codes or place is None:
        return None
    return lambda found: found.code in codes and place.covers(found)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an allowance holds."""

    pointers: tuple[str, ...] = ("",)
    hex: Hex | None = None

    @classmethod
    def of(cls, at: str | None, board: Board) -> _Place | None:
        """Return the place *at* names, or None where it names none."""
        if at is None:
            return cls()
        if at == "" or at.startswith("/"):
            return cls((at.rstrip("/"),), _hex_of(at, board))
        try:
            return cls((f"/hexes/{at}", f"/labels/{at}"), board.hex(at))
        except NotationError:
            return None

    def covers(self, found: Diagnostic) -> bool:
        """Tell whether a finding is here."""
        if self.hex is not None and found.hex == self.hex:
            return True
        return any(
            not pointer or found.pointer == pointer or found.pointer.startswith(f"{pointer}/")
            for pointer in self.pointers
        )


def _hex_of(pointer: str, board: Board) -> Hex | None:
    """Return the hex a pointer means as a whole."""
    match steps(pointer):
        case ["hexes", name]:
            place = _Place.of(name, board)
            return place.hex if place else None
    return None


def _unused(rule: AllowanceRule) -> Diagnostic:
    pointer = f"/allow/{rule.number}"
    repair = fix(UNUSED, "remove", {pointer: None})
    return finding(UNUSED, "unused", pointer, None, (repair,), check=rule.allowance.check)


def _wrong(scenario: Scenario, known: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the allowances of a scenario."""
    for number, allowance in enumerate(scenario.allowed):
        pointer = f"/allow/{number}"
        if not _codes(allowance.check, known):
            yield _no_check(allowance.check, f"{pointer}/check", known)
        elif not allowance.reason.strip():
            yield finding(WRONG, "no-reason", pointer, check=allowance.check)
        elif allowance.at and _Place.of(allowance.at, scenario.board) is None:
            yield _no_place(allowance.at, f"{pointer}/at", scenario.board)


def _no_place(at: str, pointer: str, board: Board) -> Diagnostic:
    said = {"at": at, "board": board.type.value}
    if similar := board.latin_name(at):
        repair = fix(WRONG, "choose", {pointer: similar}, choice=similar)
        return finding(
            WRONG, "no-place-resembling", pointer, None, (repair,), **said, similar=similar
        )
    return finding(WRONG, "no-place", pointer, **said)


def _no_check(check: str, pointer: str, known: Mapping[str, str]) -> Diagnostic:
    if _is_never(check):
        return finding(WRONG, "never", pointer, check=check)
    close = closest(check, [*known.values(), *known])
    if close is None:
        return finding(WRONG, "no-check", pointer, check=check)
    repair = fix(WRONG, "choose", {pointer: close}, choice=close)
    said = {"check": check, "similar": close}
    return finding(WRONG, "no-check-resembling", pointer, None, (repair,), **said)
