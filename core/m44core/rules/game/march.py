"""What units are in the midst of: ways over ground that does something to them (TH-HOOK-01), deeds.

A deed is what a unit does instead of moving or battling, by dice that are still to fall.
"""

from __future__ import annotations

from enum import StrEnum

from m44core.catalogue.hazards import Costs
from m44core.hexes import Direction
from m44core.rules.numbers import HexNo, UnitNo
from m44core.values import dataclass


class MarchKind(StrEnum):
    """Why a unit is on its way."""

    MOVE = "move"
    RETREAT = "retreat"
    GROUND = "ground"
    DESERT = "desert"
    EXIT = "exit"


@dataclass(frozen=True, slots=True)
class Peril:
    """What a unit still has to come through on the hex it has entered.

    Attributes:
        dice: How many dice are rolled; 0 where a hidden strength has to tell.
        costs: Which of them cost a figure.
        pool: Which set of hidden strengths tells it.
    """

    dice: int
    costs: Costs
    pool: int = -1


@dataclass(frozen=True, slots=True)
class March:
    """A unit on its way, leg by leg; each leg but the last ends where something befalls it.

    Attributes:
        unit: The unit.
        kind: Why it goes.
        legs: The hexes of each leg that is still to go.
        steps: How many hexes of movement the whole way counts for.
        losses: The figures a retreat costs at its end because it was barred.
        perils: What it has to come through on its hex before it goes on.
        back: The name of the step of the turn that goes on after it.
    """

    unit: UnitNo
    kind: MarchKind
    legs: tuple[tuple[HexNo, ...], ...] = ()
    steps: int = 0
    losses: int = 0
    perils: tuple[Peril, ...] = ()
    back: str = ""


@dataclass(frozen=True, slots=True)
class Train:
    """Where a train is that is not where its unit is said to be: its locomotive (TH-TRAIN-01).

    Attributes:
        unit: The unit.
        wagon: The hex of its wagon; -1 once that is gone.
        front: Where the locomotive points.
    """

    unit: UnitNo
    wagon: HexNo
    front: Direction


class DeedKind(StrEnum):
    """What is done."""

    RECOVERY = "recovery"
    SEALING = "sealing"
    TOLL = "toll"
    SABOTAGE = "sabotage"
    BREACH = "breach"


@dataclass(frozen=True, slots=True)
class Deed:
    """What a unit is about to do.

    Attributes:
        kind: What it is.
        unit: Who does it; ``NOBODY`` where a whole side does.
        dice: How many dice decide it.
        hex: What it is done to, where that is not where the unit stands.
    """

    kind: DeedKind
    unit: UnitNo
    dice: int
    hex: HexNo = -1
