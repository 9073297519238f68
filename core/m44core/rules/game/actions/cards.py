"""What is done with cards: played, answered with, kept, put down, and what they are aimed at."""

from __future__ import annotations

from m44core.rules.game.actions.written import Bare, OfCard, OnHex
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Play:
    """Play a *card* from hand (B-TURN-03), or answer a close assault with it (B-CARD-AMB).

    Attributes:
        card: The card.
        instead: The card it is used as, where a scenario allows that; "" for itself.
        section: The general who gets it, in Overlord: ``left``, ``centre``, ``right``; "" else.
    """

    card: str
    instead: str = ""
    section: str = ""

    def __str__(self) -> str:
        instead = f" as {self.instead}" if self.instead else ""
        return f"play {self.card}{instead}" + (f" for {self.section}" if self.section else "")


@dataclass(frozen=True, slots=True)
class Blow:
    """A section card is played to blow up the bridge on *hex* (TH-BLOW-01)."""

    card: str
    hex: str

    def __str__(self) -> str:
        return f"blow {self.hex} with {self.card}"


class Decline(Bare):
    """Answer a close assault with no Ambush (B-CARD-AMB)."""

    __slots__ = ()
    word = "no-ambush"


@dataclass(frozen=True, slots=True)
class ChooseSection:
    """Name the *section* whose units a card orders: ``left``, ``centre``, ``right``."""

    section: str

    def __str__(self) -> str:
        return f"section {self.section}"


class Target(OnHex):
    """Name a *hex*: of a unit for a card that attacks or heals, or where an air drop aims."""

    __slots__ = ()
    word = "target"


class Keep(OfCard):
    """Keep this *card* of those drawn and discard the rest (B-CARD-02)."""

    __slots__ = ()
    word = "keep"


class PutDown(OfCard):
    """Put a *card* of the hand under the Commissar token (TH-COM-02)."""

    __slots__ = ()
    word = "put-down"


CardAction = Play | Blow | Decline | ChooseSection | Target | Keep | PutDown
