"""What planting a defect is: a change to a document, and what must be found then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.core.validation.planting.ground import PlantingDocument


@dataclass(frozen=True, slots=True)
class Planted:
    """What must be found.

    Attributes:
        code: The code of the finding.
        pointer: Where: the finding's pointer, or the beginning of it.
        also: Codes that may come or go with it, because the defect is theirs as well.
    """

    code: str
    pointer: str
    also: frozenset[str] = frozenset()


Plant = Callable[[PlantingDocument], Planted]

PLANTS: dict[str, Plant] = {}
"""The kinds, by what they do."""

WITH_LANGUAGES: set[str] = set()
"""Those of them that need texts in several languages."""


def plant(what: str, *, languages: bool = False) -> Callable[[Plant], Plant]:
    """Enter a kind of defect; it raises NoRoomError for a scenario where it cannot be planted."""

    def enter(function: Plant) -> Plant:
        PLANTS[what] = function
        if languages:
            WITH_LANGUAGES.add(what)
        return function

    return enter


def expected_finding(code: str, pointer: str, *also: str) -> Planted:
    """Return what must be found."""
    return Planted(code, pointer, frozenset(also))


PLAYABILITY = ("M701", "M702", "M703", "M704", "M705", "M706", "M707", "M708", "M709", "M710")
ANOTHER_MEDAL = ("M211", "M7", "M818", "M823")  # texts know nothing of it
BOXES = ("M201", "M202", "M203", "M204", "M205", "M208", "M209", "M210", "M211")
TILES = ("M201", "M202", "M203")
SETUP = ("M309", "M310", "M311", "M312", "M313", "M404")
