"""Whole games by random players, with the invariants checked at every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.reference import LAYOUTS

from m44core.errors import M44Error
from m44core.io.files.open import read_file
from m44core.model.scenario import Scenario
from m44core.playtest.games.batch import Plan, play_games
from m44core.playtest.players.levels import Levels, levels_of_text
from m44core.resources import scenarios_folder
from m44core.rules.play.setup import new_game

SHIPPED = sorted(path.stem for path in scenarios_folder().glob("*.yaml"))


@pytest.mark.parametrize("name", SHIPPED)
def test_random_games_keep_the_invariants(name: str, shipped: Callable[[str], Scenario]) -> None:
    plan = Plan(shipped(name), range(1, 3), Levels("recruit", "recruit"), check=True)
    assert len(list(play_games(plan))) == 2


@pytest.mark.parametrize("levels", ["sergeant:recruit", "recruit:sergeant", "sergeant"])
@pytest.mark.parametrize("name", SHIPPED)
def test_the_sergeant_keeps_them_and_never_stalls(
    name: str, levels: str, shipped: Callable[[str], Scenario]
) -> None:
    plan = Plan(shipped(name), range(3, 4), levels_of_text(levels), check=True)
    (game,) = play_games(plan)
    assert game.result.winner is not None
    assert game.result.turns < 150


def published() -> Iterator[Scenario]:
    for path in LAYOUTS:
        scenario = read_file(path).scenario
        assert scenario is not None
        yield scenario


def test_every_published_board_can_be_played_or_says_why_not() -> None:
    refused = []
    for scenario in published():
        try:
            new_game(scenario)
        except M44Error as error:
            refused.append(str(error))
            continue
        assert list(play_games(Plan(scenario, range(1, 2))))
    nobody = "the Axis side has no unit that can be played"  # all are Japanese infantry
    assert refused == [nobody] * 2
