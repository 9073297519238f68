"""Reading the pieces of the catalogue: tiles, structures, obstacles, badges and tags."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from m44core.catalogue.geometry import facing, orientations
from m44core.catalogue.hazards import Costs, Hazard
from m44core.catalogue.reading import entry, read_families
from m44core.catalogue.types import (
    ALL_FLAGS,
    DICE_BY_CARDS,
    OPEN_GROUND,
    Element,
    Foot,
    Layer,
    Nation,
    Rules,
    Side,
    Sight,
    Slope,
    TerrainRules,
    UnitClass,
)
from m44core.data_files import Entry

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
            with entry(name):
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
    edges = {network: orientations(tuple(said), count) for network, said in first.items()}
    naming = next(iter(edges.values()))
    return {"edges": edges, "facings": tuple(facing(each) for each in naming)}
