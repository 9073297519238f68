"""Every code the program has for a finding, its page, and choosing among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from inspect import cleandoc

from m44core.diagnostics import Diagnostic, Severity
from m44core.errors import NotationError
from m44core.io.codes import KINDS
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

FAMILIES: Mapping[str, str] = {
    "M0": "Files",
    "M1": "Board and pieces",
    "M2": "Components",
    "M3": "Sides and briefing",
    "M4": "Units",
    "M5": "Bridges, bunkers and obstacles",
    "M6": "Objectives and exits",
}
"""What the first digit of a code means."""


@dataclass(frozen=True, slots=True)
class Page:
    """What there is to know about one code.

    Attributes:
        code: The stable code.
        name: The readable name.
        severities: How grave its findings can be.
        text: What it finds, why that matters, an example, what to do instead.
        sources: The rulebook ids it stands on.
    """

    code: str
    name: str
    severities: tuple[Severity, ...]
    text: str
    sources: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """The first sentence of the text."""
        first, stop, _ = " ".join(self.text.split()).partition(". ")
        return first + stop.rstrip()


CRASH = Page(
    "M099",
    "check-crashed",
    (Severity.ERROR,),
    cleandoc(
        """
        A check of the program failed on this scenario; the other checks went on.

        Why it matters:
            What that check looks for has not been looked for. The fault is in the
            program, not in the scenario.

        Example:
            A message that names the check and an internal error.

        Instead:
            Report it with the scenario file, please. Until it is repaired, leave the
            check out with ``--ignore``.
        """
    ),
)
"""The one finding that is about the program itself."""


def pages() -> Mapping[str, Page]:
    """Return the page of every code, in the order of the codes."""
    return {page.code: page for page in sorted(_pages(), key=lambda page: page.code)}


def _pages() -> Iterator[Page]:
    for kind in KINDS.values():
        yield Page(kind.code, kind.name, (kind.severity,), kind.page)
    yield CRASH
    for check in CHECKS.values():
        yield Page(check.code, check.name, check.severities, cleandoc(check.page), check.sources)


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
    known = {page.code: page.name for page in pages().values()}
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
