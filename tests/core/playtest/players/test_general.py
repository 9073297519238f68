"""A general's proposals for a turn, and their rehearsal."""

from __future__ import annotations

import random

from m44core.playtest.players.card_values import Prospect
from m44core.playtest.players.general import General, Round, turn_proposals
from m44core.playtest.players.personality import EVEN
from m44core.playtest.players.sergeant import Sergeant
from m44core.rules.game.actions import Play
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.play.legal_actions import legal_actions

MAX_PROPOSALS = 9


def proposed_prospects(state: GameState, max_count: int = MAX_PROPOSALS) -> list[Prospect]:
    view = PlayerView(state, state.player)
    return turn_proposals(
        view.position, view.player, legal_actions(state), max_count, random.Random(3)
    )


def test_all_proposals_differ_in_their_actions(state: GameState) -> None:
    actions_of_proposals = [
        (each.play, {(intent.unit, intent.end, intent.target) for intent in each.plan.intents})
        for each in proposed_prospects(state)
    ]
    assert 1 < len(actions_of_proposals) <= MAX_PROPOSALS
    assert all(
        one not in actions_of_proposals[:number] for number, one in enumerate(actions_of_proposals)
    )


def test_the_first_proposal_is_the_card_an_even_sergeant_would_play(state: GameState) -> None:
    view, actions = PlayerView(state, state.player), legal_actions(state)
    play = Sergeant(EVEN).choose(view, actions, random.Random(0))
    assert proposed_prospects(state)[0].play == play


def test_a_card_is_proposed_in_several_ways(state: GameState) -> None:
    plays = [each.play for each in proposed_prospects(state)]
    assert len(set(plays)) < len(plays)


def test_fewer_proposals_are_the_best_of_more(state: GameState) -> None:
    all_proposals = proposed_prospects(state, 99)
    assert len(all_proposals) > MAX_PROPOSALS
    for max_count in range(1, MAX_PROPOSALS):
        assert proposed_prospects(state, max_count) == all_proposals[:max_count]


def test_only_legal_plays_are_proposed(state: GameState) -> None:
    plays = [action for action in legal_actions(state) if isinstance(action, Play)][:1]
    view = PlayerView(state, state.player)
    proposed_turns = turn_proposals(
        view.position, view.player, plays, MAX_PROPOSALS, random.Random(3)
    )
    assert {each.play for each in proposed_turns} == set(plays)


def test_each_proposal_is_rehearsed_and_the_best_is_played(state: GameState) -> None:
    view, actions = PlayerView(state, state.player), legal_actions(state)
    general = General(rounds=[Round(1, 0, 3), Round(2, 2, 1)])
    rehearsed = general.rehearse(view, actions, random.Random(3))
    assert len({each.prospect for each in rehearsed}) == len(rehearsed) > 3
    assert all(0.0 < each.chance < 1.0 for each in rehearsed)
    assert general.choose(view, actions, random.Random(3)) == rehearsed[0].prospect.play


def test_a_plan_rejected_before_any_answer_has_the_chance_before_it(state: GameState) -> None:
    view, actions = PlayerView(state, state.player), legal_actions(state)
    own_turns = General(rounds=[Round(2, 0, 2)]).rehearse(view, actions, random.Random(3))
    rounds = [Round(2, 0, 2), Round(2, 2, 1)]
    with_answers = General(rounds=rounds).rehearse(view, actions, random.Random(3))
    assert with_answers[2:] == own_turns[2:]
    assert with_answers[:2] != own_turns[:2]
