"""Reading the catalogue from its data files, and the pieces that user packs add to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from m44core.board import Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.entries import DATA, entry_errors, read_entries, read_families
from m44core.catalogue.packs.pack import Pack
from m44core.catalogue.piece_orientation import edges_by_orientation, facing_name
from m44core.catalogue.types import (
    ALL_FLAGS,
    DICE_BY_CARDS,
    OPEN_GROUND,
    SEPARATOR,
    Behavior,
    Costs,
    Element,
    Foot,
    Hazard,
    Layer,
    Nation,
    Rules,
    Side,
    Sight,
    Slope,
    TerrainRules,
    UnitClass,
)
from m44core.catalogue.unit_traits import Special, unit_rules
from m44core.data_files import Entry
from m44core.errors import CatalogueError


def with_pack(catalogue: Catalogue, pack: Pack) -> Catalogue:
    """Return the catalogue that knows the pieces of a pack, too.

    Raises:
        CatalogueError: an entry of the pack is wrong; the message names it.
    """
    shapes = read_entries(DATA, "shapes")
    pieces: list[Element] = []
    for file, layer in FILES.items():
        pieces += of_families(pack.families(file), layer, shapes, catalogue.nations)
    pieces += units_of_pack(pack, catalogue.nations)
    elements = {**catalogue.elements, **{piece.name: piece for piece in pieces}}
    with entry_errors(pack.name):
        return replace(
            catalogue,
            elements=elements,
            groups={**catalogue.groups, pack.name: pack.title},
            expansions={**catalogue.expansions, pack.name: pack.title},
            specials=(*catalogue.specials, *specials_of_pack(pack, elements.values())),
            packs=(*catalogue.packs, pack),
        )


def read_catalogue(folder: Path) -> Catalogue:
    """Return the catalogue a folder of data files describes.

    Raises:
        CatalogueError: a file or an entry is wrong; the message names it.
    """
    shapes = read_entries(folder, "shapes")
    palette = read_entries(folder, "palette")
    zones = read_entries(folder, "zones")
    units = read_entries(folder, "units")
    nations = dict(_nations(palette))
    elements: dict[str, Element] = {}
    for element in [*pieces_of(folder, shapes, nations), *units_of(units, nations, palette)]:
        if element.name in elements:
            raise CatalogueError(f"{element.name!r} is listed twice")
        elements[element.name] = element
    special = read_entries(folder, "behaviors")
    carried = read_entries(folder, "equipment")
    with entry_errors("palette, zones or units"):
        return Catalogue(
            elements=elements,
            nations=nations,
            groups=palette["groups"],
            expansions=palette["expansions"],
            zones={zone: terrain_rules(zones[zone]) for zone in Zone},
            behaviors={code: _behavior(code, said) for code, said in special.items()},
            changes=dict(_changes(special, elements)),
            specials=tuple(specials(units, palette)),
            equipment={name: frozenset(said["opens"]) for name, said in carried.items()},
        )


def _behavior(code: str, said: Entry) -> Behavior:
    with entry_errors(code):
        return Behavior(
            name=code,
            layer=Layer(said["layer"]),
            label=said["label"],
            rules=Rules(said["rules"]),
            source=said["source"],
            summary=said["summary"],
            pieces=frozenset(said.get("pieces", ())),
        )


def _changes(
    special: Entry, elements: Mapping[str, Element]
) -> Iterator[tuple[tuple[str, str], Entry]]:
    """Yield what of its effect is another for each piece with each special rule it may have."""
    for code, said in special.items():
        with entry_errors(code):
            fields = terrain_fields(said.get("effect", {}))
            layer = Layer(said["layer"])
            every = [name for name, each in elements.items() if each.layer is layer]
            for name in said.get("pieces", every) if "effect" in said else ():
                yield (elements[name].name, code), fields


def _nations(palette: Entry) -> Iterator[tuple[str, Nation]]:
    for name, said in palette["nations"].items():
        with entry_errors(name):
            yield name, _nation(name, said)


def _nation(name: str, said: Entry) -> Nation:
    return Nation(name=name, key=said["key"], label=said["label"], side=Side(said["side"]))


FILES = {
    "terrain": Layer.TERRAIN,
    "structures": Layer.STRUCTURE,
    "obstacles": Layer.OBSTACLE,
    "badges": Layer.BADGE,
    "tags": Layer.TAG,
}
_DICE = ("dice_against", "dice_against_uphill", "dice_against_dwellers", "dice_from")
_CLASSES = (
    "impassable",
    "bars_fire_of",
    "stop",
    "pause",
    "no_battle",
    "no_battle_on_entry",
    "no_battle_if_late",
    "no_battle_on_leave",
    "no_ground_if_moved",
    "fixed",
    "removed_by_entry",
    "removable_by",
)


def pieces_of(folder: Path, shapes: Entry, nations: Mapping[str, Nation]) -> Iterator[Element]:
    """Yield the elements of the files made of families, in their order."""
    for file, layer in FILES.items():
        yield from of_families(read_families(folder, file), layer, shapes, nations)


def of_families(
    families: list[Entry], layer: Layer, shapes: Entry, nations: Mapping[str, Nation]
) -> Iterator[Element]:
    """Yield the elements of some families, with what each has of its family and of its own."""
    for family in families:
        shared = {key: value for key, value in family.items() if key != "pieces"}
        for name, own in family.get("pieces", {}).items():
            with entry_errors(name):
                said = shared | own
                nation = nations[said.pop("nation")] if "nation" in said else None
                yield _piece(name, layer, said | {"nation": nation}, shapes)


def _piece(name: str, layer: Layer, said: dict[str, Any], shapes: Entry) -> Element:
    rules = Rules(said.pop("rules"))
    effect = said.pop("effect", None)
    abilities = said.pop("abilities", None)
    return Element(
        name=name,
        abilities=abilities,
        unit_class=UnitClass(abilities["class"]) if abilities else None,
        layer=layer,
        rules=rules,
        terrain=_effect(layer, rules, effect),
        side=Side(said.pop("side")) if "side" in said else None,
        badge_for=_classes(said.pop("badge_for", ())),
        **_geometry(said, shapes),
        **said,
    )


def _effect(layer: Layer, rules: Rules, said: Entry | None) -> TerrainRules | None:
    if said is not None:
        return terrain_rules(said)
    lies_on_ground = layer in (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE)
    return OPEN_GROUND if lies_on_ground and rules is Rules.INERT else None


def terrain_rules(said: Entry) -> TerrainRules:
    """Return the effect that some words describe."""
    return TerrainRules(**terrain_fields(said))


def terrain_fields(said: Entry) -> dict[str, Any]:
    """Return what the words of an effect mean."""
    fields: dict[str, Any] = dict(said)
    fields |= {key: _with_vehicles(key, _classes(said[key])) for key in _CLASSES if key in said}
    fields |= {key: _dice(said[key]) for key in _DICE if key in said}
    if "on_enter" in said:
        fields["on_enter"] = _hazard(said["on_enter"])
    if "flags_ignored" in said:
        fields["flags_ignored"] = _flags(said["flags_ignored"])
    if "recovery" in said:
        fields["recovery"] = _recovery(said["recovery"])
    if "sight" in said:
        fields["sight"] = Sight(said["sight"])
    if "slope" in said:
        fields["slope"] = _slope(said["slope"])
    return fields


def _slope(said: Entry) -> Slope:
    known = {"foot": Foot(said["foot"]), "closed": _classes(said.get("closed", ()))}
    return Slope(**{**said, **known})


def _classes(said: str | list[str]) -> frozenset[UnitClass]:
    """Read a list of unit classes, or the word ``all``."""
    return _ASHORE if said == "all" else frozenset(UnitClass(name) for name in said)


_ASHORE = frozenset(UnitClass) - {UnitClass.SHIP}  # ships are at sea, where no effect is theirs


def _hazard(said: Entry) -> Hazard:
    known = {"costs": Costs(said["costs"]), "strengths": tuple(said.get("strengths", ()))}
    return Hazard(**{**said, **known})


def _flags(said: int | str | Mapping[str, int]) -> Mapping[UnitClass, int]:
    """Read how many flags are ignored: by every class alike, all of them, or by class."""
    if isinstance(said, Mapping):
        return _dice(said)
    return dict.fromkeys(UnitClass, ALL_FLAGS if isinstance(said, str) else said)


def _recovery(said: int | str) -> int:
    """Read how many dice are rolled: a number, or one for each card."""
    return DICE_BY_CARDS if isinstance(said, str) else said


def _with_vehicles(key: str, classes: frozenset[UnitClass]) -> frozenset[UnitClass]:
    """Return whom an effect is about: vehicles go as armor and stay out as guns (E-HT-04)."""
    as_these = _VEHICLES_GO_AS.get(key, frozenset())
    return classes | {UnitClass.VEHICLE} if classes & as_these else classes


_VEHICLES_GO_AS = {
    "impassable": frozenset({UnitClass.ARMOR, UnitClass.ARTILLERY}),
    "stop": frozenset({UnitClass.ARMOR}),
    "no_battle_on_entry": frozenset({UnitClass.ARMOR}),
}


def _dice(said: Mapping[str, int]) -> Mapping[UnitClass, int]:
    return {UnitClass(name): change for name, change in said.items()}


def _geometry(said: dict[str, Any], shapes: Entry) -> dict[str, Any]:
    """Take the words about shape out of *said* and return what they mean."""
    network, shape = said.pop("network", None), said.pop("shape", None)
    if "edges" in said:
        return _edges(said.pop("edges"), said.pop("orientations"))
    if shape is None:
        return {}
    if network is None:
        piece = shapes["pieces"][shape]
        return {"facings": tuple(piece["facings"]), "bearings": tuple(piece["bearings"])}
    tile = shapes["tiles"][shape]
    return _edges({network: tile["edges"]}, tile["orientations"])


def _edges(first: Mapping[str, list[str]], count: int) -> dict[str, Any]:
    edges = {network: edges_by_orientation(tuple(said), count) for network, said in first.items()}
    naming = next(iter(edges.values()))
    return {"edges": edges, "facings": tuple(facing_name(each) for each in naming)}


def units_of(said: Entry, nations: Mapping[str, Nation], palette: Entry) -> Iterator[Element]:
    """Yield each kind of unit with the figures of each nation."""
    for suffix, nation in nations.items():
        expansion = palette["nations"][suffix]["expansion"]
        for prefix, kind in said["kinds"].items():
            name = prefix + suffix
            with entry_errors(name):
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
        with entry_errors(name):
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
            with entry_errors(pack.qualified_name(name)):
                yield _unit_of_pack(pack, name, said, by_key[word])


def _unit_of_pack(pack: Pack, name: str, said: Entry, nation: Nation) -> Element:
    usual = {"rules": "base", "source": pack.title, "key": name}
    own = pack.qualified_name(f"{nation.key}-{name}")
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
        with entry_errors(pack.qualified_name(name)):
            unit_rules({**_LEAST, **said["traits"]})
            fields = {key: value for key, value in said.items() if key not in _RESOLVED}
            yield Special(
                name=pack.qualified_name(name),
                of=_units_meant(said, units),
                badges=frozenset(_own_or(badges, pack, key) for key in said.get("badges", ())),
                equipment=pack.qualified_name(name) if said.get("equipment") else None,
                behavior=pack.qualified_name(name) if said.get("behavior") else None,
                rules=Rules.BASE,
                source=pack.title,
                **fields,
            )


_RESOLVED = ("of", "nations", "badges", "equipment", "behavior")


def _own_or(names: Mapping[str, str], pack: Pack, key: str) -> str:
    return names.get(pack.qualified_name(key)) or names[key]


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
