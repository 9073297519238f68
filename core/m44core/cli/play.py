"""``m44 play``: in a window, or the computer against itself without one."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.cli.files import file_to_write, scenario_in
from m44core.cli.plugins import run_plugin
from m44core.cli.progress import Progress
from m44core.errors import M44Error
from m44core.io.files import write
from m44core.model.scenario import Scenario
from m44core.playtest.agents import AGENTS
from m44core.playtest.batch import Summary, play_games, summarise
from m44core.playtest.match import GameResult
from m44core.rules.coverage import Gap, gaps
from m44core.rules.events import counted
from m44core.rules.replay import Recording, write_game
from m44core.rules.setup import TURN_LIMIT, new_game

if TYPE_CHECKING:
    from m44core.cli.main import Parser

SUMMARY = "play a scenario"

_DESCRIPTION = """\
Play a scenario in a window, against somebody beside you or against the computer; or, with any of
the options below, let the computer play both sides without a window."""

_EPILOG = """\
examples:
  m44 play pegasus.m44                          in a window
  m44 play pegasus.m44 --games 100              who wins how often
  m44 play pegasus.m44 --seed 7 --record game.txt
  m44 play pegasus.m44 --computer random --games 1000 --check

Game number n of a run has the seed S + n - 1, so that any of them can be played again alone.

exit status: 0 played, 2 it could not be played or --check found the engine at fault"""

_PLAYERS = {"both": "simple", "random": "random"}


def add_parser(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "play",
        help=SUMMARY,
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("path", metavar="FILE", help="the scenario")
    alone = parser.add_argument_group("without a window")
    alone.add_argument(
        "--computer",
        choices=_PLAYERS,
        help="how the computer plays both sides: to win, or anything legal at random",
    )
    alone.add_argument("--games", type=_count, metavar="N", help="how many games (default: 1)")
    alone.add_argument(
        "--seed", type=int, metavar="S", help="what dice and draws come from (default: 1)"
    )
    alone.add_argument("--record", metavar="GAME", help="write the game as text, to replay it")
    alone.add_argument("--force", action="store_true", help="replace GAME, keeping it as GAME~")
    alone.add_argument("--check", action="store_true", help="check the engine at every step")
    alone.add_argument(
        "--turn-limit",
        type=_count,
        metavar="N",
        help=f"the turn, both sides counted, that ends a game as a draw (default: {TURN_LIMIT})",
    )


def run(arguments: argparse.Namespace) -> int:
    """Open a window, or play and print what came of it."""
    if not _is_without_window(arguments):
        return run_plugin("play", [arguments.path])
    if arguments.record and (arguments.games or 1) > 1:
        raise M44Error("--record writes one game; leave --games out")
    if arguments.record:
        file_to_write(arguments.record, replace=arguments.force)
    scenario = scenario_in(arguments.path)
    print_gaps(gaps(scenario))
    began = time.perf_counter()
    results = _play(scenario, arguments)
    seconds = time.perf_counter() - began
    if arguments.record:
        _record(Path(arguments.record), arguments.path, scenario, results[0])
    print("\n".join(_report(scenario, results, seconds)))
    return 0


def print_gaps(found: Iterable[Gap]) -> None:
    """Say on standard error what the scenario needs and the engine does not know."""
    for gap in found:
        print(f"not played: {gap.sentence}", file=sys.stderr)


def _is_without_window(arguments: argparse.Namespace) -> bool:
    """Tell whether any option asks for games that nobody watches."""
    names = ("computer", "games", "seed", "record", "turn_limit")
    return arguments.check or any(getattr(arguments, name) is not None for name in names)


def _play(scenario: Scenario, arguments: argparse.Namespace) -> list[GameResult]:
    agent = AGENTS[_PLAYERS[arguments.computer or "both"]]
    games = arguments.games or 1
    first = 1 if arguments.seed is None else arguments.seed
    start = new_game(scenario, arguments.turn_limit or TURN_LIMIT)
    progress = Progress(games, "games")
    results = []
    for result in play_games(
        start, (agent, agent), range(first, first + games), check=arguments.check
    ):
        results.append(result)
        progress.advance()
    progress.clear()
    return results


def _record(path: Path, scenario_path: str, scenario: Scenario, result: GameResult) -> None:
    """Write a game down beside a reference to its scenario."""
    state = new_game(scenario, result.turn_limit)
    recording = Recording(
        result.actions,
        os.path.relpath(scenario_path, path.parent),
        state.field.fingerprint,
        str(result.seed),
        result.turn_limit,
    )
    write(write_game(recording, scenario).encode(), path)


def _report(scenario: Scenario, results: list[GameResult], seconds: float) -> Iterable[str]:
    if len(results) == 1:
        (result,) = results
        yield f"{result.reason} {counted(result.turns, 'turn')}, seed {result.seed}."
        return
    summary = summarise(results)
    yield from _lines(summary)
    yield f"{summary.games / seconds:.1f} games a second."


def _lines(summary: Summary) -> Iterable[str]:
    yield f"{summary.games} games, {summary.turns:.1f} turns on average."
    for side, wins in summary.wins.items():
        yield f"{side.capitalize()} won {wins} ({wins / summary.games:.0%})."
    if summary.draws:
        yield f"Nobody won {summary.draws}."
    yield f"Medals on average: top {summary.medals[0]:.2f}, bottom {summary.medals[1]:.2f}."


def _count(text: str) -> int:
    """Read a positive number."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)
