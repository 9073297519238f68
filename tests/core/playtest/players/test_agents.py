"""The levels of computer players: properties that hold for every level."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.playtest.games.match import play_match
from m44core.playtest.players.general import General, Round
from m44core.playtest.players.levels import AGENTS
from m44core.resources import scenarios_folder
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.cards.command_cards import is_ambush
from m44core.rules.cards.deck_choice import cards_of_deck
from m44core.rules.game.actions import (
    Action,
    ChooseSection,
    ChooseTarget,
    DrawCard,
    OnTheMove,
    Order,
    OrderAll,
    Play,
    parse_action,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import RuleSettings
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions

pytestmark = pytest.mark.bulk

SHIPPED_NAMES = sorted(path.stem for path in scenarios_folder().glob("*.yaml"))
GAMES = 10  # of 200 games on six scenarios it lost none


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("name", ["pegasus-bridge", "operation-cobra"])
def test_the_sergeant_beats_a_recruit_from_either_side(
    name: str, side: Side, read_shipped: Callable[[str], Scenario]
) -> None:
    start = new_game(read_shipped(name))
    agents = {side: AGENTS["sergeant"](), side.enemy: AGENTS["recruit"]()}
    top, bottom = (agents[each] for each in start.field.sides)
    win_count = sum(play_match(start, (top, bottom), seed).winner is side for seed in range(GAMES))
    assert win_count >= 0.9 * GAMES


@pytest.mark.parametrize("name", SHIPPED_NAMES)
def test_games_between_two_sergeants_reach_a_result(
    name: str, read_shipped: Callable[[str], Scenario]
) -> None:
    sergeant = AGENTS["sergeant"]()
    result = play_match(new_game(read_shipped(name)), (sergeant, sergeant), 3)
    assert not result.unfinished
    assert result.turns < 100


@pytest.mark.parametrize("level", AGENTS)
def test_equal_seeds_give_equal_games(level: str, read_shipped: Callable[[str], Scenario]) -> None:
    start = new_game(read_shipped("vassieux"))
    player, recruit = AGENTS[level](), AGENTS["recruit"]()
    first = play_match(start, (player, recruit), "a")
    play_match(start, (recruit, player), "b")
    assert play_match(start, (player, recruit), "a").actions == first.actions


@pytest.mark.parametrize("level", AGENTS)
@pytest.mark.parametrize("seed", range(3))
def test_the_choice_of_a_player_does_not_depend_on_hidden_cards(
    level: str, seed: int, read_shipped: Callable[[str], Scenario]
) -> None:
    """The enemy's hand and the deck, which the player cannot see, are dealt again."""
    state = game_after_some_turns(read_shipped("pegasus-bridge"), str(seed))
    other = state.clone()
    hidden_cards = [*other.hands[1 - other.active], *other.deck]
    random.Random(seed).shuffle(hidden_cards)
    hand_size = len(other.hands[1 - other.active])
    other.hands[1 - other.active] = tuple(sorted(hidden_cards[:hand_size]))
    other.deck = tuple(sorted(hidden_cards[hand_size:]))
    assert choose_action(level, state) == choose_action(level, other)


def game_after_some_turns(scenario: Scenario, seed: str) -> GameState:
    state, sergeant, chance = new_game(scenario), AGENTS["sergeant"](), RandomChance(seed)
    rng = random.Random(seed)
    while state.turn < 6 or state.phase is not Phase.PLAY:
        if state.player == CHANCE:
            apply_action(state, chance.choose(state))
        else:
            view = PlayerView(state, state.player)
            apply_action(state, sergeant.choose(view, legal_actions(state), rng))
    return state


def choose_action(level: str, state: GameState) -> Action:
    view = PlayerView(state, state.player)
    return AGENTS[level]().choose(view, legal_actions(state), random.Random(0))


@pytest.mark.parametrize("level", AGENTS)
@pytest.mark.parametrize("name", ["sainte-mere-eglise", "saint-vith"])
def test_every_choice_is_legal_with_a_one_line_reason(
    level: str, name: str, read_shipped: Callable[[str], Scenario]
) -> None:
    state, chance, rng = new_game(read_shipped(name)), RandomChance(level), random.Random(level)
    while state.result is None and state.turn < 8:
        if state.player == CHANCE:
            apply_action(state, chance.choose(state))
            continue
        view, actions = PlayerView(state, state.player), legal_actions(state)
        action = AGENTS[level]().choose(view, actions, rng)
        before = state.clone()
        reason = str(AGENTS[level]().explain(view, action))
        assert action in actions
        assert state == before
        assert reason.endswith(".")
        assert "\n" not in reason
        apply_action(state, action)


def game_with_hand_of(card: str, deck: str, scenario: Scenario) -> GameState:
    """Return a game in which the first player holds every copy of a card."""
    state = new_game(scenario, RuleSettings(deck=deck))
    while state.drawing:
        is_due = card in state.deck and state.drawing[0] == state.active
        apply_action(state, DrawCard(card if is_due else next(c for c in state.deck if c != card)))
    return state


# In the first turn there is nothing to repeat, heal or assault.
_IDLE_AT_FIRST = {
    "counter-attack",
    "medics-and-mechanics",
    "close-assault",
    "breakthrough-medics-and-mechanics",
}
_DECKS = {  # the cards of the standard deck, and what the Breakthrough deck has besides
    "standard": set(cards_of_deck("standard")),
    "breakthrough": set(cards_of_deck("breakthrough")) - set(cards_of_deck("standard")),
}


@pytest.mark.parametrize(
    ("deck", "card"),
    [(deck, key) for deck, keys in _DECKS.items() for key in sorted(keys) if not is_ambush(key)],
)
@pytest.mark.parametrize("level", ["sergeant", "general"])
def test_a_player_can_play_every_card_of_every_deck(
    level: str, deck: str, card: str, read_shipped: Callable[[str], Scenario]
) -> None:
    state = game_with_hand_of(card, deck, read_shipped("operation-cobra"))
    turn, chance, rng = state.turn, RandomChance(card), random.Random(card)
    actions_done: list[Action] = []
    apply_action(state, Play(card))
    while state.turn == turn:
        action = (
            chance.choose(state)
            if state.player == CHANCE
            else AGENTS[level]().choose(PlayerView(state, state.player), legal_actions(state), rng)
        )
        apply_action(state, action)
        actions_done.append(action)
    orders_something = any(
        isinstance(action, Order | OrderAll | ChooseTarget | ChooseSection)
        for action in actions_done
    )
    assert orders_something == (card not in _IDLE_AT_FIRST)


@pytest.mark.rule("BT-OTM-01")
@pytest.mark.parametrize("level", ["sergeant", "general"])
def test_a_player_gives_orders_on_the_move(
    level: str, read_shipped: Callable[[str], Scenario]
) -> None:
    card = "breakthrough-probe-centre"
    state = game_with_hand_of(card, "breakthrough", read_shipped("operation-cobra"))
    rng, orders_given = random.Random(level), list[Action]()
    apply_action(state, Play(card))
    while state.phase is Phase.ORDER:
        action = AGENTS[level]().choose(PlayerView(state, state.player), legal_actions(state), rng)
        apply_action(state, action)
        orders_given.append(action)
    assert [type(action) for action in orders_given[:4]] == [Order, Order, OnTheMove, OnTheMove]


@pytest.mark.rule("BT-MED-02")
def test_a_sergeant_assigns_all_dice_of_the_medics(
    read_shipped: Callable[[str], Scenario],
) -> None:
    card = "breakthrough-medics-and-mechanics"
    state = game_with_hand_of(card, "breakthrough", read_shipped("operation-cobra"))
    own_units = [unit for unit in state.field.units if unit.player == state.active]
    for unit in own_units:
        state.figures[unit.number] = 1
    apply_action(state, Play(card))
    apply_action(state, parse_action("roll inf armor star grenade"))
    healed_count = 0
    while state.phase is Phase.TARGET:
        view = PlayerView(state, state.player)
        action = AGENTS["sergeant"]().choose(view, legal_actions(state), random.Random(1))
        assert isinstance(action, ChooseTarget)
        assert str(AGENTS["sergeant"]().explain(view, action)).endswith("and benefits the most.")
        apply_action(state, action)
        healed_count += 1
    assert healed_count == 3


def test_a_general_states_the_chances_of_chosen_and_rejected_cards(
    read_shipped: Callable[[str], Scenario],
) -> None:
    state = game_at_first_card(read_shipped("pegasus-bridge"))
    view, actions = PlayerView(state, state.player), legal_actions(state)
    general = General(rounds=[Round(1, 1, 1)])
    action = general.choose(view, actions, random.Random(0))
    assert re.search(r"Chance of winning: \d+%\.$", str(general.explain(view, action)))
    alternatives = general.rejected_alternatives(view, actions, random.Random(0))
    assert all("chance of winning" in str(each) for each in alternatives)


def test_a_general_states_no_chance_for_an_unrehearsed_card(
    read_shipped: Callable[[str], Scenario],
) -> None:
    state = game_at_first_card(read_shipped("pegasus-bridge"))
    view, actions = PlayerView(state, state.player), legal_actions(state)
    assert "of winning" not in str(General(rounds=[Round(1, 1, 1)]).explain(view, actions[0]))


def game_at_first_card(scenario: Scenario) -> GameState:
    """Return a game at its first choice of a card."""
    state, chance = new_game(scenario), RandomChance("7")
    while state.player == CHANCE:
        apply_action(state, chance.choose(state))
    return state
