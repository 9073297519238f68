"""The units that take part in a game, and how those arrive that do not start on the board."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import NamedTuple

from m44core.catalogue.types import Side
from m44core.catalogue.unit_traits import Troop, UnitRules
from m44core.messages.message import Message
from m44core.model.game_position import Position
from m44core.model.parts import Piece, Unit
from m44core.model.rule_parts import SpecialRule
from m44core.model.unit_rules import OrderedDrop
from m44core.rules.index_types import HexNo, PlayerNo, UnitNo
from m44core.rules.scenario_options import ScenarioOptions
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


ArrivedCounts = Counter[tuple[ArrivalKind, Side]]


def arrived_before(options: ScenarioOptions, position: Position | None) -> ArrivedCounts:
    """Return how many units of each side came one by one before a position.

    What files of before count as arrived and no drop had was unloaded.
    """
    came = ArrivedCounts()
    for side, number in position.arrived.items() if position else ():
        ordered = options.further_rule(OrderedDrop)
        most = ordered.units if ordered and ordered.side is side else 0
        came[ArrivalKind.ORDERED_DROP, side] = min(number, most)
        came[ArrivalKind.UNLOADED, side] = max(0, number - most)
    for side, number in position.unloaded.items() if position else ():
        came[ArrivalKind.UNLOADED, side] += number
    return came


@dataclass(frozen=True, slots=True, eq=False)
class Combatant:
    """A unit that takes part in the game.

    Attributes:
        number: Its number in the game, from 0.
        player: Who commands it.
        side: The same as a coalition.
        name: What sentences call it: ``German infantry``.
        figures: How many figures it starts with.
        rules: The base rules it fights by.
        number_of_class: The place of the class it moves as in
            :data:`m44core.rules.board.hex_ground.CLASSES`.
        fights_as: The same of the class it battles as.
        ordered_as: The same of the class that cards order it as.
        start: The hex it starts on; -1 if it comes later.
        origin: The hex by which special rules name it: that on which it stood when the battle
            began; -1 if none names it.
        placed: The unit as the scenario has it.
        troop: What it is, all that stands with it considered.
        medals: How many medals it is worth to the enemy who eliminates it.
        wreck: What it counts as where a medal is given for every so many figures
            (E-HT-03); "" for units that are worth a medal as a whole.
        structure: The structure that stands for it on the board; None for figures.
        wagon: The hex and the piece that is its wagon; None without one.
        carrier: The landing craft it begins aboard; None without one.
        exit_medals: How many it is worth to its own side when it leaves by an exit;
            None if it may not leave.
        arrival: How it comes to the board; None if it starts there.
    """

    number: UnitNo
    player: PlayerNo
    side: Side
    name: Message
    figures: int
    rules: UnitRules
    number_of_class: int
    fights_as: int
    ordered_as: int
    start: HexNo
    placed: Unit
    troop: Troop
    medals: int = 1
    wreck: str = ""
    exit_medals: int | None = 1
    origin: HexNo = -1
    structure: Piece | None = None
    wagon: tuple[HexNo, Piece] | None = None
    carrier: Piece | None = None
    arrival: Arrival | None = None
