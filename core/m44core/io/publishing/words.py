"""Keeping the schemas true to the catalogue and to the declared special rules."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from typing import Any

from m44core.catalogue.load import base_catalogue
from m44core.catalogue.types import Layer
from m44core.io.publishing.special_rules import m44_example, scenario_schema, table
from m44core.io.publishing.strict import strict_schema
from m44core.io.publishing.traits import traits_page
from m44core.io.schema.reading import read_schema
from m44core.model.declared import declarations
from m44core.resources import schema_folder


def with_names(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of scenarios with every name and facing the catalogue has today."""
    catalogue = base_catalogue()
    result = deepcopy(schema)
    definitions = result["$defs"]
    for layer in Layer:
        keys = [element.key for element in catalogue.on_layer(layer)]
        definition = definitions[f"{layer.value}-name"]
        definition["anyOf"][0]["enum"] = keys
        definition["examples"] = keys[:2]
    _put_special_rules(result)
    facings = dict.fromkeys(f for e in catalogue.elements.values() for f in e.facings)
    definitions["facing"]["enum"] = list(facings)
    definitions["facing"]["examples"] = list(facings)[:2]
    return result


def _put_special_rules(schema: dict[str, Any]) -> None:
    """Put what the declarations of special rules say in place of what the schema said of them."""
    rules = {_RULE + declared.key: scenario_schema(declared) for declared in declarations()}
    others = [(name, said) for name, said in schema["$defs"].items() if name not in rules]
    first = next(n for n, (name, _) in enumerate(others) if name == _AFTER)
    schema["$defs"] = dict([*others[:first], *rules.items(), *others[first:]])
    options = schema["properties"]["briefing"]["properties"]["options"]["properties"]
    options.clear()
    options.update({rule.removeprefix(_RULE): {"$ref": f"#/$defs/{rule}"} for rule in rules})


_RULE = "option-"
_AFTER = "dropped-unit"  # what the rules stand before


def with_rules(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of .m44 files with what it says of every special rule today."""
    result = deepcopy(schema)
    info = result["$defs"]["game_info"]["properties"]
    info["options"]["properties"] = {
        declared.m44: {"description": declared.summary, "examples": [m44_example(declared)]}
        for declared in declarations()
        if not declared.condition
    }
    return result


def as_text(schema: dict[str, Any]) -> str:
    """Return a schema as its file has it."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def generated() -> dict[str, dict[str, Any]]:
    """Return the schemas that follow from data, as they would be today, by their names."""
    return {
        "scenario": with_names(read_schema("scenario")),
        "m44": with_rules(read_schema("m44")),
        "m44-strict": strict_schema(),
    }


_TABLE = re.compile(r"(?<=<!-- special rules -->\n).*?(?=\n<!-- end -->)", re.DOTALL)


def with_table(page: str) -> str:
    """Return a page of the documentation with the table of special rules of today."""
    return _TABLE.sub(lambda _: table(declarations()), page)


if __name__ == "__main__":
    page_ = schema_folder().parent / "docs" / "file-format.md"
    page_.write_text(with_table(page_.read_text(encoding="utf-8")), encoding="utf-8")
    page_.with_name("traits.md").write_text(traits_page(), encoding="utf-8")
    for name_, schema_ in generated().items():
        path = schema_folder() / f"{name_}.schema.json"
        path.write_text(as_text(schema_), encoding="utf-8")
