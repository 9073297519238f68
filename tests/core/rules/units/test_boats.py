"""Boats and landing craft move and resume as stored, also in whole games (TH-BOAT, E-LCT)."""

from __future__ import annotations

import pytest
from tests.core.rules.play.test_positions_in_files import resumed_from_file
from tests.core.rules.play.test_resume_game import game_at_turn, stored_values

from m44core.io.files.file_reader import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44core.playtest.games.simulation import SimulationPlan, play_games
from m44core.playtest.players.levels import parse_levels
from m44core.rules.game.actions import Move
from m44core.rules.game.phases import Phase
from m44core.rules.game.position_scenario import scenario_of_position, scenario_to_resume
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game

BOAT_SCENARIO = """
format: 1
board: {type: standard, face: beach}
briefing:
  first: bottom
  top: {side: axis, cards: 3, medals: 3}
  bottom: {side: allies, cards: 5, medals: 3}
hexes:
  A1: {structure: landing-craft, unit: american-armor}
  C1: {structure: landing-craft, unit: american-infantry}
  E1: {structure: landing-craft, unit: american-artillery}
  G1: {structure: landing-craft, unit: american-infantry}
  I1: {structure: landing-craft, unit: american-armor}
  H3: {unit: {is: american-infantry, equipment: boat}}
  h4: {terrain: river}
  i4: {terrain: river}
  G5: {terrain: river}
  K1: {structure: landing-craft}
  C7: {unit: german-infantry}
  G9: {unit: german-infantry}
  K9: {unit: german-infantry}
"""


def scenario_with_boats() -> Scenario:
    scenario = read_bytes(BOAT_SCENARIO.encode(), "afloat.yaml").scenario
    assert scenario is not None
    return scenario


def game_with_moved_boats(*moves: tuple[str, str]) -> GameState:
    """Return the game after some units were ordered and moved, ignoring the limits of the card."""
    state = new_game(scenario_with_boats())
    state.hands, state.drawing = [("recon-left",), ("direct-from-hq",)], ()
    state.active, state.turn, state.phase = 1, 1, Phase.MOVE
    state.ordered = sum(1 << unit.number for unit in state.field.units if unit.player)
    for start, end in moves:
        apply_action(state, Move(start, end))
    return state


def content_on(state: GameState, name: str) -> HexContent:
    scenario = scenario_of_position(state)
    return scenario.at(scenario.board.hex(name))


@pytest.mark.rule("E-LCT-03")
def test_a_landing_craft_at_sea_moves_with_its_unit() -> None:
    state = game_with_moved_boats(("G1", "g2"))
    assert content_on(state, "G1") == HexContent()
    assert content_on(state, "g2") == HexContent(structure=Piece("barge"), unit=Unit("infus"))


@pytest.mark.rule("E-LCT-04")
def test_a_landing_craft_that_follows_another_is_placed_where_it_moved() -> None:
    state = game_with_moved_boats(("G1", "G3"), ("I1", "G1"))
    assert content_on(state, "G3") == HexContent(unit=Unit("infus"))
    assert content_on(state, "G1") == HexContent(structure=Piece("barge"), unit=Unit("tankus"))


@pytest.mark.rule("E-LCT-06")
def test_an_empty_landing_craft_stays_and_blocks_no_unit() -> None:
    state = game_with_moved_boats(("I1", "K1"))
    assert content_on(state, "K1").unit == Unit("tankus")


@pytest.mark.rule("TH-BOAT-03")
def test_a_boat_is_removed_after_its_unit_landed() -> None:
    state = game_with_moved_boats(("H3", "h4"))
    assert content_on(state, "h4").unit == Unit("infus", equipment="boat")
    state.moved, state.legal = 0, None
    apply_action(state, Move("h4", "H5"))
    assert content_on(state, "H5").unit == Unit("infus")


@pytest.mark.parametrize("file_format", FileFormat)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_resumed_game_continues_as_before(file_format: FileFormat, seed: int) -> None:
    state = game_at_turn(scenario_with_boats(), seed, turn=9)
    resumed_game = resumed_from_file(state, file_format)
    assert stored_values(resumed_game) == stored_values(state)
    assert scenario_to_resume(resumed_game) == resumed_game.field.scenario


@pytest.mark.bulk
@pytest.mark.parametrize("levels", ["recruit", "sergeant"])
def test_whole_games_keep_the_invariants(levels: str) -> None:
    plan = SimulationPlan(scenario_with_boats(), range(1, 4), parse_levels(levels), check=True)
    assert [game.result.winner is not None for game in play_games(plan)] == [True] * 3
