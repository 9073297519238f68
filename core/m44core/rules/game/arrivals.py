"""Units that are not on the board at the start, and what brings them."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import NamedTuple

from m44core.catalogue.types import Side
from m44core.model.position import Position
from m44core.model.rule_parts import SpecialRule
from m44core.model.unit_rules import OrderedDrop
from m44core.rules.numbers import PlayerNo, UnitNo
from m44core.rules.options import ScenarioOptions
from m44core.values import dataclass


class ArrivalKind(StrEnum):
    """What brings a unit to the board."""

    DROP = "drop"  # from the air, before the first turn (O-DROP)
    UNLOADED = "unloaded"  # from a train in a station (TH-TRAIN-04)
    ORDERED_DROP = "ordered drop"  # from the air, for an order (SO-ORDERED-PARADROP)
    BREAKTHROUGH = "breakthrough"  # at the enemy's edge, for an order (O-ABRK)
    REINFORCEMENT = "reinforcement"  # at an edge, once called by medals (SO-REINFORCEMENTS)


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


Came = Counter[tuple[ArrivalKind, Side]]


def come_before(options: ScenarioOptions, position: Position | None) -> Came:
    """Return how many units of each side came one by one before a position.

    What files of before count as arrived and no drop had was unloaded.
    """
    came = Came()
    for side, number in position.arrived.items() if position else ():
        ordered = options.further_rule(OrderedDrop)
        most = ordered.units if ordered and ordered.side is side else 0
        came[ArrivalKind.ORDERED_DROP, side] = min(number, most)
        came[ArrivalKind.UNLOADED, side] = max(0, number - most)
    for side, number in position.unloaded.items() if position else ():
        came[ArrivalKind.UNLOADED, side] += number
    return came
