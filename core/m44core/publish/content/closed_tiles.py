"""The sentences on a sheet about tiles that a rule of their own closes (S-CLOSED, S-BARRIER)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, SightEffect, TerrainRules, UnitClass
from m44core.messages.message import Message, message
from m44core.model.scenario_parts import Piece

_ON_LAND = {UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY}


def is_closed_by_rule(piece: Piece, layer: Layer, catalogue: Catalogue) -> bool:
    """Return whether a tile is closed to all units by its own rule, unlike others of its kind."""
    own_rules = catalogue.terrain_rules(layer, piece.name, piece.behavior)
    usual_rules = catalogue.terrain_rules(layer, piece.name, None)
    if own_rules is None or usual_rules is None:
        return False
    return own_rules.impassable >= _ON_LAND and not usual_rules.impassable >= _ON_LAND


def closed_tile_sentences(rules: TerrainRules) -> list[Message]:
    """Return how a closed tile affects units that start on it, and lines of sight."""
    return [*_entry_sentences(rules), *_cover_sentences(rules), *_sight_sentences(rules)]


def _entry_sentences(rules: TerrainRules) -> Iterator[Message]:
    yield message("No unit can enter.")
    if rules.slope is None:  # a mountain may have no way down
        yield message("Units that start here may leave.")


def _cover_sentences(rules: TerrainRules) -> Iterator[Message]:
    if rules.height > 1:
        yield message("Reduces attacks from below by 2 dice.")
    elif rules.height:
        yield message(
            "Infantry and armor attacking a unit here roll 1 die fewer unless they are on a hill "
            "too."
        )
    if rules.dice_against:
        yield message("Reduces infantry attacks by 1 die and armor attacks by 2.")
    if rules.dice_from:
        yield message("Armor battles out of it with 2 fewer dice.")


def _sight_sentences(rules: TerrainRules) -> Iterator[Message]:
    if rules.sight is SightEffect.HILL and rules.height == 1:
        yield message("Blocks line of sight except across the same hill.")
    else:
        yield message("Blocks line of sight.")
    if rules.bars_fire_of:
        yield message("Artillery cannot fire over it.")
