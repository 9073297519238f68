"""Kinds of planted defects: each changes a document and names the finding that must follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.core.validation.planting.planting_document import PlantingDocument


@dataclass(frozen=True, slots=True)
class ExpectedFinding:
    """The finding that a planted defect must cause.

    Attributes:
        code: The code of the finding.
        pointer: The finding's pointer, or a prefix of it.
        side_effects: Prefixes of codes that may appear or disappear as side effects of the defect.
    """

    code: str
    pointer: str
    side_effects: frozenset[str] = frozenset()


Plant = Callable[[PlantingDocument], ExpectedFinding]

PLANTS: dict[str, Plant] = {}
"""The kinds of defects, keyed by description."""

WITH_LANGUAGES: set[str] = set()
"""The descriptions of kinds that need texts in several languages."""


def defect_kind(description: str, *, languages: bool = False) -> Callable[[Plant], Plant]:
    """Return a decorator that registers a function as a kind of defect with a description.

    The function raises NoRoomError for a scenario in which the defect cannot be planted.
    """

    def register(function: Plant) -> Plant:
        PLANTS[description] = function
        if languages:
            WITH_LANGUAGES.add(description)
        return function

    return register


def expected_finding(code: str, pointer: str, *side_effects: str) -> ExpectedFinding:
    """Return the finding that a planted defect must cause."""
    return ExpectedFinding(code, pointer, frozenset(side_effects))


PLAYABILITY = ("M701", "M702", "M703", "M704", "M705", "M706", "M707", "M708", "M709", "M710")
ANOTHER_MEDAL = ("M211", "M7", "M818", "M823")  # side effects of a medal no text mentions
BOXES = ("M201", "M202", "M203", "M204", "M205", "M208", "M209", "M210", "M211")
TILES = ("M201", "M202", "M203")
SETUP = ("M309", "M310", "M311", "M312", "M313", "M404")
