"""The table of the traits of units, docs/traits.md: made from the data, so never behind it."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator, Mapping

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.load import base_catalogue
from m44core.catalogue.troops import Special, UnitRules
from m44core.catalogue.types import Layer

_HEAD = """# The traits of units

What units can do. Each trait is a field of `UnitRules` (`core/m44core/catalogue/troops.py`)
and code once; which unit has it is data (`core/m44core/catalogue/data/units.yaml`). This page is
made from both by `python -m m44core.io.publishing.words`. Units in brackets have a trait as long as
they have not moved.

| trait | what it does | units |
|---|---|---|
"""


def traits_page() -> str:
    """Return the page: every trait, what it does, and who has it."""
    users = _users(base_catalogue())
    described = _described()
    names = [field.name for field in dataclasses.fields(UnitRules) if field.name in described]
    rows = (
        f"| `{n}` | {described[n]} | {', '.join(users.get(n, ())) or 'nobody'} |" for n in names
    )
    return _HEAD + "\n".join(rows) + "\n"


def _users(catalogue: Catalogue) -> Mapping[str, list[str]]:
    """Return for each trait the units that state it; in brackets, only as long as they stand."""
    found: dict[str, list[str]] = {}
    for trait, unit in (*_of_kinds(catalogue), *_of_specials(catalogue.specials)):
        if unit not in found.setdefault(trait, []):
            found[trait].append(unit)
    return found


def _of_kinds(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield the traits of the kinds of units, with what all nations call them."""
    for element in catalogue.on_layer(Layer.UNIT):
        nation = element.nation.key if element.nation else ""
        for trait, value in (element.abilities or {}).items():
            yield trait, _worded(element.key.removeprefix(f"{nation}-"), value)


def _of_specials(specials: tuple[Special, ...]) -> Iterator[tuple[str, str]]:
    for special in specials:
        for trait, value in special.traits.items():
            yield trait, _worded(special.name, value)
        for trait in special.traits.get("unmoved", {}):
            yield trait, f"({special.name})"


def _worded(unit: str, value: object) -> str:
    return f"not {unit}" if value is False else unit


def _described() -> dict[str, str]:
    """Return what the traits do, as the class says of its fields."""
    said = (inspect.getdoc(UnitRules) or "").partition("Attributes:")[2]
    entries = re.findall(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", said, re.MULTILINE)
    return {
        name: " ".join(text.split())
        for name, text in entries
        if name not in ("unit_class", "unmoved")
    }
