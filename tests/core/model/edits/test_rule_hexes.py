"""The hexes in special rules move with the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.core.m44_special_rules import briefing_of

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.io.m44.encode import written_options, written_victory
from m44core.model import edits
from m44core.model.edits import MirrorKind
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, HexContent, Piece
from m44core.model.special_rules import SpecialRules
from m44core.model.victory_rules import (
    GroupMedals,
    MandatoryObjective,
    MedalGroup,
    RestrictedObjective,
    RestrictedObjectives,
    UnitKind,
)

BOARD = BOARDS[BoardType.STANDARD]
DROP = {"side": "ALLIES", "nbr_units": 4, "center": "A9", "unit": {"name": "infus"}}
OPTIONS = {"blitz_rules": True, "airdrop": DROP, "hill317": ["L5", "k4"]}
ODD_RULES = {"airdrop": "A9", "hill317": "L5"}


def sudden_death_victory(*group: str) -> dict[str, Any]:
    sudden_death = {"side": "AXIS", "number": 1, "group": list(group)}
    return {"condition": [{"group_sudden_death": sudden_death}]}


SCENARIO = Scenario(briefing=briefing_of(OPTIONS, sudden_death_victory("G9")))


def written_m44_options(scenario: Scenario) -> dict[str, Any]:
    return written_options(scenario.briefing.special_rules, scenario.board, {})


def written_m44_victory(scenario: Scenario) -> object:
    return written_victory(scenario.briefing.special_rules, None, scenario.board, {})


def test_mirroring_updates_the_hexes_of_rules() -> None:
    after = edits.mirror_scenario(SCENARIO, MirrorKind.LEFT_RIGHT)
    assert written_m44_options(after) == {
        "blitz_rules": True,
        "airdrop": {**DROP, "center": "M9"},
        "hill317": ["B5", "b4"],
    }
    assert written_m44_victory(after) == sudden_death_victory("G9")


@pytest.mark.parametrize("mirror", MirrorKind)
def test_mirroring_twice_restores_the_rule_hexes(mirror: MirrorKind) -> None:
    assert edits.mirror_scenario(edits.mirror_scenario(SCENARIO, mirror), mirror) == SCENARIO


def test_a_larger_board_renames_the_same_hexes() -> None:
    after = edits.change_board(SCENARIO, BoardType.BREAKTHROUGH).scenario
    assert written_m44_options(after)["airdrop"]["center"] == "A17"
    assert written_m44_options(after)["hill317"] == ["L13", "k12"]
    assert written_m44_victory(after) == sudden_death_victory("G17")


def test_hexes_off_the_new_board_are_listed_as_lost() -> None:
    conversion = edits.change_board(SCENARIO, BoardType.STANDARD, at=Hex(2, 4))
    assert written_m44_options(conversion.scenario)["airdrop"]["center"] == "B5"
    assert written_m44_options(conversion.scenario)["hill317"] == ["M1"]
    losses = [(str(loss.kind), loss.name, loss.place) for loss in conversion.lost]
    assert losses == [("hex of a group", "hill-317", "k4")]


def test_an_air_drop_that_loses_its_center_may_aim_anywhere() -> None:
    conversion = edits.change_board(SCENARIO, BoardType.STANDARD, at=Hex(0, -2))
    assert "center" not in written_m44_options(conversion.scenario)["airdrop"]
    losses = [(loss.name, loss.place) for loss in conversion.lost]
    assert losses == [("air-drop", "A9"), ("sudden-death", "G9")]


def test_a_rule_that_loses_a_hex_it_needs_is_removed() -> None:
    armor = (UnitKind.ARMOR,)
    restricted_objectives = (
        RestrictedObjective(BOARD.hex("A9"), armor),
        RestrictedObjective(BOARD.hex("E5"), armor),
    )
    medals = GroupMedals((MedalGroup(Side.ALLIES, 1, (BOARD.hex("A9"),)),))
    mandatory = MandatoryObjective(Side.ALLIES, BOARD.hex("A9"))
    rules = {
        "mandatory-objective": mandatory,
        "restricted-objectives": RestrictedObjectives(restricted_objectives),
        "group-medals": medals,
    }
    scenario = Scenario(
        briefing=Briefing(special_rules=SpecialRules(rules, {"group-medals": medals}))
    )
    conversion = edits.change_board(scenario, BoardType.STANDARD, at=Hex(0, -2))
    remaining_rules = {
        "restricted-objectives": RestrictedObjectives(
            (RestrictedObjective(BOARD.hex("E7"), armor),)
        )
    }
    assert conversion.scenario.briefing.special_rules == SpecialRules(remaining_rules)
    losses = [(loss.name, loss.place) for loss in conversion.lost]
    assert losses == [(name, "A9") for name in rules]


def test_moving_hexes_moves_the_hexes_of_rules() -> None:
    wooded = SCENARIO.with_hexes({BOARD.hex("L5"): HexContent(Piece("woods"))})
    start, end = BOARD.hex("L5"), BOARD.hex("M5")
    after = edits.move_hexes(wooded, [start], start, end)
    assert written_m44_options(after.scenario)["hill317"] == ["M5", "k4"]
    assert after.lost == ()


@pytest.mark.parametrize("mirror", MirrorKind)
def test_values_without_hexes_are_unchanged(mirror: MirrorKind) -> None:
    briefing = replace(briefing_of(ODD_RULES), extra={"victory": "all"})
    scenario = Scenario(briefing=briefing)
    assert edits.mirror_scenario(scenario, mirror) is scenario
