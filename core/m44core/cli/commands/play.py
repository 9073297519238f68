"""``m44 play``: in a window, or simulated: the computer against itself, many games at a time."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from m44core.arguments.parser import Parser, Render
from m44core.catalogue.types import Side
from m44core.cli.exit_status import FAILED, INTERRUPTED, OK
from m44core.cli.file_arguments import output_path, read_scenario
from m44core.cli.plugins import run_plugin
from m44core.cli.shared_options import add_language, positive_int, words_of
from m44core.cli.simulation_report import REPORTS, Simulation, run_simulation
from m44core.errors import M44Error
from m44core.io.files.save import write
from m44core.messages.message import Words, colon, enumerated, message
from m44core.messages.words import reason
from m44core.playtest.games.simulation import BrokenGameError, Plan, SimulatedGame, play_game
from m44core.playtest.players.levels import LEVELS, SERGEANTS, levels_of_text
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.game_settings import SETTING_NAMES, TURN_LIMIT, Settings, parse_settings
from m44core.rules.play.recorded_game import Recording, write_game
from m44core.validation.text_checks.rules_in_texts import gaps_of_texts

_DESCRIPTION = message(
    "Play a scenario in a window, against somebody beside you or against the computer; or, with "
    "any of the options below, simulate games: the computer plays both sides without a window."
)
_PLAYERS = message(
    "players: {players}. One name plays both sides; of two, AXIS:ALLIES, the first plays the Axis; "
    "axis=general,allies=recruit says so itself. Not said: {usual}.",
    players=enumerated(LEVELS),
    usual=SERGEANTS.axis,
)
_EXAMPLES = {
    "m44 play pegasus.m44": message("in a window"),
    "m44 play pegasus.m44 --games 100 --jobs 2": message("who wins how often"),
    "m44 play pegasus.m44 --ai general:sergeant --games 100 --swap": None,
    "m44 play pegasus.m44 --games 1000 --json > games.json": None,
    "m44 play pegasus.m44 --seed 7 --only 3 --record game.txt": None,
    "m44 play pegasus.m44 --ai recruit --games 1000 --check": None,
}
_CLOSING = (
    message(
        "Dice and draws of a game come from the seed and the number of the game alone: game 3 of "
        "seed 7 is the same whatever --games and --jobs say, and --only 3 plays it again. "
        "Intervals hold the true share in 95 of 100 cases, as far as chance goes; they say nothing "
        "of how people would play."
    ),
    message(
        "exit status: 0 played, 2 it could not be played or --check found the engine at fault, "
        "130 interrupted: what was done by then is told"
    ),
)


def add_options(parser: Parser) -> None:
    """Say what the command does, and add its options."""
    parser.describe(_DESCRIPTION, _PLAYERS, _EXAMPLES, *_CLOSING)
    add, tell = parser.add_argument, parser.text
    add("path", metavar="FILE", help=tell(message("the scenario")))
    add_language(parser)
    script = message("in a window: dice and draws as in a recorded game, as long as they fit")
    add("--script", metavar="GAME", help=tell(script))
    group = parser.add_argument_group(tell(message("simulated, without a window")))
    _add_games(group, tell)
    _add_manner(group, tell)


def _add_games(group: argparse._ArgumentGroup, tell: Render) -> None:
    """Add what says which games are played, by whom."""
    add = group.add_argument
    players = message("who plays: LEVEL, AXIS:ALLIES, or axis=LEVEL,allies=LEVEL")
    add("--ai", metavar="PLAYERS", help=tell(players))
    games = message("how many games (default: {number})", number=1)
    add("--games", type=positive_int, metavar="N", help=tell(games))
    seed = message("what dice and draws come from (default: {number})", number=1)
    add("--seed", type=int, metavar="S", help=tell(seed))
    jobs = message("how many processes to use (default: {number})", number=1)
    add("--jobs", type=positive_int, metavar="J", help=tell(jobs))
    swap = message("in pairs of games: the players change sides")
    add("--swap", action="store_true", help=tell(swap))
    add("--only", type=positive_int, metavar="I", help=tell(message("play game number I alone")))


def _add_manner(group: argparse._ArgumentGroup, tell: Render) -> None:
    """Add what says how they are played and told."""
    add = group.add_argument
    form = message("how to write what came of it")
    add("--format", choices=REPORTS, default="text", help=tell(form))
    short = message("short for {option}", option="--format json")
    add("--json", action="store_const", dest="format", const="json", help=tell(short))
    record = message("write the one game as text, to replay it")
    add("--record", metavar="GAME", help=tell(record))
    force = message("replace {file}, keeping it as {file}~", file="GAME")
    add("--force", action="store_true", help=tell(force))
    add("--check", action="store_true", help=tell(message("check the engine at every step")))
    limit = message(
        "the turn, both sides counted, that ends a game (default: {number})", number=TURN_LIMIT
    )
    add("--turn-limit", type=positive_int, metavar="N", help=tell(limit))
    settings = message("a variant or a ruling: {names}", names=enumerated(SETTING_NAMES))
    add("--set", action="append", metavar="NAME=VALUE", help=tell(settings))


def run(arguments: argparse.Namespace) -> int:
    """Open a window, or simulate games and print what came of them."""
    if not _is_without_window(arguments):
        script = ["--script", arguments.script] if arguments.script else []
        return run_plugin("play", [arguments.path, *script])
    if arguments.script:
        raise M44Error(message("--script is for the window; simulated games have a --seed"))
    plan = _plan(arguments)
    missing = (*gaps_of_texts(plan.scenario), *gaps(plan.scenario))
    _print_gaps(missing, words_of(arguments))
    began = time.perf_counter()
    games, lost = played(plan, arguments)
    seconds = time.perf_counter() - began
    if not games:
        return FAILED
    simulation = Simulation(arguments.path, plan, games, missing, seconds, words_of(arguments))
    print(REPORTS[arguments.format](simulation))
    if len(games) + lost < len(plan.numbers):
        return INTERRUPTED
    return FAILED if lost else OK


def _print_gaps(found: Iterable[Gap], told: Words) -> None:
    """Say on standard error what the scenario needs and the engine does not know."""
    for gap in found:
        said = told.sentence(gap.sentence)
        print(told.render(message("not played: {gap}", gap=said)), file=sys.stderr)


def _is_without_window(arguments: argparse.Namespace) -> bool:
    """Tell whether any option asks for games that nobody watches."""
    flags = (arguments.check, arguments.swap, arguments.format != "text")
    names = ("ai", "games", "seed", "jobs", "only", "record", "turn_limit", "set")
    return any(flags) or any(getattr(arguments, name) is not None for name in names)


def played(plan: Plan, arguments: argparse.Namespace) -> tuple[list[SimulatedGame], int]:
    """Play the games of a plan, and write the one down that is to be recorded.

    Returns:
        The games, and how many were lost because they ended the process that played them.

    Raises:
        M44Error: something is wrong in a game; the message says which, and how to
            repeat it alone.
    """
    try:
        if arguments.record:
            return [_recorded(plan, arguments)], 0
        done = run_simulation([plan], arguments.jobs or 1, words_of(arguments))
    except BrokenGameError as error:
        again = call_to_repeat(arguments, error.number)
        said = message("{error}\nto repeat it: {again}", error=reason(error), again=again)
        raise M44Error(said) from error
    return done.games[0], done.lost


def _plan(arguments: argparse.Namespace) -> Plan:
    return Plan(
        scenario=read_scenario(arguments.path),
        numbers=_numbers(arguments),
        levels=SERGEANTS if arguments.ai is None else levels_of_text(arguments.ai),
        seed=1 if arguments.seed is None else arguments.seed,
        swap=arguments.swap,
        check=arguments.check,
        settings=_settings(arguments),
    )


def _settings(arguments: argparse.Namespace) -> Settings:
    texts = dict(map(_setting, arguments.set or ()))
    if arguments.turn_limit is not None:
        texts["turn-limit"] = str(arguments.turn_limit)
    return parse_settings(texts)


def _setting(text: str) -> tuple[str, str]:
    """Return the name and the value of ``NAME=VALUE``."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        said = message("say NAME=VALUE, as in takes-ground=no")
        raise M44Error(colon(f"--set {text}", said))
    return name, value


def _numbers(arguments: argparse.Namespace) -> range:
    """Return the numbers of the games asked for."""
    if arguments.only is not None:
        return range(arguments.only, arguments.only + 1)
    games = arguments.games or (2 if arguments.swap else 1)
    if arguments.record and games > 1:
        raise M44Error(message("--record writes one game; say which with --only"))
    if arguments.swap and games % 2:
        raise M44Error(message("--swap plays games in pairs; let --games be even"))
    return range(1, games + 1)


def _recorded(plan: Plan, arguments: argparse.Namespace) -> SimulatedGame:
    """Play one game and write it down, as far as it went."""
    path = output_path(arguments.record, replace=arguments.force)
    if path.exists() and path.samefile(arguments.path):
        said = message("{path} is the scenario; record the game in another file", path=str(path))
        raise M44Error(said)
    start = plan.start()
    (number,) = plan.numbers
    levels = plan.levels_of(number)
    recording = Recording(
        actions=(),
        scenario=os.path.relpath(arguments.path, path.parent),
        fingerprint=fingerprint_of(start.field),
        seed=plan.seed_of(number),
        players={side: levels.of(side) for side in Side},
        settings=plan.settings,
    )
    try:
        game = play_game(plan, start, number)
    except BrokenGameError as error:
        _write(replace(recording, actions=error.actions), plan, path)
        raise
    _write(replace(recording, actions=game.result.actions), plan, path)
    return game


def _write(recording: Recording, plan: Plan, path: Path) -> None:
    write(write_game(recording, plan.scenario).encode(), path)


def call_to_repeat(arguments: argparse.Namespace, number: int) -> str:
    """Return the words, for a shell, that play one game of a call again."""
    words = ["m44", "play", arguments.path]
    for name in ("ai", "seed", "turn_limit"):
        if (value := getattr(arguments, name)) is not None:
            words += [f"--{name.replace('_', '-')}", str(value)]
    for setting in arguments.set or ():
        words += ["--set", setting]
    words += ["--swap"] * arguments.swap + ["--check"] * arguments.check
    return shlex.join([*words, "--only", str(number)])
