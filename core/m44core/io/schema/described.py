"""What our schema says about the special rules of pieces, for whoever offers them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from m44core.catalogue.types import Layer
from m44core.io.schema.reading import read_schema
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Described:
    """A special rule in words for people.

    Attributes:
        word: What our own files call it: ``wide-river``.
        label: What people read: ``Wide river``.
        sentence: What it does.
    """

    word: str
    label: str
    sentence: str


@cache
def described_rules(layer: Layer) -> Mapping[str, Described]:
    """Return the special rules known for pieces of a layer, by their keys."""
    definition = read_schema("scenario")["$defs"].get(f"{layer.value}-rule", {})
    rules = [choice for choice in definition.get("anyOf", ()) if "const" in choice]
    described = [Described(rule["const"], rule["title"], rule["description"]) for rule in rules]
    return {rule.word: rule for rule in described}
