"""What the strict schema of .m44 says of pieces: which there are, and how they are turned."""

from __future__ import annotations

from m44core.catalogue.load import base_catalogue
from m44core.catalogue.types import Element, Layer
from m44core.io.publishing.schema_parts import (
    Schema,
    a_choice,
    a_list,
    a_number,
    a_switch,
    an_object,
)
from m44core.io.vocabulary.unknown_rules import BEHAVIORS, EQUIPMENT
from m44core.io.vocabulary.words import code
from m44core.model.tokens import TagRule

_SIDES = ["AXIS", "ALLIES"]

_FIGURES = {"description": "Figures, where they are not the usual number."}


def piece_schema(layer: Layer) -> Schema:
    """Return the schema of the pieces of a layer: those that can be turned say how they lie."""
    turned: dict[int, list[str]] = {}
    for element in _official(layer):
        turned.setdefault(element.orientations, []).append(element.name)
    catalogue = base_catalogue()
    rules = sorted({code(behavior.name) for behavior in catalogue.behaviors_on(layer)})
    common: dict[str, Schema] = {
        "name": a_choice("Which piece it is.", [n for names in turned.values() for n in names]),
        "orientation": a_number("How it is turned.", 1, max(turned)),
        "original_owner": a_choice("The side it belongs to.", _SIDES),
    }
    if rules:
        common["behavior"] = a_choice("A special rule of the expert tab.", rules)
    return {
        **an_object(common, f"A {layer.value}.", [key for key in common if key != "name"]),
        "oneOf": [_turned(names, count) for count, names in sorted(turned.items())],
    }


def _turned(names: list[str], count: int) -> Schema:
    """Return what holds for pieces that can be turned in so many ways."""
    if count == 1:
        return {"properties": {"name": {"enum": names}, "orientation": False}}
    return {
        "properties": {"name": {"enum": names}, "orientation": {"maximum": count}},
        "required": ["orientation"],
    }


def _official(layer: Layer) -> list[Element]:
    return [element for element in base_catalogue().on_layer(layer) if element.official]


def _names(layer: Layer) -> list[str]:
    return [element.name for element in _official(layer)]


def unit_schema() -> Schema:
    """Return the schema of a unit."""
    figures = {**_FIGURES, "type": ["string", "integer"], "pattern": "^[1-9]$", "minimum": 1}
    known: dict[str, Schema] = {
        "name": a_choice("Kind and nation.", _names(Layer.UNIT)),
        "nbr_units": {**figures, "maximum": 9},
        "badge": a_choice("The badge beside it.", _names(Layer.BADGE)),
        "behavior": a_choice("A special rule.", _unit_rules()),
        "equipment": a_choice("What it carries.", sorted(EQUIPMENT)),
    }
    return an_object(known, "A unit.", [key for key in known if key != "name"])


def _unit_rules() -> list[str]:
    pieces = {code(behavior.name) for behavior in base_catalogue().behaviors.values()}
    return sorted(BEHAVIORS - pieces - _TAG_RULES)


_TAG_RULES = frozenset(code(rule) for rule in TagRule)


def tag_schema() -> Schema:
    """Return the schema of a token."""
    known: dict[str, Schema] = {
        "name": a_choice("Which token.", _names(Layer.TAG)),
        "behavior": a_choice("A special rule.", sorted(_TAG_RULES)),
        "side": a_choice("Whose mine, or who may exit here.", _SIDES),
        "group": a_list("Further hexes that share its function.", {"$ref": "#/$defs/hex"}),
        "medal": {"$ref": "#/$defs/medal"},
    }
    return an_object(known, "A token.", [key for key in known if key != "name"])


def medal_schema() -> Schema:
    """Return the schema of the terms of a medal."""
    known: dict[str, Schema] = {
        "permanent": a_switch("Once gained it stays gained."),
        "counts_for": a_number("How many medals it is worth.", 1, 12),
        "nbr_hex": a_number("How many hexes of the group are needed.", 1),
        "side": a_choice("Who alone may hold it.", _SIDES),
    }
    switches = ("any_hex", "last_to_occupy", "majority", "sole_control", "turn_start")
    known |= {key: a_switch("A further term.") for key in switches}
    return an_object(known, "The terms of a medal.", known)
