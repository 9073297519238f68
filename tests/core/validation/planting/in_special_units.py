"""Defects of special units, landing craft, trains and mines."""

from __future__ import annotations

from tests.core.validation.planting.kinds import (
    BOXES,
    PLAYABILITY,
    SETUP,
    Planted,
    expected_finding,
    plant,
)
from tests.core.validation.planting.planting_document import PlantingDocument, piece_key

_ARMOR = ("german-armor", "american-armor", "british-armor", "soviet-armor")
_INFANTRY = ("german-infantry", "american-infantry", "british-infantry", "soviet-infantry")
_OTHER_BOX = ("M111", "M112", "M8", *BOXES, *SETUP, *PLAYABILITY)
_LOADS = ("hobart-petard", "hobart-bridge", "hobart-bobbin", "hobart-fascine", "hobart-mine-digger")


def _set_unit_fields(document: PlantingDocument, kinds: tuple[str, ...], **marks: str | int) -> str:
    """Replace the fields of a random unit of some kinds; return its hex."""
    name = document.choose(document.with_layer("unit", *kinds))
    document.hexes[name]["unit"] = {"is": piece_key(document.hexes[name]["unit"]), **marks}
    return name


@plant("a flame-thrower with an accessory of a Churchill")
def flame_thrower_with_load(document: PlantingDocument) -> Planted:
    load = document.rng.choice(_LOADS)
    name = _set_unit_fields(document, _ARMOR, badge="flame-thrower", equipment=load)
    return expected_finding("M411", f"/hexes/{name}/unit", "M407", *_OTHER_BOX)


@plant("two accessories on a Churchill")
def two_loads(document: PlantingDocument) -> Planted:
    name = _set_unit_fields(document, _ARMOR, equipment=" + ".join(document.rng.sample(_LOADS, 2)))
    return expected_finding("M411", f"/hexes/{name}/unit/equipment", "M056", "M407", *_OTHER_BOX)


@plant("an accessory of a Churchill on foot")
def load_on_infantry(document: PlantingDocument) -> Planted:
    name = _set_unit_fields(document, _INFANTRY, equipment=document.rng.choice(_LOADS))
    return expected_finding("M412", f"/hexes/{name}/unit/equipment", "M407", *_OTHER_BOX)


@plant("trucks worth medals by threes and as a whole")
def trucks_worth_two(document: PlantingDocument) -> Planted:
    name = document.free_hex()
    truck = {"is": f"{document.rng.choice(['german', 'american'])}-vehicle"}
    document.hexes[name] = {"unit": {**truck, "behaves": "worth-two-medals"}}
    return expected_finding("M413", f"/hexes/{name}/unit", *_OTHER_BOX)


@plant("a truck of four figures")
def truck_of_four(document: PlantingDocument) -> Planted:
    name = document.free_hex()
    truck = f"{document.rng.choice(['german', 'american'])}-vehicle"
    document.hexes[name] = {"unit": {"is": truck, "figures": 4}}
    return expected_finding("M404", f"/hexes/{name}/unit", *_OTHER_BOX)


@plant("the badge of another kind of unit")
def badge_of_another_kind(document: PlantingDocument) -> Planted:
    badge = document.rng.choice(["flame-thrower", "big-gun", "tank-destroyer", "heavy-anti-tank"])
    name = _set_unit_fields(document, _INFANTRY, badge=badge)
    return expected_finding("M408", f"/hexes/{name}/unit/badge", "M407", *_OTHER_BOX)


@plant("mines where nobody can go")
def mines_in_a_lake(document: PlantingDocument) -> Planted:
    name = document.free_hex()
    tile = document.rng.choice(["river", "lake-side", "lake-corner"])
    document.hexes[name] = {
        "terrain": tile,
        "tags": [{"is": "minefield", "side": document.random_side()}],
    }
    return expected_finding("M513", f"/hexes/{name}/tags/0", "M506", "M509", *_OTHER_BOX)


@plant("a landing craft with nobody")
def landing_craft_without_unit(document: PlantingDocument) -> Planted:
    name = document.free_hex()
    document.hexes[name] = {"structure": "landing-craft"}
    return expected_finding("M410", f"/hexes/{name}/structure", *_OTHER_BOX)


@plant("a destroyer ashore")
def destroyer_ashore(document: PlantingDocument) -> Planted:
    name = document.free_hex(range(4))  # on beach boards the sea is below
    document.hexes[name] = {"structure": "destroyer"}
    return expected_finding("M410", f"/hexes/{name}/structure", *_OTHER_BOX)


@plant("units aboard no train")
def aboard_without_train(document: PlantingDocument) -> Planted:
    unit = f"{document.rng.choice(['german', 'american'])}-infantry"
    side = {"german": "axis", "american": "allies"}[unit.partition("-")[0]]
    options = document.raw["briefing"].setdefault("options", {})
    options["supply-train"] = {"side": side, "units": [1, 1], "unit": unit}
    return expected_finding("M410", "/briefing/options/supply-train", "M314", *_OTHER_BOX)
