"""Units of a scenario that are not placed as units: reserves that arrive later, ships, trains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Element, Layer, Side
from m44core.catalogue.piece_orientation import front_direction
from m44core.catalogue.unit_traits import UnitProfile, unit_rules
from m44core.hexes import Direction, Hex
from m44core.model.game_position import GamePosition
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece, Unit
from m44core.model.unit_profiles import kind_attributes
from m44core.model.unit_rules import (
    ArmorBreakthrough,
    OrderedDrop,
    Reinforcements,
    SupplyTrain,
    UnitFlags,
)
from m44core.model.victory_rules import RestrictedObjectives
from m44core.rules.board.hex_grid import BOTTOM
from m44core.rules.board.hex_ground import CLASS_NUMBERS
from m44core.rules.game.battlefield import Battlefield, Combatant
from m44core.rules.game.combatants import Arrival, ArrivalKind, ArrivedCounts, arrived_counts_before
from m44core.rules.game.state import NOWHERE, Train
from m44core.rules.index_types import HexNo
from m44core.rules.scenario_options import ScenarioOptions

_CANNOT_EXIT = "cannot-exit"


class Reserve(NamedTuple):
    """Units of one kind that arrive later.

    Attributes:
        rule: The special rule that brings them.
        side: Their side.
        unit: The unit as stated in the scenario.
        arrivals: The arrival of each of them.
    """

    rule: SpecialRule
    side: Side
    unit: Unit
    arrivals: tuple[Arrival, ...]


def units_to_arrive(scenario: Scenario, options: ScenarioOptions) -> Iterator[tuple[Arrival, Unit]]:
    """Yield the arrival and the unit for each unit that is still to arrive.

    In the position of a game, units that have arrived are already on the board and left out.
    """
    position = scenario.position or _NOT_BEGUN
    counts = arrived_counts_before(options, position)
    for reserve in reserves(options):
        if not is_playable_by(reserve.unit, reserve.side, scenario.catalogue):
            continue
        for arrival in reserve.arrivals:
            if not _consume_arrival(arrival, reserve.side, position, counts):
                yield arrival, reserve.unit


def _consume_arrival(
    arrival: Arrival, side: Side, position: GamePosition, arrived_counts: ArrivedCounts
) -> bool:
    """Return whether an arrival came before *position*; use up one of *arrived_counts* for it."""
    match arrival.kind:
        case ArrivalKind.DROP:
            return side in position.dropped
        case ArrivalKind.BREAKTHROUGH:
            return side in position.through
        case ArrivalKind.REINFORCEMENT:
            return side in position.reinforced
        case ArrivalKind.ORDERED_DROP | ArrivalKind.UNLOADED:
            arrived_counts[arrival.kind, side] -= 1
            return arrived_counts[arrival.kind, side] >= 0


_NOT_BEGUN = GamePosition(0, Side.AXIS)


def reserves(options: ScenarioOptions) -> Iterator[Reserve]:
    """Yield the units that special rules bring later, one or more reserves for each rule."""
    for rule in options.airdrops:
        drops = enumerate(rule.drops)
        arrivals = [
            Arrival(ArrivalKind.DROP, rule, n, rule.waits) for n, u in drops for _ in range(u)
        ]
        yield Reserve(rule, rule.side, rule.unit, tuple(arrivals))
    if ordered_drop := options.further_rule(OrderedDrop):
        arrival = Arrival(ArrivalKind.ORDERED_DROP, ordered_drop)
        yield Reserve(
            ordered_drop, ordered_drop.side, ordered_drop.unit, (arrival,) * ordered_drop.units
        )
    if train := options.further_rule(SupplyTrain):
        arrival = Arrival(ArrivalKind.UNLOADED, train, waits=train.waits)
        yield Reserve(train, train.side, train.unit, (arrival,) * sum(train.units))
    if breakthrough := options.further_rule(ArmorBreakthrough):
        for number, group in enumerate(breakthrough.groups):
            unit = replace(group.unit, behavior=_CANNOT_EXIT) if group.stays else group.unit
            arrival = Arrival(ArrivalKind.BREAKTHROUGH, breakthrough, number)
            yield Reserve(breakthrough, group.side, unit, (arrival,) * group.units)
    if reinforcements := options.further_rule(Reinforcements):
        arrival = Arrival(ArrivalKind.REINFORCEMENT, reinforcements)
        for side, units_of_kind in (
            (group.side, each) for group in reinforcements.groups for each in group.coming
        ):
            yield Reserve(
                reinforcements, side, units_of_kind.unit, (arrival,) * units_of_kind.units
            )


def is_playable_by(unit: Unit, side: Side, catalogue: Catalogue) -> bool:
    """Return whether a unit belongs to a side and the engine can play it."""
    element = catalogue.get(unit.name, Layer.UNIT)
    nation = element.nation if element else None
    profile = catalogue.unit_profile(*kind_attributes(unit))
    return profile.rules is not None and nation is not None and nation.side is side


def starting_hexes_in_rules(options: ScenarioOptions) -> frozenset[Hex]:
    """Return the hexes by which special rules refer to the units that start there.

    In the position of a game these units may have moved; the position stores where they started.
    """
    return frozenset(_starting_hexes_in_rules(options))


def _starting_hexes_in_rules(options: ScenarioOptions) -> Iterator[Hex]:
    if unit_flags := options.further_rule(UnitFlags):
        yield from (hex_ for group in unit_flags.groups for hex_ in group.hexes)
    if restrictions := options.further_rule(RestrictedObjectives):
        yield from (hex_ for each in restrictions.objectives for hex_ in each.hexes)
    if reinforcements := options.further_rule(Reinforcements):
        yield from (hex_ for group in reinforcements.groups for hex_ in group.waiting)


def ships_and_trains(
    scenario: Scenario, options: ScenarioOptions, sides: tuple[Side, Side]
) -> Iterator[Combatant]:
    """Yield the ships and trains on the board; their numbers are still to be set."""
    for hex_, content in scenario.hexes.items():
        piece = content.structure
        element = scenario.catalogue.get(piece.name, Layer.STRUCTURE) if piece else None
        if piece and element and element.abilities is not None and content.unit is None:
            side = piece.owner or sides[BOTTOM]
            ship = _ship_or_train(scenario, hex_, piece, element, options, side)
            yield replace(ship, player=sides.index(side))


def _ship_or_train(
    scenario: Scenario,
    hex_: Hex,
    piece: Piece,
    element: Element,
    options: ScenarioOptions,
    side: Side,
) -> Combatant:
    assert element.abilities is not None, "it is a unit"
    rules = unit_rules(element.abilities)
    number, sides_without_medals = (
        CLASS_NUMBERS[rules.unit_class],
        (options.no_elimination_medals, options.exits_only),
    )
    return Combatant(
        number=-1,
        player=BOTTOM,
        side=side,
        name=element.noun,
        figures=element.figures or 1,
        rules=rules,
        class_number=number,
        battle_class_number=number,
        order_class_number=number,
        start=scenario.board.index[hex_],
        placed=Unit(element.name),
        unit_profile=UnitProfile(rules, element.figures),
        medals=0 if side.enemy in sides_without_medals else rules.medals,
        exit_medals=None,
        structure=piece,
        wagon=_wagon(scenario, hex_, piece, element) if element.couples else None,
    )


def _wagon(
    scenario: Scenario, hex_: Hex, piece: Piece, element: Element
) -> tuple[HexNo, Piece] | None:
    """Return the hex and the piece of a locomotive's wagon (TH-TRAIN-01).

    It is adjacent, preferably behind the locomotive. None if there is none.
    """
    rear = front_direction(element, piece.orientation).opposite
    for steps in (0, 1, -1, 2, -2, 3):
        wagon_hex = hex_.neighbour(rear.turned(steps))
        adjacent = scenario.at(wagon_hex).structure if wagon_hex in scenario.board.index else None
        if adjacent is not None and adjacent.name == element.couples:
            return scenario.board.index[wagon_hex], adjacent
    return None


def trains_at_start(field: Battlefield) -> tuple[Train, ...]:
    """Return the trains of a game, where they start."""
    catalogue, all_trains = field.scenario.catalogue, list[Train]()
    hexes = field.grid.board.hexes
    for unit in field.units:
        if not unit.rules.on_rails or unit.structure is None:
            continue
        front, wagon = piece_direction(unit.structure, catalogue), NOWHERE
        if unit.wagon and not any(train.wagon == unit.wagon[0] for train in all_trains):
            wagon, start = unit.wagon[0], hexes[unit.start]
            front = next(d for d in Direction if hexes[wagon].neighbour(d) == start)
        all_trains.append(Train(unit.number, wagon, front))
    return tuple(all_trains)


def piece_direction(piece: Piece, catalogue: Catalogue) -> Direction:
    """Return the direction in which a piece with a front points."""
    element = catalogue.get(piece.name, Layer.STRUCTURE)
    assert element is not None, "it is a unit"
    return front_direction(element, piece.orientation)
