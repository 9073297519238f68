"""Our own JSON Schemas: reading them, and the labels they give special rules of pieces."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from m44core.catalogue.types import Layer
from m44core.resources import schema_folder
from m44core.values import dataclass


def read_schema(name: str) -> dict[str, Any]:
    """Return one of our schemas: ``m44`` or ``scenario``."""
    text = (schema_folder() / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


@dataclass(frozen=True, slots=True)
class RuleLabel:
    """A special rule in words for people.

    Attributes:
        word: What our own files call it: ``wide-river``.
        label: What people read: ``Wide river``.
        sentence: What it does.
    """

    word: str
    label: str
    description: str


@cache
def rule_labels(layer: Layer) -> Mapping[str, RuleLabel]:
    """Return the special rules known for pieces of a layer, by their keys."""
    definition = read_schema("scenario")["$defs"].get(f"{layer.value}-rule", {})
    rules = [choice for choice in definition.get("anyOf", ()) if "const" in choice]
    described = [RuleLabel(rule["const"], rule["title"], rule["description"]) for rule in rules]
    return {rule.word: rule for rule in described}
