"""The strict JSON Schema of .m44: what the official editor writes, and nothing else.

It follows from the catalogue and the declared special rules. What no schema can
say is left to the checks: that entries are sorted row by row, and named once.
"""

from __future__ import annotations

from m44core.board import BOARDS
from m44core.catalogue.types import Layer
from m44core.io.publishing.schema_parts import Schema, a_mapping, a_pattern, an_object
from m44core.io.publishing.strict_board import (
    board_schema,
    figures_as_the_server,
    hexagon_schema,
    label_schema,
    size_of_board,
)
from m44core.io.publishing.strict_game import (
    extras_schema,
    game_schema,
    meta_schema,
    packs_schema,
    texts_schema,
)
from m44core.io.publishing.strict_pieces import medal_schema, piece_schema, tag_schema, unit_schema


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
