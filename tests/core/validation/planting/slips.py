"""Sixty slips of scenario authors: planted without saying which check is to find them.

Each function makes one mistake in a document and returns the places where a finding about it may
stand: pointers, or beginnings of them, and names of hexes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.core.validation.planting.ground import Ground, NoRoomError

Slip = Callable[[Ground], list[str]]

SLIPS: dict[str, Slip] = {}
"""The kinds, by what was done wrong."""

_OPTIONS = "/briefing/options"


def slip(what: str) -> Callable[[Slip], Slip]:
    """Enter a kind of slip; it raises NoRoomError for a scenario where it cannot be made."""

    def enter(function: Slip) -> Slip:
        SLIPS[what] = function
        return function

    return enter


def _options(ground: Ground, **rules: Any) -> list[str]:  # noqa: ANN401 - what a file says
    """Set options of a scenario; return where they stand."""
    stated = ground.document["briefing"].setdefault("options", {})
    names = {name.replace("_", "-"): value for name, value in rules.items()}
    if names.keys() & stated.keys():
        raise NoRoomError
    stated.update(names)
    return [f"{_OPTIONS}/{name}" for name in names]


def _inner(ground: Ground) -> str:
    return ground.free(range(2, 6))


def _bare(ground: Ground, *keys: str) -> str:
    """Return a hex with one of some tiles and nothing else."""
    names = ground.with_layer("terrain", *keys)
    return ground.one([name for name in names if set(ground.hexes[name]) == {"terrain"}])


def _beach(ground: Ground) -> None:
    if ground.document["board"]["face"] != "beach":
        raise NoRoomError


def _country(ground: Ground) -> None:
    if ground.document["board"]["face"] != "country":
        raise NoRoomError


def _sea(ground: Ground) -> str:
    _beach(ground)
    return ground.free(range(8, 9))


def _unit(ground: Ground, nation: str, kind: str = "infantry") -> str:
    """Return a hex with nothing but a plain unit."""
    names = ground.with_layer("unit", f"{nation}-{kind}")
    plain = [n for n in names if ground.hexes[n] == {"unit": f"{nation}-{kind}"}]
    return ground.one(plain)


# Tiles


@slip("a tile of a river is missing")
def gap_in_the_river(ground: Ground) -> list[str]:
    name = _bare(ground, "river")
    del ground.hexes[name]
    board = ground.board
    return [f"/hexes/{board.name(near)}" for near in board.neighbours[board.hex(name)]]


@slip("a tile of a river is turned")
def turned_river(ground: Ground) -> list[str]:
    name = _bare(ground, "river")
    tile = ground.hexes[name]["terrain"]
    facing = tile["facing"] if isinstance(tile, dict) else "w-e"
    others = [each for each in ("w-e", "nw-se", "sw-ne") if each != facing]
    ground.hexes[name]["terrain"] = {"is": "river", "facing": ground.rng.choice(others)}
    board = ground.board
    return [f"/hexes/{name}"] + [
        f"/hexes/{board.name(near)}" for near in board.neighbours[board.hex(name)]
    ]


@slip("a road that runs into a river without a bridge")
def road_into_the_river(ground: Ground) -> list[str]:
    name = _bare(ground, "river")
    board = ground.board
    near = [board.name(hex_) for hex_ in board.neighbours[board.hex(name)]]
    free = [each for each in near if each not in ground.hexes]
    for each in free:
        ground.hexes[each] = {"terrain": "road"}
    if not free:
        raise NoRoomError
    return [f"/hexes/{each}" for each in (name, *free)]


@slip("a forest in the sea")
def forest_at_sea(ground: Ground) -> list[str]:
    name = _sea(ground)
    ground.hexes[name] = {"terrain": "forest"}
    return [f"/hexes/{name}"]


@slip("a desert road on a green board")
def desert_road(ground: Ground) -> list[str]:
    name = _inner(ground)
    ground.hexes[name] = {"terrain": "desert-road"}
    return [f"/hexes/{name}"]


@slip("a lighthouse in the middle of the country")
def inland_pier(ground: Ground) -> list[str]:
    _country(ground)
    name = _inner(ground)
    ground.hexes[name] = {"terrain": "pier"}
    return [f"/hexes/{name}"]


@slip("the board of a landing is countryside")
def landing_on_land(ground: Ground) -> list[str]:
    _beach(ground)
    ground.document["board"]["face"] = "country"
    return ["/board/face"]


@slip("the summer battle lies in snow")
def snow_in_june(ground: Ground) -> list[str]:
    _country(ground)
    begins = str(ground.document["briefing"]["begins"])
    if begins[5:7] not in ("06", "07", "08"):
        raise NoRoomError
    ground.document["board"]["face"] = "winter"
    return ["/board/face", "/briefing/begins"]


@slip("sand under a battle in France")
def sand_in_france(ground: Ground) -> list[str]:
    _country(ground)
    if ground.document["briefing"]["front"] != "western":
        raise NoRoomError
    ground.document["board"]["face"] = "desert"
    return ["/board/face", "/briefing/front"]


@slip("a standard battle on an Overlord board")
def too_wide(ground: Ground) -> list[str]:
    ground.document["board"]["type"] = "overlord"
    return ["/board/type"]


@slip("a standard battle on a Breakthrough board")
def too_deep(ground: Ground) -> list[str]:
    ground.document["board"]["type"] = "breakthrough"
    return ["/board/type"]


# Structures, obstacles


@slip("wire in a river")
def wire_in_the_river(ground: Ground) -> list[str]:
    name = _bare(ground, "river", "river-bend")
    ground.hexes[name]["obstacle"] = "wire"
    return [f"/hexes/{name}"]


@slip("sandbags in the sea")
def sandbags_at_sea(ground: Ground) -> list[str]:
    name = _sea(ground)
    ground.hexes[name] = {"obstacle": "sandbags"}
    return [f"/hexes/{name}"]


@slip("sandbags before nobody")
def sandbags_alone(ground: Ground) -> list[str]:
    name = _inner(ground)
    ground.hexes[name] = {"obstacle": {"is": "sandbags", "facing": "faces-bottom"}}
    return [f"/hexes/{name}"]


@slip("a bunker in a town")
def bunker_in_town(ground: Ground) -> list[str]:
    name = _bare(ground, "town")
    ground.hexes[name]["structure"] = {"is": "bunker", "owner": "axis", "facing": "faces-bottom"}
    return [f"/hexes/{name}"]


@slip("a bunker in a river")
def bunker_in_the_river(ground: Ground) -> list[str]:
    name = _bare(ground, "river")
    ground.hexes[name]["structure"] = {"is": "bunker", "owner": "axis", "facing": "faces-bottom"}
    return [f"/hexes/{name}"]


@slip("a bridge over a forest")
def bridge_over_trees(ground: Ground) -> list[str]:
    name = _bare(ground, "forest")
    ground.hexes[name]["structure"] = "bridge"
    return [f"/hexes/{name}"]


@slip("a landing craft on land")
def stranded_craft(ground: Ground) -> list[str]:
    name = _inner(ground)
    ground.hexes[name] = {"structure": "landing-craft", "unit": "american-infantry"}
    return [f"/hexes/{name}"]


@slip("a locomotive in a field")
def derailed(ground: Ground) -> list[str]:
    name = _inner(ground)
    ground.hexes[name] = {"structure": "locomotive"}
    return [f"/hexes/{name}"]


@slip("a destroyer in a field")
def dry_ship(ground: Ground) -> list[str]:
    name = _inner(ground)
    ground.hexes[name] = {"structure": "destroyer"}
    return [f"/hexes/{name}"]


@slip("dragon's teeth in a river")
def teeth_in_the_river(ground: Ground) -> list[str]:
    name = _bare(ground, "river")
    ground.hexes[name]["structure"] = "dragons-teeth"
    return [f"/hexes/{name}"]


@slip("a roadblock where no road is")
def roadblock_off_the_road(ground: Ground) -> list[str]:
    name = _bare(ground, "river")
    ground.hexes[name]["structure"] = "roadblock"
    return [f"/hexes/{name}"]


# Units


@slip("a Japanese unit in France")
def japanese_in_france(ground: Ground) -> list[str]:
    name = _unit(ground, "german")
    ground.hexes[name]["unit"] = "japanese-infantry"
    return [f"/hexes/{name}"]


@slip("a Soviet unit in France")
def soviet_in_france(ground: Ground) -> list[str]:
    name = _unit(ground, "american")
    ground.hexes[name]["unit"] = "soviet-infantry"
    return [f"/hexes/{name}"]


@slip("an enemy amid the own line")
def enemy_amid(ground: Ground) -> list[str]:
    board = ground.board
    names = [n for n in ground.with_layer("unit", "german-infantry") if board.hex(n).row <= 1]
    name = ground.one(names)
    ground.hexes[name]["unit"] = "american-infantry"
    return [f"/hexes/{name}"]


@slip("infantry with one figure")
def single_figure(ground: Ground) -> list[str]:
    name = _unit(ground, "german")
    ground.hexes[name]["unit"] = {"is": "german-infantry", "figures": 1}
    return [f"/hexes/{name}"]


@slip("tanks with four figures")
def four_tanks(ground: Ground) -> list[str]:
    names = ground.with_layer("unit", "german-armor", "american-armor")
    name = ground.one([n for n in names if isinstance(ground.hexes[n]["unit"], str)])
    ground.hexes[name]["unit"] = {"is": ground.hexes[name]["unit"], "figures": 4}
    return [f"/hexes/{name}"]


@slip("skis under tanks")
def skiing_tank(ground: Ground) -> list[str]:
    names = ground.with_layer("unit", "german-armor", "american-armor")
    name = ground.one([n for n in names if isinstance(ground.hexes[n]["unit"], str)])
    ground.hexes[name]["unit"] = {"is": ground.hexes[name]["unit"], "badge": "ski-troops"}
    return [f"/hexes/{name}"]


@slip("Tigers in 1940")
def early_tiger(ground: Ground) -> list[str]:
    name = _inner(ground)
    ground.hexes[name] = {"unit": {"is": "german-elite-armor", "figures": 1}}
    ground.document["briefing"]["begins"] = ground.document["briefing"]["ends"] = "1940-05-14"
    return [f"/hexes/{name}"]


@slip("a gun of the defender in the sea")
def gun_at_sea(ground: Ground) -> list[str]:
    name = _sea(ground)
    ground.hexes[name] = {"unit": "german-artillery"}
    return [f"/hexes/{name}"]


@slip("a camouflage marker where no unit is")
def hidden_nobody(ground: Ground) -> list[str]:
    name = _inner(ground)
    ground.hexes[name] = {"tags": ["camouflage"]}
    return [f"/hexes/{name}"]


@slip("mines in a river")
def mines_in_the_river(ground: Ground) -> list[str]:
    name = _bare(ground, "river", "river-bend")
    ground.hexes[name]["tags"] = [{"is": "minefield", "side": "axis"}]
    return [f"/hexes/{name}"]


# Objectives


@slip("a medal in the sea")
def medal_at_sea(ground: Ground) -> list[str]:
    name = _sea(ground)
    ground.hexes[name] = {"tags": ["allied-medal"]}
    return [f"/hexes/{name}"]


@slip("a medal in a river")
def medal_in_the_river(ground: Ground) -> list[str]:
    name = _bare(ground, "river", "river-bend")
    ground.hexes[name]["tags"] = ["allied-medal"]
    return [f"/hexes/{name}"]


@slip("the same medal put down twice")
def doubled_medal(ground: Ground) -> list[str]:
    name = ground.one(ground.with_layer("tags"))
    ground.hexes[name]["tags"] = [*ground.hexes[name]["tags"]] * 2
    return [f"/hexes/{name}"]


@slip("medals needed that nobody can win")
def dear_victory(ground: Ground) -> list[str]:
    place = ground.player()
    ground.document["briefing"][place]["medals"] = 30
    return [f"/briefing/{place}"]


@slip("an exit on the own edge")
def exit_at_home(ground: Ground) -> list[str]:
    side = ground.document["briefing"]["bottom"]["side"]
    name = ground.free(range(8, 9))
    ground.hexes[name] = {"tags": [{"is": "exit", "side": side}]}
    return [f"/hexes/{name}"]


@slip("one name on two distant hexes")
def label_twice(ground: Ground) -> list[str]:
    one, other = ground.free(range(0, 2)), ground.free(range(6, 8))
    labels = ground.document.setdefault("labels", {})
    labels[one] = labels[other] = ["Hill 107"]
    return [f"/labels/{one}", f"/labels/{other}"]


# Options of the board


@slip("an objective that is needed, where no medal is")
def needed_nothing(ground: Ground) -> list[str]:
    return _options(ground, mandatory_objective={"side": "allies", "hex": _inner(ground)})


@slip("an objective for armor alone, where no medal is")
def restricted_nothing(ground: Ground) -> list[str]:
    rules = [{"hex": _inner(ground), "kinds": ["armor"]}]
    return _options(ground, restricted_objectives=rules)


@slip("reinforcements wait where no unit is")
def nobody_waits(ground: Ground) -> list[str]:
    rules = [{"side": "axis", "medals": 2, "waiting": [_inner(ground)]}]
    return _options(ground, reinforcements=rules)


@slip("units of the enemy among the reinforcements")
def enemy_comes(ground: Ground) -> list[str]:
    coming = [{"units": 1, "unit": "german-infantry"}]
    rules = [{"side": "allies", "medals": 2, "coming": coming, "edge": "bottom"}]
    return _options(ground, reinforcements=rules)


@slip("a rule for a unit that is not there")
def flags_for_nobody(ground: Ground) -> list[str]:
    return _options(ground, unit_flags=[{"hexes": [_inner(ground)], "flags": ["no-medal"]}])


@slip("paratroopers of the enemy")
def enemy_drop(ground: Ground) -> list[str]:
    drop = {"side": "allies", "range": 2, "units": 2, "unit": "german-infantry"}
    return _options(ground, air_drop=drop)


@slip("an air drop of tanks")
def flying_tanks(ground: Ground) -> list[str]:
    drop = {"side": "allies", "range": 2, "units": 2, "unit": "american-armor"}
    return _options(ground, air_drop=drop)


@slip("an air drop into the sea")
def wet_drop(ground: Ground) -> list[str]:
    drop = {"side": "allies", "range": 0, "units": 2, "unit": "american-infantry"}
    return _options(ground, air_drop={**drop, "center": _sea(ground)})


@slip("an armor breakthrough of infantry")
def breakthrough_on_foot(ground: Ground) -> list[str]:
    rules = [{"side": "allies", "units": 2, "unit": "american-infantry"}]
    return _options(ground, armor_breakthrough=rules)


@slip("the dams stand on hexes without a dam")
def no_dams(ground: Ground) -> list[str]:
    return _options(ground, dam_sabotage={"side": "axis", "hexes": [_inner(ground)]})


@slip("sudden death on a hex that nobody can enter")
def wet_death(ground: Ground) -> list[str]:
    group = {"side": "allies", "needed": 1, "hexes": [_bare(ground, "river", "river-bend")]}
    return _options(ground, sudden_death=[group])


@slip("sudden death that has come before the first turn")
def dead_at_once(ground: Ground) -> list[str]:
    group = {"side": "axis", "needed": 1, "hexes": [_unit(ground, "german")], "at-once": True}
    return _options(ground, sudden_death=[group])


@slip("exits in the middle of the board")
def exits_inside(ground: Ground) -> list[str]:
    return _options(ground, exit_lines=[{"side": "allies", "hexes": [_inner(ground)]}])


@slip("a medal group in the sea")
def wet_group(ground: Ground) -> list[str]:
    group = {"side": "allies", "needed": 1, "hexes": [_sea(ground)]}
    return _options(ground, group_medals=[group])


@slip("units must exit where no exit is")
def no_exits(ground: Ground) -> list[str]:
    _options(ground, must_exit={"side": "allies", "units": 1})
    return ["/briefing/bottom/medals"]


# Options that say nothing, or contradict each other


@slip("night falls and the day breaks")
def two_nights(ground: Ground) -> list[str]:
    return _options(ground, night_visibility=True, night_visibility_reverse=True)


@slip("a commissar for the Germans")
def axis_commissar(ground: Ground) -> list[str]:
    return _options(ground, commissar="axis")


@slip("Italian High Command without Italians")
def no_italians(ground: Ground) -> list[str]:
    return _options(ground, italy_royal_army=True)


@slip("whose night it is, by day")
def night_by_day(ground: Ground) -> list[str]:
    return _options(ground, night_visibility_team_turn="axis")


@slip("a winner for a deck that never runs out")
def endless_deck(ground: Ground) -> list[str]:
    return _options(ground, deck_out_winner="axis")


@slip("a card that counts as itself")
def same_card(ground: Ground) -> list[str]:
    rules = [{"card": "barrage", "counts-as": "barrage"}]
    return _options(ground, card_substitutes=rules)


@slip("other rules for tiles that are not on the board")
def no_such_tiles(ground: Ground) -> list[str]:
    rules = [{"tiles": ["jungle"], "counts-as": "forest"}]
    return _options(ground, terrain_override=rules)
