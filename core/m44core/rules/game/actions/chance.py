"""What chance does: dice, draws, falls, hidden mines, lost cards."""

from __future__ import annotations

from enum import StrEnum

from m44core.rules.game.actions.written import OfCard
from m44core.values import dataclass


class Face(StrEnum):
    """What a die shows; infantry is on two of its six faces (B-DICE-01)."""

    INFANTRY = "inf"
    ARMOR = "armor"
    GRENADE = "grenade"
    FLAG = "flag"
    STAR = "star"


class Draw(OfCard):
    """The next player to draw gets this *card*."""

    __slots__ = ()
    word = "draw"


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice show these *faces*, in any order."""

    faces: tuple[Face, ...]

    def __str__(self) -> str:
        return f"roll {' '.join(self.faces)}"


@dataclass(frozen=True, slots=True)
class Land:
    """The next figure of an air drop comes down on *hex*, "" for outside the board."""

    hex: str

    def __str__(self) -> str:
        return f"land {self.hex or 'off'}"


@dataclass(frozen=True, slots=True)
class Uncover:
    """The minefield a unit has entered turns out to have this *strength* (TH-MINE-03)."""

    strength: int

    def __str__(self) -> str:
        return f"mine {self.strength}"


class Lose(OfCard):
    """This *card* of the hand is lost with a headquarters (TH-HQ-02)."""

    __slots__ = ()
    word = "lose"


ChanceAction = Draw | Roll | Land | Uncover | Lose
