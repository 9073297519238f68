"""Structures of a scenario that are units: ships (TH-DD-01) and trains (TH-TRAIN-01)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.geometry import direction_of
from m44core.catalogue.troops import Troop, unit_rules
from m44core.catalogue.types import Element, Layer, Side
from m44core.hexes import Direction, Hex
from m44core.model.parts import Piece, Unit
from m44core.model.scenario import Scenario
from m44core.rules.board.grid import BOTTOM
from m44core.rules.board.hex_ground import NUMBER
from m44core.rules.game.battlefield import Battlefield, Combatant
from m44core.rules.game.march import Train
from m44core.rules.game.state import NOWHERE
from m44core.rules.numbers import HexNo
from m44core.rules.options import ScenarioOptions


def ships(
    scenario: Scenario, options: ScenarioOptions, sides: tuple[Side, Side]
) -> Iterator[Combatant]:
    """Yield the ships on the board; their numbers are not those of the game yet."""
    for hex_, content in scenario.hexes.items():
        piece = content.structure
        element = scenario.catalogue.get(piece.name, Layer.STRUCTURE) if piece else None
        if piece and element and element.abilities is not None and content.unit is None:
            side = piece.owner or sides[BOTTOM]
            ship = _ship(scenario, hex_, piece, element, options, side)
            yield replace(ship, player=sides.index(side))


def _ship(
    scenario: Scenario,
    hex_: Hex,
    piece: Piece,
    element: Element,
    options: ScenarioOptions,
    side: Side,
) -> Combatant:
    assert element.abilities is not None, "it is a unit"
    rules = unit_rules(element.abilities)
    number, poor = NUMBER[rules.unit_class], (options.no_elimination_medals, options.exits_only)
    return Combatant(
        number=-1,
        player=BOTTOM,
        side=side,
        name=element.called,
        figures=element.figures or 1,
        rules=rules,
        number_of_class=number,
        fights_as=number,
        ordered_as=number,
        start=scenario.board.index[hex_],
        placed=Unit(element.name),
        troop=Troop(rules, element.figures),
        medals=0 if side.enemy in poor else rules.medals,
        exit_medals=None,
        structure=piece,
        wagon=_wagon(scenario, hex_, piece, element) if element.couples else None,
    )


def _wagon(
    scenario: Scenario, hex_: Hex, piece: Piece, element: Element
) -> tuple[HexNo, Piece] | None:
    """Return the wagon beside a locomotive, rather behind than before it (TH-TRAIN-01)."""
    back = direction_of(element, piece.orientation).opposite
    for turn in (0, 1, -1, 2, -2, 3):
        at = hex_.neighbour(back.turned(turn))
        beside = scenario.at(at).structure if at in scenario.board.index else None
        if beside is not None and beside.name == element.couples:
            return scenario.board.index[at], beside
    return None


def trains(field: Battlefield) -> tuple[Train, ...]:
    """Return the trains as they stand at the start."""
    catalogue, found = field.scenario.catalogue, list[Train]()
    hexes = field.grid.board.hexes
    for unit in field.units:
        if not unit.rules.on_rails or unit.structure is None:
            continue
        front, wagon = direction_of_piece(unit.structure, catalogue), NOWHERE
        if unit.wagon and not any(train.wagon == unit.wagon[0] for train in found):
            wagon, here = unit.wagon[0], hexes[unit.start]
            front = next(d for d in Direction if hexes[wagon].neighbour(d) == here)
        found.append(Train(unit.number, wagon, front))
    return tuple(found)


def direction_of_piece(piece: Piece, catalogue: Catalogue) -> Direction:
    """Return where a piece with a front points."""
    element = catalogue.get(piece.name, Layer.STRUCTURE)
    assert element is not None, "it is a unit"
    return direction_of(element, piece.orientation)
