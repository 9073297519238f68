"""The turn sequence in long games: reshuffles, the turn limit, hands of constant size."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, FirstPlayer, HexContent, Player, Unit
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Action, ChanceAction, DrawCard, EndStep, parse_action
from m44core.rules.game.events import DiscardsReshuffled, Event, GameEnded
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import RuleSettings
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions


def turn_ending_action(state: GameState) -> Action:
    """Return an action that ends a step; if there is none, the first legal action."""
    actions = legal_actions(state)
    return next((action for action in actions if isinstance(action, EndStep)), actions[0])


@pytest.mark.rule("B-DRAW-02")
@pytest.mark.rule("B-DRAW-03")
@pytest.mark.rule("B-VAR-YG-03")
def test_discards_are_shuffled_when_a_draw_is_due_and_the_pile_is_empty(
    read_shipped: Callable[[str], Scenario],
) -> None:
    state = new_game(read_shipped("sword-beach"), RuleSettings(turn_limit=90))
    reshuffle_events = []
    while state.result is None:
        before = len(state.deck)
        for event in apply_action(state, turn_ending_action(state)):
            if isinstance(event, DiscardsReshuffled):
                reshuffle_events.append((before, event.cards))
        if state.phase is Phase.PLAY:
            assert tuple(map(len, state.hands)) == state.field.hand_sizes
    assert reshuffle_events
    assert all(before <= 1 for before, _ in reshuffle_events)


def test_an_endless_game_is_a_draw_at_its_limit(read_shipped: Callable[[str], Scenario]) -> None:
    state = new_game(read_shipped("pegasus-bridge"), RuleSettings(turn_limit=10))
    events: list[Event] = []
    while state.result is None:
        events = apply_action(state, turn_ending_action(state))
    assert state.result
    assert state.result.winner is None
    assert str(state.result.reason) == "No winner after 10 turns."
    assert events[-1] == GameEnded(None, state.result.reason)
    assert state.turn == 10


@pytest.mark.rule("B-TURN-01")
def test_players_alternate_turns(read_shipped: Callable[[str], Scenario]) -> None:
    state = new_game(read_shipped("pegasus-bridge"), RuleSettings(turn_limit=8))
    players = []
    while state.result is None:
        if state.phase is Phase.PLAY:
            players.append(state.player)
        apply_action(state, turn_ending_action(state))
    assert players == [1, 0, 1, 0, 1, 0, 1, 0]


def test_chance_acts_only_for_cards_and_dice(read_shipped: Callable[[str], Scenario]) -> None:
    state = new_game(read_shipped("pegasus-bridge"), RuleSettings(turn_limit=6))
    while state.result is None:
        by_chance = isinstance(legal_actions(state)[0], ChanceAction)
        assert (state.player == CHANCE) == by_chance
        apply_action(state, turn_ending_action(state))


def overlord_scenario() -> Scenario:
    """Return an Overlord scenario with two units that can battle each other, and a third."""
    board = BOARDS[BoardType.OVERLORD]
    top, bottom = Player(Side.AXIS, None, 2, 6), Player(Side.ALLIES, None, 2, 6)
    units = {"C5": "infus", "c6": "infger", "P9": "infger"}
    hexes = {board.hex(name): HexContent(unit=Unit(unit)) for name, unit in units.items()}
    return Scenario(board, hexes=hexes, briefing=Briefing(top, bottom, first=FirstPlayer.BOTTOM))


@pytest.mark.rule("B-VAR-OVL-04")
@pytest.mark.rule("B-DRAW-02")
def test_an_ambusher_draws_from_the_shuffled_discards_if_no_card_is_left() -> None:
    state = new_game(overlord_scenario())
    for card in ("ambush", "probe-left", "probe-left", "probe-right"):
        apply_action(state, DrawCard(card))
    state.deck, state.discards = (), state.deck
    for text in ("play probe-left for left", "order C5", "end-moves", "battle C5 c6"):
        apply_action(state, parse_action(text))
    result = apply_action(state, parse_action("play ambush"))
    assert DiscardsReshuffled(117) in result
    assert state.phase is Phase.DRAW
    assert state.drawing == (0,)
    assert len(state.deck) == 117
