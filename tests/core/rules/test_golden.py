"""Recorded games that must stay as they are, and counts of everything that can happen.

A golden game is written by ``m44 play FILE --computer both --seed N --record GAME``; what the log
says of it stands beside it. A change of either shows as a readable difference: look at it, and if
it is meant, record the game again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from m44core.model.scenario import Scenario
from m44core.rules.actions import Draw
from m44core.rules.apply import apply
from m44core.rules.grid import CHANCE
from m44core.rules.legal import legal_actions
from m44core.rules.replay import read_game, steps
from m44core.rules.setup import new_game
from m44core.rules.state import GameState

GOLDEN = Path(__file__).parent / "golden"
GAMES = sorted(GOLDEN.glob("*.game"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_golden_game_plays_as_it_was_recorded(
    path: Path, shipped: Callable[[str], Scenario]
) -> None:
    game = read_game(path.read_text(encoding="utf-8"))
    log = [
        str(event)
        for _, events in steps(game, shipped(Path(game.scenario).stem))
        for event in events
    ]
    assert log == path.with_suffix(".log").read_text(encoding="utf-8").splitlines()


def test_there_are_golden_games() -> None:
    assert len(GAMES) >= 3


# How many sequences of 1, 2, 3 ... actions the first turn begins with, see `dealt`.
COUNTS = {
    "pegasus-bridge": [2, 8, 39, 193, 2125],
    "first-assault-wave": [3, 16, 159, 4597],
    "vassieux": [2, 9, 105, 3415],
    "operation-cobra": [2, 14, 91, 860],
    "toulon": [2, 12, 89, 1180],
}


@pytest.mark.parametrize(
    ("name", "depth", "expected"),
    [(name, i, n) for name, counts in COUNTS.items() for i, n in enumerate(counts, start=1)],
)
def test_there_are_as_many_ways_to_begin_as_ever(
    name: str, depth: int, expected: int, shipped: Callable[[str], Scenario]
) -> None:
    assert count(dealt(shipped(name)), depth) == expected


def count(state: GameState, depth: int) -> int:
    """Count the sequences of *depth* actions; draws have one outcome, dice all of them."""
    if depth == 0 or state.result:
        return 1
    actions = legal_actions(state)
    if isinstance(actions[0], Draw):
        actions = actions[:1]
    total = 0
    for action in actions:
        after = state.clone()
        apply(after, action)
        total += count(after, depth - 1)
    return total


def dealt(scenario: Scenario) -> GameState:
    """Return the first turn of a game in which always the first card of the deck is dealt."""
    state = new_game(scenario)
    while state.player == CHANCE:
        apply(state, legal_actions(state)[0])
    return state
