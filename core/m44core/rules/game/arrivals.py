"""Units that are not on the board at the start, and what brings them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from m44core.model.rule_parts import SpecialRule
from m44core.rules.numbers import PlayerNo, UnitNo


class ArrivalKind(StrEnum):
    """What brings a unit to the board."""

    DROP = "drop"  # from the air, before the first turn (O-DROP)
    UNLOADED = "unloaded"  # from a train in a station (TH-TRAIN-04)
    ORDERED_DROP = "ordered drop"  # from the air, for an order (SO-ORDERED-PARADROP)
    BREAKTHROUGH = "breakthrough"  # at the enemy's edge, for an order (O-ABRK)


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a unit comes to the board.

    Attributes:
        kind: What brings it.
        rule: The special rule that says so.
        group: With which others it comes: the number of the drop.
        waits: In how many turns after it came nobody can order it.
    """

    kind: ArrivalKind
    rule: SpecialRule
    group: int = 0
    waits: int = 0


class Drop(NamedTuple):
    """Units that fall together, aimed at one hex.

    Attributes:
        player: Whose they are.
        units: The units.
    """

    player: PlayerNo
    units: tuple[UnitNo, ...]
