"""What follows the dice of a battle: retreating, battling back, taking ground."""

from __future__ import annotations

from m44core.rules.game.actions.written import Bare, FromHex, OnHex


class Retreat(FromHex):
    """Retreat the unit on *start* to *end* (B-RET-03)."""

    __slots__ = ()
    word = "retreat"


class Ignore(OnHex):
    """Ignore a flag, so that the unit on *hex* stays (B-RET-09)."""

    __slots__ = ()
    word = "ignore"


class BattleBack(Bare):
    """Let the last figure of a close assaulted unit battle its attacker (TH-BRI-01)."""

    __slots__ = ()
    word = "battle-back"


class TakeGround(Bare):
    """Move the victorious unit into the hex it cleared (B-TG-01)."""

    __slots__ = ()
    word = "take-ground"


class Stay(Bare):
    """Take no ground, go no further, or make no further battle (B-OVR-04)."""

    __slots__ = ()
    word = "stay"


Consequence = Retreat | Ignore | BattleBack | TakeGround | Stay
