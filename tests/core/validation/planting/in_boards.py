"""Defects of documents, boards, pieces, sides and objectives."""

from __future__ import annotations

from tests.core.validation.planting.defect_kinds import (
    ANOTHER_MEDAL,
    BOXES,
    PLAYABILITY,
    ExpectedFinding,
    defect_kind,
    expected_finding,
)
from tests.core.validation.planting.planting_document import (
    NoRoomError,
    PlantingDocument,
    piece_key,
)

# The document


@defect_kind("a key nobody knows")
def unknown_key(document: PlantingDocument) -> ExpectedFinding:
    name = document.choose(document.hexes_with_layer("unit"))
    document.hexes[name][document.rng.choice(["uint", "terain", "obstacel"])] = "forest"
    return expected_finding("M023", f"/hexes/{name}")


@defect_kind("a text for a number")
def text_instead_of_number(document: PlantingDocument) -> ExpectedFinding:
    place = document.random_player()
    document.raw["briefing"][place]["cards"] = document.rng.choice(["five", [5], {}])
    return expected_finding("M020", f"/briefing/{place}/cards", "M303", "M308", "M8")


@defect_kind("a hex the board does not have")
def hex_off_board(document: PlantingDocument) -> ExpectedFinding:
    name = document.rng.choice(["A10", "n4", "AA1", "Z22"])
    document.hexes[name] = {"terrain": "forest"}
    return expected_finding("M031", f"/hexes/{name}")


# Board and pieces


@defect_kind("a tile nobody knows")
def unknown_tile(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex()
    document.hexes[name] = {"terrain": document.rng.choice(["m44:wood", "m44:forest", "m44:swamp"])}
    return expected_finding("M101", f"/hexes/{name}/terrain", "M705", "M710")


@defect_kind("a bunker among the tiles")
def bunker_as_tile(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex()
    document.hexes[name] = {"terrain": document.rng.choice(["m44:bunker", "m44:wire", "m44:infus"])}
    return expected_finding("M102", f"/hexes/{name}/terrain", "M705")


@defect_kind("a label as long as a sentence")
def long_label(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex()
    document.raw.setdefault("labels", {})[name] = "Here the road to the old mill begins"
    return expected_finding("M103", f"/labels/{name}")


@defect_kind("a road of another box")
def road_of_another_box(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex(range(2, 6))
    document.hexes[name] = {"terrain": "road"}
    return expected_finding("M112", f"/hexes/{name}", "M111", "M512", *BOXES)


# Components


@defect_kind("more wire than the box has")
def too_much_wire(document: PlantingDocument) -> ExpectedFinding:
    for _ in range(13):
        document.hexes[document.free_hex(range(2, 6))] = {
            "obstacle": {"is": "wire", "facing": "faces-bottom"}
        }
    return expected_finding("M205", "/hexes", "M206", "M508", "M504", *PLAYABILITY)


@defect_kind("more towns than the box has")
def too_many_towns(document: PlantingDocument) -> ExpectedFinding:
    for _ in range(10):
        document.hexes[document.free_hex(range(2, 6))] = {"terrain": "town"}
    return expected_finding("M201", "/hexes", "M202", "M203", *PLAYABILITY)


@defect_kind("eleven medals")
def too_many_medals(document: PlantingDocument) -> ExpectedFinding:
    for _ in range(11):
        document.hexes[document.free_hex(range(1, 7))] = {
            "tags": [f"{document.rng.choice(['axis', 'allied'])}-medal"]
        }
    return expected_finding("M211", "/hexes", *PLAYABILITY)


# Sides and setup


@defect_kind("the same side twice")
def both_players_on_one_side(document: PlantingDocument) -> ExpectedFinding:
    briefing = document.raw["briefing"]
    briefing["top"]["side"] = briefing["bottom"]["side"]
    return expected_finding("M301", "/briefing", "M3", "M4", "M5", "M6", "M7", "M8")


@defect_kind("nobody moves first")
def no_first_player(document: PlantingDocument) -> ExpectedFinding:
    document.raw["briefing"].pop("first")
    return expected_finding("M302", "/briefing", "M308", "M7")


@defect_kind("a hand that is no hand")
def invalid_hand_size(document: PlantingDocument) -> ExpectedFinding:
    place = document.random_player()
    document.raw["briefing"][place]["cards"] = document.rng.choice([0, 9, 14])
    return expected_finding("M303", f"/briefing/{place}/cards", "M308", "M212", "M8")


@defect_kind("no medals to win")
def invalid_medals_needed(document: PlantingDocument) -> ExpectedFinding:
    place = document.random_player()
    document.raw["briefing"][place]["medals"] = document.rng.choice([0, 13])
    return expected_finding("M304", f"/briefing/{place}/medals", "M305", "M313", "M7", "M8")


@defect_kind("a side without units")
def side_without_units(document: PlantingDocument) -> ExpectedFinding:
    if "air" in str(document.raw["briefing"].get("options")):
        raise NoRoomError  # units come by air
    side = document.rng.choice(["german", "american"])
    for name in document.hexes_with_layer("unit"):
        if piece_key(document.hexes[name]["unit"]).startswith(side):
            del document.hexes[name]["unit"]
    return expected_finding("M306", "/hexes", "M3", "M4", "M5", "M6", "M7", "M8", "M2")


@defect_kind("an end before the beginning")
def end_before_beginning(document: PlantingDocument) -> ExpectedFinding:
    briefing = document.raw["briefing"]
    briefing["begins"], briefing["ends"] = "1944-08-03", "1944-08-01"
    return expected_finding("M316", "/briefing/ends")


@defect_kind("a year after the war")
def year_after_the_war(document: PlantingDocument) -> ExpectedFinding:
    briefing = document.raw["briefing"]
    briefing["begins"] = briefing["ends"] = "1954-06-06"
    return expected_finding("M316", "/briefing", "M822")


@defect_kind("no last day")
def missing_end_date(document: PlantingDocument) -> ExpectedFinding:
    briefing = document.raw["briefing"]
    briefing["begins"] = "1944-08-03"
    briefing.pop("ends", None)
    return expected_finding("M316", "/briefing/ends")


# Units


@defect_kind("infantry in the river")
def infantry_in_river(document: PlantingDocument) -> ExpectedFinding:
    rivers = [
        name
        for name in document.hexes_with_layer("terrain", "river", "river-bend")
        if (
            "structure" not in document.hexes[name]
            and not isinstance(document.hexes[name]["terrain"], dict)
        )
        or (
            "structure" not in document.hexes[name]
            and "behaves" not in document.hexes[name]["terrain"]
        )
    ]
    name = document.choose([name for name in rivers if "unit" not in document.hexes[name]])
    document.hexes[name]["unit"] = "german-infantry"
    return expected_finding("M401", f"/hexes/{name}/unit", "M208", "M3", "M7")


@defect_kind("armor on a hedgehog")
def armor_on_hedgehog(document: PlantingDocument) -> ExpectedFinding:
    tanks = document.hexes_with_layer("unit", "german-armor", "american-armor")
    name = document.choose(
        [name for name in tanks if set(document.hexes[name]) <= {"unit", "terrain"}]
    )
    document.hexes[name]["obstacle"] = "hedgehog"
    return expected_finding("M402", f"/hexes/{name}/unit", "M503", "M504", "M7", "M205", "M206")


@defect_kind("a unit of six figures")
def unit_of_six_figures(document: PlantingDocument) -> ExpectedFinding:
    name = document.choose(
        document.hexes_with_layer("unit", "german-infantry", "american-infantry")
    )
    unit = document.hexes[name]["unit"]
    document.hexes[name]["unit"] = {
        **({"is": unit} if isinstance(unit, str) else unit),
        "figures": 6,
    }
    return expected_finding("M404", f"/hexes/{name}/unit/figures", "M208", "M7")


@defect_kind("a unit in the enemy's bunker")
def unit_in_enemy_bunker(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex(range(2, 5))
    document.hexes[name] = {
        "structure": {"is": "bunker", "owner": "axis"},
        "unit": "american-artillery",
    }
    return expected_finding("M405", f"/hexes/{name}", "M204", "M208", "M403", "M508", "M3", "M7")


@defect_kind("a badge of the other side")
def badge_of_the_other_side(document: PlantingDocument) -> ExpectedFinding:
    infantry = document.hexes_with_layer("unit", "german-infantry")
    name = document.choose([n for n in infantry if document.hexes[n]["unit"] == "german-infantry"])
    document.hexes[name]["unit"] = {"is": "german-infantry", "badge": "us-rangers"}
    return expected_finding("M408", f"/hexes/{name}/unit/badge", "M209", "M210", "M407", "M7")


# Terrain and obstacles


@defect_kind("a bridge on dry land")
def bridge_on_dry_land(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex(range(1, 5))
    document.hexes[name] = {"structure": "bridge"}
    return expected_finding("M501", f"/hexes/{name}/structure", "M204")


@defect_kind("a bunker nobody owns")
def unowned_bunker(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex(range(1, 5))
    document.hexes[name] = {"structure": "bunker"}
    return expected_finding("M502", f"/hexes/{name}/structure", "M204", "M508", "M7")


@defect_kind("a hedgehog in the river")
def hedgehog_in_river(document: PlantingDocument) -> ExpectedFinding:
    name = document.choose(
        [
            n
            for n in document.hexes_with_layer("terrain", "river", "river-bend")
            if set(document.hexes[n]) == {"terrain"}
        ]
    )
    document.hexes[name]["obstacle"] = "hedgehog"
    return expected_finding("M503", f"/hexes/{name}/obstacle", "M504", "M205", "M206")


@defect_kind("mines nobody laid")
def unowned_mines(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex(range(2, 5))
    document.hexes[name] = {"tags": [{"is": "minefield", "behaves": "m44:MINE_FIELD"}]}
    return expected_finding("M510", f"/hexes/{name}/tags/0", "M112", "M111", *BOXES, "M8")


# Objectives and exits


@defect_kind("an exit of no side")
def unowned_exit(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex(range(0, 1))
    document.hexes[name] = {"tags": ["exit"]}
    return expected_finding(
        "M601", f"/hexes/{name}/tags/0", "M112", "M602", "M603", "M111", "M7", "M8", *BOXES
    )


@defect_kind("an exit in the middle of the board")
def exit_inside_board(document: PlantingDocument) -> ExpectedFinding:
    name = document.board.name(
        document.rng.choice([h for h in document.board.hexes if h.row == 4 and 4 < h.col < 20])
    )
    document.hexes.setdefault(name, {})["tags"] = [{"is": "exit", "side": "allies"}]
    return expected_finding(
        "M602", f"/hexes/{name}/tags/0", "M112", "M603", "M111", "M6", "M7", "M8", *BOXES
    )


@defect_kind("an objective worth nothing")
def worthless_objective(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex(range(3, 5))
    document.hexes[name] = {"tags": [{"is": "axis-medal", "counts-for": 0}]}
    return expected_finding("M605", f"/hexes/{name}/tags/0", *ANOTHER_MEDAL)


@defect_kind("an objective that lists its own hex")
def objective_listing_own_hex(document: PlantingDocument) -> ExpectedFinding:
    name, other = document.free_hex(range(3, 5)), document.free_hex(range(1, 3))
    document.hexes[name] = {"tags": [{"is": "axis-medal", "hexes": [name, other]}]}
    return expected_finding("M606", f"/hexes/{name}/tags/0", *ANOTHER_MEDAL)


@defect_kind("two medals on a hex")
def two_medals_on_one_hex(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex(range(3, 5))
    document.hexes[name] = {"tags": ["axis-medal", "axis-medal"]}
    return expected_finding("M607", f"/hexes/{name}", *ANOTHER_MEDAL)
