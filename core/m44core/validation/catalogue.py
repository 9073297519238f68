"""Every check of a scenario, and choosing among the codes of all findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from m44core.diagnostics import Diagnostic
from m44core.errors import NotationError
from m44core.findings.load import all_kinds
from m44core.validation import (
    boxes,
    components,
    exits,
    fortifications,
    references,
    sides,
    tiles,
    units,
)
from m44core.validation.check import Check

CHECKS: Mapping[str, Check] = {
    check.code: check
    for module in (references, boxes, tiles, components, sides, units, fortifications, exits)
    for check in module.CHECKS
}
"""Every check of a scenario, in the order of the codes."""

CRASH = "M099"
"""The code of the one finding that is about the program itself."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which codes count.

    Attributes:
        codes: Those that do; None for all.
    """

    codes: frozenset[str] | None = None

    def __contains__(self, code: object) -> bool:
        return self.codes is None or code in self.codes

    def among(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return the diagnostics that count."""
        return tuple(found for found in diagnostics if found.code in self)


EVERYTHING = Selection()


def select(chosen: Iterable[str] = (), ignored: Iterable[str] = ()) -> Selection:
    """Return the selection of codes that are *chosen* (all, if none is) and not *ignored*.

    Both list codes (``M502``), beginnings of codes (``M5``) or names.

    Raises:
        NotationError: a word is none of these; the message proposes one.
    """
    chosen, ignored = list(chosen), list(ignored)
    if not chosen and not ignored:
        return EVERYTHING
    known = {kind.code: kind.name for kind in all_kinds().values()}
    wanted = {code for word in chosen for code in matching(word, known)} if chosen else set(known)
    return Selection(frozenset(wanted.difference(*(matching(word, known) for word in ignored))))


def matching(word: str, known: Mapping[str, str]) -> list[str]:
    """Return the codes a word stands for, of those *known* with their names.

    Raises:
        NotationError: there is none; the message proposes one.
    """
    found = [code for code, name in known.items() if word == name or _begins(code, word)]
    if found:
        return found
    from difflib import get_close_matches  # slow to import, and only needed now

    close = get_close_matches(word, [*known.values(), *known], n=1)
    hint = f"; did you mean {close[0]}?" if close else "; m44 explain lists them all"
    raise NotationError(f"there is no check called {word!r}{hint}")


def _begins(code: str, word: str) -> bool:
    return len(word) >= 2 and code.startswith(word.upper())
