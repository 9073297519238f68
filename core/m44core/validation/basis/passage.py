"""Who may enter what: by the rules the engine plays, and by what else is known of a tile.

The engine plays a tile whose rules it does not know as open ground. Of many of these it is known
all the same to whom they are closed (``closed_to`` in terrain.yaml). Every check that asks where
units may stand or go asks here, so that none knows less than another.
"""

from __future__ import annotations

from enum import StrEnum

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer, Rules, TerrainRules, UnitClass
from m44core.model.parts import HexContent, Piece, Unit
from m44core.model.scenario import Scenario
from m44core.rules.board.hex_ground import CLASSES, PerClass

_SEA = "sea"
_PROPERTIES = "properties"  # what some programs let a tile say instead of its rules


class Closed(StrEnum):
    """Why a class of units may not enter a hex."""

    TILE = "closed"  # the tile bars it, by rules the engine plays
    RULE = "closed-by-rule"  # only the special rule bars it that the scenario writes on the tile
    CLASS = "closed-to-class"  # the tile bars it, of which the engine knows no more


def closed(
    catalogue: Catalogue, content: HexContent, unit_class: UnitClass | None
) -> Closed | None:
    """Return why the tile on a hex bars a class of units; None where it may enter.

    A bridge or a ford leads across, and so may a structure of which nothing is known.
    """
    tile = content.terrain
    if tile is None or unit_class is None or unit_class is UnitClass.PLANE:
        return None
    rules = known_rules(catalogue, tile, Layer.TERRAIN)
    if rules is None:
        return Closed.CLASS if _is_said_closed(catalogue, content, tile, unit_class) else None
    over = known_rules(catalogue, content.structure, Layer.STRUCTURE)
    crossed = content.structure and (over is None or over.crossing)
    if crossed or not bars(rules, unit_class):
        return None
    plain = known_rules(catalogue, Piece(tile.name), Layer.TERRAIN) if tile.behavior else rules
    return Closed.TILE if plain and bars(plain, unit_class) else Closed.RULE


def known_rules(catalogue: Catalogue, piece: Piece | None, layer: Layer) -> TerrainRules | None:
    """Return what a piece does, its special rule considered; None where that is not known."""
    if piece is None or _PROPERTIES in piece.extra:
        return None
    if piece.behavior:
        special = catalogue.behavior(layer, piece.name, piece.behavior)
        if special is None or special.rules is Rules.NONE_YET:
            return None
    return catalogue.ground(layer, piece.name, piece.behavior)


def bars(rules: TerrainRules, unit_class: UnitClass | None) -> bool:
    """Tell whether ground bars a class, and not only holds it fast (D-33)."""
    return unit_class in rules.impassable - rules.fixed


def _is_said_closed(
    catalogue: Catalogue, content: HexContent, tile: Piece, unit_class: UnitClass
) -> bool:
    """Tell whether the catalogue closes a tile whose rules are not played to a class."""
    element = catalogue.get(tile.name, Layer.TERRAIN)
    plain = not tile.behavior and not tile.extra and not content.structure
    return plain and element is not None and unit_class in element.closed_to


def closed_though_unplayed(scenario: Scenario, catalogue: Catalogue) -> PerClass:
    """Return for each class the hexes that are closed to it and that the engine takes for open."""
    found = [0] * len(CLASSES)
    for hex_, content in scenario.hexes.items():
        for number, unit_class in enumerate(CLASSES):
            if closed(catalogue, content, unit_class) is Closed.CLASS:
                found[number] |= 1 << scenario.board.index[hex_]
    return tuple(found)


def is_carried_over(catalogue: Catalogue, unit: Unit, tile: Piece | None) -> bool:
    """Tell whether what a unit carries takes it over a tile; None is the printed sea."""
    opened = catalogue.equipment.get(unit.equipment or "", frozenset())
    element = catalogue.get(tile.name, Layer.TERRAIN) if tile else None
    joins = element.edges.keys() if element else ({_SEA} if tile is None else set())
    return not opened.isdisjoint(joins)


def goes_anywhere(catalogue: Catalogue, unit: Unit) -> bool:
    """Tell whether what a unit carries may take it where its class cannot go."""
    if unit.equipment is None:
        return False
    return unit.equipment not in catalogue.equipment or bool(catalogue.equipment[unit.equipment])
