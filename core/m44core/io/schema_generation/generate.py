"""Generates the schemas, the table of special rules and docs/traits.md from the data."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.catalogue.unit_traits import SpecialUnitType, UnitRules
from m44core.io.schema.schemas import read_schema
from m44core.io.schema_generation.rule_schemas import m44_example, rule_table, workshop_rule_schema
from m44core.io.schema_generation.strict_schema import strict_schema
from m44core.model.rule_declarations import declarations
from m44core.resources import schema_folder

_HEAD = """# The traits of units

A trait is something that a unit can do, or a number such as its move. Each trait is a field of
`UnitRules` (`core/m44core/catalogue/unit_traits.py`). Which units have it is data
(`core/m44core/catalogue/data/units.yaml`), so a new unit with existing traits needs no code. Do not
edit this page: `python -m m44core.io.schema_generation.generate` generates it from both files.

The last column lists the units whose data state the trait. *not* means that the unit does not have
it. A unit in parentheses has it only while it has not moved. All other units have the value of
their class, or the default.

| trait | what it does | units |
|---|---|---|
"""


def traits_page() -> str:
    """Return the Markdown of docs/traits.md: each trait, its effect, and the units with it."""
    units_by_trait = _units_by_trait(base_catalogue())
    descriptions = _trait_descriptions()
    names = [field.name for field in dataclasses.fields(UnitRules) if field.name in descriptions]
    rows = (
        f"| `{n}` | {descriptions[n]} | {', '.join(units_by_trait.get(n, ())) or 'nobody'} |"
        for n in names
    )
    return _HEAD + "\n".join(rows) + "\n"


def _units_by_trait(catalogue: Catalogue) -> Mapping[str, list[str]]:
    """Return the units with each trait, in parentheses if they lose it by moving."""
    units: dict[str, list[str]] = {}
    for trait, unit in (*_traits_of_kinds(catalogue), *_traits_of_specials(catalogue.specials)):
        if unit not in units.setdefault(trait, []):
            units[trait].append(unit)
    return units


def _traits_of_kinds(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield each trait of each kind of unit, with the kind's key without the nation."""
    for element in catalogue.on_layer(Layer.UNIT):
        nation = element.nation.key if element.nation else ""
        for trait, value in (element.abilities or {}).items():
            yield trait, _unit_text(element.key.removeprefix(f"{nation}-"), value)


def _traits_of_specials(specials: tuple[SpecialUnitType, ...]) -> Iterator[tuple[str, str]]:
    for special in specials:
        for trait, value in special.traits.items():
            yield trait, _unit_text(special.name, value)
        for trait in special.traits.get("unmoved", {}):
            yield trait, f"({special.name})"


def _unit_text(unit: str, value: object) -> str:
    return f"not {unit}" if value is False else unit


def _trait_descriptions() -> dict[str, str]:
    """Return the descriptions of the traits from the docstring of ``UnitRules``, by trait."""
    attributes = (inspect.getdoc(UnitRules) or "").partition("Attributes:")[2]
    entries = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", attributes, re.MULTILINE)
    return {
        name: " ".join(text.split())
        for name, text in entries
        if name not in ("unit_class", "unmoved")
    }


def with_catalogue_names(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the scenario schema with the names, facings and special rules filled in."""
    catalogue = base_catalogue()
    result = deepcopy(schema)
    definitions = result["$defs"]
    for layer in Layer:
        keys = [element.key for element in catalogue.on_layer(layer)]
        definition = definitions[f"{layer.value}-name"]
        definition["anyOf"][0]["enum"] = keys
        definition["examples"] = keys[:2]
    _update_rules(result)
    facings = dict.fromkeys(f for e in catalogue.elements.values() for f in e.facings)
    definitions["facing"]["enum"] = list(facings)
    definitions["facing"]["examples"] = list(facings)[:2]
    return result


def _update_rules(schema: dict[str, Any]) -> None:
    """Replace the definitions of special rules in a schema with generated ones, in place."""
    rules = {
        _RULE + declaration.key: workshop_rule_schema(declaration) for declaration in declarations()
    }
    other_definitions = [
        (name, definition) for name, definition in schema["$defs"].items() if name not in rules
    ]
    insertion_index = next(
        n for n, (name, _) in enumerate(other_definitions) if name == _DEFINITION_AFTER_RULES
    )
    schema["$defs"] = dict(
        [*other_definitions[:insertion_index], *rules.items(), *other_definitions[insertion_index:]]
    )
    options = schema["properties"]["briefing"]["properties"]["options"]["properties"]
    options.clear()
    options.update({rule.removeprefix(_RULE): {"$ref": f"#/$defs/{rule}"} for rule in rules})


_RULE = "option-"
_DEFINITION_AFTER_RULES = "dropped-unit"  # the definition before which the rules are inserted


def with_special_rules(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of .m44 files with the declared special rules filled in."""
    result = deepcopy(schema)
    game_info_properties = result["$defs"]["game_info"]["properties"]
    game_info_properties["options"]["properties"] = {
        declaration.m44: {
            "description": declaration.summary,
            "examples": [m44_example(declaration)],
        }
        for declaration in declarations()
        if not declaration.condition
    }
    return result


def schema_text(schema: dict[str, Any]) -> str:
    """Return the text of a schema file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def generated_schemas() -> dict[str, dict[str, Any]]:
    """Return the generated schemas by name."""
    return {
        "scenario": with_catalogue_names(read_schema("scenario")),
        "m44": with_special_rules(read_schema("m44")),
        "m44-strict": strict_schema(),
    }


_TABLE = re.compile(r"(?<=<!-- special rules -->\n).*?(?=\n<!-- end -->)", re.DOTALL)


def with_rule_table(page: str) -> str:
    """Return a documentation page with its table of special rules updated."""
    return _TABLE.sub(lambda _: rule_table(declarations()), page)


if __name__ == "__main__":
    page_ = schema_folder().parent / "docs" / "file-format.md"
    page_.write_text(with_rule_table(page_.read_text(encoding="utf-8")), encoding="utf-8")
    page_.with_name("traits.md").write_text(traits_page(), encoding="utf-8")
    for name_, schema_ in generated_schemas().items():
        path = schema_folder() / f"{name_}.schema.json"
        path.write_text(schema_text(schema_), encoding="utf-8")
