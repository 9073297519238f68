"""Defects of documents, boards, pieces, sides and objectives."""

from __future__ import annotations

from tests.core.validation.planting.ground import Ground, NoRoomError, key_of
from tests.core.validation.planting.kinds import (
    ANOTHER_MEDAL,
    BOXES,
    PLAYABILITY,
    Planted,
    found,
    plant,
)

# The document


@plant("a key nobody knows")
def unknown_key(ground: Ground) -> Planted:
    name = ground.one(ground.with_layer("unit"))
    ground.hexes[name][ground.rng.choice(["uint", "terain", "obstacel"])] = "forest"
    return found("M023", f"/hexes/{name}")


@plant("a text for a number")
def text_for_a_number(ground: Ground) -> Planted:
    place = ground.player()
    ground.document["briefing"][place]["cards"] = ground.rng.choice(["five", [5], {}])
    return found("M020", f"/briefing/{place}/cards", "M303", "M308", "M8")


@plant("a hex the board does not have")
def hex_off_board(ground: Ground) -> Planted:
    name = ground.rng.choice(["A10", "n4", "AA1", "Z22"])
    ground.hexes[name] = {"terrain": "forest"}
    return found("M031", f"/hexes/{name}")


# Board and pieces


@plant("a tile nobody knows")
def unknown_tile(ground: Ground) -> Planted:
    name = ground.free()
    ground.hexes[name] = {"terrain": ground.rng.choice(["m44:wood", "m44:forest", "m44:swamp"])}
    return found("M101", f"/hexes/{name}/terrain", "M705", "M710")


@plant("a bunker among the tiles")
def bunker_as_tile(ground: Ground) -> Planted:
    name = ground.free()
    ground.hexes[name] = {"terrain": ground.rng.choice(["m44:bunker", "m44:wire", "m44:infus"])}
    return found("M102", f"/hexes/{name}/terrain", "M705")


@plant("a label as long as a sentence")
def long_label(ground: Ground) -> Planted:
    name = ground.free()
    ground.document.setdefault("labels", {})[name] = "Here the road to the old mill begins"
    return found("M103", f"/labels/{name}")


@plant("a road of another box")
def foreign_tile(ground: Ground) -> Planted:
    name = ground.free(range(2, 6))
    ground.hexes[name] = {"terrain": "road"}
    return found("M112", f"/hexes/{name}", "M111", "M512", *BOXES)


# Components


@plant("more wire than the box has")
def too_much_wire(ground: Ground) -> Planted:
    for _ in range(13):
        ground.hexes[ground.free(range(2, 6))] = {
            "obstacle": {"is": "wire", "facing": "faces-bottom"}
        }
    return found("M205", "/hexes", "M206", "M508", "M504", *PLAYABILITY)


@plant("more towns than the box has")
def too_many_towns(ground: Ground) -> Planted:
    for _ in range(10):
        ground.hexes[ground.free(range(2, 6))] = {"terrain": "town"}
    return found("M201", "/hexes", "M202", "M203", *PLAYABILITY)


@plant("eleven medals")
def too_many_medals(ground: Ground) -> Planted:
    for _ in range(11):
        ground.hexes[ground.free(range(1, 7))] = {
            "tags": [f"{ground.rng.choice(['axis', 'allied'])}-medal"]
        }
    return found("M211", "/hexes", *PLAYABILITY)


# Sides and setup


@plant("the same side twice")
def same_sides(ground: Ground) -> Planted:
    briefing = ground.document["briefing"]
    briefing["top"]["side"] = briefing["bottom"]["side"]
    return found("M301", "/briefing", "M3", "M4", "M5", "M6", "M7", "M8")


@plant("nobody moves first")
def no_first_player(ground: Ground) -> Planted:
    ground.document["briefing"].pop("first")
    return found("M302", "/briefing", "M308", "M7")


@plant("a hand that is no hand")
def odd_hand(ground: Ground) -> Planted:
    place = ground.player()
    ground.document["briefing"][place]["cards"] = ground.rng.choice([0, 9, 14])
    return found("M303", f"/briefing/{place}/cards", "M308", "M212", "M8")


@plant("no medals to win")
def no_goal(ground: Ground) -> Planted:
    place = ground.player()
    ground.document["briefing"][place]["medals"] = ground.rng.choice([0, 13])
    return found("M304", f"/briefing/{place}/medals", "M305", "M313", "M7", "M8")


@plant("a side without units")
def no_army(ground: Ground) -> Planted:
    if "air" in str(ground.document["briefing"].get("options")):
        raise NoRoomError  # units come by air
    side = ground.rng.choice(["german", "american"])
    for name in ground.with_layer("unit"):
        if key_of(ground.hexes[name]["unit"]).startswith(side):
            del ground.hexes[name]["unit"]
    return found("M306", "/hexes", "M3", "M4", "M5", "M6", "M7", "M8", "M2")


@plant("an end before the beginning")
def backward_dates(ground: Ground) -> Planted:
    briefing = ground.document["briefing"]
    briefing["begins"], briefing["ends"] = "1944-08-03", "1944-08-01"
    return found("M316", "/briefing/ends")


@plant("a year after the war")
def wrong_year(ground: Ground) -> Planted:
    briefing = ground.document["briefing"]
    briefing["begins"] = briefing["ends"] = "1954-06-06"
    return found("M316", "/briefing", "M822")


@plant("no last day")
def no_end(ground: Ground) -> Planted:
    briefing = ground.document["briefing"]
    briefing["begins"] = "1944-08-03"
    briefing.pop("ends", None)
    return found("M316", "/briefing/ends")


# Units


@plant("infantry in the river")
def swimming_unit(ground: Ground) -> Planted:
    rivers = [
        name
        for name in ground.with_layer("terrain", "river", "river-bend")
        if (
            "structure" not in ground.hexes[name]
            and not isinstance(ground.hexes[name]["terrain"], dict)
        )
        or (
            "structure" not in ground.hexes[name] and "behaves" not in ground.hexes[name]["terrain"]
        )
    ]
    name = ground.one([name for name in rivers if "unit" not in ground.hexes[name]])
    ground.hexes[name]["unit"] = "german-infantry"
    return found("M401", f"/hexes/{name}/unit", "M208", "M3", "M7")


@plant("armor on a hedgehog")
def impaled_armor(ground: Ground) -> Planted:
    tanks = ground.with_layer("unit", "german-armor", "american-armor")
    name = ground.one([name for name in tanks if set(ground.hexes[name]) <= {"unit", "terrain"}])
    ground.hexes[name]["obstacle"] = "hedgehog"
    return found("M402", f"/hexes/{name}/unit", "M503", "M504", "M7", "M205", "M206")


@plant("a unit of six figures")
def strong_unit(ground: Ground) -> Planted:
    name = ground.one(ground.with_layer("unit", "german-infantry", "american-infantry"))
    unit = ground.hexes[name]["unit"]
    ground.hexes[name]["unit"] = {**({"is": unit} if isinstance(unit, str) else unit), "figures": 6}
    return found("M404", f"/hexes/{name}/unit/figures", "M208", "M7")


@plant("a unit in the enemy's bunker")
def unit_in_enemy_bunker(ground: Ground) -> Planted:
    name = ground.free(range(2, 5))
    ground.hexes[name] = {
        "structure": {"is": "bunker", "owner": "axis"},
        "unit": "american-artillery",
    }
    return found("M405", f"/hexes/{name}", "M204", "M208", "M403", "M508", "M3", "M7")


@plant("a badge of the other side")
def wrong_badge(ground: Ground) -> Planted:
    infantry = ground.with_layer("unit", "german-infantry")
    name = ground.one([n for n in infantry if ground.hexes[n]["unit"] == "german-infantry"])
    ground.hexes[name]["unit"] = {"is": "german-infantry", "badge": "us-rangers"}
    return found("M408", f"/hexes/{name}/unit/badge", "M209", "M210", "M407", "M7")


# Terrain and obstacles


@plant("a bridge on dry land")
def dry_bridge(ground: Ground) -> Planted:
    name = ground.free(range(1, 5))
    ground.hexes[name] = {"structure": "bridge"}
    return found("M501", f"/hexes/{name}/structure", "M204")


@plant("a bunker nobody owns")
def unowned_bunker(ground: Ground) -> Planted:
    name = ground.free(range(1, 5))
    ground.hexes[name] = {"structure": "bunker"}
    return found("M502", f"/hexes/{name}/structure", "M204", "M508", "M7")


@plant("a hedgehog in the river")
def drowned_hedgehog(ground: Ground) -> Planted:
    name = ground.one(
        [
            n
            for n in ground.with_layer("terrain", "river", "river-bend")
            if set(ground.hexes[n]) == {"terrain"}
        ]
    )
    ground.hexes[name]["obstacle"] = "hedgehog"
    return found("M503", f"/hexes/{name}/obstacle", "M504", "M205", "M206")


@plant("mines nobody laid")
def unowned_mines(ground: Ground) -> Planted:
    name = ground.free(range(2, 5))
    ground.hexes[name] = {"tags": [{"is": "minefield", "behaves": "m44:MINE_FIELD"}]}
    return found("M510", f"/hexes/{name}/tags/0", "M112", "M111", *BOXES, "M8")


# Objectives and exits


@plant("an exit of no side")
def unowned_exit(ground: Ground) -> Planted:
    name = ground.free(range(0, 1))
    ground.hexes[name] = {"tags": ["exit"]}
    return found(
        "M601", f"/hexes/{name}/tags/0", "M112", "M602", "M603", "M111", "M7", "M8", *BOXES
    )


@plant("an exit in the middle of the board")
def inner_exit(ground: Ground) -> Planted:
    name = ground.board.name(
        ground.rng.choice([h for h in ground.board.hexes if h.row == 4 and 4 < h.col < 20])
    )
    ground.hexes.setdefault(name, {})["tags"] = [{"is": "exit", "side": "allies"}]
    return found("M602", f"/hexes/{name}/tags/0", "M112", "M603", "M111", "M6", "M7", "M8", *BOXES)


@plant("an objective worth nothing")
def worthless_objective(ground: Ground) -> Planted:
    name = ground.free(range(3, 5))
    ground.hexes[name] = {"tags": [{"is": "axis-medal", "counts-for": 0}]}
    return found("M605", f"/hexes/{name}/tags/0", *ANOTHER_MEDAL)


@plant("an objective that lists its own hex")
def listed_twice(ground: Ground) -> Planted:
    name, other = ground.free(range(3, 5)), ground.free(range(1, 3))
    ground.hexes[name] = {"tags": [{"is": "axis-medal", "hexes": [name, other]}]}
    return found("M606", f"/hexes/{name}/tags/0", *ANOTHER_MEDAL)


@plant("two medals on a hex")
def two_medals(ground: Ground) -> Planted:
    name = ground.free(range(3, 5))
    ground.hexes[name] = {"tags": ["axis-medal", "axis-medal"]}
    return found("M607", f"/hexes/{name}", *ANOTHER_MEDAL)
