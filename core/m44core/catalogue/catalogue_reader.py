"""Reading the catalogue from its data files and adding the pieces of user packs to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from m44core.board import Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import (
    ALL_FLAGS,
    DICE_BY_CARDS,
    OPEN_GROUND,
    SEPARATOR,
    Behavior,
    CasualtyFaces,
    Element,
    Hazard,
    Layer,
    Nation,
    RulesSupport,
    Side,
    SightEffect,
    Slope,
    SlopeFoot,
    TerrainRules,
    UnitClass,
)
from m44core.catalogue.entries import DATA, entry_error_context, read_entries, read_families
from m44core.catalogue.packs.pack import Pack
from m44core.catalogue.piece_orientation import edges_by_orientation, orientation_name
from m44core.catalogue.unit_traits import SpecialUnitType, unit_rules
from m44core.data_files import Entry
from m44core.errors import CatalogueError


def catalogue_with_pack(catalogue: Catalogue, pack: Pack) -> Catalogue:
    """Return the catalogue extended by the pieces of a pack.

    Raises:
        CatalogueError: an entry of the pack is invalid; the message names it.
    """
    shapes = read_entries(DATA, "shapes")
    pieces: list[Element] = []
    for file, layer in LAYERS_BY_FILE.items():
        pieces += expand_families(pack.families(file), layer, shapes, catalogue.nations)
    pieces += pack_units(pack, catalogue.nations)
    elements = {**catalogue.elements, **{piece.name: piece for piece in pieces}}
    with entry_error_context(pack.name):
        return replace(
            catalogue,
            elements=elements,
            groups={**catalogue.groups, pack.name: pack.title},
            expansions={**catalogue.expansions, pack.name: pack.title},
            specials=(*catalogue.specials, *pack_special_types(pack, elements.values())),
            packs=(*catalogue.packs, pack),
        )


def read_catalogue(folder: Path) -> Catalogue:
    """Return the catalogue described by the data files in a folder.

    Raises:
        CatalogueError: a file or an entry is invalid; the message names it.
    """
    shapes = read_entries(folder, "shapes")
    palette = read_entries(folder, "palette")
    zones = read_entries(folder, "zones")
    units = read_entries(folder, "units")
    nations = dict(_parse_nations(palette))
    elements: dict[str, Element] = {}
    for element in [*read_pieces(folder, shapes, nations), *read_units(units, nations, palette)]:
        if element.name in elements:
            raise CatalogueError(f"{element.name!r} is listed twice")
        elements[element.name] = element
    behavior_entries = read_entries(folder, "behaviors")
    equipment = read_entries(folder, "equipment")
    with entry_error_context("palette, zones or units"):
        return Catalogue(
            elements=elements,
            nations=nations,
            groups=palette["groups"],
            expansions=palette["expansions"],
            zones={zone: terrain_rules(zones[zone]) for zone in Zone},
            behaviors={
                code: _parse_behavior(code, data) for code, data in behavior_entries.items()
            },
            changes=dict(_special_rule_changes(behavior_entries, elements)),
            specials=tuple(read_special_types(units, palette)),
            equipment={name: frozenset(data["opens"]) for name, data in equipment.items()},
        )


def _parse_behavior(code: str, data: Entry) -> Behavior:
    with entry_error_context(code):
        return Behavior(
            name=code,
            layer=Layer(data["layer"]),
            label=data["label"],
            rules=RulesSupport(data["rules"]),
            source=data["source"],
            summary=data["summary"],
            pieces=frozenset(data.get("pieces", ())),
            is_usual=data.get("usual", False),
            remark=data.get("remark", ""),
            keeps_rest=data.get("keeps_rest", False),
        )


def _special_rule_changes(
    behavior_entries: Entry, elements: Mapping[str, Element]
) -> Iterator[tuple[tuple[str, str], Entry]]:
    """Yield the changes to the rules of each piece by each special rule it can have.

    Each is preceded by its key: the name of the piece and the key of the rule.
    """
    for code, data in behavior_entries.items():
        with entry_error_context(code):
            fields = terrain_fields(data.get("effect", {}))
            layer = Layer(data["layer"])
            names = [name for name, element in elements.items() if element.layer is layer]
            for name in data.get("pieces", names) if "effect" in data else ():
                yield (elements[name].name, code), fields


def _parse_nations(palette: Entry) -> Iterator[tuple[str, Nation]]:
    for name, data in palette["nations"].items():
        with entry_error_context(name):
            yield name, _parse_nation(name, data)


def _parse_nation(name: str, data: Entry) -> Nation:
    return Nation(name=name, key=data["key"], label=data["label"], side=Side(data["side"]))


LAYERS_BY_FILE = {
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


def read_pieces(folder: Path, shapes: Entry, nations: Mapping[str, Nation]) -> Iterator[Element]:
    """Yield the elements in the data files that consist of families, in order."""
    for file, layer in LAYERS_BY_FILE.items():
        yield from expand_families(read_families(folder, file), layer, shapes, nations)


def expand_families(
    families: list[Entry], layer: Layer, shapes: Entry, nations: Mapping[str, Nation]
) -> Iterator[Element]:
    """Yield the elements of families, combining the fields of the family and of the element."""
    for family in families:
        shared_fields = {key: value for key, value in family.items() if key != "pieces"}
        for name, piece in family.get("pieces", {}).items():
            with entry_error_context(name):
                data = shared_fields | piece
                nation = nations[data.pop("nation")] if "nation" in data else None
                yield _parse_piece(name, layer, data | {"nation": nation}, shapes)


def _parse_piece(name: str, layer: Layer, data: dict[str, Any], shapes: Entry) -> Element:
    rules = RulesSupport(data.pop("rules"))
    effect = data.pop("effect", None)
    abilities = data.pop("abilities", None)
    return Element(
        name=name,
        abilities=abilities,
        unit_class=UnitClass(abilities["class"]) if abilities else None,
        layer=layer,
        rules=rules,
        terrain=_parse_effect(layer, rules, effect),
        side=Side(data.pop("side")) if "side" in data else None,
        badge_for=_parse_classes(data.pop("badge_for", ())),
        **_pop_geometry(data, shapes),
        **data,
    )


def _parse_effect(layer: Layer, rules: RulesSupport, data: Entry | None) -> TerrainRules | None:
    if data is not None:
        return terrain_rules(data)
    lies_on_ground = layer in (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE)
    return OPEN_GROUND if lies_on_ground and rules is RulesSupport.INERT else None


def terrain_rules(data: Entry) -> TerrainRules:
    """Return the rules of an ``effect`` in the data."""
    return TerrainRules(**terrain_fields(data))


def terrain_fields(data: Entry) -> dict[str, Any]:
    """Return the fields of TerrainRules for an ``effect`` in the data."""
    fields: dict[str, Any] = dict(data)
    fields |= {
        key: _classes_with_vehicles(key, _parse_classes(data[key]))
        for key in _CLASSES
        if key in data
    }
    fields |= {key: _parse_dice(data[key]) for key in _DICE if key in data}
    if "on_enter" in data:
        fields["on_enter"] = _parse_hazard(data["on_enter"])
    if "flags_ignored" in data:
        fields["flags_ignored"] = _parse_flags(data["flags_ignored"])
    if "recovery" in data:
        fields["recovery"] = _parse_recovery(data["recovery"])
    if "sight" in data:
        fields["sight"] = SightEffect(data["sight"])
    if "slope" in data:
        fields["slope"] = _parse_slope(data["slope"])
    return fields


def _parse_slope(data: Entry) -> Slope:
    parsed_fields = {
        "foot": SlopeFoot(data["foot"]),
        "closed": _parse_classes(data.get("closed", ())),
    }
    return Slope(**{**data, **parsed_fields})


def _parse_classes(data: str | list[str]) -> frozenset[UnitClass]:
    """Parse a list of unit classes, or the word ``all``, which means all except ships."""
    return _ALL_BUT_SHIPS if data == "all" else frozenset(UnitClass(name) for name in data)


_ALL_BUT_SHIPS = frozenset(UnitClass) - {
    UnitClass.SHIP
}  # ships are at sea, where effects do not apply


def _parse_hazard(data: Entry) -> Hazard:
    parsed_fields = {
        "costs": CasualtyFaces(data["costs"]),
        "strengths": tuple(data.get("strengths", ())),
    }
    return Hazard(**{**data, **parsed_fields})


def _parse_flags(data: int | str | Mapping[str, int]) -> Mapping[UnitClass, int]:
    """Parse the number of ignored flags: the same for all classes, ``all``, or by class."""
    if isinstance(data, Mapping):
        return _parse_dice(data)
    return dict.fromkeys(UnitClass, ALL_FLAGS if isinstance(data, str) else data)


def _parse_recovery(data: int | str) -> int:
    """Parse a number of dice; any word means :data:`DICE_BY_CARDS`."""
    return DICE_BY_CARDS if isinstance(data, str) else data


def _classes_with_vehicles(key: str, classes: frozenset[UnitClass]) -> frozenset[UnitClass]:
    """Return the classes of an effect, with vehicles if it applies to them (E-HT-04).

    Vehicles move like armor, and are barred where artillery is.
    """
    equivalent_classes = _VEHICLES_GO_AS.get(key, frozenset())
    return classes | {UnitClass.VEHICLE} if classes & equivalent_classes else classes


_VEHICLES_GO_AS = {
    "impassable": frozenset({UnitClass.ARMOR, UnitClass.ARTILLERY}),
    "stop": frozenset({UnitClass.ARMOR}),
    "no_battle_on_entry": frozenset({UnitClass.ARMOR}),
}


def _parse_dice(data: Mapping[str, int]) -> Mapping[UnitClass, int]:
    return {UnitClass(name): change for name, change in data.items()}


def _pop_geometry(data: dict[str, Any], shapes: Entry) -> dict[str, Any]:
    """Remove the keys about the shape from *data*, and return the fields they describe."""
    network, shape = data.pop("network", None), data.pop("shape", None)
    if "edges" in data:
        return _edge_fields(data.pop("edges"), data.pop("orientations"))
    if shape is None:
        return {}
    if network is None:
        piece = shapes["pieces"][shape]
        return {"facings": tuple(piece["facings"]), "bearings": tuple(piece["bearings"])}
    tile = shapes["tiles"][shape]
    return _edge_fields({network: tile["edges"]}, tile["orientations"])


def _edge_fields(first_edges: Mapping[str, list[str]], count: int) -> dict[str, Any]:
    edges = {
        network: edges_by_orientation(tuple(data), count) for network, data in first_edges.items()
    }
    named_edges = next(iter(edges.values()))
    return {"edges": edges, "facings": tuple(orientation_name(each) for each in named_edges)}


def read_units(data: Entry, nations: Mapping[str, Nation], palette: Entry) -> Iterator[Element]:
    """Yield each kind of unit for each nation."""
    for suffix, nation in nations.items():
        expansion = palette["nations"][suffix]["expansion"]
        for prefix, kind in data["kinds"].items():
            name = prefix + suffix
            with entry_error_context(name):
                yield _parse_unit(name, kind, nation, expansion)


def _parse_unit(name: str, data: Entry, nation: Nation, expansion: str) -> Element:
    unit_class = UnitClass(data["class"])
    rules = RulesSupport(data["rules"])
    abilities = {"class": unit_class, **data["abilities"]} if rules is RulesSupport.BASE else None
    return Element(
        name=name,
        key=f"{nation.key}-{data['key']}",
        label=f"{nation.label} {data['label']}",
        layer=Layer.UNIT,
        group=nation.key,
        expansion=data.get("expansion", expansion),
        rules=rules,
        source=data["source"],
        component=data.get("component") if expansion == "base" else None,
        unit_class=unit_class,
        figures=data["figures"],
        abilities=abilities,
        nation=nation,
        elite=data.get("elite", False),
        side=nation.side,
        summary=data["summary"],
    )


def read_special_types(data: Entry, palette: Entry) -> Iterator[SpecialUnitType]:
    """Yield the special unit types, in the order of the data."""
    for name, fields in data["special"].items():
        with entry_error_context(name):
            yield _parse_special_type(
                name, dict(fields), tuple(data["kinds"]), tuple(palette["nations"])
            )


def _parse_special_type(
    name: str, data: dict[str, Any], kinds: tuple[str, ...], nations: tuple[str, ...]
) -> SpecialUnitType:
    unit_kinds = _checked_names(data.pop("of", kinds), kinds)
    nation_names = _checked_names(data.pop("nations", nations), nations)
    badges = _checked_names(data.pop("badges", ()), None)
    unless = frozenset(_checked_names(data.pop("unless", ()), None))
    tiles = frozenset(_checked_names(data.pop("told_by_tiles", ()), None))
    units = frozenset(kind + nation for kind in unit_kinds for nation in nation_names)
    rules = RulesSupport(data.pop("rules"))
    return SpecialUnitType(
        name=name,
        of=units,
        rules=rules,
        badges=frozenset(badges),
        unless=unless,
        told_by_tiles=tiles,
        **data,
    )


def _checked_names(data: object, known_names: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return a list of names as a tuple.

    Raise ValueError if a name is not in *known_names*; None allows any names.
    """
    assert isinstance(data, list | tuple)
    unknown_names = [each for each in data if known_names is not None and each not in known_names]
    if unknown_names:
        raise ValueError(f"unknown: {unknown_names}")
    return tuple(data)


def pack_units(pack: Pack, nations: Mapping[str, Nation]) -> Iterator[Element]:
    """Yield each kind of unit of a pack for each nation it lists, or for all if it lists none."""
    by_key = {nation.key: nation for nation in nations.values()}
    for name, data in pack.kinds.items():
        for nation_key in data.get("nations", by_key):
            with entry_error_context(pack.qualified_name(name)):
                yield _parse_pack_unit(pack, name, data, by_key[nation_key])


def _parse_pack_unit(pack: Pack, name: str, data: Entry, nation: Nation) -> Element:
    defaults = {"rules": "base", "source": pack.title, "key": name}
    unit_name = pack.qualified_name(f"{nation.key}-{name}")
    unit = _parse_unit(unit_name, {**defaults, **data}, nation, pack.name)
    if unit.abilities:
        unit_rules(unit.abilities)  # report errors when the pack is read
    return replace(unit, key=unit_name, group=pack.name, official=False, picture=pack.picture(data))


_UNIT_DEFAULTS = {"class": "infantry", "move": 0, "move_and_battle": 0, "dice": []}


def pack_special_types(pack: Pack, elements: Collection[Element]) -> Iterator[SpecialUnitType]:
    """Yield the special unit types of a pack.

    Args:
        pack: The pack.
        elements: All elements of the catalogue and of the pack.
    """
    units = [each for each in elements if each.layer is Layer.UNIT]
    badges = {each.key: each.name for each in elements if each.layer is Layer.BADGE}
    for name, data in pack.specials.items():
        with entry_error_context(pack.qualified_name(name)):
            unit_rules({**_UNIT_DEFAULTS, **data["traits"]})
            fields = {key: value for key, value in data.items() if key not in _RESOLVED_KEYS}
            yield SpecialUnitType(
                name=pack.qualified_name(name),
                of=_matching_unit_names(data, units),
                badges=frozenset(_badge_name(badges, pack, key) for key in data.get("badges", ())),
                equipment=pack.qualified_name(name) if data.get("equipment") else None,
                behavior=pack.qualified_name(name) if data.get("behavior") else None,
                rules=RulesSupport.BASE,
                source=pack.title,
                **fields,
            )


_RESOLVED_KEYS = ("of", "nations", "badges", "equipment", "behavior")


def _badge_name(names: Mapping[str, str], pack: Pack, key: str) -> str:
    return names.get(pack.qualified_name(key)) or names[key]


def _matching_unit_names(data: Entry, units: Collection[Element]) -> frozenset[str]:
    """Return the names of the units of the listed kinds and nations; all if none are listed.

    Raises:
        ValueError: a kind is unknown.
    """
    nations, kinds = data.get("nations"), data.get("of")
    known_kinds = {_kind_of_unit(unit) for unit in units}
    unknown_kinds = [kind for kind in kinds or () if kind not in known_kinds]
    if unknown_kinds:
        raise ValueError(f"unknown: {unknown_kinds}")
    return frozenset(
        unit.name
        for unit in units
        if (not kinds or _kind_of_unit(unit) in kinds)
        and (not nations or (unit.nation and unit.nation.key in nations))
    )


def _kind_of_unit(unit: Element) -> str:
    """Return the key of a unit without its pack and nation: ``special-forces``."""
    name = unit.key.rpartition(SEPARATOR)[2]
    return name.removeprefix(f"{unit.nation.key}-") if unit.nation else name
