"""Determines whether a class of units can enter a hex, by the rules of the game engine.

All checks of positions and moves of units use these functions, so that they agree.
"""

from __future__ import annotations

from enum import StrEnum

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, RulesSupport, TerrainRules, UnitClass
from m44core.model.scenario_parts import HexContent, Piece, Unit

_SEA = "sea"
_PROPERTIES = "properties"  # a key with which some programs replace the rules of a tile


class ImpassableReason(StrEnum):
    """The reason why a class of units cannot enter a hex."""

    TILE = "closed"  # by the rules of the tile
    RULE = "closed-by-rule"  # only by the special rule that the scenario gives the tile
    CLASS = "closed-to-class"  # by the tile, unless the unit's unknown equipment carries it across


def impassable_reason(
    catalogue: Catalogue, content: HexContent, unit_class: UnitClass | None
) -> ImpassableReason | None:
    """Return why the tile on a hex is impassable to a class of units; None if it is passable.

    Unknown tiles count as passable. So do tiles with a bridge, a ford or an unknown structure.
    """
    tile = content.terrain
    if tile is None or unit_class is None or unit_class is UnitClass.PLANE:
        return None
    rules = known_rules(catalogue, tile, Layer.TERRAIN)
    if rules is None:
        return None
    crossing_rules = known_rules(catalogue, content.structure, Layer.STRUCTURE)
    is_crossed = content.structure and (crossing_rules is None or crossing_rules.crossing)
    if is_crossed or not is_impassable(rules, unit_class):
        return None
    plain_rules = (
        known_rules(catalogue, Piece(tile.name), Layer.TERRAIN) if tile.behavior else rules
    )
    return (
        ImpassableReason.TILE
        if plain_rules and is_impassable(plain_rules, unit_class)
        else ImpassableReason.RULE
    )


def known_rules(catalogue: Catalogue, piece: Piece | None, layer: Layer) -> TerrainRules | None:
    """Return a piece's rules with its special rule; None if there are none or they are unknown."""
    if piece is None or _PROPERTIES in piece.extra:
        return None
    if piece.behavior:
        special = catalogue.behavior(layer, piece.name, piece.behavior)
        if special is None or special.rules is RulesSupport.NONE_YET:
            return None
    return catalogue.terrain_rules(layer, piece.name, piece.behavior)


def is_impassable(rules: TerrainRules, unit_class: UnitClass | None) -> bool:
    """Return whether terrain is impassable to a class, not merely immobilizing (D-33)."""
    return unit_class in rules.impassable - rules.fixed


def is_carried_over(catalogue: Catalogue, unit: Unit, tile: Piece | None) -> bool:
    """Return whether a unit's equipment carries it over a tile; *tile* is None for printed sea."""
    networks = catalogue.equipment.get(unit.equipment or "", frozenset())
    element = catalogue.get(tile.name, Layer.TERRAIN) if tile else None
    tile_networks = element.edges.keys() if element else ({_SEA} if tile is None else set())
    return not networks.isdisjoint(tile_networks)


def may_cross_impassable(catalogue: Catalogue, unit: Unit) -> bool:
    """Return whether a unit's equipment carries it over impassable terrain, or might if unknown."""
    if unit.equipment is None:
        return False
    return unit.equipment not in catalogue.equipment or bool(catalogue.equipment[unit.equipment])
