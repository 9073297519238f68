from __future__ import annotations

import random

import pytest
from tests.editor.playtest.conftest import read_shipped_scenario

from m44core.board import BoardType
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44editor.playtest.game.choices import Choices, arrange_choices
from m44editor.playtest.game.prompts import action_label, prompt


def clickable_actions(state: GameState) -> set[str]:
    """Return all actions that can be clicked: cards, buttons, hexes, and hexes of each unit."""
    actions: set[str] = set()
    choices = arrange_choices(state, legal_actions(state), None)
    for each in (
        choices,
        *(arrange_choices(state, legal_actions(state), unit) for unit in choices.units),
    ):
        actions |= _action_texts(each)
    return actions


def _action_texts(choices: Choices) -> set[str]:
    on_hexes = {str(action) for actions in choices.hexes.values() for action in actions}
    in_words = {str(action) for _, action in choices.buttons}
    in_hand = {str(action) for ways in choices.cards.values() for action in ways}
    return on_hexes | in_words | in_hand


def overlord_scenario() -> Scenario:
    return edits.change_board(read_shipped_scenario("sword-beach"), BoardType.OVERLORD).scenario


@pytest.mark.parametrize(
    "name", ["pegasus-bridge", "sword-beach", "sainte-mere-eglise", "overlord"]
)
def test_exactly_the_legal_actions_can_be_clicked(name: str) -> None:
    state = new_game(overlord_scenario() if name == "overlord" else read_shipped_scenario(name))
    rng, chance = random.Random(5), RandomChance(5)
    decisions = 0
    while state.result is None and decisions < 400:
        if state.player == CHANCE:
            apply_action(state, chance.choose(state))
            continue
        legal = legal_actions(state)
        for action in legal:
            assert action_label(state, action)
        assert clickable_actions(state) == {str(action) for action in legal}
        assert prompt(state)
        apply_action(state, rng.choice(legal))
        decisions += 1
    assert decisions > 100


def test_a_unit_shows_its_moves_only_when_it_is_chosen(pegasus: Scenario) -> None:
    state = new_game(pegasus)
    rng, chance = random.Random(1), RandomChance(1)
    while state.phase != "move":
        mover = chance.choose(state) if state.player == CHANCE else None
        apply_action(state, mover or rng.choice(legal_actions(state)))
    choices = arrange_choices(state, legal_actions(state), None)
    assert choices.units
    assert not choices.hexes
    unit = min(choices.units)
    assert arrange_choices(state, legal_actions(state), unit).hexes
