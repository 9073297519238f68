"""Keeping the names in our JSON Schema those of the catalogue."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Layer
from m44core.resources import schema_folder


def with_names(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of scenarios with every name and facing the catalogue has today."""
    catalogue = load_catalogue()
    result = deepcopy(schema)
    definitions = result["$defs"]
    for layer in Layer:
        keys = [element.key for element in catalogue.on_layer(layer)]
        definition = definitions[f"{layer.value}-name"]
        definition["anyOf"][0]["enum"] = keys
        definition["examples"] = keys[:2]
    facings = dict.fromkeys(f for e in catalogue.elements.values() for f in e.facings)
    definitions["facing"]["enum"] = list(facings)
    definitions["facing"]["examples"] = list(facings)[:2]
    return result


def read_schema(name: str) -> dict[str, Any]:
    """Return one of our schemas: ``m44`` or ``scenario``."""
    text = (schema_folder() / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def as_text(schema: dict[str, Any]) -> str:
    """Return a schema as its file has it."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    path = schema_folder() / "scenario.schema.json"
    path.write_text(as_text(with_names(read_schema("scenario"))), encoding="utf-8")
