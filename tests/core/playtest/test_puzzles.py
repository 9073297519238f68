"""Puzzles for computer players: small positions with one right answer, from ``puzzles.yaml``."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from tests.core.rules.test_cases import Case, carry_out, game_of_case
from tests.reference_data import load_yaml

from m44core.playtest.players.levels import AGENTS
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.play.legal_actions import legal_actions

PUZZLES = Path(__file__).parent / "puzzles.yaml"


def puzzle_parameters() -> Iterator[pytest.ParameterSet]:
    for name, puzzle in load_yaml(PUZZLES).items():
        for level in puzzle.pop("levels", ["sergeant", "general"]):
            marks = [pytest.mark.rule(rule) for rule in puzzle.get("rules", ())]
            yield pytest.param(level, puzzle, id=f"{level}: {name}", marks=marks)


@pytest.mark.parametrize(("level", "puzzle"), list(puzzle_parameters()))
def test_a_player_finds_the_solution_of_each_puzzle(level: str, puzzle: dict[str, Any]) -> None:
    state = puzzle_position(puzzle)
    actions = legal_actions(state)
    chosen_action = AGENTS[level]().choose(
        PlayerView(state, state.player), actions, random.Random(0)
    )
    assert len(actions) > 1
    assert any(fnmatchcase(str(chosen_action), pattern) for pattern in puzzle["choose"]), (
        chosen_action
    )


@pytest.mark.parametrize(("level", "puzzle"), list(puzzle_parameters()))
def test_every_legal_action_in_a_puzzle_has_a_reason_in_one_line(
    level: str, puzzle: dict[str, Any]
) -> None:
    state = puzzle_position(puzzle)
    before = state.clone()
    for action in legal_actions(state):
        reason = str(AGENTS[level]().explain(PlayerView(state, state.player), action))
        assert reason.endswith(".")
        assert "\n" not in reason
    assert state == before


def puzzle_position(puzzle: dict[str, Any]) -> GameState:
    """Return the position of a puzzle; lost figures are removed after the deal."""
    lists = {key: tuple(value) for key, value in puzzle.items() if isinstance(value, list)}
    case_keys = puzzle.keys() - {"choose", "lost"}
    case = Case(**{key: lists.get(key, puzzle[key]) for key in case_keys})
    state = game_of_case(case)
    for name, figures in puzzle.get("lost", {}).items():
        unit = state.unit_on(name)
        assert unit is not None
        state.figures[unit.number] -= figures
    for text in case.do:
        carry_out(state, text)
    return state
