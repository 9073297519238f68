"""Battles under way."""

from __future__ import annotations

from enum import StrEnum

from m44core.rules.numbers import HexNo, UnitNo
from m44core.values import dataclass


class FightKind(StrEnum):
    """What makes the dice of a fight fall."""

    BATTLE = "battle"
    AMBUSH = "ambush"  # the attacked unit battles first (B-CARD-AMB)
    BACK = "back"  # the attacked unit battles back (TH-BRI-02)
    STRIKE = "strike"  # no unit attacks but a card (B-CARD-AIR, B-CARD-BAR)


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle under way, or an attack by a card.

    Attributes:
        attacker: The unit that battles; ``NOBODY`` where a card attacks.
        target: The unit that is battled.
        start: The attacker's hex; ``NOWHERE`` where a card attacks.
        hex: The target's hex when the battle began.
        dice: How many dice are rolled.
        close: Whether it is a close assault (B-BAT-05).
        overrun: Whether it is the extra battle of an armor overrun (B-OVR-01).
        flags: Flags the target must deal with, once the dice fell.
        kind: What makes the dice fall.
        again: How many dice are to be rolled again (E-TIGER-02).
        strength: The figures the target had when the battle began.
        ambushed: Whether an Ambush came before it (TH-BRI-03).
        breached: Whether a star brings the bunker of the target down at its end (E-HOB-06).
    """

    attacker: UnitNo
    target: UnitNo
    start: HexNo
    hex: HexNo
    dice: int
    close: bool
    overrun: bool = False
    flags: int = 0
    kind: FightKind = FightKind.BATTLE
    again: int = 0
    strength: int = 0
    ambushed: bool = False
    breached: bool = False

    @property
    def ignorable(self) -> bool:
        """Whether a flag may be ignored where the ground allows it (B-CARD-AIR, B-CARD-BAR)."""
        return self.kind is not FightKind.STRIKE
