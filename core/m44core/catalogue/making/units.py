"""Reading the units of the catalogue: kinds with the figures of each nation, and specials."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from m44core.catalogue.packs.pack import Pack
from m44core.catalogue.reading import entry
from m44core.catalogue.troops import Special, unit_rules
from m44core.catalogue.types import SEPARATOR, Element, Layer, Nation, Rules, UnitClass
from m44core.data_files import Entry


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


def specials(said: Entry, palette: Entry) -> Iterator[Special]:
    """Yield what makes other units of units, in the order of the data."""
    for name, fields in said["special"].items():
        with entry(name):
            yield _special(name, dict(fields), tuple(said["kinds"]), tuple(palette["nations"]))


def _special(
    name: str, said: dict[str, Any], kinds: tuple[str, ...], nations: tuple[str, ...]
) -> Special:
    of = _names(said.pop("of", kinds), kinds)
    by = _names(said.pop("nations", nations), nations)
    badges = _names(said.pop("badges", ()), None)
    unless = frozenset(_names(said.pop("unless", ()), None))
    tiles = frozenset(_names(said.pop("told_by_tiles", ()), None))
    units = frozenset(kind + nation for kind in of for nation in by)
    rules = Rules(said.pop("rules"))
    return Special(
        name=name,
        of=units,
        rules=rules,
        badges=frozenset(badges),
        unless=unless,
        told_by_tiles=tiles,
        **said,
    )


def _names(said: object, known: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return a list of names, all of them known."""
    assert isinstance(said, list | tuple)
    unknown = [each for each in said if known is not None and each not in known]
    if unknown:
        raise ValueError(f"unknown: {unknown}")
    return tuple(said)


def units_of_pack(pack: Pack, nations: Mapping[str, Nation]) -> Iterator[Element]:
    """Yield each kind of unit of a pack with the figures of each nation it says."""
    by_key = {nation.key: nation for nation in nations.values()}
    for name, said in pack.kinds.items():
        for word in said.get("nations", by_key):
            with entry(pack.own(name)):
                yield _unit_of_pack(pack, name, said, by_key[word])


def _unit_of_pack(pack: Pack, name: str, said: Entry, nation: Nation) -> Element:
    usual = {"rules": "base", "source": pack.title, "key": name}
    own = pack.own(f"{nation.key}-{name}")
    unit = _unit(own, {**usual, **said}, nation, pack.name)
    if unit.abilities:
        unit_rules(unit.abilities)  # the author of a pack hears what is wrong when it is read
    return replace(unit, key=own, group=pack.name, official=False, picture=pack.picture(said))


_LEAST = {"class": "infantry", "move": 0, "move_and_battle": 0, "dice": []}


def specials_of_pack(pack: Pack, elements: Collection[Element]) -> Iterator[Special]:
    """Yield what a pack makes of units, of its own or of the catalogue.

    Args:
        pack: The pack.
        elements: All of the catalogue and of the pack.
    """
    units = [each for each in elements if each.layer is Layer.UNIT]
    badges = {each.key: each.name for each in elements if each.layer is Layer.BADGE}
    for name, said in pack.specials.items():
        with entry(pack.own(name)):
            unit_rules({**_LEAST, **said["traits"]})
            fields = {key: value for key, value in said.items() if key not in _RESOLVED}
            yield Special(
                name=pack.own(name),
                of=_units_meant(said, units),
                badges=frozenset(_own_or(badges, pack, key) for key in said.get("badges", ())),
                equipment=pack.own(name) if said.get("equipment") else None,
                behavior=pack.own(name) if said.get("behavior") else None,
                rules=Rules.BASE,
                source=pack.title,
                **fields,
            )


_RESOLVED = ("of", "nations", "badges", "equipment", "behavior")


def _own_or(names: Mapping[str, str], pack: Pack, key: str) -> str:
    return names.get(pack.own(key)) or names[key]


def _units_meant(said: Entry, units: Collection[Element]) -> frozenset[str]:
    """Return the names of the units of some kinds and nations; all, where it does not say."""
    nations, kinds = said.get("nations"), said.get("of")
    known = {_kind(unit) for unit in units}
    unknown = [kind for kind in kinds or () if kind not in known]
    if unknown:
        raise ValueError(f"unknown: {unknown}")
    return frozenset(
        unit.name
        for unit in units
        if (not kinds or _kind(unit) in kinds)
        and (not nations or (unit.nation and unit.nation.key in nations))
    )


def _kind(unit: Element) -> str:
    """Return the name of a unit without its pack and its nation: ``special-forces``."""
    name = unit.key.rpartition(SEPARATOR)[2]
    return name.removeprefix(f"{unit.nation.key}-") if unit.nation else name
