"""Hexes that options name move with the board."""

from __future__ import annotations

from typing import Any

import pytest

from m44core.board import BOARDS, BoardType
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.edits import Mirror
from m44core.model.parts import Briefing, HexContent, Piece
from m44core.model.scenario import Scenario

BOARD = BOARDS[BoardType.STANDARD]
DROP = {"side": "ALLIES", "center": "A9", "nbr_units": 4}
OPTIONS = {"blitz_rules": True, "airdrop": DROP, "hill317": ["L5", "k4"]}
ODD = {"airdrop": "A9", "hill317": "L5"}


def victory(*group: str) -> dict[str, Any]:
    return {"condition": [{"group_sudden_death": {"number": 1, "group": list(group)}}, "odd"]}


SCENARIO = Scenario(briefing=Briefing(options=OPTIONS, extra={"victory": victory("G9", "Z9")}))


def test_a_mirrored_scenario_names_the_hexes_where_they_lie_now() -> None:
    after = edits.mirror(SCENARIO, Mirror.LEFT_RIGHT).briefing
    assert after.options == {
        "blitz_rules": True,
        "airdrop": {"side": "ALLIES", "center": "M9", "nbr_units": 4},
        "hill317": ["B5", "b4"],
    }
    assert after.extra == {"victory": victory("G9", "Z9")}


@pytest.mark.parametrize("how", Mirror)
def test_two_mirrors_give_back_what_was(how: Mirror) -> None:
    assert edits.mirror(edits.mirror(SCENARIO, how), how) == SCENARIO


def test_a_larger_board_has_other_names_for_the_same_hexes() -> None:
    after = edits.change_board(SCENARIO, BoardType.BREAKTHROUGH).scenario.briefing
    assert after.options["airdrop"]["center"] == "A17"
    assert after.options["hill317"] == ["L13", "k12"]
    assert after.extra == {"victory": victory("G17", "Z9")}


def test_hexes_off_the_new_board_are_listed_as_lost() -> None:
    lower = edits.change_board(SCENARIO, BoardType.STANDARD, at=Hex(2, 4))
    assert lower.scenario.briefing.options["airdrop"]["center"] == "B5"
    assert lower.scenario.briefing.options["hill317"] == ["M1"]
    gone = [(str(lost.kind), lost.name, lost.place) for lost in lower.lost]
    assert gone == [("hex of a group", "hill317", "k4")]


def test_a_drop_whose_hex_is_lost_may_aim_anywhere() -> None:
    upper = edits.change_board(SCENARIO, BoardType.STANDARD, at=Hex(0, -2))
    assert upper.scenario.briefing.options["airdrop"] == {"side": "ALLIES", "nbr_units": 4}
    gone = [(lost.name, lost.place) for lost in upper.lost]
    assert gone == [("airdrop", "A9"), ("group_sudden_death", "G9")]


def test_hexes_moved_together_take_the_options_along() -> None:
    wooded = SCENARIO.with_hexes({BOARD.hex("L5"): HexContent(Piece("woods"))})
    start, end = BOARD.hex("L5"), BOARD.hex("M5")
    after = edits.move_all(wooded, [start], start, end)
    assert after.scenario.briefing.options["hill317"] == ["M5", "k4"]
    assert after.lost == ()


@pytest.mark.parametrize("how", Mirror)
def test_what_names_no_hex_stays_the_same_value(how: Mirror) -> None:
    scenario = Scenario(briefing=Briefing(options=ODD, extra={"victory": "all"}))
    assert edits.mirror(scenario, how) is scenario
