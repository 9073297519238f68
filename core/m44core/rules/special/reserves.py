"""The units that are to come to the board, as the special rules of a scenario name them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer, Side
from m44core.model.parts import Unit
from m44core.model.position import Position
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.troops import marks
from m44core.model.unit_rules import (
    ArmorBreakthrough,
    OrderedDrop,
    Reinforcements,
    SupplyTrain,
)
from m44core.rules.game.arrivals import Arrival, ArrivalKind, Came, come_before
from m44core.rules.options import ScenarioOptions

_STAYS = "cannot-exit"


class Reserve(NamedTuple):
    """Units of a kind that are to come.

    Attributes:
        rule: The special rule that says so.
        side: Whose they are.
        unit: What each is.
        arrivals: How each of them comes.
    """

    rule: SpecialRule
    side: Side
    unit: Unit
    arrivals: tuple[Arrival, ...]


def arriving(scenario: Scenario, options: ScenarioOptions) -> Iterator[tuple[Arrival, Unit]]:
    """Yield each unit that is to come, with what brings it.

    In a position of a game those of a side that have come are units of the board.
    """
    position = scenario.position or _NOT_BEGUN
    came = come_before(options, position)
    for reserve in reserves(options):
        if not is_of_side(reserve.unit, reserve.side, scenario.catalogue):
            continue
        for arrival in reserve.arrivals:
            if not _has_come(arrival, reserve.side, position, came):
                yield arrival, reserve.unit


def _has_come(arrival: Arrival, side: Side, position: Position, came: Came) -> bool:
    match arrival.kind:
        case ArrivalKind.DROP:
            return side in position.dropped
        case ArrivalKind.BREAKTHROUGH:
            return side in position.through
        case ArrivalKind.REINFORCEMENT:
            return side in position.reinforced
        case ArrivalKind.ORDERED_DROP | ArrivalKind.UNLOADED:
            came[arrival.kind, side] -= 1
            return came[arrival.kind, side] >= 0


_NOT_BEGUN = Position(0, Side.AXIS)


def reserves(options: ScenarioOptions) -> Iterator[Reserve]:
    """Yield the units that come to the board, by the rules that say so."""
    for rule in options.airdrops:
        drops = enumerate(rule.drops)
        falls = [Arrival(ArrivalKind.DROP, rule, n, rule.waits) for n, u in drops for _ in range(u)]
        yield Reserve(rule, rule.side, rule.unit, tuple(falls))
    if ordered := options.further_rule(OrderedDrop):
        arrival = Arrival(ArrivalKind.ORDERED_DROP, ordered)
        yield Reserve(ordered, ordered.side, ordered.unit, (arrival,) * ordered.units)
    if train := options.further_rule(SupplyTrain):
        aboard = Arrival(ArrivalKind.UNLOADED, train, waits=train.waits)
        yield Reserve(train, train.side, train.unit, (aboard,) * sum(train.units))
    if through := options.further_rule(ArmorBreakthrough):
        for number, group in enumerate(through.groups):
            unit = replace(group.unit, behavior=_STAYS) if group.stays else group.unit
            arrival = Arrival(ArrivalKind.BREAKTHROUGH, through, number)
            yield Reserve(through, group.side, unit, (arrival,) * group.units)
    if called := options.further_rule(Reinforcements):
        arrival = Arrival(ArrivalKind.REINFORCEMENT, called)
        for side, coming in (
            (group.side, each) for group in called.groups for each in group.coming
        ):
            yield Reserve(called, side, coming.unit, (arrival,) * coming.units)


def is_of_side(unit: Unit, side: Side, catalogue: Catalogue) -> bool:
    """Tell whether a unit is one of a side that the engine can play."""
    element = catalogue.get(unit.name, Layer.UNIT)
    nation = element.nation if element else None
    troop = catalogue.troop(*marks(unit))
    return troop.rules is not None and nation is not None and nation.side is side
