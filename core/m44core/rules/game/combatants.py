"""The units that take part in a game, and the arrival of those that do not start on the board."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.unit_traits import UnitProfile, UnitRules
from m44core.messages.message import Message
from m44core.model.game_position import GamePosition
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario_parts import Piece, Unit
from m44core.model.unit_rules import OrderedDrop
from m44core.rules.index_types import HexNo, PlayerNo, UnitNo
from m44core.rules.scenario_options import ScenarioOptions
from m44core.values import dataclass


class ArrivalKind(StrEnum):
    """A way in which a unit arrives on the board."""

    DROP = "drop"  # from the air, before the first turn (O-DROP)
    UNLOADED = "unloaded"  # from a train in a station (TH-TRAIN-04)
    ORDERED_DROP = "ordered drop"  # from the air, for an order (SO-ORDERED-PARADROP)
    BREAKTHROUGH = "breakthrough"  # at the enemy's edge, for an order (O-ABRK)
    REINFORCEMENT = "reinforcement"  # at an edge, after being called by medals (SO-REINFORCEMENTS)


@dataclass(frozen=True, slots=True)
class Arrival:
    """The arrival of a unit that does not start on the board.

    Attributes:
        kind: How it arrives.
        rule: The special rule that brings it.
        group: The number of the drop or group it arrives with.
        waits: The number of turns of both players after its arrival in which it cannot be ordered.
    """

    kind: ArrivalKind
    rule: SpecialRule
    group: int = 0
    waits: int = 0


class DropGroup(NamedTuple):
    """Units that are dropped together, aimed at one hex.

    Attributes:
        player: Their player.
        units: The units.
    """

    player: PlayerNo
    units: tuple[UnitNo, ...]


ArrivedCounts = Counter[tuple[ArrivalKind, Side]]


def arrived_counts_before(options: ScenarioOptions, position: GamePosition | None) -> ArrivedCounts:
    """Return, by kind of arrival and side, how many units had arrived by the time of a position.

    Older files count unloaded units as arrived; any beyond the number of units in the
    ordered drop were unloaded.
    """
    counts = ArrivedCounts()
    for side, number in position.arrived.items() if position else ():
        drop = options.further_rule(OrderedDrop)
        max_drops = drop.units if drop and drop.side is side else 0
        counts[ArrivalKind.ORDERED_DROP, side] = min(number, max_drops)
        counts[ArrivalKind.UNLOADED, side] = max(0, number - max_drops)
    for side, number in position.unloaded.items() if position else ():
        counts[ArrivalKind.UNLOADED, side] += number
    return counts


@dataclass(frozen=True, slots=True, eq=False)
class Combatant:
    """A unit that takes part in the game.

    Attributes:
        number: Its number in the game, from 0.
        player: The player who commands it.
        side: The side of that player.
        name: Its name in sentences, such as ``German infantry``.
        figures: The number of figures at full strength.
        rules: The rules of the unit.
        class_number: The index of the class it moves as in
            :data:`m44core.rules.board.hex_ground.CLASSES`.
        battle_class_number: The index of the class it battles as.
        order_class_number: The index of the class that cards order it as.
        start: The hex it starts on; -1 if it arrives later.
        origin: The hex where it stood when the battle began, if special rules name it by that
            hex; else -1.
        placed: The unit as placed in the scenario.
        unit_profile: The kind of unit, given its badge, equipment and the pieces on its hex.
        medals: The number of medals for the enemy who eliminates it.
        wreck_kind: The kind it counts as where several figures together are worth a medal
            (E-HT-03); "" for units that are worth a medal as a whole.
        structure: The structure that represents it on the board; None for figures.
        wagon: The hex and the piece of its wagon; None without one.
        carrier: The landing craft it starts aboard; None without one.
        exit_medals: The medals for its own side if it exits; None if it cannot exit.
        arrival: How it arrives on the board; None if it starts there.
    """

    number: UnitNo
    player: PlayerNo
    side: Side
    name: Message
    figures: int
    rules: UnitRules
    class_number: int
    battle_class_number: int
    order_class_number: int
    start: HexNo
    placed: Unit
    unit_profile: UnitProfile
    medals: int = 1
    wreck_kind: str = ""
    exit_medals: int | None = 1
    origin: HexNo = -1
    structure: Piece | None = None
    wagon: tuple[HexNo, Piece] | None = None
    carrier: Piece | None = None
    arrival: Arrival | None = None
