"""What our schema says about the special rules of scenarios, for whoever offers them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from m44core.catalogue.types import Layer
from m44core.io.schema.words import read_schema
from m44core.io.workshop.option_words import option_key
from m44core.io.workshop.words import code


@dataclass(frozen=True, slots=True)
class Described:
    """A special rule in words for people.

    Attributes:
        code: Its name in an .m44 file: ``hill317``, ``WIDE_RIVER``.
        word: What our own files call it: ``hill-317``, ``wide-river``.
        label: What people read: ``Wide river``.
        sentence: What it does.
        parts: What each part of its value says, by our words: ``units``, ``at-once``.
    """

    code: str
    word: str
    label: str
    sentence: str
    parts: Mapping[str, str] = field(default_factory=dict)


@cache
def described_options() -> Mapping[str, Described]:
    """Return the options our files have words for, by their names in an .m44 file.

    Sudden death is ``group_sudden_death``, though that file has it among the
    conditions of victory.
    """
    schema = read_schema("scenario")
    words = schema["properties"]["briefing"]["properties"]["options"]["properties"]
    described = [_described(option_key(w), w, schema["$defs"][f"option-{w}"]) for w in words]
    return {option.code: option for option in described}


@cache
def described_rules(layer: Layer) -> Mapping[str, Described]:
    """Return the special rules known for pieces of a layer, by their names in an .m44 file."""
    definition = read_schema("scenario")["$defs"].get(f"{layer.value}-rule", {})
    rules = [choice for choice in definition.get("anyOf", ()) if "const" in choice]
    described = [_described(code(rule["const"]), rule["const"], rule) for rule in rules]
    return {rule.code: rule for rule in described}


def _described(name: str, word: str, schema: Mapping[str, Any]) -> Described:
    return Described(name, word, schema["title"], schema["description"], dict(_parts(schema)))


def _parts(schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a value, or of each entry of a list, with their sentences."""
    schema = _meant(schema)
    if "items" in schema:
        yield from _parts(schema["items"])
    for word, part in schema.get("properties", {}).items():
        if "description" in _meant(part):
            yield word, _meant(part)["description"]
        yield from _parts(part)


def _meant(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a schema says, or what another says that it refers to."""
    place = schema.get("$ref", "")
    return read_schema("scenario")["$defs"][place.rpartition("/")[2]] if place else schema
