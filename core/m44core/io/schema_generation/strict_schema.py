"""Generates the strict JSON Schema of .m44 files: exactly what the official editor writes.

It is derived from the catalogue and the declared special rules. Two requirements that no schema
can express are left to the checks: that entries are sorted row by row, and that no hex has two
entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Element, Layer
from m44core.io.m44.m44_format import META_KEYS, OPTION_KEYS
from m44core.io.schema_generation.rule_schemas import m44_rule_schema
from m44core.io.vocabulary.codes import code_for
from m44core.io.vocabulary.field_values import ALLOWANCES_KEY as ALLOW
from m44core.io.vocabulary.field_values import WORKSHOP_LABELS
from m44core.io.vocabulary.position_fields import POSITION_KEY as POSITION
from m44core.io.vocabulary.unknown_rules import BEHAVIORS, EQUIPMENT
from m44core.model.required_packs import listable_boxes
from m44core.model.rule_declarations import declarations
from m44core.model.token_functions import TagRule

Schema = dict[str, Any]


def object_schema(
    properties: Mapping[str, Schema], description: str = "", optional: Iterable[str] = ()
) -> Schema:
    """Return the schema of an object with exactly the given keys, required unless *optional*."""
    description_entry = {"description": description} if description else {}
    required_keys = [key for key in properties if key not in optional]
    return {
        **description_entry,
        "type": "object",
        "required": required_keys,
        "additionalProperties": False,
        "properties": dict(properties),
    }


def mapping_schema(description: str, value_schema: Schema) -> Schema:
    """Return the schema of an object with arbitrary keys, whose values match *value_schema*."""
    return {"description": description, "type": "object", "additionalProperties": value_schema}


def text_schema(description: str) -> Schema:
    """Return the schema of a string."""
    return {"description": description, "type": "string"}


def pattern_schema(description: str, pattern: str) -> Schema:
    """Return the schema of a string that matches a pattern."""
    return {**text_schema(description), "pattern": pattern}


def choice_schema(description: str, choices: Iterable[str]) -> Schema:
    """Return the schema of a string that is one of several choices."""
    return {"description": description, "type": "string", "enum": [*choices]}


def number_schema(description: str, minimum: int = 0, maximum: int = 99) -> Schema:
    """Return the schema of an integer within inclusive bounds."""
    return {"description": description, "type": "integer", "minimum": minimum, "maximum": maximum}


def switch_schema(description: str) -> Schema:
    """Return the schema of a boolean."""
    return {"description": description, "type": "boolean"}


def list_schema(description: str, items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"description": description, "type": "array", "items": items}


def nonempty_list_schema(description: str, items: Schema) -> Schema:
    """Return the schema of a list that is not empty."""
    return {**list_schema(description, items), "minItems": 1}


def board_schema() -> Schema:
    """Return the schema of the board."""
    return object_schema(
        {
            "type": choice_schema("The format of the board.", BoardType),
            "face": choice_schema("The ground printed on the board.", Face),
            "hexagons": list_schema(
                "The hexes with something on them.", {"$ref": "#/$defs/hexagon"}
            ),
            "labels": list_schema("Texts written on hexes.", {"$ref": "#/$defs/label"}),
            "groups": list_schema(
                "Groups left by the official editor; they have no effect.", {"type": "object"}
            ),
        },
        "The battlefield.",
        optional=("groups",),
    )


def _row_and_column_properties() -> dict[str, Schema]:
    return {
        "row": number_schema("The row, 0 at the top.", 0, max(b.rows for b in BOARDS.values()) - 1),
        "col": number_schema("The doubled column.", 0, max(b.last_col for b in BOARDS.values())),
    }


def _same_parity_schema() -> Schema:
    """Return the subschema that requires row and column to be both even or both odd."""
    even, odd = {"multipleOf": 2}, {"not": {"multipleOf": 2}}
    same_parity = [{"properties": {"row": kind, "col": kind}} for kind in (even, odd)]
    return {"anyOf": same_parity}


def hexagon_schema() -> Schema:
    """Return the schema of a hex and its content."""
    layers = {
        "terrain": {"$ref": "#/$defs/terrain"},
        "rect_terrain": {"$ref": "#/$defs/structure"},
        "obstacle": {"$ref": "#/$defs/obstacle"},
        "unit": {"$ref": "#/$defs/unit"},
        "tags": {
            **list_schema("Medals, exits, mines and stars.", {"$ref": "#/$defs/tag"}),
            "minItems": 1,
        },
    }
    content = object_schema(
        {**_row_and_column_properties(), **layers}, "One hex and what lies on it.", layers
    )
    return {**content, "minProperties": 3, **_same_parity_schema()}


def label_schema() -> Schema:
    """Return the schema of the label on a hex."""
    lines = nonempty_list_schema("The lines.", {"type": "string"})
    return {
        **object_schema({**_row_and_column_properties(), "text": lines}, "The text on one hex."),
        **_same_parity_schema(),
    }


def board_size_schema(board: Board) -> Schema:
    """Return the subschema that keeps the rows and columns of one type of board in range."""
    entry = {
        "properties": {
            "row": {"maximum": board.rows - 1},
            "col": {"maximum": board.last_col},
        }
    }
    lists = {key: {"items": entry} for key in ("hexagons", "labels")}
    return {
        "if": {"properties": {"board": {"properties": {"type": {"const": board.type.value}}}}},
        "then": {"properties": {"board": {"properties": lists}}},
    }


def figures_by_software_schema() -> Schema:
    """Return the subschema that allows figures as numbers only in files of the server."""
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
        "else": _all_units_schema({"nbr_units": {"type": "string"}}),
    }


def _all_units_schema(properties: Schema) -> Schema:
    unit = {"properties": {"unit": {"properties": properties}}}
    return {"properties": {"board": {"properties": {"hexagons": {"items": unit}}}}}


_SIDE_CODES = ["AXIS", "ALLIES"]

DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"


_TIME = "^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}$"


def meta_data_schema() -> Schema:
    """Return the schema of ``meta_data``: the origin of the file."""
    number = {"type": "integer", "minimum": 0}
    properties: dict[str, Schema] = {
        "status": choice_schema(
            "Who may see the scenario on the server.", ("PRIVATE", "PUBLIC", "APPROVED", "GAME")
        ),
        "software": text_schema("The program that wrote the file."),
        "scenario_id": {
            "description": "The number of the scenario on the server.",
            "type": ["string", "integer"],
        },
        "can_translate": {
            "description": "A value of the server, kept unchanged.",
            "enum": ["true", "false"],
        },
        "create_date": pattern_schema("When it was made.", _TIME),
        "mod_date": pattern_schema("When it was changed.", _TIME),
        "number": text_schema("The number it was printed with."),
        ALLOW: list_schema(
            "Findings of the checks that the author accepts; a key of M44 Workshop.",
            {
                "type": "object",
                "required": ["check"],
            },
        ),
        POSITION: {
            "description": "A game position, apart from its board; a key of M44 Workshop.",
            "type": "object",
            "required": ["turn", "side"],
        },
    }
    users = {
        key: {"description": "The number of a user of the server.", **number}
        for key in ("author_id", "create_by", "mod_by", "original_id", "ownerID")
    }
    return object_schema(
        {**properties, **users}, "Where the file comes from.", (*META_KEYS, ALLOW, POSITION)
    )


def game_info_schema() -> Schema:
    """Return the schema of ``game_info``: sides, cards, medals, dates and options."""
    players: dict[str, Schema] = {}
    for number, place in ((1, "top"), (2, "bottom")):
        players |= {
            f"side_player{number}": choice_schema(f"The side of the {place} player.", _SIDE_CODES),
            f"country_player{number}": pattern_schema(
                f"The flag of the {place} player.", "^[A-Z]{2}$"
            ),
            f"cards_player{number}": number_schema(f"The command cards of the {place} player."),
            f"victory_player{number}": number_schema(f"The medals the {place} player needs."),
        }
    properties = {
        "date_begin": pattern_schema("First day.", DAY),
        "date_end": pattern_schema("Last day.", DAY),
        "front": choice_schema("The front.", ("WESTERN", "EASTERN", "MEDITERRANEAN", "PACIFIC")),
        "type": choice_schema("Whether the battle is historical.", ("HISTORICAL", "FICTIONAL")),
        "starting": choice_schema("Who moves first.", ("PLAYER1", "PLAYER2", "SPECIAL")),
        **players,
        "operationID": pattern_schema("The operation it belongs to.", "^[0-9]+$"),
        "expert_mode": number_schema("Whether the expert tab was open.", 0, 1),
        "victory_conditions": {
            **list_schema("Always one.", object_schema({"standard": object_schema({})})),
            "maxItems": 1,
        },
        "options": _options_schema(),
        "victory": _victory_schema(),
    }
    optional = ("date_end", "country_player2", "operationID", "expert_mode")
    optional_keys = ("victory_conditions", "options", "victory")
    return object_schema(
        properties, "Sides, cards, medals, dates and rule options.", optional + optional_keys
    )


def _options_schema() -> Schema:
    declared_options = {
        each.m44: m44_rule_schema(each) for each in declarations() if not each.condition
    }
    any_option = {"description": "An option of the expert tab."}
    other_options = {key: any_option for key in sorted(OPTION_KEYS) if key not in declared_options}
    properties = {**declared_options, **other_options}
    return {
        **object_schema(properties, "Rule options of the expert tab.", properties),
        "minProperties": 1,
    }


def _victory_schema() -> Schema:
    conditions = {
        each.m44: m44_rule_schema(each)["items"] for each in declarations() if each.condition
    }
    condition = {**object_schema(conditions, "One condition.", conditions), "minProperties": 1}
    return object_schema(
        {"condition": {**list_schema("The conditions.", condition), "minItems": 1}},
        "Conditions that win besides medals.",
    )


def texts_schema() -> Schema:
    """Return the schema of the texts in one language."""
    fields = ("name", "subtitle", "historical", "description", "victory", "rules", "bibliography")
    properties = {field: text_schema(f"The {field}.") for field in fields}
    server = {
        key: text_schema("A value of the server, kept unchanged.")
        for key in ("sdate", "mod_date", "ownerID")
    }
    workshop_properties = {
        WORKSHOP_LABELS: {
            "type": "object",
            "description": "The labels in this language; a key of M44 Workshop.",
        }
    }
    required_texts = ("name", "description", "victory")
    optional = [
        key for key in (*properties, *server, *workshop_properties) if key not in required_texts
    ]
    return object_schema(
        {**properties, **server, **workshop_properties}, "The texts in one language.", optional
    )


def packs_schema() -> Schema:
    """Return the schema of the expansions ticked in the editor."""
    ticked_schema = {"description": "Ticked.", "const": 1}
    packs = {box.name: ticked_schema for box in listable_boxes()}
    return object_schema(packs, "The expansions the author ticked.", packs)


def extras_schema() -> Schema:
    """Return the schema of the extras of the online game."""
    item = {"type": "object"}
    return object_schema(
        {
            "base_cost": number_schema("A value of the online game.", 0, 999),
            "axis_pack": list_schema("A value of the online game.", item),
            "allies_pack": list_schema("A value of the online game.", item),
        },
        "Extras of the online game.",
    )


_SIDES = ["AXIS", "ALLIES"]

_FIGURES = {"description": "The number of figures, if it is not the usual one."}


def piece_schema(layer: Layer) -> Schema:
    """Return the schema of the pieces of a layer; rotatable ones require an orientation."""
    names_by_count: dict[int, list[str]] = {}
    for element in _official_elements(layer):
        names_by_count.setdefault(element.orientations, []).append(element.name)
    catalogue = base_catalogue()
    rules = sorted({code_for(behavior.name) for behavior in catalogue.behaviors_on(layer)})
    common_properties: dict[str, Schema] = {
        "name": choice_schema(
            "Which piece it is.", [n for names in names_by_count.values() for n in names]
        ),
        "orientation": number_schema("The orientation of the piece.", 1, max(names_by_count)),
        "original_owner": choice_schema("The side it belongs to.", _SIDES),
    }
    if rules:
        common_properties["behavior"] = choice_schema("A special rule of the expert tab.", rules)
    return {
        **object_schema(
            common_properties,
            f"A {layer.value}.",
            [key for key in common_properties if key != "name"],
        ),
        "oneOf": [
            _orientation_schema(names, count) for count, names in sorted(names_by_count.items())
        ],
    }


def _orientation_schema(names: list[str], count: int) -> Schema:
    """Return the subschema of the pieces *names*, which have *count* orientations."""
    if count == 1:
        return {"properties": {"name": {"enum": names}, "orientation": False}}
    return {
        "properties": {"name": {"enum": names}, "orientation": {"maximum": count}},
        "required": ["orientation"],
    }


def _official_elements(layer: Layer) -> list[Element]:
    return [element for element in base_catalogue().on_layer(layer) if element.official]


def _official_names(layer: Layer) -> list[str]:
    return [element.name for element in _official_elements(layer)]


def unit_schema() -> Schema:
    """Return the schema of a unit."""
    figures = {**_FIGURES, "type": ["string", "integer"], "pattern": "^[1-9]$", "minimum": 1}
    properties: dict[str, Schema] = {
        "name": choice_schema("Kind and nation.", _official_names(Layer.UNIT)),
        "nbr_units": {**figures, "maximum": 9},
        "badge": choice_schema("The badge of the unit.", _official_names(Layer.BADGE)),
        "behavior": choice_schema("A special rule.", _unit_rule_codes()),
        "equipment": choice_schema("What it carries.", sorted(EQUIPMENT)),
    }
    return object_schema(properties, "A unit.", [key for key in properties if key != "name"])


def _unit_rule_codes() -> list[str]:
    pieces = {code_for(behavior.name) for behavior in base_catalogue().behaviors.values()}
    return sorted(BEHAVIORS - pieces - _TAG_RULES)


_TAG_RULES = frozenset(code_for(rule) for rule in TagRule)


def tag_schema() -> Schema:
    """Return the schema of a token (a tag of the format)."""
    properties: dict[str, Schema] = {
        "name": choice_schema("Which token.", _official_names(Layer.TAG)),
        "behavior": choice_schema("A special rule.", sorted(_TAG_RULES)),
        "side": choice_schema("The side that owns the mine, or that may exit here.", _SIDES),
        "group": list_schema("Further hexes that share its function.", {"$ref": "#/$defs/hex"}),
        "medal": {"$ref": "#/$defs/medal"},
    }
    return object_schema(properties, "A token.", [key for key in properties if key != "name"])


def medal_schema() -> Schema:
    """Return the schema of the terms of a medal."""
    properties: dict[str, Schema] = {
        "permanent": switch_schema("Whether the medal cannot be lost again."),
        "counts_for": number_schema("How many medals it is worth.", 1, 12),
        "nbr_hex": number_schema("How many hexes of the group are needed.", 1),
        "side": choice_schema("The only side that may hold the medal.", _SIDES),
    }
    switches = ("any_hex", "last_to_occupy", "majority", "sole_control", "turn_start")
    properties |= {key: switch_schema("A further term.") for key in switches}
    return object_schema(properties, "The terms of a medal.", properties)


def strict_schema() -> Schema:
    """Return the schema of the files the official editor and its servers write."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:m44-workshop:schema:m44-strict:1",
        "title": "Scenario of the official editor (.m44), as that editor writes it",
        "description": "The normal form of .m44 files, for programs that write them. "
        "The tolerant schema m44 describes what is read.",
        **object_schema(
            {
                "meta_data": meta_data_schema(),
                "game_info": game_info_schema(),
                "board": {"$ref": "#/$defs/board"},
                "packs": packs_schema(),
                "text": mapping_schema("The texts by language.", {"$ref": "#/$defs/texts"}),
                "equipment_packs": extras_schema(),
            },
            optional=("equipment_packs",),
        ),
        "allOf": [figures_by_software_schema(), *map(board_size_schema, BOARDS.values())],
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
            "hex": pattern_schema("A hex by its name.", "^[A-Za-z][0-9]{1,2}$"),
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
