"""Defects of what makes special units of units, of craft and trains, and of mines."""

from __future__ import annotations

from tests.core.validation.planting.ground import Ground, key_of
from tests.core.validation.planting.kinds import BOXES, PLAYABILITY, SETUP, Planted, found, plant

_ARMOR = ("german-armor", "american-armor", "british-armor", "soviet-armor")
_INFANTRY = ("german-infantry", "american-infantry", "british-infantry", "soviet-infantry")
_OTHER_BOX = ("M111", "M112", "M8", *BOXES, *SETUP, *PLAYABILITY)
_LOADS = ("hobart-petard", "hobart-bridge", "hobart-bobbin", "hobart-fascine", "hobart-mine-digger")


def _mark(ground: Ground, kinds: tuple[str, ...], **marks: str | int) -> str:
    """Give a unit of some kinds these marks; return its hex."""
    name = ground.one(ground.with_layer("unit", *kinds))
    ground.hexes[name]["unit"] = {"is": key_of(ground.hexes[name]["unit"]), **marks}
    return name


@plant("a flame-thrower with an accessory of a Churchill")
def flame_thrower_with_load(ground: Ground) -> Planted:
    load = ground.rng.choice(_LOADS)
    name = _mark(ground, _ARMOR, badge="flame-thrower", equipment=load)
    return found("M411", f"/hexes/{name}/unit", "M407", *_OTHER_BOX)


@plant("two accessories on a Churchill")
def two_loads(ground: Ground) -> Planted:
    name = _mark(ground, _ARMOR, equipment=" + ".join(ground.rng.sample(_LOADS, 2)))
    return found("M411", f"/hexes/{name}/unit/equipment", "M056", "M407", *_OTHER_BOX)


@plant("an accessory of a Churchill on foot")
def load_on_foot(ground: Ground) -> Planted:
    name = _mark(ground, _INFANTRY, equipment=ground.rng.choice(_LOADS))
    return found("M412", f"/hexes/{name}/unit/equipment", "M407", *_OTHER_BOX)


@plant("trucks worth medals by threes and as a whole")
def trucks_worth_two(ground: Ground) -> Planted:
    name = ground.free()
    truck = {"is": f"{ground.rng.choice(['german', 'american'])}-vehicle"}
    ground.hexes[name] = {"unit": {**truck, "behaves": "worth-two-medals"}}
    return found("M413", f"/hexes/{name}/unit", *_OTHER_BOX)


@plant("a truck of four figures")
def truck_of_four(ground: Ground) -> Planted:
    name = ground.free()
    truck = f"{ground.rng.choice(['german', 'american'])}-vehicle"
    ground.hexes[name] = {"unit": {"is": truck, "figures": 4}}
    return found("M404", f"/hexes/{name}/unit", *_OTHER_BOX)


@plant("the badge of another kind of unit")
def badge_of_another_kind(ground: Ground) -> Planted:
    badge = ground.rng.choice(["flame-thrower", "big-gun", "tank-destroyer", "heavy-anti-tank"])
    name = _mark(ground, _INFANTRY, badge=badge)
    return found("M408", f"/hexes/{name}/unit/badge", "M407", *_OTHER_BOX)


@plant("mines where nobody can go")
def mines_in_a_lake(ground: Ground) -> Planted:
    name = ground.free()
    tile = ground.rng.choice(["river", "lake-side", "lake-corner"])
    ground.hexes[name] = {"terrain": tile, "tags": [{"is": "minefield", "side": ground.side()}]}
    return found("M513", f"/hexes/{name}/tags/0", "M506", "M509", *_OTHER_BOX)


@plant("a landing craft with nobody")
def empty_craft(ground: Ground) -> Planted:
    name = ground.free()
    ground.hexes[name] = {"structure": "landing-craft"}
    return found("M410", f"/hexes/{name}/structure", *_OTHER_BOX)


@plant("a destroyer ashore")
def destroyer_ashore(ground: Ground) -> Planted:
    name = ground.free(range(4))  # beaches have their sea below
    ground.hexes[name] = {"structure": "destroyer"}
    return found("M410", f"/hexes/{name}/structure", *_OTHER_BOX)


@plant("units aboard no train")
def aboard_no_train(ground: Ground) -> Planted:
    unit = f"{ground.rng.choice(['german', 'american'])}-infantry"
    side = {"german": "axis", "american": "allies"}[unit.partition("-")[0]]
    options = ground.document["briefing"].setdefault("options", {})
    options["supply-train"] = {"side": side, "units": [1, 1], "unit": unit}
    return found("M410", "/briefing/options/supply-train", "M314", *_OTHER_BOX)
