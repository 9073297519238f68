"""Reading the units of the catalogue: kinds with the figures of each nation, and specials."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from m44core.catalogue.reading import Entry, entry
from m44core.catalogue.troops import Special, unit_rules
from m44core.catalogue.types import Element, Layer, Nation, Rules, UnitClass


def units_of(said: Entry, nations: Mapping[str, Nation], palette: Entry) -> Iterator[Element]:
    """Yield each kind of unit with the figures of each nation."""
    for suffix, nation in nations.items():
        expansion = palette["nations"][suffix]["expansion"]
        for prefix, kind in said["kinds"].items():
            name = prefix + suffix
            with entry(name):
                yield _unit(name, kind, nation, expansion)


def _unit(name: str, said: Entry, nation: Nation, expansion: str) -> Element:
    unit_class = UnitClass(said["class"])
    rules = Rules(said["rules"])
    abilities = {"class": unit_class, **said["abilities"]} if rules is Rules.BASE else None
    if abilities:
        unit_rules(abilities)  # wrong data is found when it is read
    return Element(
        name=name,
        key=f"{nation.key}-{said['key']}",
        label=f"{nation.label} {said['label']}",
        layer=Layer.UNIT,
        group=nation.key,
        expansion=said.get("expansion", expansion),
        rules=rules,
        source=said["source"],
        component=said.get("component") if expansion == "base" else None,
        unit_class=unit_class,
        figures=said["figures"],
        abilities=abilities,
        nation=nation,
        elite=said.get("elite", False),
        side=nation.side,
        summary=said["summary"],
    )


_LEAST = {"class": "infantry", "move": 0, "move_and_battle": 0, "dice": []}


def specials(said: Entry, palette: Entry) -> Iterator[Special]:
    """Yield what makes other units of units, in the order of the data."""
    for name, fields in said["special"].items():
        with entry(name):
            unit_rules({**_LEAST, **fields["traits"]})  # wrong data is found when it is read
            yield _special(name, dict(fields), tuple(said["kinds"]), tuple(palette["nations"]))


def _special(
    name: str, said: dict[str, Any], kinds: tuple[str, ...], nations: tuple[str, ...]
) -> Special:
    of = _names(said.pop("of", kinds), kinds)
    by = _names(said.pop("nations", nations), nations)
    badges = _names(said.pop("badges", ()), None)
    unless = frozenset(_names(said.pop("unless", ()), None))
    units = frozenset(kind + nation for kind in of for nation in by)
    rules = Rules(said.pop("rules"))
    return Special(
        name=name, of=units, rules=rules, badges=frozenset(badges), unless=unless, **said
    )


def _names(said: object, known: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return a list of names, all of them known."""
    assert isinstance(said, list | tuple)
    unknown = [each for each in said if known is not None and each not in known]
    if unknown:
        raise ValueError(f"unknown: {unknown}")
    return tuple(said)
