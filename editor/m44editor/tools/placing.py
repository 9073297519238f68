"""The placement rule of the brush, and which piece of a hex a tool takes hold of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from m44core.catalogue.types import Element, Layer, Side
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.exits import exit_side
from m44core.model.parts import HexContent, Piece, Tag, Unit
from m44core.model.scenario import Scenario

GRIP = (Layer.UNIT, Layer.TAG, Layer.OBSTACLE, Layer.STRUCTURE, Layer.TERRAIN)


def place(
    scenario: Scenario, hexes: Iterable[Hex], element: Element, orientation: int = 1
) -> Scenario:
    """Return the scenario with *element* on *hexes*.

    A tile, structure, obstacle or unit replaces what lies on its layer, a
    badge goes to the unit, a tag joins the others. What is there already
    keeps its owner, figures and special rules.
    """
    here = [hex_ for hex_ in hexes if hex_ in scenario.board]
    match element.layer:
        case Layer.TERRAIN | Layer.STRUCTURE | Layer.OBSTACLE as layer:
            return _place_piece(scenario, here, layer, Piece(element.name, orientation))
        case Layer.UNIT:
            others = [h for h in here if _unit_name(scenario.at(h)) != element.name]
            return edits.place_unit(scenario, Unit(element.name), others)
        case Layer.BADGE:
            return edits.set_badge(scenario, element.name, here)
        case Layer.TAG:
            new = [h for h in here if all(t.name != element.name for t in scenario.at(h).tags)]
            return _add_tags(scenario, element, new)
        case _:
            assert_never(element.layer)


def _add_tags(scenario: Scenario, element: Element, hexes: list[Hex]) -> Scenario:
    """Return the scenario with new tags; an exit opposite a player's edge is that player's."""
    for side in (None, *Side):
        theirs = [h for h in hexes if side is (exit_side(scenario, h) if element.exit else None)]
        scenario = edits.add_tag(scenario, Tag(element.name, side=side), theirs)
    return scenario


def _place_piece(scenario: Scenario, hexes: list[Hex], layer: Layer, piece: Piece) -> Scenario:
    def is_same(hex_: Hex) -> bool:
        there = scenario.at(hex_).on(layer)
        return isinstance(there, Piece) and there.name == piece.name

    painted = edits.paint(scenario, layer, piece, [h for h in hexes if not is_same(h)])
    return edits.set_orientation(painted, layer, piece.orientation, filter(is_same, hexes))


def _unit_name(content: HexContent) -> str | None:
    return content.unit.name if content.unit else None


def grip(content: HexContent) -> Layer | None:
    """Return the layer a tool takes hold of: the unit before a tag, then from the top down."""
    return next((layer for layer in GRIP if content.on(layer)), None)


def gripped(content: HexContent) -> tuple[str, int, Layer] | None:
    """Return the name, orientation and layer of the thing a tool takes hold of, or None."""
    layer = grip(content)
    thing = content.on(layer) if layer else None
    match thing:
        case Unit(name=name):
            return name, 1, Layer.UNIT
        case Piece(name=name, orientation=orientation) if layer:
            return name, orientation, layer
        case (*_, Tag(name=name)):
            return name, 1, Layer.TAG
    return None
