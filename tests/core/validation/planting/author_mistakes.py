"""Sixty mistakes of scenario authors, planted without naming the check that should find them.

Each function makes one mistake in a document and returns the pointers, or prefixes of pointers, at
which a finding about it counts; a finding whose message names the hex of a pointer counts too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.core.validation.planting.planting_document import NoRoomError, PlantingDocument

Mistake = Callable[[PlantingDocument], list[str]]

MISTAKES: dict[str, Mistake] = {}
"""The kinds of mistakes, keyed by description."""

_OPTIONS = "/briefing/options"


def mistake_kind(description: str) -> Callable[[Mistake], Mistake]:
    """Return a decorator that registers a function as a kind of mistake with a description.

    The function raises NoRoomError for a scenario in which the mistake cannot be made.
    """

    def register(function: Mistake) -> Mistake:
        MISTAKES[description] = function
        return function

    return register


def _set_options(document: PlantingDocument, **rules: Any) -> list[str]:  # noqa: ANN401 - what a file says
    """Set options of a scenario; return their pointers.

    Raises:
        NoRoomError: the scenario already has one of them.
    """
    stated_options = document.raw["briefing"].setdefault("options", {})
    names = {name.replace("_", "-"): value for name, value in rules.items()}
    if names.keys() & stated_options.keys():
        raise NoRoomError
    stated_options.update(names)
    return [f"{_OPTIONS}/{name}" for name in names]


def _free_inland_hex(document: PlantingDocument) -> str:
    return document.free_hex(range(2, 6))


def _bare_tile_hex(document: PlantingDocument, *keys: str) -> str:
    """Return a random hex with one of the named tiles and nothing else."""
    names = document.hexes_with_layer("terrain", *keys)
    return document.choose([name for name in names if set(document.hexes[name]) == {"terrain"}])


def _require_beach(document: PlantingDocument) -> None:
    if document.raw["board"]["face"] != "beach":
        raise NoRoomError


def _require_country(document: PlantingDocument) -> None:
    if document.raw["board"]["face"] != "country":
        raise NoRoomError


def _free_sea_hex(document: PlantingDocument) -> str:
    _require_beach(document)
    return document.free_hex(range(8, 9))


def _plain_unit_hex(document: PlantingDocument, nation: str, kind: str = "infantry") -> str:
    """Return a random hex with a unit without further fields and nothing else."""
    names = document.hexes_with_layer("unit", f"{nation}-{kind}")
    plain_hexes = [n for n in names if document.hexes[n] == {"unit": f"{nation}-{kind}"}]
    return document.choose(plain_hexes)


# Tiles


@mistake_kind("a tile of a river is missing")
def gap_in_the_river(document: PlantingDocument) -> list[str]:
    name = _bare_tile_hex(document, "river")
    del document.hexes[name]
    board = document.board
    return [f"/hexes/{board.name(neighbor)}" for neighbor in board.neighbours[board.hex(name)]]


@mistake_kind("a tile of a river is turned")
def wrongly_turned_river(document: PlantingDocument) -> list[str]:
    name = _bare_tile_hex(document, "river")
    tile = document.hexes[name]["terrain"]
    facing = tile["facing"] if isinstance(tile, dict) else "w-e"
    other_facings = [each for each in ("w-e", "nw-se", "sw-ne") if each != facing]
    document.hexes[name]["terrain"] = {"is": "river", "facing": document.rng.choice(other_facings)}
    board = document.board
    return [f"/hexes/{name}"] + [
        f"/hexes/{board.name(neighbor)}" for neighbor in board.neighbours[board.hex(name)]
    ]


@mistake_kind("a road that runs into a river without a bridge")
def road_into_the_river(document: PlantingDocument) -> list[str]:
    name = _bare_tile_hex(document, "river")
    board = document.board
    neighbours = [board.name(hex_) for hex_ in board.neighbours[board.hex(name)]]
    free_hexes = [each for each in neighbours if each not in document.hexes]
    for each in free_hexes:
        document.hexes[each] = {"terrain": "road"}
    if not free_hexes:
        raise NoRoomError
    return [f"/hexes/{each}" for each in (name, *free_hexes)]


@mistake_kind("a forest in the sea")
def forest_at_sea(document: PlantingDocument) -> list[str]:
    name = _free_sea_hex(document)
    document.hexes[name] = {"terrain": "forest"}
    return [f"/hexes/{name}"]


@mistake_kind("a desert road on a green board")
def desert_road(document: PlantingDocument) -> list[str]:
    name = _free_inland_hex(document)
    document.hexes[name] = {"terrain": "desert-road"}
    return [f"/hexes/{name}"]


@mistake_kind("a lighthouse in the middle of the country")
def lighthouse_inland(document: PlantingDocument) -> list[str]:
    _require_country(document)
    name = _free_inland_hex(document)
    document.hexes[name] = {"terrain": "pier"}
    return [f"/hexes/{name}"]


@mistake_kind("the board of a landing is countryside")
def landing_on_countryside(document: PlantingDocument) -> list[str]:
    _require_beach(document)
    document.raw["board"]["face"] = "country"
    return ["/board/face"]


@mistake_kind("the summer battle lies in snow")
def snow_in_june(document: PlantingDocument) -> list[str]:
    _require_country(document)
    begin_date = str(document.raw["briefing"]["begins"])
    if begin_date[5:7] not in ("06", "07", "08"):
        raise NoRoomError
    document.raw["board"]["face"] = "winter"
    return ["/board/face", "/briefing/begins"]


@mistake_kind("sand under a battle in France")
def sand_in_france(document: PlantingDocument) -> list[str]:
    _require_country(document)
    if document.raw["briefing"]["front"] != "western":
        raise NoRoomError
    document.raw["board"]["face"] = "desert"
    return ["/board/face", "/briefing/front"]


@mistake_kind("a standard battle on an Overlord board")
def standard_battle_on_overlord_board(document: PlantingDocument) -> list[str]:
    document.raw["board"]["type"] = "overlord"
    return ["/board/type"]


@mistake_kind("a standard battle on a Breakthrough board")
def standard_battle_on_breakthrough_board(document: PlantingDocument) -> list[str]:
    document.raw["board"]["type"] = "breakthrough"
    return ["/board/type"]


# Structures, obstacles


@mistake_kind("wire in a river")
def wire_in_the_river(document: PlantingDocument) -> list[str]:
    name = _bare_tile_hex(document, "river", "river-bend")
    document.hexes[name]["obstacle"] = "wire"
    return [f"/hexes/{name}"]


@mistake_kind("sandbags in the sea")
def sandbags_at_sea(document: PlantingDocument) -> list[str]:
    name = _free_sea_hex(document)
    document.hexes[name] = {"obstacle": "sandbags"}
    return [f"/hexes/{name}"]


@mistake_kind("sandbags facing no enemy")
def sandbags_without_unit(document: PlantingDocument) -> list[str]:
    name = _free_inland_hex(document)
    document.hexes[name] = {"obstacle": {"is": "sandbags", "facing": "faces-bottom"}}
    return [f"/hexes/{name}"]


@mistake_kind("a bunker in a town")
def bunker_in_town(document: PlantingDocument) -> list[str]:
    name = _bare_tile_hex(document, "town")
    document.hexes[name]["structure"] = {"is": "bunker", "owner": "axis", "facing": "faces-bottom"}
    return [f"/hexes/{name}"]


@mistake_kind("a bunker in a river")
def bunker_in_the_river(document: PlantingDocument) -> list[str]:
    name = _bare_tile_hex(document, "river")
    document.hexes[name]["structure"] = {"is": "bunker", "owner": "axis", "facing": "faces-bottom"}
    return [f"/hexes/{name}"]


@mistake_kind("a bridge over a forest")
def bridge_over_trees(document: PlantingDocument) -> list[str]:
    name = _bare_tile_hex(document, "forest")
    document.hexes[name]["structure"] = "bridge"
    return [f"/hexes/{name}"]


@mistake_kind("a landing craft on land")
def landing_craft_on_land(document: PlantingDocument) -> list[str]:
    name = _free_inland_hex(document)
    document.hexes[name] = {"structure": "landing-craft", "unit": "american-infantry"}
    return [f"/hexes/{name}"]


@mistake_kind("a locomotive in a field")
def locomotive_off_rails(document: PlantingDocument) -> list[str]:
    name = _free_inland_hex(document)
    document.hexes[name] = {"structure": "locomotive"}
    return [f"/hexes/{name}"]


@mistake_kind("a destroyer in a field")
def destroyer_on_land(document: PlantingDocument) -> list[str]:
    name = _free_inland_hex(document)
    document.hexes[name] = {"structure": "destroyer"}
    return [f"/hexes/{name}"]


@mistake_kind("dragon's teeth in a river")
def dragons_teeth_in_river(document: PlantingDocument) -> list[str]:
    name = _bare_tile_hex(document, "river")
    document.hexes[name]["structure"] = "dragons-teeth"
    return [f"/hexes/{name}"]


@mistake_kind("a roadblock where no road is")
def roadblock_off_the_road(document: PlantingDocument) -> list[str]:
    name = _bare_tile_hex(document, "river")
    document.hexes[name]["structure"] = "roadblock"
    return [f"/hexes/{name}"]


# Units


@mistake_kind("a Japanese unit in France")
def japanese_in_france(document: PlantingDocument) -> list[str]:
    name = _plain_unit_hex(document, "german")
    document.hexes[name]["unit"] = "japanese-infantry"
    return [f"/hexes/{name}"]


@mistake_kind("a Soviet unit in France")
def soviet_in_france(document: PlantingDocument) -> list[str]:
    name = _plain_unit_hex(document, "american")
    document.hexes[name]["unit"] = "soviet-infantry"
    return [f"/hexes/{name}"]


@mistake_kind("an enemy unit among those of the other side")
def enemy_in_own_line(document: PlantingDocument) -> list[str]:
    board = document.board
    names = [
        n for n in document.hexes_with_layer("unit", "german-infantry") if board.hex(n).row <= 1
    ]
    name = document.choose(names)
    document.hexes[name]["unit"] = "american-infantry"
    return [f"/hexes/{name}"]


@mistake_kind("infantry with one figure")
def single_figure(document: PlantingDocument) -> list[str]:
    name = _plain_unit_hex(document, "german")
    document.hexes[name]["unit"] = {"is": "german-infantry", "figures": 1}
    return [f"/hexes/{name}"]


@mistake_kind("tanks with four figures")
def four_tanks(document: PlantingDocument) -> list[str]:
    names = document.hexes_with_layer("unit", "german-armor", "american-armor")
    name = document.choose([n for n in names if isinstance(document.hexes[n]["unit"], str)])
    document.hexes[name]["unit"] = {"is": document.hexes[name]["unit"], "figures": 4}
    return [f"/hexes/{name}"]


@mistake_kind("skis under tanks")
def tanks_on_skis(document: PlantingDocument) -> list[str]:
    names = document.hexes_with_layer("unit", "german-armor", "american-armor")
    name = document.choose([n for n in names if isinstance(document.hexes[n]["unit"], str)])
    document.hexes[name]["unit"] = {"is": document.hexes[name]["unit"], "badge": "ski-troops"}
    return [f"/hexes/{name}"]


@mistake_kind("Tigers in 1940")
def tigers_in_1940(document: PlantingDocument) -> list[str]:
    name = _free_inland_hex(document)
    document.hexes[name] = {"unit": {"is": "german-elite-armor", "figures": 1}}
    document.raw["briefing"]["begins"] = document.raw["briefing"]["ends"] = "1940-05-14"
    return [f"/hexes/{name}"]


@mistake_kind("a gun of the defender in the sea")
def gun_at_sea(document: PlantingDocument) -> list[str]:
    name = _free_sea_hex(document)
    document.hexes[name] = {"unit": "german-artillery"}
    return [f"/hexes/{name}"]


@mistake_kind("a camouflage marker where no unit is")
def camouflage_without_unit(document: PlantingDocument) -> list[str]:
    name = _free_inland_hex(document)
    document.hexes[name] = {"tags": ["camouflage"]}
    return [f"/hexes/{name}"]


@mistake_kind("mines in a river")
def mines_in_the_river(document: PlantingDocument) -> list[str]:
    name = _bare_tile_hex(document, "river", "river-bend")
    document.hexes[name]["tags"] = [{"is": "minefield", "side": "axis"}]
    return [f"/hexes/{name}"]


# Objectives


@mistake_kind("a medal in the sea")
def medal_at_sea(document: PlantingDocument) -> list[str]:
    name = _free_sea_hex(document)
    document.hexes[name] = {"tags": ["allied-medal"]}
    return [f"/hexes/{name}"]


@mistake_kind("a medal in a river")
def medal_in_the_river(document: PlantingDocument) -> list[str]:
    name = _bare_tile_hex(document, "river", "river-bend")
    document.hexes[name]["tags"] = ["allied-medal"]
    return [f"/hexes/{name}"]


@mistake_kind("the same medal placed twice")
def doubled_medal(document: PlantingDocument) -> list[str]:
    name = document.choose(document.hexes_with_layer("tags"))
    document.hexes[name]["tags"] = [*document.hexes[name]["tags"]] * 2
    return [f"/hexes/{name}"]


@mistake_kind("medals needed that nobody can win")
def too_many_medals_needed(document: PlantingDocument) -> list[str]:
    place = document.random_player()
    document.raw["briefing"][place]["medals"] = 30
    return [f"/briefing/{place}"]


@mistake_kind("an exit on the edge of its own side")
def exit_on_own_edge(document: PlantingDocument) -> list[str]:
    side = document.raw["briefing"]["bottom"]["side"]
    name = document.free_hex(range(8, 9))
    document.hexes[name] = {"tags": [{"is": "exit", "side": side}]}
    return [f"/hexes/{name}"]


@mistake_kind("one name on two distant hexes")
def label_on_distant_hexes(document: PlantingDocument) -> list[str]:
    first_hex, second_hex = document.free_hex(range(0, 2)), document.free_hex(range(6, 8))
    labels = document.raw.setdefault("labels", {})
    labels[first_hex] = labels[second_hex] = ["Hill 107"]
    return [f"/labels/{first_hex}", f"/labels/{second_hex}"]


# Options of the board


@mistake_kind("an objective that is needed, where no medal is")
def mandatory_objective_without_medal(document: PlantingDocument) -> list[str]:
    return _set_options(
        document, mandatory_objective={"side": "allies", "hex": _free_inland_hex(document)}
    )


@mistake_kind("an objective that only armor can take, where no medal is")
def restricted_objective_without_medal(document: PlantingDocument) -> list[str]:
    rules = [{"hex": _free_inland_hex(document), "kinds": ["armor"]}]
    return _set_options(document, restricted_objectives=rules)


@mistake_kind("reinforcements wait where no unit is")
def reinforcements_without_unit(document: PlantingDocument) -> list[str]:
    rules = [{"side": "axis", "medals": 2, "waiting": [_free_inland_hex(document)]}]
    return _set_options(document, reinforcements=rules)


@mistake_kind("units of the enemy among the reinforcements")
def enemy_among_reinforcements(document: PlantingDocument) -> list[str]:
    reinforcements = [{"units": 1, "unit": "german-infantry"}]
    rules = [{"side": "allies", "medals": 2, "coming": reinforcements, "edge": "bottom"}]
    return _set_options(document, reinforcements=rules)


@mistake_kind("a rule for a unit that is not there")
def flags_without_unit(document: PlantingDocument) -> list[str]:
    return _set_options(
        document, unit_flags=[{"hexes": [_free_inland_hex(document)], "flags": ["no-medal"]}]
    )


@mistake_kind("paratroopers of the enemy")
def enemy_paratroopers(document: PlantingDocument) -> list[str]:
    drop = {"side": "allies", "range": 2, "units": 2, "unit": "german-infantry"}
    return _set_options(document, air_drop=drop)


@mistake_kind("an air drop of tanks")
def air_drop_of_tanks(document: PlantingDocument) -> list[str]:
    drop = {"side": "allies", "range": 2, "units": 2, "unit": "american-armor"}
    return _set_options(document, air_drop=drop)


@mistake_kind("an air drop into the sea")
def air_drop_into_sea(document: PlantingDocument) -> list[str]:
    drop = {"side": "allies", "range": 0, "units": 2, "unit": "american-infantry"}
    return _set_options(document, air_drop={**drop, "center": _free_sea_hex(document)})


@mistake_kind("an armor breakthrough with infantry")
def armor_breakthrough_of_infantry(document: PlantingDocument) -> list[str]:
    rules = [{"side": "allies", "units": 2, "unit": "american-infantry"}]
    return _set_options(document, armor_breakthrough=rules)


@mistake_kind("the dams are on hexes without a dam")
def sabotage_without_dams(document: PlantingDocument) -> list[str]:
    return _set_options(
        document, dam_sabotage={"side": "axis", "hexes": [_free_inland_hex(document)]}
    )


@mistake_kind("sudden death on a hex that nobody can enter")
def sudden_death_on_impassable_hex(document: PlantingDocument) -> list[str]:
    group = {
        "side": "allies",
        "needed": 1,
        "hexes": [_bare_tile_hex(document, "river", "river-bend")],
    }
    return _set_options(document, sudden_death=[group])


@mistake_kind("sudden death before the first turn")
def sudden_death_at_start(document: PlantingDocument) -> list[str]:
    group = {
        "side": "axis",
        "needed": 1,
        "hexes": [_plain_unit_hex(document, "german")],
        "at-once": True,
    }
    return _set_options(document, sudden_death=[group])


@mistake_kind("exits in the middle of the board")
def exits_inside_board(document: PlantingDocument) -> list[str]:
    return _set_options(
        document, exit_lines=[{"side": "allies", "hexes": [_free_inland_hex(document)]}]
    )


@mistake_kind("a medal group in the sea")
def medal_group_at_sea(document: PlantingDocument) -> list[str]:
    group = {"side": "allies", "needed": 1, "hexes": [_free_sea_hex(document)]}
    return _set_options(document, group_medals=[group])


@mistake_kind("units must exit where no exit is")
def must_exit_without_exits(document: PlantingDocument) -> list[str]:
    _set_options(document, must_exit={"side": "allies", "units": 1})
    return ["/briefing/bottom/medals"]


# Options that say nothing, or contradict each other


@mistake_kind("night falls and the day breaks")
def nightfall_and_daybreak(document: PlantingDocument) -> list[str]:
    return _set_options(document, night_visibility=True, night_visibility_reverse=True)


@mistake_kind("a commissar for the Germans")
def axis_commissar(document: PlantingDocument) -> list[str]:
    return _set_options(document, commissar="axis")


@mistake_kind("Italian High Command without Italians")
def royal_army_without_italians(document: PlantingDocument) -> list[str]:
    return _set_options(document, italy_royal_army=True)


@mistake_kind("whose night it is, by day")
def night_turn_without_night_rules(document: PlantingDocument) -> list[str]:
    return _set_options(document, night_visibility_team_turn="axis")


@mistake_kind("a winner for a deck that never runs out")
def deck_winner_without_end(document: PlantingDocument) -> list[str]:
    return _set_options(document, deck_out_winner="axis")


@mistake_kind("a card that counts as itself")
def card_counting_as_itself(document: PlantingDocument) -> list[str]:
    rules = [{"card": "barrage", "counts-as": "barrage"}]
    return _set_options(document, card_substitutes=rules)


@mistake_kind("other rules for tiles that are not on the board")
def changed_tiles_not_on_board(document: PlantingDocument) -> list[str]:
    rules = [{"tiles": ["jungle"], "counts-as": "forest"}]
    return _set_options(document, terrain_override=rules)
