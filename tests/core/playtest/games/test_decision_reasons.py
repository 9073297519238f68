"""The reasons that computer players give the enemy for their decisions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from m44core.model.scenario import Scenario
from m44core.playtest.games.decision_reasons import public_reason
from m44core.playtest.players.levels import LEVELS
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import KeepCard, Play, PutUnderToken
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions


def with_another_hand(state: GameState, kept_card: str, rng: Random) -> GameState:
    """Return the game with a different hand for the acting player, except for *kept_card*."""
    other, player = state.clone(), state.player
    hand = list(state.hands[player])
    if kept_card in hand:
        hand.remove(kept_card)
    pile = [*state.deck, *hand]
    rng.shuffle(pile)
    kept_cards = [kept_card] * (len(state.hands[player]) - len(hand))
    other.hands[player] = tuple(sorted([*kept_cards, *pile[: len(hand)]]))
    other.deck, other.legal = tuple(sorted(pile[len(hand) :])), None
    return other


@pytest.mark.rule("B-SETUP-07")
@pytest.mark.parametrize("level", LEVELS)
def test_public_reasons_do_not_depend_on_the_cards_still_held(
    level: str, read_shipped: Callable[[str], Scenario]
) -> None:
    rng, chance = Random(3), RandomChance("3")
    state, reason_count = new_game(read_shipped("pegasus-bridge")), 0
    while state.result is None and state.turn < 5:
        if state.player == CHANCE:
            apply_action(state, chance.choose(state))
            continue
        action = rng.choice(legal_actions(state))
        if state.phase is not Phase.AMBUSH and not isinstance(action, KeepCard | PutUnderToken):
            kept_card = action.card if isinstance(action, Play) else ""
            other = with_another_hand(state, kept_card, rng)
            assert public_reason(level, state, action) == public_reason(level, other, action)
            reason_count += 1
        apply_action(state, action)
    assert reason_count > 10
