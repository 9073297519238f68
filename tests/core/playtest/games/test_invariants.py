"""The invariants detect corrupted states, each corrupted in one way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from m44core.messages.message import message
from m44core.model.scenario import Scenario
from m44core.playtest.games.invariants import invariant_violations, violations_after
from m44core.rules.board.hex_grid import BOTTOM, TOP
from m44core.rules.game.actions import DrawCard, EndStep, Step
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOWHERE, GameState, Outcome
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions


@pytest.fixture
def state(read_shipped: Callable[[str], Scenario]) -> GameState:
    state = new_game(read_shipped("pegasus-bridge"))
    while state.drawing:
        apply_action(state, legal_actions(state)[0])
    return state


def test_a_valid_state_violates_no_invariant(state: GameState) -> None:
    assert list(invariant_violations(state)) == []
    assert list(violations_after(state, legal_actions(state)[0])) == []


def add_too_many_figures(state: GameState) -> None:
    state.figures[0] = 5


def keep_eliminated_unit_on_board(state: GameState) -> None:
    state.figures[0] = 0


def put_two_units_on_a_hex(state: GameState) -> None:
    state.place[0] = state.place[1]


def mark_empty_hex_as_occupied(state: GameState) -> None:
    state.occupied[TOP] |= 1 << 100


def add_ghost_unit(state: GameState) -> None:
    state.unit_at[100] = 3


def put_unit_in_river(state: GameState) -> None:
    river = state.field.grid.index["d8"]
    state.unit_at[state.place[0]], state.unit_at[river] = -1, 0
    state.occupied[TOP] ^= 1 << state.place[0] | 1 << river
    state.place[0] = river


def add_a_card(state: GameState) -> None:
    state.discards = ("recon-left",)


def exceed_hand_size(state: GameState) -> None:
    state.hands[TOP] += state.deck[:1]
    state.deck = state.deck[1:]


def add_unearned_medal(state: GameState) -> None:
    state.eliminated[BOTTOM] = 1


def keep_lost_medal(state: GameState) -> None:
    state.holders[0] = BOTTOM


def give_enemy_medal(state: GameState) -> None:
    state.holders[0] = TOP


def exit_enemy_unit(state: GameState) -> None:
    state.exited[BOTTOM] = 1


def keep_exited_unit_on_board(state: GameState) -> None:
    state.exited[TOP] = 1


def order_enemy_unit(state: GameState) -> None:
    state.ordered = 1  # unit 0 is of the Axis, and the Allies begin


def move_without_orders(state: GameState) -> None:
    state.moved = 1 << 14


def battle_on_the_move(state: GameState) -> None:
    state.on_the_move = 1 << 14


def battle_without_end(state: GameState) -> None:
    state.phase = Phase.TAKE_GROUND


def repeat_action(state: GameState) -> None:
    state.legal = (EndStep(Step.MOVES), EndStep(Step.MOVES))


def end_without_outcome(state: GameState) -> None:
    state.phase = Phase.OVER


def set_outcome_without_end(state: GameState) -> None:
    state.result = Outcome(None, message(""))


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (add_too_many_figures, "German infantry has 5 of 4 figures"),
        (keep_eliminated_unit_on_board, "German infantry has 0 figures and stands on 0"),
        (put_two_units_on_a_hex, "German infantry is not on its hex"),
        (mark_empty_hex_as_occupied, "the occupied hexes of player 0 are not those of his units"),
        (add_ghost_unit, "a hex keeps a unit that is not there"),
        (put_unit_in_river, "German infantry is on a hex it may not enter"),
        (add_a_card, "the cards are not those of the deck"),
        (exceed_hand_size, "player 0 holds too many cards"),
        (add_unearned_medal, "player 1 has 1 medals for units worth 0"),
        (keep_lost_medal, "an objective is not held by who is there"),
        (give_enemy_medal, "an objective is held by player 0, who may not"),
        (exit_enemy_unit, "player 1 has medals for units of the enemy that left"),
        (keep_exited_unit_on_board, "German infantry has 4 figures and stands on 0"),
        (order_enemy_unit, "an enemy unit is ordered"),
        (move_without_orders, "a unit without an order acted"),
        (battle_on_the_move, "a unit that may only move battled, or may battle"),
        (battle_without_end, "the take ground step and the battle under way do not agree"),
        (repeat_action, "an action is offered twice"),
        (end_without_outcome, "the outcome and the step do not agree"),
        (set_outcome_without_end, "the outcome and the step do not agree"),
    ],
)
def test_every_kind_of_corrupted_state_is_detected(
    state: GameState, damage: Callable[[GameState], None], sentence: str
) -> None:
    damage(state)
    assert sentence in list(invariant_violations(state))


def test_an_illegal_action_is_detected(state: GameState) -> None:
    assert "draw recon-left was chosen and is not legal" in list(
        violations_after(state, DrawCard("recon-left"))
    )


def test_a_unit_with_figures_that_is_nowhere_is_detected(state: GameState) -> None:
    state.place[0] = NOWHERE
    assert any("stands on -1" in sentence for sentence in invariant_violations(state))
