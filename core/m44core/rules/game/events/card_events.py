"""Events of cards: drawn, played, discarded, and the effects of tactic cards."""

from __future__ import annotations

from m44core.board import Section
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, counted, message, several
from m44core.messages.nouns import armor, dice, figures, infantry
from m44core.rules.cards.command_cards import title_of_card
from m44core.rules.game.side_names import GENERALS, message_by_side
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A side drew a card; only that side can see it."""

    side: Side
    card: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return cards_drawn_message(self.side, 1)


def cards_drawn_message(side: Side, number: int) -> Message:
    """Return the message that a side drew *number* cards."""
    if number == 1:
        return message_by_side(
            side, message("The Axis draws a card."), message("The Allies draw a card.")
        )
    return message_by_side(
        side,
        several("The Axis draws {number} card.", "The Axis draws {number} cards.", number),
        several("The Allies draw {number} card.", "The Allies draw {number} cards.", number),
    )


@dataclass(frozen=True, slots=True)
class DiscardsReshuffled:
    """The discards became the new draw pile (B-DRAW-02)."""

    cards: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return several(
            "The {number} discarded card is shuffled into a new draw pile.",
            "The {number} discarded cards are shuffled into a new draw pile.",
            self.cards,
        )


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A side played a card or, in Overlord, gave it to *general* (B-VAR-OVL-02)."""

    side: Side
    card: str
    general: Section | None = None

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        card = title_of_card(self.card)
        if self.general is None:
            return message_by_side(
                self.side,
                message("The Axis plays {card}.", card=card),
                message("The Allies play {card}.", card=card),
            )
        general = GENERALS[self.general]
        return message_by_side(
            self.side,
            message("The Axis gives {card} to {general}.", card=card, general=general),
            message("The Allies give {card} to {general}.", card=card, general=general),
        )


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A side discarded a card, face up."""

    side: Side
    card: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        card = title_of_card(self.card)
        return message_by_side(
            self.side,
            message("The Axis discards {card}.", card=card),
            message("The Allies discard {card}.", card=card),
        )


@dataclass(frozen=True, slots=True)
class CardCopied:
    """A Counter-Attack copies a card of the enemy (B-CARD-CNT)."""

    side: Side
    card: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("The card counts as {card}.", card=title_of_card(self.card))


@dataclass(frozen=True, slots=True)
class CardPutUnderToken:
    """A side put a card under the Commissar token; only that side can see it (TH-COM-02)."""

    side: Side
    card: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message_by_side(
            self.side,
            message("The Axis puts a card under the Commissar token."),
            message("The Allies put a card under the Commissar token."),
        )


@dataclass(frozen=True, slots=True)
class CardsShuffled:
    """Draw pile and discards were shuffled together (B-CARD-TFH)."""

    cards: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return several(
            "The draw pile and the discard pile ({number} card) are shuffled together.",
            "The draw pile and the discard pile ({number} cards) are shuffled together.",
            self.cards,
        )


@dataclass(frozen=True, slots=True)
class SectionChosen:
    """A side chose the section in which a card orders (B-CARD-INF)."""

    side: Side
    section: Section

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        match self.section:
            case Section.LEFT:
                return message("The card orders units on the left flank.")
            case Section.CENTRE:
                return message("The card orders units in the center.")
            case Section.RIGHT:
                return message("The card orders units on the right flank.")


@dataclass(frozen=True, slots=True)
class StrikeDeclared:
    """A card attacks a unit by itself (B-CARD-AIR, B-CARD-BAR)."""

    card: str
    unit: Message
    hex: str
    dice: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "{card} strikes {unit} on {hex} with {dice}.",
            card=title_of_card(self.card),
            unit=self.unit,
            hex=self.hex,
            dice=dice(self.dice),
        )


@dataclass(frozen=True, slots=True)
class AmbushSprung:
    """An Ambush lets a close assaulted unit battle first (B-CARD-AMB)."""

    side: Side
    unit: Message
    hex: str
    dice: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "Ambush! {unit} on {hex} battles first, with {dice}.",
            unit=self.unit,
            hex=self.hex,
            dice=dice(self.dice),
        )


@dataclass(frozen=True, slots=True)
class UnitHealed:
    """A unit regained figures (B-CARD-MED)."""

    unit: Message
    hex: str
    gained: int
    figures: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "{unit} on {hex} regains {gained} (now {figures}).",
            unit=self.unit,
            hex=self.hex,
            gained=figures(self.gained),
            figures=self.figures,
        )


@dataclass(frozen=True, slots=True)
class OrdersRolled:
    """Dice decided how many units are ordered (B-CARD-TFH)."""

    infantry: int
    armor: int
    any: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "The dice order {infantry}, {armor} and {others}.",
            infantry=infantry(self.infantry),
            armor=armor(self.armor),
            others=counted("{number} unit of any kind", "{number} units of any kind", self.any),
        )


@dataclass(frozen=True, slots=True)
class DemolitionDeclared:
    """A side played a card to blow up a bridge (TH-BLOW-01)."""

    side: Side
    card: str
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message_by_side(
            self.side,
            message(
                "The Axis plays {card} to blow up the bridge on {hex}.",
                card=title_of_card(self.card),
                hex=self.hex,
            ),
            message(
                "The Allies play {card} to blow up the bridge on {hex}.",
                card=title_of_card(self.card),
                hex=self.hex,
            ),
        )


CardEvent = (
    CardDrawn
    | DiscardsReshuffled
    | CardPlayed
    | CardDiscarded
    | CardCopied
    | CardPutUnderToken
    | CardsShuffled
    | SectionChosen
    | StrikeDeclared
    | AmbushSprung
    | UnitHealed
    | OrdersRolled
    | DemolitionDeclared
)
