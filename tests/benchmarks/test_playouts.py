"""How fast games are played."""

from __future__ import annotations

from itertools import count

import pytest
from tests.benchmarks.figures import Figure, Stopwatch

from m44core.io.open import read_file
from m44core.playtest.agents import AGENTS
from m44core.playtest.match import play_match
from m44core.resources import scenarios_folder
from m44core.rules.setup import new_game

GAMES = 40
LEAST = 10.0  # games a second


@pytest.mark.parametrize("player", ["recruit", "sergeant"])
def test_pegasus_bridge(stopwatch: Stopwatch, player: str) -> None:
    scenario = read_file(scenarios_folder() / "pegasus-bridge.yaml").scenario
    assert scenario is not None
    start = new_game(scenario)
    agents = (AGENTS[player], AGENTS[player])
    seeds = count()
    taken = stopwatch.seconds(lambda: play_match(start, agents, next(seeds)), GAMES)
    rate = len(taken) / sum(taken)
    figure = f"Pegasus Bridge, {player} players"
    stopwatch.take_down(Figure(figure, rate, LEAST, "games/s", at_least=True))
