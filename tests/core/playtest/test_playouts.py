"""Whole games by random players, with the invariants checked at every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from m44core.errors import M44Error
from m44core.io.open import read_file
from m44core.model.scenario import Scenario
from m44core.playtest.agents import AGENTS, Agent
from m44core.playtest.batch import play_games
from m44core.resources import scenarios_folder
from m44core.rules.setup import new_game

SHIPPED = sorted(path.stem for path in scenarios_folder().glob("*.yaml"))
RANDOM, SIMPLE = AGENTS["random"], AGENTS["simple"]


@pytest.mark.parametrize("name", SHIPPED)
def test_random_games_keep_the_invariants(name: str, shipped: Callable[[str], Scenario]) -> None:
    start = new_game(shipped(name))
    results = list(play_games(start, (RANDOM, RANDOM), range(2), check=True))
    assert len(results) == 2


@pytest.mark.parametrize("agents", [(SIMPLE, RANDOM), (RANDOM, SIMPLE), (SIMPLE, SIMPLE)])
@pytest.mark.parametrize("name", SHIPPED)
def test_the_simple_player_keeps_them_and_never_stalls(
    name: str, agents: tuple[Agent, Agent], shipped: Callable[[str], Scenario]
) -> None:
    start = new_game(shipped(name))
    (result,) = play_games(start, agents, [3], check=True)
    assert result.winner is not None
    assert result.turns < 150


def published(shared: Path) -> Iterator[Scenario]:
    for path in sorted((shared / "corpus" / "boards").glob("*.m44")):
        scenario = read_file(path).scenario
        assert scenario is not None
        yield scenario


def test_every_published_board_can_be_played_or_says_why_not(shared: Path) -> None:
    refused = []
    for scenario in published(shared):
        try:
            start = new_game(scenario)
        except M44Error as error:
            refused.append(str(error))
            continue
        assert list(play_games(start, (SIMPLE, SIMPLE), [1]))
    assert refused == ["the Axis side has no unit that can be played"]  # all are Japanese infantry
