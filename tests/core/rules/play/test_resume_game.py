"""Positions of games: scenarios that also store the state that the board does not show."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from m44core.catalogue.catalogue_types import Side
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.game_position import GamePosition
from m44core.model.rule_declarations import declarations
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import EMPTY_HEX
from m44core.model.special_rules import NightVisibility, NightVisibilityReverse
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.phases import Phase
from m44core.rules.game.position_scenario import scenario_of_position, scenario_to_resume
from m44core.rules.game.state import NOBODY, NOWHERE, GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions

PLAYERS = (0, 1)
SCENARIOS = ("pegasus-bridge", "vassieux", "sainte-mere-eglise", "arracourt", "sword-beach")


@pytest.mark.parametrize("file_format", FileFormat)
@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_resumed_from_a_file_continues_as_before(
    read_shipped: Callable[[str], Scenario], name: str, file_format: FileFormat, seed: int
) -> None:
    state = game_at_turn(read_shipped(name), seed, turn=11)
    result = read_bytes(to_bytes(scenario_to_resume(state), file_format), f"position.{file_format}")
    assert not result.diagnostics
    assert result.file
    assert stored_values(new_game(result.file.scenario)) == stored_values(state)
    assert scenario_to_resume(new_game(result.file.scenario)) == result.file.scenario


def test_a_turn_resumed_in_the_middle_starts_again_with_the_card_in_hand(
    read_shipped: Callable[[str], Scenario],
) -> None:
    start = game_at_turn(read_shipped("pegasus-bridge"), 3, turn=4)
    state = start.clone()
    apply_action(state, legal_actions(state)[0])
    assert state.hands[state.active] != start.hands[state.active]
    assert stored_values(new_game(scenario_to_resume(state))) == stored_values(start)


def test_an_air_drop_that_landed_is_not_repeated(read_shipped: Callable[[str], Scenario]) -> None:
    scenario = read_shipped("sainte-mere-eglise")
    state = game_at_turn(scenario, 5, turn=3)
    assert state.landed
    resumed_state = new_game(scenario_to_resume(state))
    assert not any(unit.start == NOWHERE for unit in resumed_state.field.units)
    assert resumed_state.phase is Phase.PLAY


@pytest.mark.rule("TH-NIGHT-01")
@pytest.mark.parametrize("falls", [False, True])
@pytest.mark.parametrize("file_format", FileFormat)
def test_a_position_stores_the_night_visibility(
    read_shipped: Callable[[str], Scenario], file_format: FileFormat, falls: bool
) -> None:
    rule = NightVisibilityReverse(True) if falls else NightVisibility(True)
    scenario = read_shipped("pegasus-bridge")
    rules = scenario.briefing.special_rules.with_rule(declarations().of(rule).key, rule)
    night = replace(scenario, briefing=replace(scenario.briefing, special_rules=rules))
    for turn in (1, 2, 3, 9):
        state = game_at_turn(night, 7, turn)
        result = read_bytes(
            to_bytes(scenario_to_resume(state), file_format), f"position.{file_format}"
        )
        assert result.file
        resumed_state = new_game(result.file.scenario)
        assert (resumed_state.visibility, resumed_state.phase) == (state.visibility, Phase.PLAY)


def test_an_edited_position_can_be_resumed(read_shipped: Callable[[str], Scenario]) -> None:
    state = game_at_turn(read_shipped("pegasus-bridge"), 6, turn=9)
    position = scenario_to_resume(state)
    hex_, _ = next(position.units())
    edited_scenario = new_game(position.with_hexes({hex_: EMPTY_HEX}))
    assert edited_scenario.hands == state.hands
    assert [edited_scenario.medals(p) for p in PLAYERS] == [state.medals(p) for p in PLAYERS]


def test_cards_that_are_not_in_the_deck_are_left_out(
    read_shipped: Callable[[str], Scenario],
) -> None:
    hands = {Side.AXIS: ("barrage", "barrage", "strange")}
    position = GamePosition(2, Side.AXIS, hands=hands)
    state = new_game(replace(read_shipped("pegasus-bridge"), position=position))
    assert state.hands[state.field.player(Side.AXIS)] == ("barrage",)


def test_before_the_first_turn_only_the_board_is_stored(
    read_shipped: Callable[[str], Scenario],
) -> None:
    scenario = read_shipped("pegasus-bridge")
    assert scenario_to_resume(new_game(scenario)) == scenario


def game_at_turn(scenario: Scenario, seed: int, turn: int) -> GameState:
    """Return a random game at the start of turn *turn*, or of its last turn if it ends earlier."""
    state, rng, turn_start = new_game(scenario), random.Random(seed), None
    chance = RandomChance(seed)
    while (turn_start is None or turn_start.turn < turn) and state.phase is not Phase.OVER:
        if state.player == CHANCE:
            apply_action(state, chance.choose(state))
        else:
            apply_action(state, rng.choice(legal_actions(state)))
        if state.phase is Phase.PLAY and state.turn != (turn_start.turn if turn_start else 0):
            turn_start = state.clone()
    assert turn_start
    return turn_start


def stored_values(state: GameState) -> dict[str, object]:
    """Return the values of a game that a position stores."""
    names = state.field.grid.names
    holders = zip(state.field.objectives, state.holders, strict=True)
    return {
        "visibility": state.visibility,
        "board": scenario_of_position(state).hexes,
        "medals": [state.medals(player) for player in PLAYERS],
        "held": {
            (each.hex, holder)
            for each, holder in holders
            if holder != NOBODY and not each.permanent
        },
        "hands": state.hands,
        "deck": state.deck,
        "discards": state.discards,
        "turns": (state.turn, state.own_turns, state.active, state.phase),
        "copied": [command and (command.card, command.section) for command in state.last_commands],
        "exits": [
            max(0, needed_exits - state.exit_medals(player))
            for player, needed_exits in enumerate(state.field.exits_needed)
        ],
        "units": {
            names[hex_]: state.figures[unit]
            for unit, hex_ in enumerate(state.place)
            if hex_ != NOWHERE
        },
    }
