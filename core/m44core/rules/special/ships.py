"""Structures of a scenario that are units: ships (TH-DD-01)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.troops import Troop, unit_rules
from m44core.catalogue.types import Element, Layer, Side
from m44core.hexes import Hex
from m44core.model.parts import Piece, Unit
from m44core.model.scenario import Scenario
from m44core.rules.board.grid import BOTTOM
from m44core.rules.board.hex_ground import NUMBER
from m44core.rules.game.battlefield import Combatant
from m44core.rules.options import ScenarioOptions


def ships(
    scenario: Scenario, options: ScenarioOptions, sides: tuple[Side, Side], catalogue: Catalogue
) -> Iterator[Combatant]:
    """Yield the ships on the board; their numbers are not those of the game yet."""
    for hex_, content in scenario.hexes.items():
        piece = content.structure
        element = catalogue.get(piece.name, Layer.STRUCTURE) if piece else None
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
    )
