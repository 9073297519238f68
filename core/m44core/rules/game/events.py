"""What happened in a game, as values: for the log, and for a window to animate.

``event.said()`` is its sentence, to be told in any language. Hexes go by name, as in actions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from m44core.board import Section
from m44core.catalogue.types import Side
from m44core.messages.how_many import dice, figures
from m44core.messages.message import Message, counted, enumerated, message, several
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
from m44core.rules.game.commanders import GENERALS, SIDES, of_side
from m44core.rules.game.medal_events import GameEnded as GameEnded
from m44core.rules.game.medal_events import MedalGained as MedalGained
from m44core.rules.game.medal_events import MedalLost as MedalLost


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """A side's turn begins; turns of both sides are counted together."""

    side: Side
    turn: int

    def said(self) -> Message:
        """Return its sentence."""
        return message("Turn {turn}: {side}.", turn=self.turn, side=SIDES[self.side])


@dataclass(frozen=True, slots=True)
class Drawn:
    """A side drew a card; only that side may see which."""

    side: Side
    card: str

    def said(self) -> Message:
        """Return its sentence."""
        return cards_drawn(self.side, 1)


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards became the new draw pile (B-DRAW-02)."""

    cards: int

    def said(self) -> Message:
        """Return its sentence."""
        return several(
            "The {number} discarded card is shuffled into a new pile.",
            "The {number} discarded cards are shuffled into a new pile.",
            self.cards,
        )


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A side played a card, in Overlord through the general of a section (B-VAR-OVL-02)."""

    side: Side
    card: str
    general: Section | None = None

    def said(self) -> Message:
        """Return its sentence."""
        card = title(self.card)
        if self.general is None:
            return of_side(
                self.side,
                message("The Axis plays {card}.", card=card),
                message("The Allies play {card}.", card=card),
            )
        general = GENERALS[self.general]
        return of_side(
            self.side,
            message("The Axis plays {card} through {general}.", card=card, general=general),
            message("The Allies play {card} through {general}.", card=card, general=general),
        )


@dataclass(frozen=True, slots=True)
class Discarded:
    """A side laid a card on the discards, where all see it."""

    side: Side
    card: str

    def said(self) -> Message:
        """Return its sentence."""
        card = title(self.card)
        return of_side(
            self.side,
            message("The Axis discards {card}.", card=card),
            message("The Allies discard {card}.", card=card),
        )


@dataclass(frozen=True, slots=True)
class Ordered:
    """A unit got an order."""

    unit: Message
    hex: str

    def said(self) -> Message:
        """Return its sentence."""
        return message("{unit} on {hex} is ordered.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class Moved:
    """A unit moved."""

    unit: Message
    start: str
    end: str

    def said(self) -> Message:
        """Return its sentence."""
        return message(
            "{unit} moves from {start} to {end}.", unit=self.unit, start=self.start, end=self.end
        )


@dataclass(frozen=True, slots=True)
class BattleDeclared:
    """A unit battles another with so many dice."""

    unit: Message
    hex: str
    enemy: Message
    target: str
    dice: int

    def said(self) -> Message:
        """Return its sentence."""
        return message(
            "{unit} on {hex} battles {enemy} on {target} with {dice}.",
            unit=self.unit,
            hex=self.hex,
            enemy=self.enemy,
            target=self.target,
            dice=dice(self.dice),
        )


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of a battle fell."""

    faces: tuple[Face, ...]

    def said(self) -> Message:
        """Return its sentence."""
        counts = Counter(self.faces)
        shown = enumerated(_so_many(face, counts[face]) for face in Face if face in counts)
        return message("The dice show {faces}.", faces=shown)


@dataclass(frozen=True, slots=True)
class FiguresLost:
    """A unit lost figures, by hits or because its way back was barred (B-HIT-03, B-RET-06)."""

    unit: Message
    hex: str
    lost: int
    left: int
    barred: bool = False

    def said(self) -> Message:
        """Return its sentence."""
        return _lost_on_the_way(self) if self.barred else _lost(self)


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A unit lost its last figure."""

    unit: Message
    hex: str

    def said(self) -> Message:
        """Return its sentence."""
        return message("{unit} on {hex} is eliminated.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class Retreated:
    """A unit retreated."""

    unit: Message
    start: str
    end: str

    def said(self) -> Message:
        """Return its sentence."""
        return message(
            "{unit} retreats from {start} to {end}.", unit=self.unit, start=self.start, end=self.end
        )


@dataclass(frozen=True, slots=True)
class Exited:
    """A unit left the board by the exit hex *end* (V-EXIT-05)."""

    unit: Message
    start: str
    end: str

    def said(self) -> Message:
        """Return its sentence."""
        if self.start == self.end:
            return message("{unit} leaves the board by {end}.", unit=self.unit, end=self.end)
        return message(
            "{unit} from {start} leaves the board by {end}.",
            unit=self.unit,
            start=self.start,
            end=self.end,
        )


@dataclass(frozen=True, slots=True)
class FlagIgnored:
    """A unit ignored a flag."""

    unit: Message
    hex: str

    def said(self) -> Message:
        """Return its sentence."""
        return message("{unit} on {hex} ignores a flag.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class GroundTaken:
    """A unit moved into the hex it had cleared."""

    unit: Message
    start: str
    end: str

    def said(self) -> Message:
        """Return its sentence."""
        return message(
            "{unit} takes ground from {start} to {end}.",
            unit=self.unit,
            start=self.start,
            end=self.end,
        )


@dataclass(frozen=True, slots=True)
class ObstacleRemoved:
    """Wire or sandbags left the board."""

    obstacle: Message
    hex: str

    def said(self) -> Message:
        """Return its sentence."""
        return message("{hex} loses its {obstacle}.", hex=self.hex, obstacle=self.obstacle)


@dataclass(frozen=True, slots=True)
class DropAimed:
    """A side aims its air drop (O-DROP)."""

    side: Side
    hex: str

    def said(self) -> Message:
        """Return its sentence."""
        return of_side(
            self.side,
            message("The Axis aims the air drop at {hex}.", hex=self.hex),
            message("The Allies aim the air drop at {hex}.", hex=self.hex),
        )


@dataclass(frozen=True, slots=True)
class Landed:
    """A unit of an air drop came down; *hex* is "" if it is lost (O-DROP)."""

    unit: Message
    hex: str

    def said(self) -> Message:
        """Return its sentence."""
        if not self.hex:
            return message("{unit} is lost in the air drop.", unit=self.unit)
        return message("{unit} lands on {hex}.", unit=self.unit, hex=self.hex)


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


def cards_drawn(side: Side, number: int) -> Message:
    """Return that a side drew so many cards, one after the other."""
    if number == 1:
        return of_side(side, message("The Axis draws a card."), message("The Allies draw a card."))
    return of_side(
        side,
        several("The Axis draws {number} card.", "The Axis draws {number} cards.", number),
        several("The Allies draw {number} card.", "The Allies draw {number} cards.", number),
    )


def _so_many(face: Face, number: int) -> Message:
    match face:
        case Face.INFANTRY:
            return counted("{number} infantry", "{number} infantry", number)
        case Face.ARMOR:
            return counted("{number} armor", "{number} armor", number)
        case Face.GRENADE:
            return counted("{number} grenade", "{number} grenades", number)
        case Face.FLAG:
            return counted("{number} flag", "{number} flags", number)
        case Face.STAR:
            return counted("{number} star", "{number} stars", number)


def _lost(event: FiguresLost) -> Message:
    return message(
        "{unit} on {hex} loses {figures}; {left} left.",
        unit=event.unit,
        hex=event.hex,
        figures=figures(event.lost),
        left=event.left,
    )


def _lost_on_the_way(event: FiguresLost) -> Message:
    return message(
        "{unit} on {hex} loses {figures} because it cannot retreat; {left} left.",
        unit=event.unit,
        hex=event.hex,
        figures=figures(event.lost),
        left=event.left,
    )
