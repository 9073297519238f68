"""Making the catalogue of what its data files say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from m44core.board import Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.making.pieces import (
    FILES,
    of_families,
    pieces_of,
    terrain_fields,
    terrain_rules,
)
from m44core.catalogue.making.units import specials, specials_of_pack, units_of, units_of_pack
from m44core.catalogue.packs.pack import Pack
from m44core.catalogue.reading import DATA, entry, read_entries
from m44core.catalogue.types import Behavior, Element, Layer, Nation, Rules, Side
from m44core.data_files import Entry
from m44core.errors import CatalogueError


def extended(catalogue: Catalogue, pack: Pack) -> Catalogue:
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
    with entry(pack.name):
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
    with entry("palette, zones or units"):
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
    with entry(code):
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
        with entry(code):
            fields = terrain_fields(said.get("effect", {}))
            layer = Layer(said["layer"])
            every = [name for name, each in elements.items() if each.layer is layer]
            for name in said.get("pieces", every) if "effect" in said else ():
                yield (elements[name].name, code), fields


def _nations(palette: Entry) -> Iterator[tuple[str, Nation]]:
    for name, said in palette["nations"].items():
        with entry(name):
            yield name, _nation(name, said)


def _nation(name: str, said: Entry) -> Nation:
    return Nation(name=name, key=said["key"], label=said["label"], side=Side(said["side"]))
