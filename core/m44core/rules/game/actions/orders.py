"""What orders are spent on, and going on to the next step of the turn."""

from __future__ import annotations

from enum import StrEnum

from m44core.rules.game.actions.written import Bare, OnHex
from m44core.values import dataclass


class Step(StrEnum):
    """A part of the turn that its player ends when he likes (B-TURN-02)."""

    CARDS = "cards"
    TARGETS = "targets"
    ORDERS = "orders"
    MOVES = "moves"
    BATTLES = "battles"
    DISCARDS = "discards"
    SMOKE = "smoke"
    UNLOADING = "unloading"
    REINFORCING = "reinforcing"


class Order(OnHex):
    """Order the unit on *hex* (B-ORD-01)."""

    __slots__ = ()
    word = "order"


@dataclass(frozen=True, slots=True)
class OnTheMove:
    """Order the unit on *hex* on the move: it moves and does not battle (BT-OTM-01)."""

    hex: str

    def __str__(self) -> str:
        return f"order {self.hex} on-the-move"


class OrderAll(Bare):
    """Order every unit that still can be ordered; offered where the card allows it."""

    __slots__ = ()
    word = "order all"


@dataclass(frozen=True, slots=True)
class Place:
    """A unit that was not there comes to *hex*, or is dropped at it (SO-ORDERED-PARADROP).

    Or it leaves a train there (TH-TRAIN-04), or reinforces its side (SO-REINFORCEMENTS).

    *unit* is its kind where there are several to choose from.
    """

    hex: str
    unit: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, ("place", self.hex, self.unit)))


@dataclass(frozen=True, slots=True)
class End:
    """Go on to what follows a *step* of the turn."""

    step: Step

    def __str__(self) -> str:
        return f"end-{self.step}"


OrderAction = Order | OnTheMove | OrderAll | Place | End
