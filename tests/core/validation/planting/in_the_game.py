"""Defects by which a game cannot be played well, and of what goes with a scenario."""

from __future__ import annotations

from tests.core.validation.planting.ground import Ground, NoRoomError, key_of
from tests.core.validation.planting.kinds import (
    ANOTHER_MEDAL,
    SETUP,
    TILES,
    Planted,
    found,
    plant,
)

# Playability


@plant("a battle won at the start")
def won_at_the_start(ground: Ground) -> Planted:
    place = ground.player()
    briefing = ground.document["briefing"]
    side = briefing[place]["side"]
    nation = "german" if side == "axis" else "american"
    briefing[place]["medals"] = 1
    names = [
        n for n in ground.with_layer("unit") if key_of(ground.hexes[n]["unit"]).startswith(nation)
    ]
    free = [n for n in names if "tags" not in ground.hexes[n]]
    ground.hexes[ground.one(free)]["tags"] = ["axis-medal" if side == "axis" else "allied-medal"]
    return found("M702", "", "M304", "M305", "M313", "M604", "M8", "M211", "M609", "M706")


@plant("an objective in a ring of water")
def walled_objective(ground: Ground) -> Planted:
    board = ground.board
    inner = [h for h in board.hexes if 2 <= h.row <= 5 and len(board.neighbours[h]) == 6]
    rings = [
        h
        for h in inner
        if not {board.name(n) for n in (h, *board.neighbours[h])} & set(ground.hexes)
    ]
    if not rings:
        raise NoRoomError
    centre = ground.rng.choice(rings)
    for hex_ in board.neighbours[centre]:
        ground.hexes[board.name(hex_)] = {"terrain": "river"}
    ground.hexes[board.name(centre)] = {"tags": [ground.rng.choice(["axis-medal", "allied-medal"])]}
    return found(
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


@plant("a unit shut in by water")
def shut_in(ground: Ground) -> Planted:
    board = ground.board
    rings = [
        h
        for h in board.hexes
        if 1 <= h.row <= 6
        and not {board.name(n) for n in (h, *board.neighbours[h])} & set(ground.hexes)
    ]
    if not rings:
        raise NoRoomError
    centre = ground.rng.choice(rings)
    for hex_ in board.neighbours[centre]:
        ground.hexes[board.name(hex_)] = {"terrain": "river"}
    ground.hexes[board.name(centre)] = {"unit": "german-infantry"}
    also = (*TILES, *SETUP, "M506", "M509", "M208", "M7")
    return found("M704", f"/hexes/{board.name(centre)}", *also)


@plant("a bridge along the river")
def bridge_along(ground: Ground) -> Planted:
    name = ground.free(range(1, 7))
    river, bridge = ground.rng.choice([("w-e", "w-e"), ("sw-ne", "sw-ne"), ("nw-se", "nw-se")])
    ground.hexes[name] = {
        "terrain": {"is": "river", "facing": river},
        "structure": {"is": "bridge", "facing": bridge},
    }
    return found("M505", f"/hexes/{name}/structure", *TILES, "M204", "M506", "M501", "M7")


@plant("a medal whose terms name the other side")
def wrong_terms(ground: Ground) -> Planted:
    name = ground.free(range(2, 6))
    medal, side = ground.rng.choice([("axis-medal", "allies"), ("allied-medal", "axis")])
    ground.hexes[name] = {"tags": [{"is": medal, "side": side}]}
    return found("M608", f"/hexes/{name}/tags/0", *ANOTHER_MEDAL)


@plant("sudden death of more hexes than there are")
def sudden_death(ground: Ground) -> Planted:
    one, other = ground.free(range(2, 6)), ground.free(range(2, 6))
    options = ground.document["briefing"].setdefault("options", {})
    options["sudden-death"] = [{"side": ground.side(), "needed": 3, "hexes": [one, other]}]
    return found("M610", "/briefing/options/sudden-death/0/needed", "M8", "M314", "M605", "M710")


@plant("a group that asks for more hexes than it has")
def large_group(ground: Ground) -> Planted:
    name, other = ground.free(range(2, 4)), ground.free(range(4, 6))
    ground.hexes[name] = {"tags": [{"is": "axis-medal", "hexes": [other], "hexes-needed": 5}]}
    return found("M605", f"/hexes/{name}/tags/0", *ANOTHER_MEDAL)


@plant("an exit beside those who may leave")
def near_exit(ground: Ground) -> Planted:
    briefing, board = ground.document["briefing"], ground.board
    side = briefing["bottom"]["side"]
    unit = "german-infantry" if side == "axis" else "american-infantry"
    edge = [h for h in board.hexes if h.row == 0 and board.name(h) not in ground.hexes]
    for hex_ in ground.rng.sample(edge, len(edge)):
        below = [n for n in board.neighbours[hex_] if n.row == 1]
        free = [n for n in below if board.name(n) not in ground.hexes]
        if free:
            ground.hexes[board.name(free[0])] = {"unit": unit}
            ground.hexes[board.name(hex_)] = {"tags": [{"is": "exit", "side": side}]}
            pointer = f"/hexes/{board.name(hex_)}/tags/0"
            return found("M707", pointer, "M112", "M603", "M208", "M7", "M8", *SETUP)
    raise NoRoomError


@plant("twelve units too many")
def too_many_figures(ground: Ground) -> Planted:
    side = ground.rng.choice(["german", "american"])
    for _ in range(12):
        ground.hexes[ground.free(range(2, 7))] = {"unit": f"{side}-infantry"}
    return found("M208", "/hexes", *SETUP, "M406", "M407", "M7")


@plant("an unused allowance")
def unused_allowance(ground: Ground) -> Planted:
    ground.document["allow"] = [{"check": "M505", "at": ground.free(), "reason": "As it was."}]
    return found("M061", "/allow/0")


@plant("an allowance for a check that does not exist")
def wrong_allowance(ground: Ground) -> Planted:
    ground.document["allow"] = [{"check": "bridge-witout-river", "reason": "As it was."}]
    return found("M062", "/allow/0")


@plant("a title as long as a paragraph", languages=True)
def long_title(ground: Ground) -> Planted:
    language = ground.language()
    texts = ground.document["texts"][language]
    texts["name"] = " ".join(
        [texts["name"], "and all that came of it", "on the road", "that winter"] * 2
    )
    return found("M812", f"/texts/{language}/name")


@plant("a deck that does not exist")
def unknown_deck(ground: Ground) -> Planted:
    ground.document["briefing"].setdefault("options", {})["deck_name"] = "NO_SUCH_DECK"
    return found("M315", "/briefing/options", "M314", "M056", "M8")
