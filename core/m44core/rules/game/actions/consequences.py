"""What follows the dice of a battle: retreating, battling back, taking ground."""

from __future__ import annotations

from dataclasses import dataclass

from m44core.rules.game.actions.written import Bare, FromHex, OnHex


@dataclass(frozen=True, slots=True)
class Retreat(FromHex):
    """Retreat the unit on *start* to *end* (B-RET-03)."""

    word = "retreat"


@dataclass(frozen=True, slots=True)
class Ignore(OnHex):
    """Ignore a flag, so that the unit on *hex* stays (B-RET-09)."""

    word = "ignore"


@dataclass(frozen=True, slots=True)
class BattleBack(Bare):
    """Let the last figure of a close assaulted unit battle its attacker (TH-BRI-01)."""

    word = "battle-back"


@dataclass(frozen=True, slots=True)
class TakeGround(Bare):
    """Move the victorious unit into the hex it cleared (B-TG-01)."""

    word = "take-ground"


@dataclass(frozen=True, slots=True)
class Stay(Bare):
    """Take no ground, go no further, or make no further battle (B-OVR-04)."""

    word = "stay"


Consequence = Retreat | Ignore | BattleBack | TakeGround | Stay
