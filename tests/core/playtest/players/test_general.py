"""Proposals for a turn, and their rehearsals."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from m44core.model.scenario import Scenario
from m44core.playtest.players.card_values import Prospect
from m44core.playtest.players.general import Adjutant, Rehearsal, imagined_position, proposals
from m44core.playtest.players.personality import EVEN, PRESSING
from m44core.playtest.players.sergeant import Sergeant
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Play
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions

MOST = 9


@pytest.fixture(params=["saint-vith", "sword-beach"])
def state(request: pytest.FixtureRequest, shipped: Callable[[str], Scenario]) -> GameState:
    """A game before its first card is played."""
    state, chance = new_game(shipped(request.param)), RandomChance(2)
    while state.player == CHANCE:
        apply(state, chance.choose(state))
    assert state.phase is Phase.PLAY
    return state


def proposed(state: GameState) -> list[Prospect]:
    view = PlayerView(state, state.player)
    return proposals(view.position, view.player, legal_actions(state), MOST, random.Random(3))


def test_all_proposals_differ_in_their_actions(state: GameState) -> None:
    done = [
        (each.play, {(intent.unit, intent.end, intent.target) for intent in each.plan.intents})
        for each in proposed(state)
    ]
    assert 1 < len(done) <= MOST
    assert all(one not in done[:number] for number, one in enumerate(done))


def test_the_first_proposal_is_the_card_an_even_sergeant_would_play(state: GameState) -> None:
    view, actions = PlayerView(state, state.player), legal_actions(state)
    play = Sergeant(EVEN).choose(view, actions, random.Random(0))
    assert proposed(state)[0].play == play


def test_a_card_is_proposed_in_several_ways(state: GameState) -> None:
    plays = [each.play for each in proposed(state)]
    assert len(set(plays)) < len(plays)


def test_an_adjutant_carries_out_the_plan_it_was_given(state: GameState) -> None:
    for each in proposed(state):
        copy, adjutant, turn = state.clone(), Adjutant(), state.turn
        adjutant.brief(copy, each)
        apply(copy, each.play)
        while copy.phase in (Phase.SECTION, Phase.ORDER) and copy.turn == turn:
            apply(copy, adjutant.decide(copy, copy.player, legal_actions(copy)))
        ordered = {unit for unit in range(len(copy.place)) if copy.ordered >> unit & 1}
        if copy.phase in (Phase.MOVE, Phase.BATTLE):
            assert ordered == {intent.unit for intent in each.plan.intents}


def test_a_rehearsal_is_the_same_with_the_same_dice_and_changes_nothing(state: GameState) -> None:
    world = imagined_position(PlayerView(state, state.player), random.Random(1))
    before, first = world.clone(), proposed(state)[0]
    outcomes = {Rehearsal(EVEN, PRESSING).outcome(world, first, 0.5) for _ in range(2)}
    assert len(outcomes) == 1
    assert world == before


def test_an_imagined_enemy_holds_as_many_cards_drawn_from_the_unseen_ones(state: GameState) -> None:
    view = PlayerView(state, state.player)
    world = imagined_position(view, random.Random(1))
    enemy = 1 - view.player
    assert len(world.hands[enemy]) == view.enemy_cards
    assert sorted((*world.hands[enemy], *world.deck)) == sorted(view.position.deck)
    assert world.hands[view.player] == view.hand


def test_only_legal_plays_are_proposed(state: GameState) -> None:
    plays = [action for action in legal_actions(state) if isinstance(action, Play)][:1]
    view = PlayerView(state, state.player)
    found = proposals(view.position, view.player, plays, MOST, random.Random(3))
    assert {each.play for each in found} == set(plays)
