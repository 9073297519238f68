"""What the strict schema of .m44 says besides the board: sides, options, texts, packs."""

from __future__ import annotations

from m44core.io.m44.unknown_words import META, OPTIONS
from m44core.io.publishing.schema_parts import (
    Schema,
    a_choice,
    a_list,
    a_number,
    a_pattern,
    a_text,
    an_object,
)
from m44core.io.publishing.special_rules import m44_schema
from m44core.io.vocabulary.allowances import KEY as ALLOW
from m44core.io.vocabulary.official import WORKSHOP_LABELS
from m44core.io.vocabulary.positions import KEY as POSITION
from m44core.model.declared import declarations
from m44core.model.packs import packs_to_tick

_SIDES = ["AXIS", "ALLIES"]

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
            f"side_player{number}": a_choice(f"The side of the {place} player.", _SIDES),
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
