"""The facts of positions, on boards small enough to check by eye."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, HexContent, Piece, Player, Unit
from m44core.resources import scenarios_folder
from m44core.rules.analysis.position_facts import facts
from m44core.rules.cards.card_command import command_of_card
from m44core.rules.game.actions import Battle, EndStep, Move, Step
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions

STANDARD = BOARDS[BoardType.STANDARD]
SIDES = Briefing(Player(Side.AXIS), Player(Side.ALLIES))
SHIPPED_NAMES = sorted(path.stem for path in scenarios_folder().glob("*.yaml"))
INFANTRY, ENEMY = HexContent(unit=Unit("infus")), HexContent(unit=Unit("infger"))
FAR_ENEMY = {"A9": ENEMY}  # out of reach of all units


def facts_of(
    contents: dict[str, HexContent], board: Board = STANDARD, face: Face = Face.COUNTRY
) -> dict[str, Any]:
    """Return the facts of a board; the Allies are at the bottom."""
    hexes = {board.hex(name): content for name, content in contents.items()}
    return facts(new_game(Scenario(board, face, briefing=SIDES).with_hexes(hexes)))


def hex_number(name: str, board: Board = STANDARD) -> int:
    """Return the number of a hex."""
    return board.index[board.hex(name)]


def content_with(terrain: str, unit: str | None = None) -> HexContent:
    return HexContent(terrain=Piece(terrain), unit=Unit(unit) if unit else None)


@pytest.mark.parametrize("name", SHIPPED_NAMES)
def test_every_line_of_sight_in_range_is_listed_once_and_is_mutual(
    name: str, read_shipped: Callable[[str], Scenario]
) -> None:
    listed: dict[str, Any] = facts(new_game(read_shipped(name)))
    hexes = [Hex(col, row) for row, col in listed["hexes"]]
    clear_lines = {(a, b) for a, seen, _ in listed["los"] for b in seen}
    blocked = [(a, b) for a, _, unseen in listed["los"] for b in unseen]
    lines_in_range = [
        (a, b)
        for a, start in enumerate(hexes)
        for b, end in enumerate(hexes)
        if 0 < start.distance(end) <= 6
    ]
    assert sorted([*clear_lines, *blocked]) == lines_in_range
    assert clear_lines == {(b, a) for a, b in clear_lines}
    assert {tuple(pair) for pair in listed["los_unit_blocked"]} <= {*blocked}


@pytest.mark.rule("B-LOS-02")
def test_lines_blocked_only_by_units_are_listed_separately() -> None:
    facts = facts_of({"C5": INFANTRY, "E5": ENEMY, "G5": content_with("woods")})
    visible_hexes = {a: visible_ends for a, visible_ends, _ in facts["los"]}
    assert hex_number("G5") not in visible_hexes[hex_number("C5")]
    assert hex_number("I5") not in visible_hexes[hex_number("C5")]
    assert [hex_number("C5"), hex_number("G5")] in facts["los_unit_blocked"]
    assert [hex_number("C5"), hex_number("I5")] not in facts["los_unit_blocked"]


def test_sections_are_those_of_the_bottom_player_whichever_side_that_is() -> None:
    facts = facts_of({"A1": INFANTRY, **FAR_ENEMY})
    assert [facts["sections"][hex_number(name)] for name in ("A1", "d2", "G1", "i2", "M1")] == [
        [0], [0, 1], [1], [1, 2], [2],
    ]  # fmt: skip
    assert (facts["top_side"], facts["units"][str(hex_number("A1"))]["sections"]) == ("AXIS", [0])
    assert "subsections" not in facts


@pytest.mark.rule("B-OVL-03")
@pytest.mark.rule("R-31")
def test_an_overlord_board_has_six_subsections_each_the_mirror_of_another() -> None:
    board = BOARDS[BoardType.OVERLORD]
    subsections = facts_of({"A1": INFANTRY, **FAR_ENEMY}, board)["subsections"]
    columns = {hex_.col: subsections[index] for hex_, index in board.index.items()}
    shared_columns = {col: sections for col, sections in columns.items() if len(sections) > 1}
    assert shared_columns == {7: [0, 1], 17: [1, 2], 25: [2, 3], 33: [3, 4], 43: [4, 5]}
    assert all(columns[50 - col] == [5 - s for s in reversed(columns[col])] for col in columns)


@pytest.mark.rule("B-FACE-04")
def test_a_tile_hides_the_printed_terrain_and_a_structure_does_not() -> None:
    bunker = HexContent(structure=Piece("bunker", 2, owner=Side.AXIS))
    contents = {"C5": content_with("hills"), "E5": bunker, "A1": INFANTRY, **FAR_ENEMY}
    terrains = facts_of(contents, face=Face.BEACH)["terrains"]
    hill = {"class": "hill", "tile": "hills", "orientation": 1, "height": 1}
    beach = {"class": "beach", "tile": "", "orientation": 1, "height": 0}
    structure_facts = {
        "class": "bunker",
        "tile": "bunker",
        "orientation": 2,
        "height": 0,
        "owner": "AXIS",
    }
    assert terrains[str(hex_number("C5"))] == [hill]
    assert terrains[str(hex_number("E5"))] == [beach, structure_facts]
    assert terrains[str(hex_number("A1"))] == [{**beach, "class": "ocean"}]
    assert str(hex_number("A9")) not in terrains


def test_a_unit_has_the_facts_of_its_rules() -> None:
    resistance = HexContent(unit=Unit("inf2us", figures=3))
    units = facts_of({"G1": resistance, "I1": HexContent(unit=Unit("tank2us")), **FAR_ENEMY})[
        "units"
    ]
    assert units[str(hex_number("G1"))] == {
        "type": "inf", "class": "american-special-forces", "nation": "us", "side": "ALLIES",
        "figures": 3, "badge": 3, "move": 2, "move_and_battle": 1, "power": [3, 2, 1],
        "sections": [1],
    }  # fmt: skip
    tank = units[str(hex_number("I1"))]
    assert [tank[k] for k in ("type", "figures", "badge", "move")] == ["armor", 4, 0, 3]


def test_a_unit_without_rules_is_a_bystander() -> None:
    facts = facts_of({"G5": HexContent(unit=Unit("plnger")), "G1": INFANTRY, **FAR_ENEMY})
    assert facts["bystanders"] == [hex_number("G5")]
    assert [*facts["moves"]] == [*facts["units"]] == [str(hex_number("A9")), str(hex_number("G1"))]
    (gap,) = (gap for gap in facts["gaps"] if gap["hexes"])
    assert (gap["name"], gap["hexes"]) == ("plnger", [hex_number("G5")])


def move_details(move_facts: dict[str, Any], start: str, end: str) -> list[Any]:
    """Return the facts of one move, without the numbers of its hexes."""
    moves: list[list[Any]] = move_facts["moves"][str(hex_number(start))]
    _, *details = next(move for move in moves if move[0] == hex_number(end))
    return details


def test_a_move_lists_its_length_and_the_targets_after_it() -> None:
    facts = facts_of({"G5": INFANTRY, "I5": ENEMY, **FAR_ENEMY})
    assert move_details(facts, "G5", "g4") == [1, "", [[hex_number("I5"), 2, 2]]]
    assert move_details(facts, "G5", "H3") == [2, ""]
    assert facts["moves"][str(hex_number("G5"))] == sorted(facts["moves"][str(hex_number("G5"))])


@pytest.mark.parametrize(
    ("unit", "terrain", "flags"),
    [
        (Unit("infus"), "woods", "SN"),
        (Unit("infus"), "wire", "S"),
        (Unit("infus"), "hills", ""),
        (Unit("inf2us", figures=3), "woods", "S"),
    ],
)
def test_a_move_lists_where_the_unit_must_stop_and_may_not_battle(
    unit: Unit, terrain: str, flags: str
) -> None:
    entered_content = (
        HexContent(obstacle=Piece("wire")) if terrain == "wire" else content_with(terrain)
    )
    facts = facts_of({"G5": HexContent(unit=unit), "H5": entered_content, **FAR_ENEMY})
    assert move_details(facts, "G5", "H5")[:2] == [1, flags]


def test_a_unit_must_stop_in_the_ocean() -> None:
    facts = facts_of({"G3": INFANTRY, **FAR_ENEMY}, face=Face.BEACH)
    assert move_details(facts, "G3", "g2") == [1, "S"]
    assert move_details(facts, "G3", "H3") == [1, ""]


def test_every_enemy_in_range_is_listed_with_whether_it_can_be_battled() -> None:
    """Infantry on G5 must assault its neighbor; artillery next to it cannot fire elsewhere."""
    gun = HexContent(unit=Unit("gunus"))
    facts = facts_of(
        {"G5": INFANTRY, "g4": gun, "H5": ENEMY, "J5": ENEMY, "A1": INFANTRY, **FAR_ENEMY}
    )
    infantry, artillery = (
        facts["attacks"][str(hex_number(name))]["targets"] for name in ("G5", "g4")
    )
    assert infantry == [[hex_number("H5"), 1, 1, 3], [hex_number("J5"), 3, 0, 0]]
    assert artillery == [[hex_number("H5"), 1, 1, 3], [hex_number("J5"), 3, 1, 0]]
    assert facts["attacks"][str(hex_number("A1"))] == {"targets": []}


@pytest.mark.rule("B-RET-07")
def test_a_longer_retreat_leaves_out_dead_ends() -> None:
    retreats = facts_of({"G5": INFANTRY, "F3": INFANTRY, "G3": INFANTRY, "G9": ENEMY})["retreats"]
    retreat = retreats[str(hex_number("G5"))]
    assert retreat["dir"] == 1
    assert retreat["1"] == {"hits": 0, "cells": [[hex_number("f4"), 1], [hex_number("g4"), 1]]}
    assert retreat["2"] == {"hits": 0, "cells": [[hex_number("g4"), 1], [hex_number("H3"), 2]]}
    assert retreats[str(hex_number("G9"))] == {"dir": -1} | {
        str(n): {"hits": n, "cells": []} for n in (1, 2, 3)
    }


def test_a_retreat_lists_ignored_flags_and_longer_retreats() -> None:
    resistance = HexContent(Piece("woods"), obstacle=Piece("sand"), unit=Unit("inf2us", figures=3))
    retreat = facts_of({"G5": resistance, **FAR_ENEMY})["retreats"][str(hex_number("G5"))]
    assert (retreat["flags"], retreat["hexes_per_flag"]) == (["can_ignore_1"], 3)
    assert {distance for _, distance in retreat["1"]["cells"]} == {1}
    assert {distance for _, distance in retreat["3"]["cells"]} == {1, 2, 3}


def targets_in_play(state: GameState, unit: int, end: str) -> dict[int, int]:
    """Return the dice against each target, keyed by hex, after a unit moved in a game."""
    grid = state.field.grid
    game = state.clone()
    game.active, game.phase = state.field.units[unit].player, Phase.MOVE
    game.turn, game.ordered = 1, 1 << unit
    game.card, game.command = "direct-from-hq", command_of_card("direct-from-hq")
    apply_action(game, Move(grid.names[state.place[unit]], end))
    if game.phase is Phase.MOVE:
        apply_action(game, EndStep(Step.MOVES))
    offered_battles = [battle for battle in legal_actions(game) if isinstance(battle, Battle)]
    return {grid.index[battle.target]: battle_dice(game, battle) for battle in offered_battles}


def battle_dice(state: GameState, battle: Battle) -> int:
    game = state.clone()
    apply_action(game, battle)
    assert game.fight is not None
    return game.fight.dice


@pytest.mark.parametrize("name", ["arnhem-bridge", "first-assault-wave", "mont-mouchet"])
def test_the_listed_moves_match_the_game(
    name: str, read_shipped: Callable[[str], Scenario]
) -> None:
    state = new_game(read_shipped(name))
    listed: dict[str, Any] = facts(state)
    compared_count = 0
    for start, moves in listed["moves"].items():
        for end, _, _, *after in moves:
            values = {hex_: dice for hex_, _, dice in after[0]} if after else {}
            unit = state.unit_at[int(start)]
            assert targets_in_play(state, unit, state.field.grid.names[end]) == values
            compared_count += len(values)
    assert compared_count


def test_facts_do_not_change_the_position(read_shipped: Callable[[str], Scenario]) -> None:
    state = new_game(read_shipped("sword-beach"))
    before = state.clone()
    facts(state)
    assert state == before
