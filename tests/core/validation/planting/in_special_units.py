"""Defects of special units, landing craft, trains and mines."""

from __future__ import annotations

from tests.core.validation.planting.defect_kinds import (
    BOXES,
    PLAYABILITY,
    SETUP,
    ExpectedFinding,
    defect_kind,
    expected_finding,
)
from tests.core.validation.planting.planting_document import PlantingDocument, piece_key

_ARMOR = ("german-armor", "american-armor", "british-armor", "soviet-armor")
_INFANTRY = ("german-infantry", "american-infantry", "british-infantry", "soviet-infantry")
_OTHER_BOX = ("M111", "M112", "M8", *BOXES, *SETUP, *PLAYABILITY)
_LOADS = ("hobart-petard", "hobart-bridge", "hobart-bobbin", "hobart-fascine", "hobart-mine-digger")


def _set_unit_fields(document: PlantingDocument, kinds: tuple[str, ...], **marks: str | int) -> str:
    """Replace the fields of a random unit of some kinds; return its hex."""
    name = document.choose(document.hexes_with_layer("unit", *kinds))
    document.hexes[name]["unit"] = {"is": piece_key(document.hexes[name]["unit"]), **marks}
    return name


@defect_kind("a flame-thrower with an accessory of a Churchill")
def flame_thrower_with_load(document: PlantingDocument) -> ExpectedFinding:
    load = document.rng.choice(_LOADS)
    name = _set_unit_fields(document, _ARMOR, badge="flame-thrower", equipment=load)
    return expected_finding("M411", f"/hexes/{name}/unit", "M407", *_OTHER_BOX)


@defect_kind("two accessories on a Churchill")
def two_loads(document: PlantingDocument) -> ExpectedFinding:
    name = _set_unit_fields(document, _ARMOR, equipment=" + ".join(document.rng.sample(_LOADS, 2)))
    return expected_finding("M411", f"/hexes/{name}/unit/equipment", "M056", "M407", *_OTHER_BOX)


@defect_kind("an accessory of a Churchill on foot")
def load_on_infantry(document: PlantingDocument) -> ExpectedFinding:
    name = _set_unit_fields(document, _INFANTRY, equipment=document.rng.choice(_LOADS))
    return expected_finding("M412", f"/hexes/{name}/unit/equipment", "M407", *_OTHER_BOX)


@defect_kind("trucks worth medals by threes and as a whole")
def truck_worth_two_medals(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex()
    truck = {"is": f"{document.rng.choice(['german', 'american'])}-vehicle"}
    document.hexes[name] = {"unit": {**truck, "behaves": "worth-two-medals"}}
    return expected_finding("M413", f"/hexes/{name}/unit", *_OTHER_BOX)


@defect_kind("a truck of four figures")
def truck_with_four_figures(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex()
    truck = f"{document.rng.choice(['german', 'american'])}-vehicle"
    document.hexes[name] = {"unit": {"is": truck, "figures": 4}}
    return expected_finding("M404", f"/hexes/{name}/unit", *_OTHER_BOX)


@defect_kind("the badge of another kind of unit")
def badge_for_another_unit_kind(document: PlantingDocument) -> ExpectedFinding:
    badge = document.rng.choice(["flame-thrower", "big-gun", "tank-destroyer", "heavy-anti-tank"])
    name = _set_unit_fields(document, _INFANTRY, badge=badge)
    return expected_finding("M408", f"/hexes/{name}/unit/badge", "M407", *_OTHER_BOX)


@defect_kind("mines where nobody can go")
def mines_in_impassable_water(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex()
    tile = document.rng.choice(["river", "lake-side", "lake-corner"])
    document.hexes[name] = {
        "terrain": tile,
        "tags": [{"is": "minefield", "side": document.random_side()}],
    }
    return expected_finding("M513", f"/hexes/{name}/tags/0", "M506", "M509", *_OTHER_BOX)


@defect_kind("a landing craft with nobody")
def landing_craft_without_unit(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex()
    document.hexes[name] = {"structure": "landing-craft"}
    return expected_finding("M410", f"/hexes/{name}/structure", *_OTHER_BOX)


@defect_kind("a destroyer ashore")
def destroyer_ashore(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex(range(4))  # on beach boards the sea is below
    document.hexes[name] = {"structure": "destroyer"}
    return expected_finding("M410", f"/hexes/{name}/structure", *_OTHER_BOX)


@defect_kind("units aboard no train")
def supply_train_without_train(document: PlantingDocument) -> ExpectedFinding:
    unit = f"{document.rng.choice(['german', 'american'])}-infantry"
    side = {"german": "axis", "american": "allies"}[unit.partition("-")[0]]
    options = document.raw["briefing"].setdefault("options", {})
    options["supply-train"] = {"side": side, "units": [1, 1], "unit": unit}
    return expected_finding("M410", "/briefing/options/supply-train", "M314", *_OTHER_BOX)
