"""Events of the turn: turns, dice, visibility, air drops, medals, and the end of the game."""

from __future__ import annotations

from collections import Counter

from m44core.catalogue.catalogue_types import Side
from m44core.messages import nouns
from m44core.messages.message import Message, counted, enumerated, message, several
from m44core.rules.game.actions import DieFace
from m44core.rules.game.side_names import SIDES, message_by_side
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """A side's turn begins; turns of both sides are counted together."""

    side: Side
    turn: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("Turn {turn}: {side}.", turn=self.turn, side=SIDES[self.side])


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Dice were rolled."""

    faces: tuple[DieFace, ...]

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        counts = Counter(self.faces)
        face_counts = enumerated(
            _face_count(face, counts[face]) for face in DieFace if face in counts
        )
        return message("The dice show {faces}.", faces=face_counts)


@dataclass(frozen=True, slots=True)
class DiceRerolled:
    """Dice that hit a unit, or flags it could not retreat for, are rolled again (E-TIGER-02)."""

    unit: Message
    hex: str
    dice: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return several(
            "One die against {unit} on {hex} is re-rolled; only a grenade counts now.",
            "{number} dice against {unit} on {hex} are re-rolled; only grenades count now.",
            self.dice,
            unit=self.unit,
            hex=self.hex,
        )


@dataclass(frozen=True, slots=True)
class VisibilityChanged:
    """A roll changed the visibility at night to *hexes*; 0 means daylight (TH-NIGHT-01)."""

    hexes: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        if not self.hexes:
            return message("It is daylight: visibility is no longer limited.")
        return message("Visibility is now {hexes}.", hexes=nouns.hexes(self.hexes))


@dataclass(frozen=True, slots=True)
class AttritionDue:
    """A side has to lose figures of its choice as its turn begins (SO-ATTRITION)."""

    side: Side
    figures: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message_by_side(
            self.side,
            several(
                "The Axis must choose {number} figure to lose.",
                "The Axis must choose {number} figures to lose.",
                self.figures,
            ),
            several(
                "The Allies must choose {number} figure to lose.",
                "The Allies must choose {number} figures to lose.",
                self.figures,
            ),
        )


@dataclass(frozen=True, slots=True)
class ReinforcementsCalled:
    """A side won the medals that call its reinforcements (SO-REINFORCEMENTS)."""

    side: Side

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message_by_side(
            self.side,
            message("The Axis calls in its reinforcements."),
            message("The Allies call in their reinforcements."),
        )


@dataclass(frozen=True, slots=True)
class DropAimed:
    """A side aimed its air drop (O-DROP)."""

    side: Side
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message_by_side(
            self.side,
            message("The Axis aims the air drop at {hex}.", hex=self.hex),
            message("The Allies aim the air drop at {hex}.", hex=self.hex),
        )


def _face_count(face: DieFace, number: int) -> Message:
    match face:
        case DieFace.INFANTRY:
            return nouns.infantry(number)
        case DieFace.ARMOR:
            return nouns.armor(number)
        case DieFace.GRENADE:
            return counted("{number} grenade", "{number} grenades", number)
        case DieFace.FLAG:
            return nouns.flags(number)
        case DieFace.STAR:
            return nouns.stars(number)


TurnEvent = (
    TurnBegun
    | DiceRolled
    | DiceRerolled
    | VisibilityChanged
    | AttritionDue
    | ReinforcementsCalled
    | DropAimed
)


@dataclass(frozen=True, slots=True)
class MedalGained:
    """A side gained medals for holding *hex*; "" for medals for anything else.

    *total* is the number of medals it has now, at most as many as it needs.
    """

    side: Side
    medals: int
    hex: str
    total: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        if self.hex:
            return _gained_by_holding_message(self)
        return message_by_side(
            self.side,
            several(
                "The Axis gains {number} medal (total: {total}).",
                "The Axis gains {number} medals (total: {total}).",
                self.medals,
                total=self.total,
            ),
            several(
                "The Allies gain {number} medal (total: {total}).",
                "The Allies gain {number} medals (total: {total}).",
                self.medals,
                total=self.total,
            ),
        )


@dataclass(frozen=True, slots=True)
class MedalLost:
    """A side lost the medals of an objective it no longer holds (B-WIN-04)."""

    side: Side
    medals: int
    hex: str
    total: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message_by_side(
            self.side,
            several(
                "The Axis loses {hex} and {number} medal (total: {total}).",
                "The Axis loses {hex} and {number} medals (total: {total}).",
                self.medals,
                hex=self.hex,
                total=self.total,
            ),
            several(
                "The Allies lose {hex} and {number} medal (total: {total}).",
                "The Allies lose {hex} and {number} medals (total: {total}).",
                self.medals,
                hex=self.hex,
                total=self.total,
            ),
        )


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; *winner* is None for a draw."""

    winner: Side | None
    reason: Message

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return self.reason


def _gained_by_holding_message(event: MedalGained) -> Message:
    return message_by_side(
        event.side,
        several(
            "The Axis gains {number} medal for holding {hex} (total: {total}).",
            "The Axis gains {number} medals for holding {hex} (total: {total}).",
            event.medals,
            hex=event.hex,
            total=event.total,
        ),
        several(
            "The Allies gain {number} medal for holding {hex} (total: {total}).",
            "The Allies gain {number} medals for holding {hex} (total: {total}).",
            event.medals,
            hex=event.hex,
            total=event.total,
        ),
    )


MedalEvent = MedalGained | MedalLost | GameEnded
