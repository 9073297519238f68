"""A game in which a card must be chosen next."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from m44core.model.scenario import Scenario
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game


@pytest.fixture(params=["saint-vith", "sword-beach"])
def state(request: pytest.FixtureRequest, read_shipped: Callable[[str], Scenario]) -> GameState:
    """A game before its first card is played."""
    state, chance = new_game(read_shipped(request.param)), RandomChance(2)
    while state.player == CHANCE:
        apply_action(state, chance.choose(state))
    assert state.phase is Phase.PLAY
    return state
