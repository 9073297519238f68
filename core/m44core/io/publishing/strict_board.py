"""What the strict schema of .m44 says of the board and its hexes."""

from __future__ import annotations

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.io.publishing.schema_parts import (
    Schema,
    a_choice,
    a_filled_list,
    a_list,
    a_number,
    an_object,
)


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
