"""What tactic cards make happen besides orders: strikes, ambushes, medics, sandbags (rules 5.2).

They are events like all others; the log and the window know them by
:data:`m44core.rules.game.events.Event`.
"""

from __future__ import annotations

from dataclasses import dataclass

from m44core.board import Section
from m44core.catalogue.types import Side
from m44core.messages import how_many
from m44core.messages.message import Message, Value, message, several
from m44core.rules.cards.deck import title


@dataclass(frozen=True, slots=True)
class CardCopied:
    """A Counter-Attack does what another card says (B-CARD-CNT)."""

    side: Side
    card: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message("It counts as {card}.", card=title(self.card))


_SECTIONS = {
    Section.LEFT: message("It orders on its left flank."),
    Section.CENTRE: message("It orders in the centre."),
    Section.RIGHT: message("It orders on its right flank."),
}


@dataclass(frozen=True, slots=True)
class SectionChosen:
    """A side named the section a card orders in (B-CARD-INF)."""

    side: Side
    section: Section

    def said(self) -> Message:
        """Return the sentence of the log."""
        return _SECTIONS[self.section]


@dataclass(frozen=True, slots=True)
class StrikeDeclared:
    """A card itself attacks a unit (B-CARD-AIR, B-CARD-BAR)."""

    card: str
    unit: Value
    hex: str
    dice: int

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message(
            "{card} strikes {unit} on {hex} with {dice}.",
            card=title(self.card),
            unit=self.unit,
            hex=self.hex,
            dice=how_many.dice(self.dice),
        )


@dataclass(frozen=True, slots=True)
class AmbushSprung:
    """A unit that is close assaulted battles first (B-CARD-AMB)."""

    side: Side
    unit: Value
    hex: str
    dice: int

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message(
            "Ambush! {unit} on {hex} battles first, with {dice}.",
            unit=self.unit,
            hex=self.hex,
            dice=how_many.dice(self.dice),
        )


@dataclass(frozen=True, slots=True)
class Healed:
    """A unit got figures back (B-CARD-MED)."""

    unit: Value
    hex: str
    gained: int
    figures: int

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message(
            "{unit} on {hex} gets back {figures}, now {total}.",
            unit=self.unit,
            hex=self.hex,
            figures=how_many.figures(self.gained),
            total=self.figures,
        )


@dataclass(frozen=True, slots=True)
class UnitsCalled:
    """Dice say how many units are ordered (B-CARD-TFH)."""

    infantry: int
    armor: int
    any: int

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message(
            "The dice order {infantry} infantry, {armor} armor and {units} of any kind.",
            infantry=self.infantry,
            armor=self.armor,
            units=how_many.units(self.any),
        )


@dataclass(frozen=True, slots=True)
class OrderedOnTheMove:
    """A unit is to move and not to battle (BT-OTM-01, BT-OTM-06)."""

    unit: Value
    hex: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message("{unit} on {hex} is ordered on the move.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class SandbagsPlaced:
    """A unit dug in (B-CARD-DIG)."""

    unit: Value
    hex: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message("{unit} on {hex} digs in.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class CardsShuffled:
    """Draw pile and discards were shuffled together (B-CARD-TFH)."""

    cards: int

    def said(self) -> Message:
        """Return the sentence of the log."""
        return several(
            "The draw pile and the discards, {number} card, are shuffled together.",
            "The draw pile and the discards, {number} cards, are shuffled together.",
            self.cards,
        )
