"""The least parts of a schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

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
