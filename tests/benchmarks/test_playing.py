"""How fast the engine plays."""

from __future__ import annotations

import time
from statistics import median

from tests.benchmarks.figures import Figure, Stopwatch

from m44core.io.open import read_file
from m44core.playtest.agents import RandomAgent
from m44core.playtest.match import play_match
from m44core.resources import scenarios_folder
from m44core.rules.setup import new_game

GAMES = 40


def test_random_legal_play_of_pegasus_bridge(stopwatch: Stopwatch) -> None:
    scenario = read_file(scenarios_folder() / "pegasus-bridge.m44").scenario
    assert scenario is not None
    start, agents = new_game(scenario), (RandomAgent(), RandomAgent())
    turns: list[int] = []
    used: list[float] = []

    def play() -> None:
        began = time.process_time()
        turns.append(play_match(start, agents, seed=len(turns)).turns)
        used.append(time.process_time() - began)

    stopwatch.seconds(play, GAMES)
    rate = len(used) / sum(used)
    stopwatch.take_down(Figure("random games of Pegasus Bridge", rate, 10, "/s", at_least=True))
    assert median(turns) > 0
