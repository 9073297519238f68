"""What overlays find, on real boards, on boards nobody can play, and against facts of others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.reference import RANDOM_BOARDS, computed

from m44core.board import BoardType, Face
from m44core.hexes import Hex
from m44core.io.files.open import read_file
from m44core.messages.languages import ENGLISH
from m44core.messages.words import words
from m44core.model import edits
from m44core.model.parts import HexContent, Piece, Unit
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.rules.facts.overlays.every import OVERLAYS, find_overlay
from m44core.rules.facts.overlays.values import Overlay, Role

EMPTY = edits.new_scenario(BoardType.STANDARD, Face.COUNTRY)


@pytest.fixture(scope="module")
def pegasus() -> Scenario:
    scenario = read_file(scenarios_folder() / "pegasus-bridge.m44").scenario
    assert scenario is not None
    return scenario


def area(overlay: Overlay, role: Role) -> frozenset[Hex]:
    return frozenset().union(*(each.hexes for each in overlay.areas if each.role is role))


def said(overlay: Overlay) -> str:
    return words(ENGLISH).sentence(overlay.says)


@pytest.mark.rule("B-LOS-02")
def test_everything_near_is_seen_on_open_ground() -> None:
    found = find_overlay("sight", EMPTY, EMPTY.board.hex("G5"))
    assert len(area(found, Role.OPEN)) == 96
    assert said(found).startswith("Sight from G5 (infantry): seen 96, hidden by units 0")


@pytest.mark.rule("B-LOS-05")
def test_units_and_ground_hide_what_is_behind_them(pegasus: Scenario) -> None:
    found = find_overlay("sight", pegasus, pegasus.board.hex("E5"))
    assert said(found).endswith("seen 39, hidden by units 25, by the ground 22")


@pytest.mark.parametrize("name", OVERLAYS)
def test_no_area_shares_a_hex_with_another(pegasus: Scenario, name: str) -> None:
    for hex_ in pegasus.board.hexes:
        areas = [each.hexes for each in find_overlay(name, pegasus, hex_).areas]
        assert len(frozenset().union(*areas)) == sum(map(len, areas))


@pytest.mark.parametrize("name", OVERLAYS)
@pytest.mark.parametrize("content", [HexContent(unit=Unit("nobody")), HexContent(Piece("?"))])
def test_boards_nobody_can_play_have_overlays_too(name: str, content: HexContent) -> None:
    at = EMPTY.board.hex("G5")
    odd = replace(EMPTY, hexes={at: content})
    for hex_ in (None, at, Hex(99, 99)):
        assert said(find_overlay(name, odd, hex_))


@pytest.mark.bulk
@pytest.mark.rule("B-LOS-02")
@pytest.mark.parametrize("path", RANDOM_BOARDS[::5], ids=lambda path: path.stem)
def test_sight_agrees_with_what_others_computed(path: Path) -> None:
    known, scenario = computed(path.stem), read_file(path).scenario
    assert scenario is not None
    hexes = scenario.board.hexes
    unsure = {tuple(pair) for pairs in known["los_sensitive"].values() for pair in pairs}
    guns = {int(i) for i, unit in known["units"].items() if unit["type"] != "inf"}
    for start, clear, blocked in known["los"]:
        found = find_overlay("sight", scenario, hexes[start])
        seen = area(found, Role.OPEN)
        sure = [end for end in clear + blocked if (start, end) not in unsure]
        if start not in guns:
            assert {e for e in sure if hexes[e] in seen} == {e for e in sure if e in clear}
