"""Special rules about command cards: which are not there, and which count as others."""

from __future__ import annotations

from enum import StrEnum

from m44core.catalogue.types import Side
from m44core.model.rule_parts import CardKey, SpecialRule
from m44core.values import dataclass


class Sides(StrEnum):
    """One side, or both."""

    BOTH = "both"
    AXIS = "axis"
    ALLIES = "allies"

    def include(self, side: Side) -> bool:
        """Tell whether a side is meant."""
        return self is Sides.BOTH or self.value == side.value.lower()


@dataclass(frozen=True, slots=True)
class RemovedCards(SpecialRule):
    """Cards that are taken out of the deck before the deal (SO-DECK-REMOVE)."""

    cards: tuple[CardKey, ...]


@dataclass(frozen=True, slots=True)
class Substitute:
    """A card that may be, or has to be, played as another (SO-CARD-SUBSTITUTE).

    Attributes:
        card: The card; all of its name, whatever their sections.
        counts_as: The card whose effect it has.
        who: Whose cards it is about.
        always: Whether it cannot be played as itself.
    """

    card: CardKey
    counts_as: CardKey
    who: Sides = Sides.BOTH
    always: bool = False


@dataclass(frozen=True, slots=True)
class CardSubstitutes(SpecialRule):
    """Cards that are played as others (SO-CARD-SUBSTITUTE)."""

    substitutes: tuple[Substitute, ...]
