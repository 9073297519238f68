"""Rehearsals of a turn, and the results that they compute only once."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest

from m44core.playtest.players.card_values import Prospect
from m44core.playtest.players.general import turn_proposals
from m44core.playtest.players.personality import EVEN, PRESSING
from m44core.playtest.players.rehearsal import (
    Rehearsal,
    RehearsalPlayer,
    imagined_position,
    position_key,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.legal_actions import legal_actions

CARDS = {"hands", "deck", "discards", "drawn", "token"}
SAME_IN_A_GAME = {"field", "legal"}


def proposed_prospects(state: GameState) -> list[Prospect]:
    view = PlayerView(state, state.player)
    return turn_proposals(view.position, view.player, legal_actions(state), 9, random.Random(3))


def imagined_worlds(state: GameState, number: int) -> list[GameState]:
    rng, view = random.Random(1), PlayerView(state, state.player)
    return [imagined_position(view, rng) for _ in range(number)]


def outcome(rehearsal: Rehearsal, world: GameState, prospect: Prospect) -> tuple[float, float]:
    """Return the chances of winning before and after the enemy's answer."""
    half = rehearsal.own_turn(world, prospect, 0.5)
    return half.chance, rehearsal.enemy_turn(half)


def test_a_rehearsal_player_carries_out_its_plan(state: GameState) -> None:
    for each in proposed_prospects(state):
        copy, adjutant, turn = state.clone(), RehearsalPlayer(), state.turn
        adjutant.brief(copy, each)
        apply_action(copy, each.play)
        while copy.phase in (Phase.SECTION, Phase.ORDER) and copy.turn == turn:
            apply_action(copy, adjutant.decide(copy, copy.player, legal_actions(copy)))
        ordered_units = {unit for unit in range(len(copy.place)) if copy.ordered >> unit & 1}
        if copy.phase in (Phase.MOVE, Phase.BATTLE):
            assert ordered_units == {intent.unit for intent in each.plan.intents}


def test_a_rehearsal_does_not_change_the_position(state: GameState) -> None:
    (world,) = imagined_worlds(state, 1)
    before, first = world.clone(), proposed_prospects(state)[0]
    outcome(Rehearsal(EVEN, PRESSING), world, first)
    assert world == before


def test_rehearsals_of_a_turn_have_the_same_outcomes_as_separate_ones(state: GameState) -> None:
    shared_rehearsal = Rehearsal(EVEN, PRESSING)
    for world in imagined_worlds(state, 3):
        for each in proposed_prospects(state):
            separate_rehearsal = Rehearsal(EVEN, PRESSING, remembers=False)
            separate_outcome = outcome(separate_rehearsal, world, each)
            assert outcome(shared_rehearsal, world, each) == separate_outcome


def test_answers_can_wait_for_other_rehearsals(state: GameState) -> None:
    (world,), rehearsal = imagined_worlds(state, 1), Rehearsal(EVEN, PRESSING)
    prospects = proposed_prospects(state)
    halves = [rehearsal.own_turn(world, each, 0.5) for each in prospects]
    chances = [(each.chance, rehearsal.enemy_turn(each)) for each in halves]
    assert chances == [outcome(rehearsal, world, each) for each in prospects]


def test_an_imagined_enemy_hand_has_the_right_size_and_only_unseen_cards(state: GameState) -> None:
    view, (world,) = PlayerView(state, state.player), imagined_worlds(state, 1)
    enemy = 1 - view.player
    assert len(world.hands[enemy]) == view.enemy_card_count
    assert sorted((*world.hands[enemy], *world.deck)) == sorted(view.position.deck)
    assert world.hands[view.player] == view.hand


def test_positions_that_differ_only_in_hidden_cards_have_the_same_key(state: GameState) -> None:
    one, other = imagined_worlds(state, 2)
    assert one != other
    assert position_key(one) == position_key(other)


@pytest.mark.parametrize("state", ["saint-vith"], indirect=True)
def test_positions_that_differ_in_any_other_field_have_different_keys(
    state: GameState, subtests: pytest.Subtests
) -> None:
    for name in {each.name for each in fields(GameState)} - CARDS - SAME_IN_A_GAME:
        with subtests.test(name):
            copy, value = state.clone(), getattr(state, name)
            other = [*value, -2] if isinstance(value, list) else object()
            setattr(copy, name, ({"x": 1}, {}) if name == "wrecks" else other)
            assert position_key(copy) != position_key(state)
