from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from m44core.errors import IllegalActionError
from m44core.model.scenario import Scenario
from m44core.rules.cards.deck_choice import cards_of_deck
from m44core.rules.game.actions import DieFace, DrawCard, Play, Roll
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import Fight, GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import is_legal, legal_actions


def test_a_clone_is_equal_and_shares_nothing_that_changes(
    read_shipped: Callable[[str], Scenario],
) -> None:
    state = new_game(read_shipped("pegasus-bridge"))
    copy = state.clone()
    assert copy == state
    for field in dataclasses.fields(GameState):
        value = getattr(state, field.name)
        if isinstance(value, list):
            assert getattr(copy, field.name) is not value


def test_an_illegal_action_does_not_change_the_game(
    read_shipped: Callable[[str], Scenario],
) -> None:
    state = new_game(read_shipped("pegasus-bridge"))
    before = state.clone()
    with pytest.raises(IllegalActionError, match="'play recon-left' is not possible"):
        apply_action(state, Play("recon-left"))
    assert state == before


def test_a_roll_may_list_its_dice_in_any_order_but_must_list_all(
    read_shipped: Callable[[str], Scenario],
) -> None:
    state = new_game(read_shipped("pegasus-bridge"))
    state.phase = Phase.ROLL
    state.fight = Fight(0, 6, 0, 1, dice=2, close=True)
    assert is_legal(state, Roll((DieFace.STAR, DieFace.INFANTRY)))
    assert not is_legal(state, Roll((DieFace.STAR,)))
    assert len(legal_actions(state)) == 15


def test_each_card_left_in_the_draw_pile_can_be_drawn(
    read_shipped: Callable[[str], Scenario],
) -> None:
    state = new_game(read_shipped("pegasus-bridge"))
    apply_action(state, DrawCard("pincer-move"))
    assert DrawCard("pincer-move") not in legal_actions(state)
    assert len(legal_actions(state)) == len(set(cards_of_deck("standard"))) - 1
