"""Planted defects that spoil a game, and defects of allowances, titles and decks."""

from __future__ import annotations

from tests.core.validation.planting.defect_kinds import (
    ANOTHER_MEDAL,
    SETUP,
    TILES,
    ExpectedFinding,
    defect_kind,
    expected_finding,
)
from tests.core.validation.planting.planting_document import (
    NoRoomError,
    PlantingDocument,
    piece_key,
)

# Playability


@defect_kind("a battle won at the start")
def won_at_the_start(document: PlantingDocument) -> ExpectedFinding:
    place = document.random_player()
    briefing = document.raw["briefing"]
    side = briefing[place]["side"]
    nation = "german" if side == "axis" else "american"
    briefing[place]["medals"] = 1
    names = [
        n
        for n in document.hexes_with_layer("unit")
        if piece_key(document.hexes[n]["unit"]).startswith(nation)
    ]
    free_hexes = [n for n in names if "tags" not in document.hexes[n]]
    document.hexes[document.choose(free_hexes)]["tags"] = [
        "axis-medal" if side == "axis" else "allied-medal"
    ]
    return expected_finding(
        "M702", "", "M304", "M305", "M313", "M604", "M8", "M211", "M609", "M706"
    )


@defect_kind("an objective in a ring of water")
def objective_surrounded_by_water(document: PlantingDocument) -> ExpectedFinding:
    board = document.board
    inner = [h for h in board.hexes if 2 <= h.row <= 5 and len(board.neighbours[h]) == 6]
    rings = [
        h
        for h in inner
        if not {board.name(n) for n in (h, *board.neighbours[h])} & set(document.hexes)
    ]
    if not rings:
        raise NoRoomError
    centre = document.rng.choice(rings)
    for hex_ in board.neighbours[centre]:
        document.hexes[board.name(hex_)] = {"terrain": "river"}
    document.hexes[board.name(centre)] = {
        "tags": [document.rng.choice(["axis-medal", "allied-medal"])]
    }
    return expected_finding(
        "M706",
        f"/hexes/{board.name(centre)}",
        "M201",
        "M202",
        "M203",
        "M211",
        "M506",
        "M701",
        "M7",
        "M8",
    )


@defect_kind("a unit shut in by water")
def unit_surrounded_by_water(document: PlantingDocument) -> ExpectedFinding:
    board = document.board
    rings = [
        h
        for h in board.hexes
        if 1 <= h.row <= 6
        and not {board.name(n) for n in (h, *board.neighbours[h])} & set(document.hexes)
    ]
    if not rings:
        raise NoRoomError
    centre = document.rng.choice(rings)
    for hex_ in board.neighbours[centre]:
        document.hexes[board.name(hex_)] = {"terrain": "river"}
    document.hexes[board.name(centre)] = {"unit": "german-infantry"}
    side_effects = (*TILES, *SETUP, "M506", "M509", "M208", "M7")
    return expected_finding("M704", f"/hexes/{board.name(centre)}", *side_effects)


@defect_kind("a bridge along the river")
def bridge_along_river(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex(range(1, 7))
    river, bridge = document.rng.choice([("w-e", "w-e"), ("sw-ne", "sw-ne"), ("nw-se", "nw-se")])
    document.hexes[name] = {
        "terrain": {"is": "river", "facing": river},
        "structure": {"is": "bridge", "facing": bridge},
    }
    return expected_finding(
        "M505", f"/hexes/{name}/structure", *TILES, "M204", "M506", "M501", "M7"
    )


@defect_kind("a medal whose terms name the other side")
def medal_terms_for_the_other_side(document: PlantingDocument) -> ExpectedFinding:
    name = document.free_hex(range(2, 6))
    medal, side = document.rng.choice([("axis-medal", "allies"), ("allied-medal", "axis")])
    document.hexes[name] = {"tags": [{"is": medal, "side": side}]}
    return expected_finding("M608", f"/hexes/{name}/tags/0", *ANOTHER_MEDAL)


@defect_kind("sudden death of more hexes than there are")
def sudden_death(document: PlantingDocument) -> ExpectedFinding:
    first_hex, second_hex = document.free_hex(range(2, 6)), document.free_hex(range(2, 6))
    options = document.raw["briefing"].setdefault("options", {})
    options["sudden-death"] = [
        {"side": document.random_side(), "needed": 3, "hexes": [first_hex, second_hex]}
    ]
    return expected_finding(
        "M610", "/briefing/options/sudden-death/0/needed", "M8", "M314", "M605", "M710"
    )


@defect_kind("a group that asks for more hexes than it has")
def group_needing_too_many_hexes(document: PlantingDocument) -> ExpectedFinding:
    name, other = document.free_hex(range(2, 4)), document.free_hex(range(4, 6))
    document.hexes[name] = {"tags": [{"is": "axis-medal", "hexes": [other], "hexes-needed": 5}]}
    return expected_finding("M605", f"/hexes/{name}/tags/0", *ANOTHER_MEDAL)


@defect_kind("an exit beside those who may leave")
def exit_next_to_units(document: PlantingDocument) -> ExpectedFinding:
    briefing, board = document.raw["briefing"], document.board
    side = briefing["bottom"]["side"]
    unit = "german-infantry" if side == "axis" else "american-infantry"
    edge = [h for h in board.hexes if h.row == 0 and board.name(h) not in document.hexes]
    for hex_ in document.rng.sample(edge, len(edge)):
        hexes_below = [n for n in board.neighbours[hex_] if n.row == 1]
        free_hexes = [n for n in hexes_below if board.name(n) not in document.hexes]
        if free_hexes:
            document.hexes[board.name(free_hexes[0])] = {"unit": unit}
            document.hexes[board.name(hex_)] = {"tags": [{"is": "exit", "side": side}]}
            pointer = f"/hexes/{board.name(hex_)}/tags/0"
            return expected_finding("M707", pointer, "M112", "M603", "M208", "M7", "M8", *SETUP)
    raise NoRoomError


@defect_kind("twelve units too many")
def too_many_figures(document: PlantingDocument) -> ExpectedFinding:
    side = document.rng.choice(["german", "american"])
    for _ in range(12):
        document.hexes[document.free_hex(range(2, 7))] = {"unit": f"{side}-infantry"}
    return expected_finding("M208", "/hexes", *SETUP, "M406", "M407", "M7")


@defect_kind("an unused allowance")
def unused_allowance(document: PlantingDocument) -> ExpectedFinding:
    document.raw["allow"] = [{"check": "M505", "at": document.free_hex(), "reason": "As it was."}]
    return expected_finding("M061", "/allow/0")


@defect_kind("an allowance for a check that does not exist")
def allowance_for_unknown_check(document: PlantingDocument) -> ExpectedFinding:
    document.raw["allow"] = [{"check": "bridge-witout-river", "reason": "As it was."}]
    return expected_finding("M062", "/allow/0")


@defect_kind("a title as long as a paragraph", languages=True)
def long_title(document: PlantingDocument) -> ExpectedFinding:
    language = document.random_language()
    texts = document.raw["texts"][language]
    texts["name"] = " ".join(
        [texts["name"], "and all that came of it", "on the road", "that winter"] * 2
    )
    return expected_finding("M812", f"/texts/{language}/name")


@defect_kind("a deck that does not exist")
def unknown_deck(document: PlantingDocument) -> ExpectedFinding:
    document.raw["briefing"].setdefault("options", {})["deck_name"] = "NO_SUCH_DECK"
    return expected_finding("M315", "/briefing/options", "M314", "M056", "M8")
