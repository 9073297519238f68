"""Random playouts that check the invariants of the engine at every step.

    .venv/bin/python -m tests.playouts N [NAME...] [--jobs J] [--seed S]

plays N games on each of sixteen boards with units, weapons and terrain of other boxes: our own
examples, and published layouts that use many of them. It prints the number of games played, and
stops at the first violation with the number of that game.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from tests.reference_data import board_file

from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan, simulate
from m44core.playtest.players.levels import Levels
from m44core.resources import shipped_scenarios

RANDOM = Levels("recruit", "recruit")
EXAMPLES = {path.stem: path for path in shipped_scenarios() if path.parent.name == "examples"}
PUBLISHED_BOARDS = {
    name: board_file(name)
    for name in (
        "9956-BraskirOffensive",
        "6541-BreakthroughToTheBeach",
        "4717-NachMoskau",
        "4245-HellfirePass",
        "18261-SovietRaidOnGrigorevka",
        "1488-JapaneseCounterattack",
    )
}
BOARDS: dict[str, Path] = {**EXAMPLES, **PUBLISHED_BOARDS}


def plan_of(name: str, games: int, seed: int) -> SimulationPlan:
    """Return a plan of random games on a board, checked at every step."""
    scenario = read_file(BOARDS[name]).scenario
    assert isinstance(scenario, Scenario)
    return SimulationPlan(scenario, range(1, games + 1), RANDOM, seed=seed, check=True)


def run_playouts(
    names: Sequence[str], games: int, *, jobs: int = 1, seed: int = 1
) -> dict[str, int]:
    """Play games on some boards, and return the number played on each.

    The first violation of an invariant is raised as an error.
    """
    games_by_name = dict.fromkeys(names, 0)
    for number, game in simulate([plan_of(name, games, seed) for name in names], jobs):
        games_by_name[names[number]] += game.result.turns > 0
    return games_by_name


def main() -> None:
    """Play, and print the number of games on each board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *BOARDS])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.names or BOARDS:
        result = run_playouts([name], arguments.games, jobs=arguments.jobs, seed=arguments.seed)
        print(f"{name}: {result[name]} games, every step of them checked", flush=True)


if __name__ == "__main__":
    main()
