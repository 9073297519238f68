"""Overlays work on real and unplayable boards and agree with the facts of another program."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.core.rules.oracle import with_pieces_on_their_layers
from tests.reference_data import RANDOM_BOARDS, read_reference_values

from m44core.board import BoardType, Face
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Value
from m44core.messages.renderers import in_english, renderer_in
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44core.resources import scenarios_folder
from m44core.rules.overlays.find_overlay import OVERLAYS, find_overlay
from m44core.rules.overlays.overlay_types import AreaRole, Overlay, OverlayTarget

OPEN = [path for path in RANDOM_BOARDS if path.stem.startswith("open")]
EMPTY = edits.new_scenario(BoardType.STANDARD, Face.COUNTRY)


@pytest.fixture(scope="module")
def pegasus() -> Scenario:
    scenario = read_file(scenarios_folder() / "pegasus-bridge.m44").scenario
    assert scenario is not None
    return scenario


def hexes_with_role(overlay: Overlay, role: AreaRole) -> frozenset[Hex]:
    return frozenset().union(*(each.hexes for each in overlay.areas if each.role is role))


def read_board(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario is not None
    return with_pieces_on_their_layers(scenario)


def mark_text(mark: Value) -> str:
    return renderer_in(ENGLISH).render(mark)


def summary_of(overlay: Overlay) -> str:
    return in_english(overlay.summary)


@pytest.mark.rule("B-LOS-02")
def test_on_open_ground_every_hex_in_range_is_visible() -> None:
    overlay = find_overlay("sight", EMPTY, OverlayTarget(EMPTY.board.hex("G5")))
    assert len(hexes_with_role(overlay, AreaRole.OPEN)) == 96
    assert summary_of(overlay).startswith(
        "Line of sight from G5 (infantry): 96 visible, 0 hidden by units"
    )


@pytest.mark.rule("B-LOS-05")
def test_units_and_ground_hide_hexes_behind_them(pegasus: Scenario) -> None:
    overlay = find_overlay("sight", pegasus, OverlayTarget(pegasus.board.hex("E5")))
    assert summary_of(overlay).endswith("39 visible, 25 hidden by units, 22 by terrain")


@pytest.mark.parametrize("name", OVERLAYS)
def test_areas_share_no_hexes(pegasus: Scenario, name: str) -> None:
    for hex_ in pegasus.board.hexes:
        areas = [each.hexes for each in find_overlay(name, pegasus, OverlayTarget(hex_)).areas]
        assert len(frozenset().union(*areas)) == sum(map(len, areas))


@pytest.mark.parametrize("name", OVERLAYS)
@pytest.mark.parametrize("content", [HexContent(unit=Unit("nobody")), HexContent(Piece("?"))])
def test_unplayable_boards_have_overlays_too(name: str, content: HexContent) -> None:
    unit_hex = EMPTY.board.hex("G5")
    odd_scenario = replace(EMPTY, hexes={unit_hex: content})
    for hex_ in (None, unit_hex, Hex(99, 99)):
        assert summary_of(find_overlay(name, odd_scenario, OverlayTarget(hex_)))


@pytest.mark.bulk
@pytest.mark.rule("B-LOS-02")
@pytest.mark.parametrize("path", OPEN, ids=lambda path: path.stem)
def test_sight_agrees_with_the_independent_engine(path: Path) -> None:
    known_values, scenario = read_reference_values(path.stem), read_board(path)
    hexes = scenario.board.hexes
    sensitive_lines = {
        tuple(pair) for pairs in known_values["los_sensitive"].values() for pair in pairs
    }
    guns = {int(i) for i, unit in known_values["units"].items() if unit["type"] != "inf"}
    for start, visible_ends, blocked in known_values["los"]:
        overlay = find_overlay("sight", scenario, OverlayTarget(hexes[start]))
        visible_hexes = hexes_with_role(overlay, AreaRole.OPEN)
        certain_ends = [
            end for end in visible_ends + blocked if (start, end) not in sensitive_lines
        ]
        if start not in guns:
            assert {e for e in certain_ends if hexes[e] in visible_hexes} == {
                e for e in certain_ends if e in visible_ends
            }


def hex_names(scenario: Scenario, hexes: frozenset[Hex]) -> set[str]:
    return {scenario.board.name(hex_) for hex_ in hexes}


@pytest.mark.rule("B-MOVE-06")
def test_infantry_battles_after_one_hex_and_not_after_two(pegasus: Scenario) -> None:
    overlay = find_overlay("reach", pegasus, OverlayTarget(selected=pegasus.board.hex("M3")))
    adjacent_hexes = pegasus.board.hex("M3").neighbours()
    assert hexes_with_role(overlay, AreaRole.OPEN) <= {*adjacent_hexes}
    assert {overlay.marks[hex_] for hex_ in hexes_with_role(overlay, AreaRole.HALF)} == {"2"}
    assert summary_of(overlay).endswith(": 3 to move and battle, 5 to move only")


@pytest.mark.rule("B-BAT-09")
@pytest.mark.rule("B-HIT-01")
def test_range_shows_dice_and_odds_against_each_enemy(pegasus: Scenario) -> None:
    overlay = find_overlay("range", pegasus, OverlayTarget(pegasus.board.hex("c4")))
    odds = {pegasus.board.name(hex_): mark_text(mark) for hex_, mark in overlay.marks.items()}
    assert odds == {"d6": "1: 50%"}


@pytest.mark.rule("B-RET-06")
def test_units_at_their_own_edge_are_in_dead_ends(pegasus: Scenario) -> None:
    overlay = find_overlay("retreat", pegasus, OverlayTarget())
    assert {"A9", "F1", "H1", "I1"} <= hex_names(pegasus, hexes_with_role(overlay, AreaRole.CLOSED))


@pytest.mark.rule("B-BAT-07")
def test_danger_counts_the_dice_of_all_units_that_see_a_hex(pegasus: Scenario) -> None:
    overlay = find_overlay("danger-axis", pegasus, OverlayTarget(pegasus.board.hex("C7")))
    assert summary_of(overlay).endswith("dice at C7: 0")
    assert {
        int(str(overlay.marks[hex_])) >= 4 for hex_ in hexes_with_role(overlay, AreaRole.CLOSED)
    } == {True}


@pytest.mark.rule("B-BOARD-05")
def test_distances_count_hexes_to_the_nearest_goal(pegasus: Scenario) -> None:
    overlay = find_overlay("distance", pegasus, OverlayTarget(pegasus.board.hex("E7")))
    assert summary_of(overlay) == "From E7, to the nearest objective: 1"
    assert len(overlay.marks) + len(hexes_with_role(overlay, AreaRole.OPEN)) == len(
        pegasus.board.hexes
    )


@pytest.mark.rule("B-SECT-03")
def test_a_hex_on_a_section_line_is_in_reach_of_cards_for_both_sections(pegasus: Scenario) -> None:
    overlay = find_overlay("sections", pegasus, OverlayTarget(pegasus.board.hex("d6")))
    assert summary_of(overlay).endswith("at d6: 4 (top player), 9 (bottom player)")


@pytest.mark.rule("V-MED-02")
def test_control_shows_the_holders_of_objectives(pegasus: Scenario) -> None:
    overlay = find_overlay("control", pegasus, OverlayTarget())
    assert sum(len(each.hexes) for each in overlay.areas) == 2


def test_overlays_of_unplayable_scenarios_name_the_unknown_parts() -> None:
    assert summary_of(find_overlay("danger-axis", EMPTY, OverlayTarget())).startswith("Unknown: ")


@pytest.mark.bulk
@pytest.mark.parametrize("path", OPEN, ids=lambda path: path.stem)
def test_moves_and_dead_ends_agree_with_the_independent_engine(path: Path) -> None:
    known_values, scenario = read_reference_values(path.stem), read_board(path)
    hexes = scenario.board.hexes
    dead_ends = hexes_with_role(find_overlay("retreat", scenario, OverlayTarget()), AreaRole.CLOSED)
    assert dead_ends == {
        hexes[int(i)] for i, retreats in known_values["retreats"].items() if retreats["1"]["hits"]
    }
    for unit, moves in known_values["moves"].items():
        overlay = find_overlay("reach", scenario, OverlayTarget(hexes[int(unit)]))
        assert overlay.marks.keys() == {hexes[move[0]] for move in moves}


@pytest.mark.bulk
@pytest.mark.parametrize("path", OPEN, ids=lambda path: path.stem)
def test_dice_agree_with_the_independent_engine(path: Path) -> None:
    known_values, scenario = read_reference_values(path.stem), read_board(path)
    hexes = scenario.board.hexes
    sensitive_lines = {
        tuple(pair) for pairs in known_values["los_sensitive"].values() for pair in pairs
    }
    for unit, attacks in known_values["attacks"].items():
        marks = find_overlay("range", scenario, OverlayTarget(hexes[int(unit)])).marks
        for target, _, _, dice in attacks["targets"]:
            if (int(unit), target) not in sensitive_lines:
                mark = marks.get(hexes[target])
                assert (mark_text(mark).split(":")[0] if mark else "0") == str(dice)


@pytest.mark.rule("B-CARD-BEL")
def test_the_moves_overlay_includes_cards_that_extend_a_move(pegasus: Scenario) -> None:
    overlay = find_overlay("reach", pegasus, OverlayTarget(pegasus.board.hex("M3")))
    legend_text = renderer_in(ENGLISH).render(overlay.areas[-1].legend)
    assert legend_text.startswith("only with ")
    assert "Behind Enemy Lines" in legend_text
    assert not hexes_with_role(overlay, AreaRole.CLOSED) & overlay.marks.keys()
