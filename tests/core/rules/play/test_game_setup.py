from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.core.m44_special_rules import briefing_of

from m44core.board import BOARDS, Board
from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error
from m44core.hexes import Hex
from m44core.model.required_packs import Packs, pack_named
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, HexContent, Player, Unit
from m44core.rules.board.hex_grid import BOTTOM, CHANCE, TOP
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.game.phases import Phase
from m44core.rules.play.game_setup import new_game

TWO_UNITS = {
    Hex(0, 0): HexContent(unit=Unit("infger")),
    Hex(0, 8): HexContent(unit=Unit("infus")),
}


@pytest.mark.rule("B-SETUP-01")
@pytest.mark.rule("B-SETUP-02")
def test_a_game_begins_with_the_units_of_the_scenario_and_with_dealing(
    read_shipped: Callable[[str], Scenario],
) -> None:
    state = new_game(read_shipped("pegasus-bridge"))
    assert state.field.sides == (Side.AXIS, Side.ALLIES)
    assert [sum(u.player == p for u in state.field.units) for p in (TOP, BOTTOM)] == [6, 9]
    assert (state.phase, state.player, state.active) == (Phase.DRAW, CHANCE, BOTTOM)
    assert state.drawing == (TOP,) * state.field.hand_sizes[TOP] + (BOTTOM,) * 6
    assert len(state.deck) == 60


def test_values_missing_from_the_briefing_are_filled_in() -> None:
    state = new_game(Scenario(briefing=Briefing()).with_hexes(TWO_UNITS))
    assert state.field.sides == (Side.AXIS, Side.ALLIES)
    assert state.field.hand_sizes == state.field.medals_needed == (4, 4)
    assert state.field.first_player == TOP


@pytest.mark.parametrize("board", BOARDS.values())
def test_a_game_can_be_set_up_on_every_board(board: Board) -> None:
    scenario = replace(Scenario().with_hexes(TWO_UNITS), board=board)
    assert len(new_game(scenario).unit_at) == len(scenario.board.hexes)


@pytest.mark.rule("B-BOARD-08")
def test_a_stated_side_determines_the_other() -> None:
    briefing = Briefing(bottom=Player(Side.AXIS))
    assert (
        new_game(Scenario(briefing=briefing).with_hexes(TWO_UNITS)).field.sides[TOP] is Side.ALLIES
    )


@pytest.mark.parametrize(
    ("scenario", "message"),
    [
        (Scenario(), "there are no playable units for the Axis side"),
        (
            Scenario().with_hexes({Hex(0, 0): HexContent(unit=Unit("infger"))}),
            "there are no playable units for the Allied side",
        ),
        (
            Scenario().with_hexes({Hex(0, 0): HexContent(unit=Unit("panzer"))}),
            r'there are no playable units for the Axis side; 1 unit is unknown \(A9: "panzer"\)',
        ),
        (
            Scenario(briefing=Briefing(Player(Side.AXIS), Player(Side.AXIS))),
            "both players have the same side: the Axis side",
        ),
        (
            Scenario(briefing=Briefing(Player(cards=30), Player(cards=31))).with_hexes(TWO_UNITS),
            "the starting hands need 61 cards, but the deck has only 60",
        ),
    ],
)
def test_unplayable_scenarios_are_refused_with_the_reason(scenario: Scenario, message: str) -> None:
    with pytest.raises(M44Error, match=message):
        new_game(scenario)


def test_a_fingerprint_depends_on_the_position_but_not_on_the_texts() -> None:
    scenario = Scenario().with_hexes(TWO_UNITS)
    first = fingerprint_of(new_game(scenario).field)
    base = Packs({pack_named("base"): 1})
    assert fingerprint_of(new_game(replace(scenario, texts={}, packs=base)).field) == first
    moved_scenario = scenario.with_hexes({Hex(2, 0): HexContent(unit=Unit("infger"))})
    assert fingerprint_of(new_game(moved_scenario).field) != first


def test_a_fingerprint_depends_on_played_options() -> None:
    def fingerprint(options: dict[str, object]) -> str:
        return fingerprint_of(
            new_game(Scenario(briefing=briefing_of(options)).with_hexes(TWO_UNITS)).field
        )

    assert fingerprint({"unheard_of": True}) == fingerprint({})
    assert fingerprint({"infantry_exit_counts_2": True}) != fingerprint({})


def test_a_badge_changes_the_name_of_its_unit() -> None:
    resistance = Unit("inf2us", behavior="french-resistance")
    scenario = Scenario().with_hexes(TWO_UNITS | {Hex(2, 8): HexContent(unit=resistance)})
    unit = new_game(scenario).field.units[-1]
    assert (str(unit.name), unit.figures) == ("French Resistance", 3)
