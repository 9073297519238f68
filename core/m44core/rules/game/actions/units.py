"""What units do in a turn: move, battle, and what they do instead of either."""

from __future__ import annotations

from m44core.rules.game.actions.written import FromHex, OnHex
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Move:
    """Move the ordered unit on *start* to *end* (B-MOVE-01).

    Attributes:
        start: Where it stands.
        end: Where it goes, by any shortest legal path.
        via: The hex it passes through to take a medal that stays taken; "" if it
            does not matter which way it goes.
    """

    start: str
    end: str
    via: str = ""

    def __str__(self) -> str:
        return f"move {self.start} {self.end}" + (f" via {self.via}" if self.via else "")


class Exit(FromHex):
    """Let the ordered unit on *start* leave the board by the exit hex *end* (V-EXIT-04)."""

    __slots__ = ()
    word = "exit"


@dataclass(frozen=True, slots=True)
class Battle:
    """Let the unit on *attacker* battle the unit on *target* (B-BAT-01)."""

    attacker: str
    target: str

    def __str__(self) -> str:
        return f"battle {self.attacker} {self.target}"


class Clear(OnHex):
    """Let the unit on *hex* remove the wire there instead of battling (B-WIRE-02)."""

    __slots__ = ()
    word = "clear"


class Resupply(FromHex):
    """Let the unit on *start* give a figure to the unit on *end* (E-RESUP-01)."""

    __slots__ = ()
    word = "resupply"


class Recover(OnHex):
    """Let the unit on *hex* roll for its lost figures instead of moving (TH-HOSP-02)."""

    __slots__ = ()
    word = "recover"


class Seal(OnHex):
    """Let the unit on *hex* try to seal the cave there instead of battling (TH-CAVE-05)."""

    __slots__ = ()
    word = "seal"


class LaySmoke(FromHex):
    """Let the unit on *start* fire smoke instead of battling, first at *end* (E-NEBEL-05)."""

    __slots__ = ()
    word = "smoke"


class LayBridge(FromHex):
    """Let the unit on *start* lay its bridge on the river hex *end* (E-HOB-02)."""

    __slots__ = ()
    word = "bridge"


class Breach(FromHex):
    """Let the unit on *start* close assault the empty bunker on *end* (E-HOB-08)."""

    __slots__ = ()
    word = "breach"


UnitAction = (
    Move | Exit | Battle | Clear | Resupply | Recover | Seal | LaySmoke | LayBridge | Breach
)
