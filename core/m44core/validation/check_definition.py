"""The declaration of a check: its code, and a generator of problems.

The code of a check only finds problems; their names, severities, messages and explanations are data
(:mod:`m44core.findings`). A problem has the key of its message and the values of its placeholders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from m44core.catalogue.catalogue_types import Side
from m44core.diagnostics import Diagnostic
from m44core.findings.finding_kinds import FindingKind, PhraseValue, kind
from m44core.hexes import Hex
from m44core.io.vocabulary.codes import word_for
from m44core.validation.check_context import CheckContext
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Repair:
    """A fix offered for a problem.

    Attributes:
        key: The key of its title.
        changes: JSON Pointers into the workshop document, each with the new value;
            None removes the entry.
        values: The values of the placeholders of the title.
    """

    key: str
    changes: Mapping[str, object]
    values: Mapping[str, PhraseValue]


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem that a check yields.

    Attributes:
        key: The key of the message, which also determines the severity.
        pointer: The JSON Pointer to it in the workshop document.
        hex: The hex to show; None if there is none.
        repairs: The repairs to offer, the best first.
        values: The values of the placeholders of the message.
    """

    key: str
    pointer: str
    hex: Hex | None
    repairs: tuple[Repair, ...]
    values: Mapping[str, PhraseValue]


def problem(
    key: str, pointer: str = "", hex_: Hex | None = None, /, *repairs: Repair, **values: PhraseValue
) -> Problem:
    """Return the problem with a message key, a pointer, a hex, repairs and placeholder values."""
    return Problem(key, pointer, hex_, repairs, values)


Finder = Callable[[CheckContext], Iterator[Problem]]


@dataclass(frozen=True, slots=True)
class Check:
    """One check.

    Attributes:
        code: The code, never reused: ``M502``.
        find: Yields the problems of a scenario.
    """

    code: str
    find: Finder

    @property
    def kind(self) -> FindingKind:
        """The kind of finding: name, severities, messages and page."""
        return kind(self.code)

    def run(self, context: CheckContext) -> Iterator[Diagnostic]:
        """Yield a diagnostic for each problem the check finds."""
        return map(self.diagnostic, self.find(context))

    def diagnostic(self, problem: Problem, *, repairs: bool = True) -> Diagnostic:
        """Return a problem as a diagnostic, with its repairs as fixes unless *repairs* is False."""
        return _diagnostic(self.kind, problem if repairs else replace(problem, repairs=()))


def check(code: str) -> Callable[[Finder], Check]:
    """Return a decorator that turns a generator of problems into the check with this code."""
    return lambda find: Check(code, find)


def _diagnostic(kind: FindingKind, problem: Problem) -> Diagnostic:
    """Return a problem as a diagnostic of a kind of finding, with its repairs as fixes."""
    fixes = tuple(
        kind.fix(repair.key, repair.changes, **repair.values) for repair in problem.repairs
    )
    return kind.diagnostic(problem.key, problem.pointer, problem.hex, fixes, **problem.values)


def value_repair(key: str, pointer: str, value: str | int, /, **values: PhraseValue) -> Repair:
    """Return the repair that sets the value at a pointer; *values* are those of its title."""
    return Repair(key, {pointer: value}, values)


def side_repair(key: str, pointer: str, side: Side, /, **values: PhraseValue) -> Repair:
    """Return the repair that sets the side at a pointer."""
    return sides_repair(key, (pointer,), side, **values)


def sides_repair(key: str, pointers: Iterable[str], side: Side, /, **values: PhraseValue) -> Repair:
    """Return the repair that sets the side at several pointers."""
    return Repair(key, dict.fromkeys(pointers, word_for(side.value)), values)


def removal_repair(key: str, /, *pointers: str, **values: PhraseValue) -> Repair:
    """Return the repair that removes the entries at some pointers."""
    return Repair(key, dict.fromkeys(pointers), values)
