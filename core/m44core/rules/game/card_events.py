"""What tactic cards make happen besides orders: strikes, ambushes, medics, sandbags (rules 5.2).

They are events like all others; the log and the window know them by
:data:`m44core.rules.game.events.Event`.
"""

from __future__ import annotations

from dataclasses import dataclass

from m44core.board import Section
from m44core.catalogue.types import Side
from m44core.messages.how_many import armor, dice, figures, infantry
from m44core.messages.message import Message, counted, message, several
from m44core.rules.cards.deck import title
from m44core.rules.game.commanders import of_side


@dataclass(frozen=True, slots=True)
class HeadquartersEntered:
    """A headquarters was taken by the enemy, or freed by its owner (TH-HQ-02, TH-HQ-04)."""

    hex: str
    captured: bool

    def said(self) -> Message:
        """Return the sentence of the log."""
        if self.captured:
            return message("The headquarters on {hex} is captured.", hex=self.hex)
        return message("The headquarters on {hex} is free again.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class CardCopied:
    """A Counter-Attack does what another card says (B-CARD-CNT)."""

    side: Side
    card: str

    def said(self) -> Message:
        """Return its sentence."""
        return message("It counts as {card}.", card=title(self.card))


@dataclass(frozen=True, slots=True)
class CardPutDown:
    """A side put a card under the Commissar token; only that side may see which (TH-COM-02)."""

    side: Side
    card: str

    def said(self) -> Message:
        """Return its sentence."""
        return of_side(
            self.side,
            message("The Axis puts a card under the Commissar token."),
            message("The Allies put a card under the Commissar token."),
        )


@dataclass(frozen=True, slots=True)
class SectionChosen:
    """A side named the section a card orders in (B-CARD-INF)."""

    side: Side
    section: Section

    def said(self) -> Message:
        """Return its sentence."""
        match self.section:
            case Section.LEFT:
                return message("It orders on its left flank.")
            case Section.CENTRE:
                return message("It orders in the centre.")
            case Section.RIGHT:
                return message("It orders on its right flank.")


@dataclass(frozen=True, slots=True)
class StrikeDeclared:
    """A card itself attacks a unit (B-CARD-AIR, B-CARD-BAR)."""

    card: str
    unit: Message
    hex: str
    dice: int

    def said(self) -> Message:
        """Return its sentence."""
        return message(
            "{card} strikes {unit} on {hex} with {dice}.",
            card=title(self.card),
            unit=self.unit,
            hex=self.hex,
            dice=dice(self.dice),
        )


@dataclass(frozen=True, slots=True)
class AmbushSprung:
    """A unit that is close assaulted battles first (B-CARD-AMB)."""

    side: Side
    unit: Message
    hex: str
    dice: int

    def said(self) -> Message:
        """Return its sentence."""
        return message(
            "Ambush! {unit} on {hex} battles first, with {dice}.",
            unit=self.unit,
            hex=self.hex,
            dice=dice(self.dice),
        )


@dataclass(frozen=True, slots=True)
class Healed:
    """A unit got figures back (B-CARD-MED)."""

    unit: Message
    hex: str
    gained: int
    figures: int

    def said(self) -> Message:
        """Return its sentence."""
        return message(
            "{unit} on {hex} gets back {gained}, now {figures}.",
            unit=self.unit,
            hex=self.hex,
            gained=figures(self.gained),
            figures=self.figures,
        )


@dataclass(frozen=True, slots=True)
class UnitsCalled:
    """Dice say how many units are ordered (B-CARD-TFH)."""

    infantry: int
    armor: int
    any: int

    def said(self) -> Message:
        """Return its sentence."""
        return message(
            "The dice order {infantry}, {armor} and {others}.",
            infantry=infantry(self.infantry),
            armor=armor(self.armor),
            others=counted("{number} unit of any kind", "{number} units of any kind", self.any),
        )


@dataclass(frozen=True, slots=True)
class OrderedOnTheMove:
    """A unit is to move and not to battle (BT-OTM-01, BT-OTM-06)."""

    unit: Message
    hex: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message("{unit} on {hex} is ordered on the move.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class SandbagsPlaced:
    """A unit dug in (B-CARD-DIG)."""

    unit: Message
    hex: str

    def said(self) -> Message:
        """Return its sentence."""
        return message("{unit} on {hex} digs in.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class CardsShuffled:
    """Draw pile and discards were shuffled together (B-CARD-TFH)."""

    cards: int

    def said(self) -> Message:
        """Return its sentence."""
        return several(
            "The draw pile and the discards, {number} card, are shuffled together.",
            "The draw pile and the discards, {number} cards, are shuffled together.",
            self.cards,
        )


@dataclass(frozen=True, slots=True)
class BridgeMined:
    """A side plays a card to blow up a bridge (TH-BLOW-01)."""

    side: Side
    card: str
    hex: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return of_side(
            self.side,
            message(
                "The Axis plays {card} to blow up the bridge on {hex}.",
                card=title(self.card),
                hex=self.hex,
            ),
            message(
                "The Allies play {card} to blow up the bridge on {hex}.",
                card=title(self.card),
                hex=self.hex,
            ),
        )


@dataclass(frozen=True, slots=True)
class BridgeBlown:
    """A bridge is destroyed (TH-BLOW-03)."""

    hex: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message("The bridge on {hex} is destroyed.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class BridgeHolds:
    """A bridge was to be blown up and still stands."""

    hex: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message("The bridge on {hex} still stands.", hex=self.hex)
