"""The units that are to come to the board, as the special rules of a scenario name them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer, Side
from m44core.model.airborne import AirDrop, OrderedDrop
from m44core.model.parts import Unit
from m44core.model.scenario import Scenario
from m44core.rules.game.arrivals import Arrival, ArrivalKind
from m44core.rules.options import ScenarioOptions


def arriving(
    scenario: Scenario, options: ScenarioOptions, catalogue: Catalogue
) -> Iterator[tuple[Arrival, Unit]]:
    """Yield each unit that is to come, with what brings it.

    In a position of a game those of a side that have come are units of the board.
    """
    position = scenario.position
    dropped = position.dropped if position else ()
    came = Counter(position.arrived if position else {})
    for rule in reserves(options):
        if not is_of_side(rule.unit, rule.side, catalogue):
            continue
        for arrival in _arrivals(rule):
            if arrival.kind is ArrivalKind.DROP:
                if rule.side in dropped:
                    continue
            elif came[rule.side]:
                came[rule.side] -= 1
                continue
            yield arrival, rule.unit


def reserves(options: ScenarioOptions) -> Iterator[AirDrop | OrderedDrop]:
    """Yield the rules by which units of one side come to the board."""
    yield from options.airdrops
    if ordered := options.further_rule(OrderedDrop):
        yield ordered


def is_of_side(unit: Unit, side: Side, catalogue: Catalogue) -> bool:
    """Tell whether a unit is one of a side that the engine can play."""
    element = catalogue.get(unit.name, Layer.UNIT)
    nation = element.nation if element else None
    rules = catalogue.unit_rules(unit.name, unit.badge, unit.behavior, unit.figures, unit.equipment)
    return rules is not None and nation is not None and nation.side is side


def _arrivals(rule: AirDrop | OrderedDrop) -> Iterator[Arrival]:
    match rule:
        case AirDrop():
            for group, units in enumerate(rule.drops):
                yield from [Arrival(ArrivalKind.DROP, rule, group, rule.waits)] * units
        case OrderedDrop():
            yield from [Arrival(ArrivalKind.ORDERED_DROP, rule)] * rule.units
