from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from m44core.catalogue.types import Side
from m44core.model.scenario import Scenario
from m44core.playtest.agents import AGENTS, SimpleAgent
from m44core.playtest.match import play_match
from m44core.rules.actions import Action
from m44core.rules.apply import apply
from m44core.rules.grid import BOTTOM
from m44core.rules.legal import legal_actions
from m44core.rules.setup import new_game
from m44core.rules.state import GameState
from m44core.rules.view import View

GAMES = 20  # of 200 games a side on each of four scenarios it lost none


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize("name", ["pegasus-bridge", "operation-cobra"])
def test_the_simple_player_beats_a_random_one_from_either_side(
    name: str, side: Side, shipped: Callable[[str], Scenario]
) -> None:
    start = new_game(shipped(name))
    agents = {side: AGENTS["simple"], side.enemy: AGENTS["random"]}
    top, bottom = (agents[each] for each in start.field.sides)
    wins = sum(play_match(start, (top, bottom), seed).winner is side for seed in range(GAMES))
    assert wins >= 0.9 * GAMES


def test_a_player_chooses_the_same_whatever_is_hidden_from_him(
    shipped: Callable[[str], Scenario],
) -> None:
    state = new_game(shipped("pegasus-bridge"))
    while state.drawing:
        apply(state, legal_actions(state)[0])
    other = state.clone()
    other.hands[1 - BOTTOM], other.deck = (), tuple(sorted(other.deck + other.hands[1 - BOTTOM]))
    assert chosen(state) == chosen(other)


def chosen(state: GameState) -> Action:
    view = View(state, state.player)
    return SimpleAgent().choose(view, legal_actions(state), random.Random(0))
