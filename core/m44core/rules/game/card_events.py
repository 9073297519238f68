"""What tactic cards make happen besides orders: strikes, ambushes, medics, sandbags (rules 5.2).

They are events like all others; the log and the window know them by
:data:`m44core.rules.game.events.Event`.
"""

from __future__ import annotations

from dataclasses import dataclass

from m44core.board import Section
from m44core.catalogue.types import Side
from m44core.phrases import counted
from m44core.rules.cards.deck import title


@dataclass(frozen=True, slots=True)
class CardCopied:
    """A Counter-Attack does what another card says (B-CARD-CNT)."""

    side: Side
    card: str

    def __str__(self) -> str:
        return f"It counts as {title(self.card)}."


@dataclass(frozen=True, slots=True)
class SectionChosen:
    """A side named the section a card orders in (B-CARD-INF)."""

    side: Side
    section: Section

    def __str__(self) -> str:
        if self.section is Section.CENTRE:
            return "It orders in the centre."
        return f"It orders on its {self.section.name.lower()} flank."


@dataclass(frozen=True, slots=True)
class StrikeDeclared:
    """A card itself attacks a unit (B-CARD-AIR, B-CARD-BAR)."""

    card: str
    unit: str
    hex: str
    dice: int

    def __str__(self) -> str:
        dice = counted(self.dice, "die", "dice")
        return f"{title(self.card)} strikes {self.unit} on {self.hex} with {dice}."


@dataclass(frozen=True, slots=True)
class AmbushSprung:
    """A unit that is close assaulted battles first (B-CARD-AMB)."""

    side: Side
    unit: str
    hex: str
    dice: int

    def __str__(self) -> str:
        dice = counted(self.dice, "die", "dice")
        return f"Ambush! {self.unit} on {self.hex} battles first, with {dice}."


@dataclass(frozen=True, slots=True)
class Healed:
    """A unit got figures back (B-CARD-MED)."""

    unit: str
    hex: str
    gained: int
    figures: int

    def __str__(self) -> str:
        gained = counted(self.gained, "figure")
        return f"{self.unit} on {self.hex} gets back {gained}, now {self.figures}."


@dataclass(frozen=True, slots=True)
class UnitsCalled:
    """Dice say how many units are ordered (B-CARD-TFH)."""

    infantry: int
    armor: int
    any: int

    def __str__(self) -> str:
        return (
            f"The dice order {self.infantry} infantry, {self.armor} armor "
            f"and {counted(self.any, 'unit')} of any kind."
        )


@dataclass(frozen=True, slots=True)
class OrderedOnTheMove:
    """A unit is to move and not to battle (BT-OTM-01, BT-OTM-06)."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{self.unit} on {self.hex} is ordered on the move."


@dataclass(frozen=True, slots=True)
class SandbagsPlaced:
    """A unit dug in (B-CARD-DIG)."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{self.unit} on {self.hex} digs in."


@dataclass(frozen=True, slots=True)
class CardsShuffled:
    """Draw pile and discards were shuffled together (B-CARD-TFH)."""

    cards: int

    def __str__(self) -> str:
        return f"The draw pile and the discards, {self.cards} cards, are shuffled together."
