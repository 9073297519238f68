"""The strict JSON Schema of .m44: what the official editor writes, and nothing else.

It follows from the catalogue and the declared special rules. What no schema can
say is left to the checks: that entries are sorted row by row, and named once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Element, Layer
from m44core.io.m44.unknown_words import BEHAVIORS, EQUIPMENT, META, OPTIONS
from m44core.io.publishing.special_rules import m44_schema
from m44core.io.vocabulary.allowances import KEY as ALLOW
from m44core.io.vocabulary.positions import KEY as POSITION
from m44core.io.vocabulary.words import code
from m44core.model.declared import declarations
from m44core.model.packs import packs_to_tick
from m44core.model.tokens import TagRule

Schema = dict[str, Any]

DAY = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
_TIME = "^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}$"
_SIDES = ["AXIS", "ALLIES"]
_FIGURES = {"description": "Figures, where they are not the usual number."}


def strict_schema() -> Schema:
    """Return the schema of the files the official editor and its servers write."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:m44-workshop:schema:m44-strict:1",
        "title": "Scenario of the official editor (.m44), as that editor writes it",
        "description": "The normal form of .m44 files, for programs that write them. "
        "The tolerant schema m44 describes what is read.",
        **_object(
            {
                "meta_data": _meta(),
                "game_info": _game_info(),
                "board": {"$ref": "#/$defs/board"},
                "packs": _packs(),
                "text": _mapping("The texts by language.", {"$ref": "#/$defs/texts"}),
                "equipment_packs": _extras(),
            },
            optional=("equipment_packs",),
        ),
        "allOf": [_figures_as_the_server(), *map(_size, BOARDS.values())],
        "examples": [_EXAMPLE],
        "$defs": {
            "board": _board(),
            "hexagon": _hexagon(),
            "label": _label(),
            **{f"{layer.value}": _piece(layer) for layer in _PIECES},
            "unit": _unit(),
            "tag": _tag(),
            "medal": _medal(),
            "texts": _texts(),
            "hex": _pattern("A hex by its name.", "^[A-Za-z][0-9]{1,2}$"),
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


def _object(
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


def _mapping(about: str, each: Schema) -> Schema:
    return {"description": about, "type": "object", "additionalProperties": each}


def _text(about: str) -> Schema:
    return {"description": about, "type": "string"}


def _pattern(about: str, pattern: str) -> Schema:
    return {**_text(about), "pattern": pattern}


def _choice(about: str, choices: Iterable[str]) -> Schema:
    return {"description": about, "type": "string", "enum": [*choices]}


def _number(about: str, least: int = 0, most: int = 99) -> Schema:
    return {"description": about, "type": "integer", "minimum": least, "maximum": most}


def _true(about: str) -> Schema:
    return {"description": about, "type": "boolean"}


def _list(about: str, items: Schema) -> Schema:
    return {"description": about, "type": "array", "items": items}


def _filled(about: str, items: Schema) -> Schema:
    return {**_list(about, items), "minItems": 1}


def _meta() -> Schema:
    number = {"type": "integer", "minimum": 0}
    known: dict[str, Schema] = {
        "status": _choice("Who may see it.", ("PRIVATE", "PUBLIC", "APPROVED", "GAME")),
        "software": _text("What wrote the file."),
        "scenario_id": {"description": "Its number.", "type": ["string", "integer"]},
        "can_translate": {"description": "As the server has it.", "enum": ["true", "false"]},
        "create_date": _pattern("When it was made.", _TIME),
        "mod_date": _pattern("When it was changed.", _TIME),
        "number": _text("The number it was printed with."),
        ALLOW: _list(
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
    return _object({**known, **users}, "Where the file comes from.", (*META, ALLOW, POSITION))


def _game_info() -> Schema:
    players: dict[str, Schema] = {}
    for number, place in ((1, "top"), (2, "bottom")):
        players |= {
            f"side_player{number}": _choice(f"The side of the {place} player.", _SIDES),
            f"country_player{number}": _pattern(f"The flag of the {place} player.", "^[A-Z]{2}$"),
            f"cards_player{number}": _number(f"The command cards of the {place} player."),
            f"victory_player{number}": _number(f"The medals the {place} player needs."),
        }
    known = {
        "date_begin": _pattern("First day.", DAY),
        "date_end": _pattern("Last day.", DAY),
        "front": _choice("The front.", ("WESTERN", "EASTERN", "MEDITERRANEAN", "PACIFIC")),
        "type": _choice("Whether it happened.", ("HISTORICAL", "FICTIONAL")),
        "starting": _choice("Who moves first.", ("PLAYER1", "PLAYER2", "SPECIAL")),
        **players,
        "operationID": _pattern("The operation it belongs to.", "^[0-9]+$"),
        "expert_mode": _number("Whether the expert tab was open.", 0, 1),
        "victory_conditions": {
            **_list("Always one.", _object({"standard": _object({})})),
            "maxItems": 1,
        },
        "options": _options(),
        "victory": _victory(),
    }
    optional = ("date_end", "country_player2", "operationID", "expert_mode")
    later = ("victory_conditions", "options", "victory")
    return _object(known, "Sides, cards, medals, dates and rule options.", optional + later)


def _options() -> Schema:
    declared = {each.m44: m44_schema(each) for each in declarations() if not each.condition}
    anything = {"description": "An option of the expert tab."}
    others = {key: anything for key in sorted(OPTIONS) if key not in declared}
    known = {**declared, **others}
    return {**_object(known, "Rule options of the expert tab.", known), "minProperties": 1}


def _victory() -> Schema:
    conditions = {each.m44: m44_schema(each)["items"] for each in declarations() if each.condition}
    condition = {**_object(conditions, "One condition.", conditions), "minProperties": 1}
    return _object(
        {"condition": {**_list("The conditions.", condition), "minItems": 1}},
        "Conditions that win besides medals.",
    )


def _board() -> Schema:
    return _object(
        {
            "type": _choice("Which board it is.", BoardType),
            "face": _choice("What is printed on it.", Face),
            "hexagons": _list("The hexes with something on them.", {"$ref": "#/$defs/hexagon"}),
            "labels": _list("Texts written on hexes.", {"$ref": "#/$defs/label"}),
            "groups": _list("Left over by the editor.", {"type": "object"}),
        },
        "The battlefield.",
        optional=("groups",),
    )


def _place() -> dict[str, Schema]:
    return {
        "row": _number("The row, 0 at the top.", 0, max(b.rows for b in BOARDS.values()) - 1),
        "col": _number("The doubled column.", 0, max(b.last_col for b in BOARDS.values())),
    }


def _whole_hexes() -> Schema:
    """Return what says that even rows have even columns and odd rows odd ones."""
    even, odd = {"multipleOf": 2}, {"not": {"multipleOf": 2}}
    both = [{"properties": {"row": kind, "col": kind}} for kind in (even, odd)]
    return {"anyOf": both}


def _hexagon() -> Schema:
    layers = {
        "terrain": {"$ref": "#/$defs/terrain"},
        "rect_terrain": {"$ref": "#/$defs/structure"},
        "obstacle": {"$ref": "#/$defs/obstacle"},
        "unit": {"$ref": "#/$defs/unit"},
        "tags": {
            **_list("Medals, exits, mines and stars.", {"$ref": "#/$defs/tag"}),
            "minItems": 1,
        },
    }
    content = _object({**_place(), **layers}, "One hex and what lies on it.", layers)
    return {**content, "minProperties": 3, **_whole_hexes()}


def _label() -> Schema:
    lines = _filled("The lines.", {"type": "string"})
    return {**_object({**_place(), "text": lines}, "The text on one hex."), **_whole_hexes()}


def _size(board: Board) -> Schema:
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


def _figures_as_the_server() -> Schema:
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


def _piece(layer: Layer) -> Schema:
    """Return the schema of the pieces of a layer: those that can be turned say how they lie."""
    turned: dict[int, list[str]] = {}
    for element in _official(layer):
        turned.setdefault(element.orientations, []).append(element.name)
    catalogue = load_catalogue()
    rules = sorted({code(behavior.name) for behavior in catalogue.behaviors_on(layer)})
    common: dict[str, Schema] = {
        "name": _choice("Which piece it is.", [n for names in turned.values() for n in names]),
        "orientation": _number("How it is turned.", 1, max(turned)),
        "original_owner": _choice("The side it belongs to.", _SIDES),
    }
    if rules:
        common["behavior"] = _choice("A special rule of the expert tab.", rules)
    return {
        **_object(common, f"A {layer.value}.", [key for key in common if key != "name"]),
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
    return [element for element in load_catalogue().on_layer(layer) if element.official]


def _names(layer: Layer) -> list[str]:
    return [element.name for element in _official(layer)]


def _unit() -> Schema:
    figures = {**_FIGURES, "type": ["string", "integer"], "pattern": "^[1-9]$", "minimum": 1}
    known: dict[str, Schema] = {
        "name": _choice("Kind and nation.", _names(Layer.UNIT)),
        "nbr_units": {**figures, "maximum": 9},
        "badge": _choice("The badge beside it.", _names(Layer.BADGE)),
        "behavior": _choice("A special rule.", _unit_rules()),
        "equipment": _choice("What it carries.", sorted(EQUIPMENT)),
    }
    return _object(known, "A unit.", [key for key in known if key != "name"])


def _unit_rules() -> list[str]:
    pieces = {code(behavior.name) for behavior in load_catalogue().behaviors.values()}
    return sorted(BEHAVIORS - pieces - _TAG_RULES)


_TAG_RULES = frozenset(code(rule) for rule in TagRule)


def _tag() -> Schema:
    known: dict[str, Schema] = {
        "name": _choice("Which token.", _names(Layer.TAG)),
        "behavior": _choice("A special rule.", sorted(_TAG_RULES)),
        "side": _choice("Whose mine, or who may exit here.", _SIDES),
        "group": _list("Further hexes that share its function.", {"$ref": "#/$defs/hex"}),
        "medal": {"$ref": "#/$defs/medal"},
    }
    return _object(known, "A token.", [key for key in known if key != "name"])


def _medal() -> Schema:
    known: dict[str, Schema] = {
        "permanent": _true("Once gained it stays gained."),
        "counts_for": _number("How many medals it is worth.", 1, 12),
        "nbr_hex": _number("How many hexes of the group are needed.", 1),
        "side": _choice("Who alone may hold it.", _SIDES),
    }
    switches = ("any_hex", "last_to_occupy", "majority", "sole_control", "turn_start")
    known |= {key: _true("A further term.") for key in switches}
    return _object(known, "The terms of a medal.", known)


def _texts() -> Schema:
    fields = ("name", "subtitle", "historical", "description", "victory", "rules", "bibliography")
    known = {field: _text(f"The {field}.") for field in fields}
    server = {key: _text("As the server has it.") for key in ("sdate", "mod_date", "ownerID")}
    optional = [key for key in (*known, *server) if key not in ("name", "description", "victory")]
    return _object({**known, **server}, "The texts in one language.", optional)


def _packs() -> Schema:
    ticked = {"description": "Ticked.", "const": 1}
    packs = {box.name: ticked for box in packs_to_tick()}
    return _object(packs, "The expansions the author ticked.", packs)


def _extras() -> Schema:
    item = {"type": "object"}
    return _object(
        {
            "base_cost": _number("Of the online game.", 0, 999),
            "axis_pack": _list("Of the online game.", item),
            "allies_pack": _list("Of the online game.", item),
        },
        "Extras of the online game.",
    )
