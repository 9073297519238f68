"""The strict JSON Schema of .m44: what the official editor writes, and nothing else.

It follows from the catalogue and the declared special rules. What no schema can
express is left to the checks: that entries are sorted row by row, and named once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.load import base_catalogue
from m44core.catalogue.types import Element, Layer
from m44core.io.m44.m44_format import META, OPTIONS
from m44core.io.schema_generation.rule_schemas import m44_schema
from m44core.io.vocabulary.codes import code
from m44core.io.vocabulary.field_values import KEY as ALLOW
from m44core.io.vocabulary.field_values import WORKSHOP_LABELS
from m44core.io.vocabulary.position_fields import KEY as POSITION
from m44core.io.vocabulary.unknown_rules import BEHAVIORS, EQUIPMENT
from m44core.model.required_packs import packs_to_tick
from m44core.model.rule_declarations import declarations
from m44core.model.token_functions import TagRule

Schema = dict[str, Any]


def an_object(
    properties: Mapping[str, Schema], about: str = "", optional: Iterable[str] = ()
) -> Schema:
    """Return the schema of an object with these keys and no others."""
    described = {"description": about} if about else {}
    required = [key for key in properties if key not in optional]
    return {
        **described,
        "type": "object",
        "required": required,
        "additionalProperties": False,
        "properties": dict(properties),
    }


def a_mapping(about: str, each: Schema) -> Schema:
    """Return the schema of an object with any keys."""
    return {"description": about, "type": "object", "additionalProperties": each}


def a_text(about: str) -> Schema:
    """Return the schema of a text."""
    return {"description": about, "type": "string"}


def a_pattern(about: str, pattern: str) -> Schema:
    """Return the schema of a text of a pattern."""
    return {**a_text(about), "pattern": pattern}


def a_choice(about: str, choices: Iterable[str]) -> Schema:
    """Return the schema of one of several words."""
    return {"description": about, "type": "string", "enum": [*choices]}


def a_number(about: str, least: int = 0, most: int = 99) -> Schema:
    """Return the schema of a whole number within bounds."""
    return {"description": about, "type": "integer", "minimum": least, "maximum": most}


def a_switch(about: str) -> Schema:
    """Return the schema of what is so or not."""
    return {"description": about, "type": "boolean"}


def a_list(about: str, items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"description": about, "type": "array", "items": items}


def a_filled_list(about: str, items: Schema) -> Schema:
    """Return the schema of a list that is not empty."""
    return {**a_list(about, items), "minItems": 1}


def board_schema() -> Schema:
    """Return the schema of the board."""
    return an_object(
        {
            "type": a_choice("Which board it is.", BoardType),
            "face": a_choice("What is printed on it.", Face),
            "hexagons": a_list("The hexes with something on them.", {"$ref": "#/$defs/hexagon"}),
            "labels": a_list("Texts written on hexes.", {"$ref": "#/$defs/label"}),
            "groups": a_list("Left over by the editor.", {"type": "object"}),
        },
        "The battlefield.",
        optional=("groups",),
    )


def _place() -> dict[str, Schema]:
    return {
        "row": a_number("The row, 0 at the top.", 0, max(b.rows for b in BOARDS.values()) - 1),
        "col": a_number("The doubled column.", 0, max(b.last_col for b in BOARDS.values())),
    }


def _whole_hexes() -> Schema:
    """Return what says that even rows have even columns and odd rows odd ones."""
    even, odd = {"multipleOf": 2}, {"not": {"multipleOf": 2}}
    both = [{"properties": {"row": kind, "col": kind}} for kind in (even, odd)]
    return {"anyOf": both}


def hexagon_schema() -> Schema:
    """Return the schema of a hex and what lies on it."""
    layers = {
        "terrain": {"$ref": "#/$defs/terrain"},
        "rect_terrain": {"$ref": "#/$defs/structure"},
        "obstacle": {"$ref": "#/$defs/obstacle"},
        "unit": {"$ref": "#/$defs/unit"},
        "tags": {
            **a_list("Medals, exits, mines and stars.", {"$ref": "#/$defs/tag"}),
            "minItems": 1,
        },
    }
    content = an_object({**_place(), **layers}, "One hex and what lies on it.", layers)
    return {**content, "minProperties": 3, **_whole_hexes()}


def label_schema() -> Schema:
    """Return the schema of the text on a hex."""
    lines = a_filled_list("The lines.", {"type": "string"})
    return {**an_object({**_place(), "text": lines}, "The text on one hex."), **_whole_hexes()}


def size_of_board(board: Board) -> Schema:
    """Return what says how large one type of board is."""
    place = {
        "properties": {
            "row": {"maximum": board.rows - 1},
            "col": {"maximum": board.last_col},
        }
    }
    lists = {key: {"items": place} for key in ("hexagons", "labels")}
    return {
        "if": {"properties": {"board": {"properties": {"type": {"const": board.type.value}}}}},
        "then": {"properties": {"board": {"properties": lists}}},
    }


def figures_as_the_server() -> Schema:
    """Return what says who writes figures as numbers: the server; the editor writes texts."""
    server = {
        "anyOf": [
            {"properties": {"status": {"enum": ["GAME", "APPROVED"]}}, "required": ["status"]},
            {
                "properties": {"software": {"pattern": "^UpdateScenario"}},
                "required": ["software"],
            },
        ]
    }
    return {
        "if": {"properties": {"meta_data": server}},
        "else": _all_units({"nbr_units": {"type": "string"}}),
    }


def _all_units(properties: Schema) -> Schema:
    unit = {"properties": {"unit": {"properties": properties}}}
    return {"properties": {"board": {"properties": {"hexagons": {"items": unit}}}}}


_SIDE_CODES = ["AXIS", "ALLIES"]

DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


_TIME = "^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}$"


def meta_schema() -> Schema:
    """Return the schema of where the file comes from."""
    number = {"type": "integer", "minimum": 0}
    known: dict[str, Schema] = {
        "status": a_choice("Who may see it.", ("PRIVATE", "PUBLIC", "APPROVED", "GAME")),
        "software": a_text("What wrote the file."),
        "scenario_id": {"description": "Its number.", "type": ["string", "integer"]},
        "can_translate": {"description": "As the server has it.", "enum": ["true", "false"]},
        "create_date": a_pattern("When it was made.", _TIME),
        "mod_date": a_pattern("When it was changed.", _TIME),
        "number": a_text("The number it was printed with."),
        ALLOW: a_list(
            "What the checks find and the author lets stand; a key of M44 Workshop.",
            {
                "type": "object",
                "required": ["check"],
            },
        ),
        POSITION: {
            "description": "What goes with the board of a position; a key of M44 Workshop.",
            "type": "object",
            "required": ["turn", "side"],
        },
    }
    users = {
        key: {"description": "A user of the server.", **number}
        for key in ("author_id", "create_by", "mod_by", "original_id", "ownerID")
    }
    return an_object({**known, **users}, "Where the file comes from.", (*META, ALLOW, POSITION))


def game_schema() -> Schema:
    """Return the schema of sides, cards, medals, dates and options."""
    players: dict[str, Schema] = {}
    for number, place in ((1, "top"), (2, "bottom")):
        players |= {
            f"side_player{number}": a_choice(f"The side of the {place} player.", _SIDE_CODES),
            f"country_player{number}": a_pattern(f"The flag of the {place} player.", "^[A-Z]{2}$"),
            f"cards_player{number}": a_number(f"The command cards of the {place} player."),
            f"victory_player{number}": a_number(f"The medals the {place} player needs."),
        }
    known = {
        "date_begin": a_pattern("First day.", DAY),
        "date_end": a_pattern("Last day.", DAY),
        "front": a_choice("The front.", ("WESTERN", "EASTERN", "MEDITERRANEAN", "PACIFIC")),
        "type": a_choice("Whether it happened.", ("HISTORICAL", "FICTIONAL")),
        "starting": a_choice("Who moves first.", ("PLAYER1", "PLAYER2", "SPECIAL")),
        **players,
        "operationID": a_pattern("The operation it belongs to.", "^[0-9]+$"),
        "expert_mode": a_number("Whether the expert tab was open.", 0, 1),
        "victory_conditions": {
            **a_list("Always one.", an_object({"standard": an_object({})})),
            "maxItems": 1,
        },
        "options": _options(),
        "victory": _victory(),
    }
    optional = ("date_end", "country_player2", "operationID", "expert_mode")
    later = ("victory_conditions", "options", "victory")
    return an_object(known, "Sides, cards, medals, dates and rule options.", optional + later)


def _options() -> Schema:
    declared = {each.m44: m44_schema(each) for each in declarations() if not each.condition}
    anything = {"description": "An option of the expert tab."}
    others = {key: anything for key in sorted(OPTIONS) if key not in declared}
    known = {**declared, **others}
    return {**an_object(known, "Rule options of the expert tab.", known), "minProperties": 1}


def _victory() -> Schema:
    conditions = {each.m44: m44_schema(each)["items"] for each in declarations() if each.condition}
    condition = {**an_object(conditions, "One condition.", conditions), "minProperties": 1}
    return an_object(
        {"condition": {**a_list("The conditions.", condition), "minItems": 1}},
        "Conditions that win besides medals.",
    )


def texts_schema() -> Schema:
    """Return the schema of the texts in one language."""
    fields = ("name", "subtitle", "historical", "description", "victory", "rules", "bibliography")
    known = {field: a_text(f"The {field}.") for field in fields}
    server = {key: a_text("As the server has it.") for key in ("sdate", "mod_date", "ownerID")}
    ours = {WORKSHOP_LABELS: {"type": "object", "description": "Ours: labels in the language."}}
    needed = ("name", "description", "victory")
    optional = [key for key in (*known, *server, *ours) if key not in needed]
    return an_object({**known, **server, **ours}, "The texts in one language.", optional)


def packs_schema() -> Schema:
    """Return the schema of the boxes that are ticked."""
    ticked = {"description": "Ticked.", "const": 1}
    packs = {box.name: ticked for box in packs_to_tick()}
    return an_object(packs, "The expansions the author ticked.", packs)


def extras_schema() -> Schema:
    """Return the schema of what the online game adds."""
    item = {"type": "object"}
    return an_object(
        {
            "base_cost": a_number("Of the online game.", 0, 999),
            "axis_pack": a_list("Of the online game.", item),
            "allies_pack": a_list("Of the online game.", item),
        },
        "Extras of the online game.",
    )


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


def strict_schema() -> Schema:
    """Return the schema of the files the official editor and its servers write."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:m44-workshop:schema:m44-strict:1",
        "title": "Scenario of the official editor (.m44), as that editor writes it",
        "description": "The normal form of .m44 files, for programs that write them. "
        "The tolerant schema m44 describes what is read.",
        **an_object(
            {
                "meta_data": meta_schema(),
                "game_info": game_schema(),
                "board": {"$ref": "#/$defs/board"},
                "packs": packs_schema(),
                "text": a_mapping("The texts by language.", {"$ref": "#/$defs/texts"}),
                "equipment_packs": extras_schema(),
            },
            optional=("equipment_packs",),
        ),
        "allOf": [figures_as_the_server(), *map(size_of_board, BOARDS.values())],
        "examples": [_EXAMPLE],
        "$defs": {
            "board": board_schema(),
            "hexagon": hexagon_schema(),
            "label": label_schema(),
            **{f"{layer.value}": piece_schema(layer) for layer in _PIECES},
            "unit": unit_schema(),
            "tag": tag_schema(),
            "medal": medal_schema(),
            "texts": texts_schema(),
            "hex": a_pattern("A hex by its name.", "^[A-Za-z][0-9]{1,2}$"),
        },
    }


_PIECES = (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE)
_EXAMPLE = {
    "meta_data": {"status": "PRIVATE", "software": "sed 1.2"},
    "game_info": {
        "date_begin": "1944-06-06",
        "front": "WESTERN",
        "type": "HISTORICAL",
        "starting": "PLAYER2",
        "side_player1": "AXIS",
        "side_player2": "ALLIES",
        "country_player1": "DE",
        "country_player2": "US",
        "cards_player1": 4,
        "cards_player2": 4,
        "victory_player1": 4,
        "victory_player2": 4,
    },
    "board": {"type": "STANDARD", "face": "COUNTRY", "hexagons": [], "labels": []},
    "packs": {},
    "text": {"en": {"name": "My title", "description": "", "victory": ""}},
}
