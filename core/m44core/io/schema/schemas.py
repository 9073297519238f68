"""Reading our own JSON Schemas, and the labels of pieces' special rules they contain."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from m44core.catalogue.catalogue_types import Layer
from m44core.resources import schema_folder
from m44core.values import dataclass


def read_schema(name: str) -> dict[str, Any]:
    """Return one of our schemas by name: ``m44``, ``m44-strict`` or ``scenario``."""
    text = (schema_folder() / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


@dataclass(frozen=True, slots=True)
class RuleLabel:
    """The display name and description of a special rule of pieces.

    Attributes:
        word: The key of the rule in our own files: ``wide-river``.
        label: The display name: ``Wide river``.
        description: One sentence about the effect of the rule.
    """

    word: str
    label: str
    description: str


@cache
def rule_labels(layer: Layer) -> Mapping[str, RuleLabel]:
    """Return the labels of the special rules that pieces of a layer can have, by key."""
    definition = read_schema("scenario")["$defs"].get(f"{layer.value}-rule", {})
    rules = [choice for choice in definition.get("anyOf", ()) if "const" in choice]
    labels = [RuleLabel(rule["const"], rule["title"], rule["description"]) for rule in rules]
    return {rule.word: rule for rule in labels}
