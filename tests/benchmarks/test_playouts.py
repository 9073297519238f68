"""How fast games are played: at least ten random games of Pegasus Bridge a second on one core.

Run with ``pytest tests/benchmarks --benchmark-only``.
"""

from __future__ import annotations

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from m44core.io.open import read_file
from m44core.playtest.agents import AGENTS
from m44core.playtest.match import play_match
from m44core.resources import scenarios_folder
from m44core.rules.setup import new_game

GAMES = 20
LEAST = 10.0  # games a second


@pytest.mark.parametrize("player", ["random", "simple"])
def test_pegasus_bridge(benchmark: BenchmarkFixture, player: str) -> None:
    scenario = read_file(scenarios_folder() / "pegasus-bridge.yaml").scenario
    assert scenario is not None
    start = new_game(scenario)
    agents = (AGENTS[player], AGENTS[player])

    seconds: list[float] = []

    def games() -> None:
        began = time.perf_counter()
        for seed in range(GAMES):
            play_match(start, agents, seed)
        seconds.append(time.perf_counter() - began)

    benchmark(games)
    assert GAMES / min(seconds) >= LEAST
