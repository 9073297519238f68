"""The engine checks for the end only where it can occur; here it is checked everywhere."""

from __future__ import annotations

import random

import pytest

from m44core.io.files.file_reader import read_file
from m44core.resources import scenarios_folder
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.victory.game_end import end_if_won

SCENARIOS = sorted(path.stem for path in scenarios_folder().glob("*.yaml"))


@pytest.mark.rule("V-GEN-01")
@pytest.mark.rule("B-WIN-05")
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_won_game_ends_immediately(name: str) -> None:
    scenario = read_file(scenarios_folder() / f"{name}.yaml").scenario
    assert scenario is not None
    state, chance, player = new_game(scenario), RandomChance(name), random.Random(name)
    while state.result is None:
        acts = state.player == CHANCE
        apply_action(state, chance.choose(state) if acts else player.choice(legal_actions(state)))
        assert state.result or not end_if_won(state.clone(), [])
