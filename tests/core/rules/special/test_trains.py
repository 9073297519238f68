"""Trains move and resume as stored, on the published board that has one (TH-TRAIN)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.core.rules.play.test_positions_in_files import resumed_from_file
from tests.core.rules.play.test_resume_game import game_at_turn, stored_values
from tests.reference_data import board_file

from m44core.io.files.file_reader import read_bytes, read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.game_position import GamePosition
from m44core.model.scenario import Scenario
from m44core.model.unit_rules import SupplyTrain
from m44core.playtest.games.simulation import SimulationPlan, play_games
from m44core.playtest.players.levels import parse_levels
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.game.actions import Move
from m44core.rules.game.combatants import ArrivalKind
from m44core.rules.game.phases import Phase
from m44core.rules.game.position_scenario import scenario_of_position, scenario_to_resume
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game


def bug_river_scenario() -> Scenario:
    scenario = read_file(board_file("1311-BugRiver")).scenario
    assert scenario is not None
    return scenario


def game_with_moved_train(*moves: tuple[str, str]) -> GameState:
    """Return the game after the train was ordered and moved, ignoring the limits of the card."""
    state = new_game(bug_river_scenario())
    state.hands, state.drawing = [("recon-left",), ("probe-right",)], ()
    state.active, state.turn, state.phase = 1, 2, Phase.MOVE
    all_units = sum(1 << unit.number for unit in state.field.units if unit.player)
    for start, end in moves:
        state.ordered, state.moved, state.legal = all_units, 0, None
        apply_action(state, Move(start, end))
    return state


def structure_on(state: GameState, name: str) -> tuple[str, int] | None:
    scenario = scenario_of_position(state)
    piece = scenario.at(scenario.board.hex(name)).structure
    return (piece.name, piece.orientation) if piece else None


@pytest.mark.rule("TH-TRAIN-01")
def test_the_pieces_of_a_train_are_placed_where_it_moved_and_points() -> None:
    state = game_with_moved_train(("L3", "K3"))
    structures = [structure_on(state, name) for name in ("K3", "L3", "M3")]
    assert structures == [("loco", 1), ("wagon", 1), None]
    state = game_with_moved_train(("L3", "J3"), ("K3", "M3"))
    assert [structure_on(state, name) for name in ("L3", "M3")] == [("loco", 1), ("wagon", 1)]


@pytest.mark.rule("O-TRAIN")
def test_a_board_with_a_train_is_played_in_full_and_written_unchanged() -> None:
    scenario = bug_river_scenario()
    assert gaps(scenario) == ()
    rule = scenario.briefing.special_rules.of(SupplyTrain)
    assert rule is not None
    assert (rule.units, rule.waits, rule.unit.name) == ((1, 1), 1, "infru")
    reread_scenario = read_bytes(to_bytes(scenario, FileFormat.M44), "again.m44").scenario
    assert reread_scenario == scenario


@pytest.mark.bulk
@pytest.mark.parametrize("file_format", FileFormat)
@pytest.mark.parametrize(("seed", "turn"), [(1, 9), (2, 30)])
def test_a_resumed_game_continues_as_before(file_format: FileFormat, seed: int, turn: int) -> None:
    state = game_at_turn(bug_river_scenario(), seed, turn)
    resumed_game = resumed_from_file(state, file_format)
    assert stored_values(resumed_game) == stored_values(state)
    assert scenario_to_resume(resumed_game) == resumed_game.field.scenario


@pytest.mark.rule("TH-TRAIN-04")
def test_older_files_count_unloaded_units_as_arrived() -> None:
    scenario = bug_river_scenario()
    train = scenario.briefing.special_rules.of(SupplyTrain)
    assert train is not None
    before = GamePosition(3, train.side, arrived={train.side: 1})
    state = new_game(replace(scenario, position=before))
    assert len(state.field.arriving_units(ArrivalKind.UNLOADED)) == sum(train.units) - 1
    position = scenario_to_resume(state).position
    assert position is not None
    assert (position.arrived, position.unloaded) == ({}, {train.side: 1})


@pytest.mark.bulk
@pytest.mark.parametrize("levels", ["recruit", "sergeant"])
def test_whole_games_keep_the_invariants(levels: str) -> None:
    plan = SimulationPlan(bug_river_scenario(), range(1, 3), parse_levels(levels), check=True)
    assert [game.result.winner is not None for game in play_games(plan)] == [True] * 2
