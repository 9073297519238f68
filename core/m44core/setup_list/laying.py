"""Laying what a set-up list says on a board: a pure edit."""

from __future__ import annotations

from dataclasses import replace

from m44core.catalogue.types import Element, Layer, Side
from m44core.hexes import Hex
from m44core.model.edits.contents import with_piece
from m44core.model.edits.piece_edits import clear
from m44core.model.exit_markers import exit_side
from m44core.model.parts import HexContent, Piece, Tag, Unit
from m44core.model.scenario import Scenario
from m44core.model.troops_on_board import troop_on
from m44core.setup_list.facing import faced
from m44core.setup_list.reading import Laid, SetupList


def laid_out(scenario: Scenario, found: SetupList, *, anew: bool = False) -> Scenario:
    """Return the scenario with what a list lays on its board.

    A piece takes the place of what lies on its layer; a badge goes to the unit, a token joins the
    others. Tiles of lines and bridges lie as their neighbours suggest, for lists do not say it.

    Args:
        scenario: The scenario.
        found: What the list says.
        anew: Whether the board is emptied before.
    """
    before = clear(scenario, scenario.hexes) if anew else scenario
    after = before
    for each in found.laid:
        content = after.at(each.hex)
        for name in each.pieces:
            content = _with(content, scenario.catalogue.elements[name], each, scenario)
        after = after.with_hexes({each.hex: content})
    for hex_ in {each.hex for each in found.laid if each.figures}:
        after = _without_usual_figures(after, hex_)
    return faced(before, after)


def _without_usual_figures(scenario: Scenario, hex_: Hex) -> Scenario:
    """Return the scenario where a unit that has its usual figures does not state them."""
    there = scenario.at(hex_)
    if there.unit is None or there.unit.figures is None:
        return scenario
    plain = scenario.with_hexes({hex_: replace(there, unit=replace(there.unit, figures=None))})
    before, after = troop_on(scenario, hex_), troop_on(plain, hex_)
    same = (
        before is not None
        and after is not None
        and ((before.rules, before.figures) == (after.rules, after.figures))
    )
    return plain if same else scenario


def _with(content: HexContent, element: Element, laid: Laid, scenario: Scenario) -> HexContent:
    match element.layer:
        case Layer.UNIT:
            return _with_unit(content, element, laid)
        case Layer.BADGE:
            unit = content.unit
            return replace(content, unit=replace(unit, badge=element.name) if unit else None)
        case Layer.TAG:
            return _with_tag(content, element, laid, scenario)
        case layer:
            return _with_piece(content, element, layer, laid.side)


def _with_piece(
    content: HexContent, element: Element, layer: Layer, side: Side | None
) -> HexContent:
    there = content.on(layer)
    if isinstance(there, Piece) and there.name == element.name:
        return content
    owned = element.terrain is not None and element.terrain.owner_only
    piece = Piece(element.name, owner=side if owned else None)
    return with_piece(content, layer, piece)


def _with_unit(content: HexContent, element: Element, laid: Laid) -> HexContent:
    figures, there = laid.figures, content.unit
    if there is not None and there.name == element.name:
        unit = replace(there, figures=figures, equipment=laid.equipment or there.equipment)
    else:
        unit = Unit(element.name, figures, equipment=laid.equipment or None)
    return replace(content, unit=unit)


def _with_tag(content: HexContent, element: Element, laid: Laid, scenario: Scenario) -> HexContent:
    if any(tag.name == element.name for tag in content.tags):
        return content
    side = laid.side if element.side is None and (element.exit or element.mine) else None
    if element.exit and side is None:
        side = exit_side(scenario, laid.hex)
    return replace(content, tags=(*content.tags, Tag(element.name, side=side)))


def hexes_of(found: SetupList) -> frozenset[Hex]:
    """Return the hexes on which a list lays anything."""
    return frozenset(each.hex for each in found.laid)
