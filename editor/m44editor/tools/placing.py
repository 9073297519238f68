"""The placement rule of the brush: what a piece replaces, and what it joins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from m44core.catalogue.types import Element, Layer, Side
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.exit_markers import exit_side
from m44core.model.parts import HexContent, Piece, Tag, Unit
from m44core.model.scenario import Scenario
from m44editor.tools.selecting.grasp import Thing


def place(
    scenario: Scenario,
    hexes: Iterable[Hex],
    element: Element,
    orientation: int = 1,
    like: Thing | None = None,
) -> Scenario:
    """Return the scenario with *element* on *hexes*.

    A tile, structure, obstacle or unit replaces what lies on its layer, a
    badge goes to the unit, a tag joins the others. What is there already
    keeps its owner, figures and special rules, unless all is to be as *like*
    has it, a piece that was picked up.
    """
    here = [hex_ for hex_ in hexes if hex_ in scenario.board]
    if like is not None:
        return _place_like(scenario, here, element.layer, like, orientation)
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


def _place_like(
    scenario: Scenario, hexes: list[Hex], layer: Layer, like: Thing, orientation: int
) -> Scenario:
    match like:
        case Piece():
            return edits.paint(scenario, layer, replace(like, orientation=orientation), hexes)
        case Unit():
            return edits.place_unit(scenario, like, hexes)
        case Tag():
            return scenario.with_hexes({h: _tagged(scenario.at(h), like, h) for h in hexes})


def _tagged(content: HexContent, like: Tag, hex_: Hex) -> HexContent:
    """Return the content with a tag in place of its namesakes; its group lacks its own hex."""
    group = None if like.group is None else tuple(h for h in like.group if h != hex_)
    others = tuple(tag for tag in content.tags if tag.name != like.name)
    return replace(content, tags=(*others, replace(like, group=group)))


def _place_piece(scenario: Scenario, hexes: list[Hex], layer: Layer, piece: Piece) -> Scenario:
    def is_same(hex_: Hex) -> bool:
        there = scenario.at(hex_).on(layer)
        return isinstance(there, Piece) and there.name == piece.name

    painted = edits.paint(scenario, layer, piece, [h for h in hexes if not is_same(h)])
    return edits.set_orientation(painted, layer, piece.orientation, filter(is_same, hexes))


def _unit_name(content: HexContent) -> str | None:
    return content.unit.name if content.unit else None
