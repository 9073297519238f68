from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.model.special_rules import Commissar
from m44core.playtest.players.rehearsal import imagined_position
from m44core.rules.board.hex_grid import BOTTOM, CHANCE, TOP
from m44core.rules.cards.deck_choice import cards_of_deck
from m44core.rules.game.actions import PutUnderToken
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import Fight, GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions


def dealt_game(scenario: Scenario) -> GameState:
    state, chance = new_game(scenario), RandomChance(1)
    while state.player == CHANCE:
        apply_action(state, chance.choose(state))
    return state


def test_a_view_shows_the_hand_of_the_player_and_hides_that_of_the_enemy(
    read_shipped: Callable[[str], Scenario],
) -> None:
    state = dealt_game(read_shipped("pegasus-bridge"))
    view = PlayerView(state, BOTTOM)
    assert view.hand == state.hands[BOTTOM]
    assert view.enemy_card_count == len(state.hands[TOP])
    assert view.position.hands == [(), state.hands[BOTTOM]]


def test_hidden_cards_are_in_the_deck_of_a_view(
    read_shipped: Callable[[str], Scenario],
) -> None:
    position = PlayerView(dealt_game(read_shipped("pegasus-bridge")), TOP).position
    assert Counter([*position.deck, *position.hands[TOP]]) == Counter(cards_of_deck("standard"))
    assert list(position.deck) == sorted(position.deck)


def test_a_view_does_not_depend_on_hidden_cards(read_shipped: Callable[[str], Scenario]) -> None:
    state = dealt_game(read_shipped("pegasus-bridge"))
    other = state.clone()
    swapped_card = other.deck[0]
    first, *rest = other.hands[TOP]
    other.hands[TOP] = tuple(sorted([*rest, swapped_card]))
    other.deck = tuple(sorted([first, *other.deck[1:]]))
    assert PlayerView(state, BOTTOM).position == PlayerView(other, BOTTOM).position


def test_a_view_does_not_reveal_the_enemys_plays(read_shipped: Callable[[str], Scenario]) -> None:
    state = dealt_game(read_shipped("pegasus-bridge"))
    assert legal_actions(state)
    position = PlayerView(state, TOP).position
    assert state.active == BOTTOM
    assert legal_actions(position) == ()


def test_an_attacker_does_not_see_that_the_enemy_could_ambush(
    read_shipped: Callable[[str], Scenario],
) -> None:
    """Rules: B-SETUP-07, B-CARD-AMB."""
    state = dealt_game(read_shipped("pegasus-bridge"))
    state.fight = Fight(6, 0, state.place[6], state.place[0], 3, close=True)
    state.phase = Phase.AMBUSH
    assert PlayerView(state, BOTTOM).position.phase is Phase.ROLL
    assert PlayerView(state, TOP).position.phase is Phase.AMBUSH


def test_applying_actions_to_a_view_does_not_change_the_game(
    read_shipped: Callable[[str], Scenario],
) -> None:
    state = dealt_game(read_shipped("pegasus-bridge"))
    before = state.clone()
    position = PlayerView(state, BOTTOM).position
    position.place[0] = 50
    position.hands[BOTTOM] = ()
    assert state == before


def test_the_card_under_the_commissar_is_hidden_in_the_enemys_view(
    read_shipped: Callable[[str], Scenario],
) -> None:
    """Rules: TH-COM-02, TH-COM-03."""
    scenario = read_shipped("pegasus-bridge")
    rules = scenario.briefing.special_rules.with_rule("commissar", Commissar(Side.AXIS))
    briefing = replace(scenario.briefing, special_rules=rules)
    state = dealt_game(replace(scenario, briefing=briefing))
    put_action = legal_actions(state)[0]
    assert isinstance(put_action, PutUnderToken)
    apply_action(state, put_action)
    view = PlayerView(state, BOTTOM)
    assert view.enemy_card_count == len(state.hands[TOP]) + 1
    assert view.position.token == ""
    assert Counter([*view.position.deck, *view.hand]) == Counter(cards_of_deck("standard"))
    assert imagined_position(view, random.Random(1)).token
    assert PlayerView(state, TOP).position.token == put_action.card
