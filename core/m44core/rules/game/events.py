"""What happened in a game, as values: for the log, and for a window to animate.

``event.said()`` is its sentence, to be told in any language. Hexes go by name, as in actions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from m44core.board import Section
from m44core.catalogue.types import Side
from m44core.messages import how_many
from m44core.messages.message import Message, counted, enumerated, message, several
from m44core.rules.cards.deck import title
from m44core.rules.game.actions import Face
from m44core.rules.game.card_events import (
    AmbushSprung,
    BridgeBlown,
    BridgeHolds,
    BridgeMined,
    CardCopied,
    CardPutDown,
    CardsShuffled,
    HeadquartersEntered,
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
from m44core.rules.game.unit_events import (
    BattleDeclared,
    BoatLeft,
    BrokeThrough,
    CaveSealed,
    CrossHairLaid,
    Disembarked,
    Eliminated,
    Exited,
    FiguresLost,
    FlagIgnored,
    GroundTaken,
    Landed,
    Moved,
    Ordered,
    Resupplied,
    Retreated,
)


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
class Rolled:
    """The dice of a battle fell."""

    faces: tuple[Face, ...]

    def said(self) -> Message:
        """Return its sentence."""
        counts = Counter(self.faces)
        shown = enumerated(_so_many(face, counts[face]) for face in Face if face in counts)
        return message("The dice show {faces}.", faces=shown)


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
class MineUncovered:
    """The strength of a minefield is found out (TH-MINE-03)."""

    hex: str
    strength: int

    def said(self) -> Message:
        """Return its sentence."""
        if not self.strength:
            return message("The minefield on {hex} is none, and is gone.", hex=self.hex)
        dice = how_many.dice(self.strength)
        return message("The minefield on {hex} goes off with {dice}.", hex=self.hex, dice=dice)


@dataclass(frozen=True, slots=True)
class MineCleared:
    """Engineers removed a minefield without looking (TH-ENG-04)."""

    hex: str

    def said(self) -> Message:
        """Return its sentence."""
        return message("The minefield on {hex} is cleared.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class VisibilityChanged:
    """A roll told how far is seen by night: so many hexes, 0 for daylight (TH-NIGHT-01)."""

    hexes: int

    def said(self) -> Message:
        """Return its sentence."""
        if not self.hexes:
            return message("It is day: there is no limit to battles any more.")
        return message("Battles reach {hexes}.", hexes=how_many.hexes(self.hexes))


@dataclass(frozen=True, slots=True)
class SmokeLaid:
    """Smoke was laid on a hex (E-NEBEL-05, TH-SMK-01)."""

    hex: str

    def said(self) -> Message:
        """Return its sentence."""
        return message("Smoke covers {hex}.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class SmokeGone:
    """The smoke on a hex has gone (E-SMOKE-01, TH-SMK-02)."""

    hex: str

    def said(self) -> Message:
        """Return its sentence."""
        return message("The smoke on {hex} is gone.", hex=self.hex)


Event = (
    TurnBegun
    | MineCleared
    | MineUncovered
    | CardCopied
    | CardPutDown
    | SectionChosen
    | StrikeDeclared
    | AmbushSprung
    | Healed
    | HeadquartersEntered
    | UnitsCalled
    | OrderedOnTheMove
    | SandbagsPlaced
    | CardsShuffled
    | BridgeMined
    | BridgeBlown
    | BridgeHolds
    | DropAimed
    | Landed
    | BrokeThrough
    | Drawn
    | Reshuffled
    | CardPlayed
    | Discarded
    | Ordered
    | Moved
    | BoatLeft
    | Disembarked
    | BattleDeclared
    | Rolled
    | FiguresLost
    | Eliminated
    | CrossHairLaid
    | Resupplied
    | CaveSealed
    | Retreated
    | Exited
    | FlagIgnored
    | GroundTaken
    | ObstacleRemoved
    | MedalGained
    | MedalLost
    | GameEnded
    | VisibilityChanged
    | SmokeLaid
    | SmokeGone
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
            return how_many.infantry(number)
        case Face.ARMOR:
            return how_many.armor(number)
        case Face.GRENADE:
            return counted("{number} grenade", "{number} grenades", number)
        case Face.FLAG:
            return how_many.flags(number)
        case Face.STAR:
            return how_many.stars(number)
