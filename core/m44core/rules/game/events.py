"""What happened in a game, as values: for the log, and for a window to animate.

``str(event)`` is its sentence. Hexes go by name, as in actions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from m44core.board import Section
from m44core.catalogue.types import Side
from m44core.phrases import counted as counted
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

_FACES = {  # one and many
    Face.INFANTRY: ("infantry", "infantry"),
    Face.ARMOR: ("armor", "armor"),
    Face.GRENADE: ("grenade", "grenades"),
    Face.FLAG: ("flag", "flags"),
    Face.STAR: ("star", "stars"),
}
_WHERE = {
    Section.LEFT: "on the left",
    Section.CENTRE: "in the centre",
    Section.RIGHT: "on the right",
}


def subject(side: Side, verb: str) -> str:
    """Return a side and what it does: ``The Axis wins``, ``The Allies win``."""
    return f"The {side.capitalize()} {verb}{'s' if side is Side.AXIS else ''}"


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """A side's turn begins; turns of both sides are counted together."""

    side: Side
    turn: int

    def __str__(self) -> str:
        return f"Turn {self.turn}: {self.side.capitalize()}."


@dataclass(frozen=True, slots=True)
class Drawn:
    """A side drew a card; only that side may see which."""

    side: Side
    card: str

    def __str__(self) -> str:
        return f"{subject(self.side, 'draw')} a card."


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards became the new draw pile (B-DRAW-02)."""

    cards: int

    def __str__(self) -> str:
        verb = "is" if self.cards == 1 else "are"
        return f"The {counted(self.cards, 'discarded card')} {verb} shuffled into a new pile."


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A side played a card, in Overlord through the general of a section (B-VAR-OVL-02)."""

    side: Side
    card: str
    general: Section | None = None

    def __str__(self) -> str:
        through = "" if self.general is None else f" through the general {_WHERE[self.general]}"
        return f"{subject(self.side, 'play')} {title(self.card)}{through}."


@dataclass(frozen=True, slots=True)
class Discarded:
    """A side laid a card on the discards, where all see it."""

    side: Side
    card: str

    def __str__(self) -> str:
        return f"{subject(self.side, 'discard')} {title(self.card)}."


@dataclass(frozen=True, slots=True)
class Ordered:
    """A unit got an order."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{self.unit} on {self.hex} is ordered."


@dataclass(frozen=True, slots=True)
class Moved:
    """A unit moved."""

    unit: str
    start: str
    end: str

    def __str__(self) -> str:
        return f"{self.unit} moves from {self.start} to {self.end}."


@dataclass(frozen=True, slots=True)
class BattleDeclared:
    """A unit battles another with so many dice."""

    unit: str
    hex: str
    enemy: str
    target: str
    dice: int

    def __str__(self) -> str:
        return (
            f"{self.unit} on {self.hex} battles {self.enemy} on {self.target} "
            f"with {counted(self.dice, 'die', 'dice')}."
        )


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of a battle fell."""

    faces: tuple[Face, ...]

    def __str__(self) -> str:
        counts = Counter(self.faces)
        shown = [counted(counts[face], *_FACES[face]) for face in Face if face in counts]
        return f"The dice show {', '.join(shown)}."


@dataclass(frozen=True, slots=True)
class FiguresLost:
    """A unit lost figures, by hits or because its way back was barred (B-HIT-03, B-RET-06)."""

    unit: str
    hex: str
    lost: int
    left: int
    barred: bool = False

    def __str__(self) -> str:
        why = " because it cannot retreat" if self.barred else ""
        return (
            f"{self.unit} on {self.hex} loses {counted(self.lost, 'figure')}{why}; "
            f"{self.left} left."
        )


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A unit lost its last figure."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{self.unit} on {self.hex} is eliminated."


@dataclass(frozen=True, slots=True)
class Retreated:
    """A unit retreated."""

    unit: str
    start: str
    end: str

    def __str__(self) -> str:
        return f"{self.unit} retreats from {self.start} to {self.end}."


@dataclass(frozen=True, slots=True)
class Exited:
    """A unit left the board by the exit hex *end* (V-EXIT-05)."""

    unit: str
    start: str
    end: str

    def __str__(self) -> str:
        came = "" if self.start == self.end else f" from {self.start}"
        return f"{self.unit}{came} leaves the board by {self.end}."


@dataclass(frozen=True, slots=True)
class FlagIgnored:
    """A unit ignored a flag."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return f"{self.unit} on {self.hex} ignores a flag."


@dataclass(frozen=True, slots=True)
class GroundTaken:
    """A unit moved into the hex it had cleared."""

    unit: str
    start: str
    end: str

    def __str__(self) -> str:
        return f"{self.unit} takes ground from {self.start} to {self.end}."


@dataclass(frozen=True, slots=True)
class ObstacleRemoved:
    """Wire or sandbags left the board."""

    obstacle: str
    hex: str

    def __str__(self) -> str:
        return f"{self.hex} loses its {self.obstacle.lower()}."


@dataclass(frozen=True, slots=True)
class MedalGained:
    """A side gained medals; *hex* names the objective, "" for a unit eliminated or off by an exit.

    *total* is what the side has now, no more than it needs.
    """

    side: Side
    medals: int
    hex: str
    total: int

    def __str__(self) -> str:
        where = f" for holding {self.hex}" if self.hex else ""
        gained = counted(self.medals, "medal")
        return f"{subject(self.side, 'gain')} {gained}{where}, now {self.total}."


@dataclass(frozen=True, slots=True)
class MedalLost:
    """A side lost the medals of an objective it no longer holds (B-WIN-04)."""

    side: Side
    medals: int
    hex: str
    total: int

    def __str__(self) -> str:
        lost = counted(self.medals, "medal")
        return f"{subject(self.side, 'lose')} {lost} with {self.hex}, now {self.total}."


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; *winner* is None for a draw."""

    winner: Side | None
    sentence: str

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class DropAimed:
    """A side aims its air drop (O-DROP)."""

    side: Side
    hex: str

    def __str__(self) -> str:
        return f"{subject(self.side, 'aim')} the air drop at {self.hex}."


@dataclass(frozen=True, slots=True)
class Landed:
    """A unit of an air drop came down; *hex* is "" if it is lost (O-DROP)."""

    unit: str
    hex: str

    def __str__(self) -> str:
        return (
            f"{self.unit} lands on {self.hex}."
            if self.hex
            else f"{self.unit} is lost in the air drop."
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
