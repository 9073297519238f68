"""How a check is declared: a code, and a generator of problems.

A check finds; what its findings are called, how grave they are, what they say and why they matter
is data (:mod:`m44core.findings`). A problem names the message by its key and brings the values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from m44core.catalogue.types import Side
from m44core.diagnostics import Diagnostic
from m44core.findings.kinds import FindingKind, PhraseValue, kind
from m44core.hexes import Hex
from m44core.io.vocabulary.codes import word
from m44core.validation.check_context import Context
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Repair:
    """What a problem offers to do about it.

    Attributes:
        key: The title, by its key in the data.
        changes: JSON Pointers into the workshop document, each with the value
            to put there; None removes what stands there.
        values: What stands for the placeholders of the title.
    """

    key: str
    changes: Mapping[str, object]
    values: Mapping[str, PhraseValue]


@dataclass(frozen=True, slots=True)
class Problem:
    """What a check yields.

    Attributes:
        key: The message, by its key in the data; it tells the severity, too.
        pointer: Where in the workshop document it is.
        hex: The hex to show.
        repairs: What to offer, the best first.
        values: What stands for the placeholders of the message.
    """

    key: str
    pointer: str
    hex: Hex | None
    repairs: tuple[Repair, ...]
    values: Mapping[str, PhraseValue]


def problem(
    key: str, pointer: str = "", hex_: Hex | None = None, /, *repairs: Repair, **values: PhraseValue
) -> Problem:
    """Return the problem that says the message *key* of a place, with the values it names."""
    return Problem(key, pointer, hex_, repairs, values)


Finder = Callable[[Context], Iterator[Problem]]


@dataclass(frozen=True, slots=True)
class Check:
    """One check.

    Attributes:
        code: Stable, never used again for something else: ``M502``.
        find: Yields the problems of a scenario.
    """

    code: str
    find: Finder

    @property
    def kind(self) -> FindingKind:
        """Its name, its severities, its words and its page."""
        return kind(self.code)

    def run(self, context: Context) -> Iterator[Diagnostic]:
        """Yield a diagnostic for each problem the check finds."""
        return map(self.diagnostic, self.find(context))

    def diagnostic(self, found: Problem, *, repairs: bool = True) -> Diagnostic:
        """Return a problem that the check found, and unless it must not be mended its repairs."""
        return _diagnostic(self.kind, found if repairs else replace(found, repairs=()))


def check(code: str) -> Callable[[Finder], Check]:
    """Turn a generator of problems into the check of a code."""
    return lambda find: Check(code, find)


def _diagnostic(of: FindingKind, found: Problem) -> Diagnostic:
    """Return a problem and its repairs as the kind of finding it is."""
    fixes = tuple(of.fix(repair.key, repair.changes, **repair.values) for repair in found.repairs)
    return of.diagnostic(found.key, found.pointer, found.hex, fixes, **found.values)


def set_value(key: str, pointer: str, value: str | int, /, **values: PhraseValue) -> Repair:
    """Return the repair that writes a value at a pointer."""
    return Repair(key, {pointer: value}, values)


def set_side(key: str, pointer: str, side: Side, /, **values: PhraseValue) -> Repair:
    """Return the repair that writes a side at a pointer."""
    return set_sides(key, (pointer,), side, **values)


def set_sides(key: str, pointers: Iterable[str], side: Side, /, **values: PhraseValue) -> Repair:
    """Return the repair that writes a side at some pointers."""
    return Repair(key, dict.fromkeys(pointers, word(side.value)), values)


def remove(key: str, /, *pointers: str, **values: PhraseValue) -> Repair:
    """Return the repair that removes what stands at some pointers."""
    return Repair(key, dict.fromkeys(pointers), values)
