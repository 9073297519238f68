"""What happened in a game, as values: for the log, and for a window to animate.

``event.said()`` is its sentence, to be told in a language. Hexes go by name, as in actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from m44core.board import Section
from m44core.catalogue.types import Side
from m44core.messages import how_many
from m44core.messages.message import Message, Value, counted, enumerated, message, several
from m44core.rules.cards.deck import title
from m44core.rules.game.actions import Face
from m44core.rules.game.card_events import (
    AmbushSprung,
    CardCopied,
    CardsShuffled,
    Healed,
    OrderedOnTheMove,
    SandbagsPlaced,
    SectionChosen,
    StrikeDeclared,
    UnitsCalled,
)
from m44core.rules.game.unit_events import (
    BattleDeclared,
    Eliminated,
    Exited,
    FiguresLost,
    FlagIgnored,
    GroundTaken,
    Landed,
    Moved,
    Ordered,
    Retreated,
)

_FACES: Mapping[Face, Callable[[int], Message]] = {
    Face.INFANTRY: lambda n: counted("{number} infantry", "{number} infantry", n),
    Face.ARMOR: lambda n: counted("{number} armor", "{number} armor", n),
    Face.GRENADE: lambda n: counted("{number} grenade", "{number} grenades", n),
    Face.FLAG: how_many.flags,
    Face.STAR: lambda n: counted("{number} star", "{number} stars", n),
}


def by_side(side: Side, axis: Message, allies: Message) -> Message:
    """Return the sentence about a side: the verb depends on it, and in other languages more."""
    return axis if side is Side.AXIS else allies


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """A side's turn begins; turns of both sides are counted together."""

    side: Side
    turn: int

    def said(self) -> Message:
        """Return the sentence of the log."""
        return by_side(
            self.side,
            message("Turn {turn}: Axis.", turn=self.turn),
            message("Turn {turn}: Allies.", turn=self.turn),
        )


@dataclass(frozen=True, slots=True)
class Drawn:
    """A side drew a card; only that side may see which."""

    side: Side
    card: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return by_side(
            self.side, message("The Axis draws a card."), message("The Allies draw a card.")
        )


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards became the new draw pile (B-DRAW-02)."""

    cards: int

    def said(self) -> Message:
        """Return the sentence of the log."""
        return several(
            "The {number} discarded card is shuffled into a new pile.",
            "The {number} discarded cards are shuffled into a new pile.",
            self.cards,
        )


_GENERALS = {
    Section.LEFT: message("the general on the left"),
    Section.CENTRE: message("the general in the centre"),
    Section.RIGHT: message("the general on the right"),
}


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A side played a card, in Overlord through the general of a section (B-VAR-OVL-02)."""

    side: Side
    card: str
    general: Section | None = None

    def said(self) -> Message:
        """Return the sentence of the log."""
        card = title(self.card)
        if self.general is None:
            return by_side(
                self.side,
                message("The Axis plays {card}.", card=card),
                message("The Allies play {card}.", card=card),
            )
        where = _GENERALS[self.general]
        return by_side(
            self.side,
            message("The Axis plays {card} through {general}.", card=card, general=where),
            message("The Allies play {card} through {general}.", card=card, general=where),
        )


@dataclass(frozen=True, slots=True)
class Discarded:
    """A side laid a card on the discards, where all see it."""

    side: Side
    card: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        card = title(self.card)
        return by_side(
            self.side,
            message("The Axis discards {card}.", card=card),
            message("The Allies discard {card}.", card=card),
        )


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of a battle fell."""

    faces: tuple[Face, ...]

    def said(self) -> Message:
        """Return the sentence of the log."""
        counts = Counter(self.faces)
        shown = [_FACES[face](counts[face]) for face in Face if face in counts]
        return message("The dice show {faces}.", faces=enumerated(shown))


@dataclass(frozen=True, slots=True)
class ObstacleRemoved:
    """Wire or sandbags left the board."""

    obstacle: Value
    hex: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message("{hex} loses its {obstacle}.", hex=self.hex, obstacle=self.obstacle)


@dataclass(frozen=True, slots=True)
class MedalGained:
    """A side gained medals; *hex* names the objective, "" for a unit eliminated or off by an exit.

    *total* is what the side has now, no more than it needs.
    """

    side: Side
    medals: int
    hex: str
    total: int

    def said(self) -> Message:
        """Return the sentence of the log."""
        medals = how_many.medals(self.medals)
        if not self.hex:
            return by_side(
                self.side,
                message("The Axis gains {medals}, now {total}.", medals=medals, total=self.total),
                message("The Allies gain {medals}, now {total}.", medals=medals, total=self.total),
            )
        said: dict[str, Value] = {"medals": medals, "hex": self.hex, "total": self.total}
        return by_side(
            self.side,
            message("The Axis gains {medals} for holding {hex}, now {total}.", **said),
            message("The Allies gain {medals} for holding {hex}, now {total}.", **said),
        )


@dataclass(frozen=True, slots=True)
class MedalLost:
    """A side lost the medals of an objective it no longer holds (B-WIN-04)."""

    side: Side
    medals: int
    hex: str
    total: int

    def said(self) -> Message:
        """Return the sentence of the log."""
        said: dict[str, Value] = {
            "medals": how_many.medals(self.medals),
            "hex": self.hex,
            "total": self.total,
        }
        return by_side(
            self.side,
            message("The Axis loses {medals} with {hex}, now {total}.", **said),
            message("The Allies lose {medals} with {hex}, now {total}.", **said),
        )


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; *winner* is None for a draw."""

    winner: Side | None
    sentence: Message

    def said(self) -> Message:
        """Return the sentence of the log."""
        return self.sentence


@dataclass(frozen=True, slots=True)
class DropAimed:
    """A side aims its air drop (O-DROP)."""

    side: Side
    hex: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return by_side(
            self.side,
            message("The Axis aims the air drop at {hex}.", hex=self.hex),
            message("The Allies aim the air drop at {hex}.", hex=self.hex),
        )


Event = (
    TurnBegun
    | CardCopied
    | SectionChosen
    | StrikeDeclared
    | AmbushSprung
    | Healed
    | UnitsCalled
    | OrderedOnTheMove
    | SandbagsPlaced
    | CardsShuffled
    | DropAimed
    | Landed
    | Drawn
    | Reshuffled
    | CardPlayed
    | Discarded
    | Ordered
    | Moved
    | BattleDeclared
    | Rolled
    | FiguresLost
    | Eliminated
    | Retreated
    | Exited
    | FlagIgnored
    | GroundTaken
    | ObstacleRemoved
    | MedalGained
    | MedalLost
    | GameEnded
)
