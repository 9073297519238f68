"""The invariants detect corrupted states, each corrupted in one way."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from m44core.messages.message import message
from m44core.model.scenario import Scenario
from m44core.playtest.games.invariants import violations, violations_after
from m44core.rules.board.hex_grid import BOTTOM, TOP
from m44core.rules.game.actions import Draw, End, Step
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOWHERE, GameState, Outcome
from m44core.rules.play.apply import apply
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions


@pytest.fixture
def state(shipped: Callable[[str], Scenario]) -> GameState:
    state = new_game(shipped("pegasus-bridge"))
    while state.drawing:
        apply(state, legal_actions(state)[0])
    return state


def test_a_valid_state_violates_no_invariant(state: GameState) -> None:
    assert list(violations(state)) == []
    assert list(violations_after(state, legal_actions(state)[0])) == []


def too_many_figures(state: GameState) -> None:
    state.figures[0] = 5


def dead_but_standing(state: GameState) -> None:
    state.figures[0] = 0


def two_on_a_hex(state: GameState) -> None:
    state.place[0] = state.place[1]


def occupied_by_nobody(state: GameState) -> None:
    state.occupied[TOP] |= 1 << 100


def a_ghost(state: GameState) -> None:
    state.unit_at[100] = 3


def put_unit_in_river(state: GameState) -> None:
    river = state.field.grid.index["d8"]
    state.unit_at[state.place[0]], state.unit_at[river] = -1, 0
    state.occupied[TOP] ^= 1 << state.place[0] | 1 << river
    state.place[0] = river


def a_card_too_many(state: GameState) -> None:
    state.discards = ("recon-left",)


def a_hand_too_big(state: GameState) -> None:
    state.hands[TOP] += state.deck[:1]
    state.deck = state.deck[1:]


def an_unearned_medal(state: GameState) -> None:
    state.eliminated[BOTTOM] = 1


def a_lost_medal_kept(state: GameState) -> None:
    state.holders[0] = BOTTOM


def a_medal_of_the_enemy(state: GameState) -> None:
    state.holders[0] = TOP


def an_exit_of_the_enemy(state: GameState) -> None:
    state.exited[BOTTOM] = 1


def gone_but_standing(state: GameState) -> None:
    state.exited[TOP] = 1


def order_enemy_unit(state: GameState) -> None:
    state.ordered = 1  # unit 0 is of the Axis, and the Allies begin


def moved_without_orders(state: GameState) -> None:
    state.moved = 1 << 14


def a_battle_on_the_move(state: GameState) -> None:
    state.on_the_move = 1 << 14


def a_battle_without_end(state: GameState) -> None:
    state.phase = Phase.TAKE_GROUND


def an_action_twice(state: GameState) -> None:
    state.legal = (End(Step.MOVES), End(Step.MOVES))


def an_end_without_an_outcome(state: GameState) -> None:
    state.phase = Phase.OVER


def an_outcome_without_an_end(state: GameState) -> None:
    state.result = Outcome(None, message(""))


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (too_many_figures, "German infantry has 5 of 4 figures"),
        (dead_but_standing, "German infantry has 0 figures and stands on 0"),
        (two_on_a_hex, "German infantry is not on its hex"),
        (occupied_by_nobody, "the occupied hexes of player 0 are not those of his units"),
        (a_ghost, "a hex keeps a unit that is not there"),
        (put_unit_in_river, "German infantry is on a hex it may not enter"),
        (a_card_too_many, "the cards are not those of the deck"),
        (a_hand_too_big, "player 0 holds too many cards"),
        (an_unearned_medal, "player 1 has 1 medals for units worth 0"),
        (a_lost_medal_kept, "an objective is not held by who is there"),
        (a_medal_of_the_enemy, "an objective is held by player 0, who may not"),
        (an_exit_of_the_enemy, "player 1 has medals for units of the enemy that left"),
        (gone_but_standing, "German infantry has 4 figures and stands on 0"),
        (order_enemy_unit, "an enemy unit is ordered"),
        (moved_without_orders, "a unit without an order acted"),
        (a_battle_on_the_move, "a unit that may only move battled, or may battle"),
        (a_battle_without_end, "the take ground step and the battle under way do not agree"),
        (an_action_twice, "an action is offered twice"),
        (an_end_without_an_outcome, "the outcome and the step do not agree"),
        (an_outcome_without_an_end, "the outcome and the step do not agree"),
    ],
)
def test_every_kind_of_corrupted_state_is_detected(
    state: GameState, damage: Callable[[GameState], None], sentence: str
) -> None:
    damage(state)
    assert sentence in list(violations(state))


def test_an_illegal_action_is_detected(state: GameState) -> None:
    assert "draw recon-left was chosen and is not legal" in list(
        violations_after(state, Draw("recon-left"))
    )


def test_an_eliminated_unit_is_nowhere(state: GameState) -> None:
    state.place[0] = NOWHERE
    assert any("stands on -1" in sentence for sentence in violations(state))
