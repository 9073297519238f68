"""Count the instructions of a game between two computer players.

    .venv/bin/python -m tests.benchmarks.count_game_instructions FILE [LEVEL]

The count does not depend on how busy the machine is. It needs ``valgrind`` and some minutes: it
plays games of ten seeds, after two that fill the caches of the engine.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.benchmarks.count_start_instructions import CACHEGRIND, parse_instruction_count
from tests.benchmarks.measuring import environment

from m44core.io.files.file_reader import read_file
from m44core.playtest.games.match import play_match
from m44core.playtest.players.levels import make_agent
from m44core.rules.play.game_setup import new_game

_FEW_GAMES, _MANY_GAMES = 2, 12
_PLAY = "--play"


def million_instructions_per_game(file: Path, level: str) -> float:
    """Return the millions of instructions per game, after two games that fill the caches."""
    few, many = (_million_instructions(file, level, games) for games in (_FEW_GAMES, _MANY_GAMES))
    return (many - few) / (_MANY_GAMES - _FEW_GAMES)


def _million_instructions(file: Path, level: str, games: int) -> float:
    """Return the millions of instructions of a process that plays some games."""
    command = [sys.executable, "-m", __spec__.name, _PLAY, str(file), level, str(games)]
    child_environment = environment(PYTHONHASHSEED="0")
    run = subprocess.run(
        [*CACHEGRIND, *command], env=child_environment, check=True, capture_output=True, text=True
    )
    return parse_instruction_count(run.stderr)


def _play_games(file: Path, level: str, games: int) -> None:
    scenario = read_file(file).scenario
    assert scenario is not None
    start, agents = new_game(scenario), (make_agent(level), make_agent(level))
    for seed in range(games):
        play_match(start, agents, seed)


def main(arguments: list[str]) -> None:
    """Print the count; with ``--play``, play the games in the process being measured."""
    if arguments[0] == _PLAY:
        _play_games(Path(arguments[1]), arguments[2], int(arguments[3]))
    else:
        file, level = Path(arguments[0]), (arguments[1:] or ["sergeant"])[0]
        millions = million_instructions_per_game(file, level)
        print(f"{file.stem}, {level}: {millions:.0f} M instructions a game")


if __name__ == "__main__":
    main(sys.argv[1:])
