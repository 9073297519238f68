"""The speed of games, in one process and in two."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path

import pytest
from tests.benchmarks.measuring import BIN, Figure, Stopwatch, run_command

from m44core.io.files.file_reader import read_file
from m44core.playtest.games.match import play_match
from m44core.playtest.players.levels import make_agent
from m44core.resources import scenarios_folder
from m44core.rules.play.game_setup import new_game

GAMES = 40
FEW_GAMES = 8  # games of generals, some seconds each
MANY_GAMES = 1200  # some twenty seconds for one process
PEGASUS, MERE_EGLISE = "pegasus-bridge", "sainte-mere-eglise"
CISTERNA = "examples/cisterna"  # mines, smoke, bunkers and a dozen weapons of later boxes


@pytest.mark.parametrize(
    ("name", "level", "min_rate"),
    [
        (PEGASUS, "recruit", 40.0),
        (PEGASUS, "sergeant", 30.0),
        (MERE_EGLISE, "sergeant", 25.0),
        (CISTERNA, "sergeant", 20.0),
        (PEGASUS, "general", 0.45),
    ],
)
def test_games_per_second(stopwatch: Stopwatch, name: str, level: str, min_rate: float) -> None:
    scenario = read_file(scenario_file(name)).scenario
    assert scenario is not None
    start = new_game(scenario)
    agents = (make_agent(level), make_agent(level))
    seeds, games = count(), FEW_GAMES if level == "general" else GAMES
    durations = stopwatch.seconds(lambda: play_match(start, agents, next(seeds)), games)
    figure = f"{scenario.title}, {level} against {level}"
    rate = len(durations) / sum(durations)
    stopwatch.record(Figure(figure, rate, min_rate, "games/s", at_least=True))


def test_two_processes_are_nearly_twice_as_fast(stopwatch: Stopwatch) -> None:
    """The time is wall-clock time on two processors; other load makes the figure worse."""
    games = stopwatch.rounds(MANY_GAMES)
    waits: dict[int, list[float]] = {1: [], 2: []}
    stopwatch.alternate(
        lambda: waits[1].append(elapsed_seconds_of_games(games, 1)),
        lambda: waits[2].append(elapsed_seconds_of_games(games, 2)),
        1,
    )
    gain = min(waits[1]) / min(waits[2])
    stopwatch.record(Figure("two processes against one", gain, 1.8, "x", at_least=True))


def elapsed_seconds_of_games(games: int, jobs: int) -> float:
    """Return the elapsed seconds of playing games in *jobs* processes."""
    start_time = time.monotonic()
    arguments = ("--games", str(games), "--jobs", str(jobs), "--format", "json")
    run_command(BIN / "m44", "play", scenario_file(PEGASUS), *arguments)
    return time.monotonic() - start_time


def scenario_file(name: str) -> Path:
    return scenarios_folder() / f"{name}.yaml"
