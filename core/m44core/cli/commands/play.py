"""``m44 play``: play in a window, or simulate many games of the computer against itself."""

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
from m44core.catalogue.catalogue_types import Side
from m44core.cli.exit_status import FAILED, INTERRUPTED, OK
from m44core.cli.file_arguments import output_path
from m44core.cli.game_options import (
    PLAYERS,
    add_players_option,
    add_settings_options,
    requested_levels,
    requested_settings,
)
from m44core.cli.output_file import STANDARD_OUTPUT, add_report_output_option
from m44core.cli.plugins import run_plugin
from m44core.cli.quiet_mode import is_quiet
from m44core.cli.shared_options import (
    add_force_option,
    add_format_option,
    add_jobs_option,
    add_language_option,
    positive_int,
    renderer_of,
)
from m44core.cli.simulation_report import REPORTS, Simulation, run_simulation
from m44core.errors import M44Error
from m44core.io.files.read_scenario import read_scenario
from m44core.io.files.save import write
from m44core.io.files.standard_input import is_standard_input
from m44core.messages.message import Renderer, message
from m44core.messages.renderers import message_of_error
from m44core.playtest.games.simulation import (
    BrokenGameError,
    SimulatedGame,
    SimulationPlan,
    play_game,
)
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.play.recorded_game import GameRecording, format_recorded_game
from m44core.validation.text_checks.rules_in_texts import engine_gaps_from_texts

_DESCRIPTION = message(
    "Play a scenario in a window, against someone next to you or against the computer. With "
    "any of the options below, simulate games instead: the computer plays both sides without "
    "a window."
)
_EXAMPLES = {
    "m44 play pegasus.m44": message("in a window"),
    "m44 play pegasus.m44 --games 100 --jobs 2": message("how often each side wins"),
    "m44 play pegasus.m44 --ai general:sergeant --games 100 --swap": None,
    "m44 play pegasus.m44 --games 1000 --format json -o games.json": None,
    "m44 play pegasus.m44 --seed 7 --only 3 --record game.txt": None,
    "m44 play pegasus.m44 --ai recruit --games 1000 --check": None,
}
_CLOSING = (
    message(
        "The dice and draws of a game depend only on the seed and the game's number: game 3 "
        "of seed 7 is always the same, regardless of --games and --jobs, and --only 3 plays "
        "it again. Intervals contain the true win rate in 95 of 100 cases. They say nothing "
        "about how people would play."
    ),
    message(
        "exit status: 0 played, 2 no game could be played, or --check found an engine error, "
        "130 interrupted; the games finished so far are reported"
    ),
)


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(_DESCRIPTION, PLAYERS, _EXAMPLES, *_CLOSING)
    add, text = parser.add_argument, parser.text
    add("path", metavar="FILE", help=text(message("the scenario")))
    add_report_output_option(parser, force=False)
    add_language_option(parser)
    script = message(
        "in a window: repeat the dice and draws of a recorded game as long as they apply"
    )
    add("--script", metavar="GAME", help=text(script))
    group = parser.add_argument_group(text(message("simulated, without a window")))
    _add_game_options(group, text)
    _add_play_options(group, text)


def _add_game_options(group: argparse._ArgumentGroup, text: Render) -> None:
    """Add the options for which games are played, and by which levels."""
    add = group.add_argument
    add_players_option(group, text)
    games = message("number of games (default: {number})", number=1)
    add("--games", type=positive_int, metavar="N", help=text(games))
    seed = message("seed for dice and draws (default: {number})", number=1)
    add("--seed", type=int, metavar="S", help=text(seed))
    add_jobs_option(group, text)
    swap = message("play pairs of games in which the players swap sides")
    add("--swap", action="store_true", help=text(swap))
    add("--only", type=positive_int, metavar="I", help=text(message("play only game number I")))


def _add_play_options(group: argparse._ArgumentGroup, text: Render) -> None:
    """Add the options for how games are played and reported."""
    add = group.add_argument
    add_format_option(group, text, REPORTS, "text")
    record = message("save the single game as text so that it can be replayed")
    add("--record", metavar="GAME", help=text(record))
    add_force_option(group, text, "GAME")
    add("--check", action="store_true", help=text(message("check the engine at every step")))
    add_settings_options(group, text)


def run(arguments: argparse.Namespace) -> int:
    """Open a window, or simulate games and print their results; return the exit status.

    Raises:
        M44Error: an option is wrong, the scenario cannot be read or played, a game broke the rules,
            or the editor is needed and not installed.
    """
    if not _asks_for_simulation(arguments):
        script = ["--script", arguments.script] if arguments.script else []
        return run_plugin("play", [arguments.path, *script])
    if arguments.script:
        raise M44Error(message("--script works only in the window; use --seed for simulated games"))
    plan = _make_plan(arguments)
    all_gaps = (*engine_gaps_from_texts(plan.scenario), *gaps(plan.scenario))
    _print_gaps(all_gaps, renderer_of(arguments))
    began = time.perf_counter()
    games, lost_games = play_games_of_plan(plan, arguments)
    seconds = time.perf_counter() - began
    if not games:
        return FAILED
    simulation = Simulation(arguments.path, plan, games, all_gaps, seconds, renderer_of(arguments))
    print(REPORTS[arguments.format](simulation))
    if len(games) + lost_games < len(plan.numbers):
        return INTERRUPTED
    return FAILED if lost_games else OK


def _print_gaps(gaps: Iterable[Gap], renderer: Renderer) -> None:
    """Print the gaps of the engine on standard error, unless ``--quiet`` is used."""
    for gap in gaps if not is_quiet() else ():
        text = renderer.sentence(gap.sentence)
        print(renderer.render(message("not supported: {gap}", gap=text)), file=sys.stderr)


def _asks_for_simulation(arguments: argparse.Namespace) -> bool:
    """Return whether any option asks for simulated games."""
    flags = (
        *(arguments.check, arguments.swap, arguments.format != "text"),
        *(arguments.jobs > 1, arguments.output != STANDARD_OUTPUT),
    )
    names = ("ai", "games", "seed", "only", "record", "turn_limit", "set")
    return any(flags) or any(getattr(arguments, name) is not None for name in names)


def play_games_of_plan(
    plan: SimulationPlan, arguments: argparse.Namespace
) -> tuple[list[SimulatedGame], int]:
    """Play the games of a plan; with ``--record``, play its only game and record it.

    Returns:
        The games, and the number of games lost because their process died.

    Raises:
        M44Error: a game broke the rules; the message says which, and how to replay it alone.
    """
    try:
        if arguments.record:
            return [_play_and_record(plan, arguments)], 0
        outcome = run_simulation([plan], arguments.jobs, renderer_of(arguments))
    except BrokenGameError as error:
        command = replay_command(arguments, error.number)
        problem = message(
            "{error}\nto repeat it: {again}", error=message_of_error(error), again=command
        )
        raise M44Error(problem) from error
    return outcome.games[0], outcome.lost_count


def _make_plan(arguments: argparse.Namespace) -> SimulationPlan:
    return SimulationPlan(
        scenario=read_scenario(arguments.path),
        numbers=_game_numbers(arguments),
        levels=requested_levels(arguments),
        seed=1 if arguments.seed is None else arguments.seed,
        swap=arguments.swap,
        check=arguments.check,
        settings=requested_settings(arguments),
    )


def _game_numbers(arguments: argparse.Namespace) -> range:
    """Return the numbers of the requested games.

    Raises:
        M44Error: the number of games does not fit ``--record`` or ``--swap``.
    """
    if arguments.only is not None:
        return range(arguments.only, arguments.only + 1)
    games = arguments.games or (2 if arguments.swap else 1)
    if arguments.record and games > 1:
        raise M44Error(message("--record saves one game; choose it with --only"))
    if arguments.swap and games % 2:
        raise M44Error(message("--swap plays games in pairs; use an even number for --games"))
    return range(1, games + 1)


def _play_and_record(plan: SimulationPlan, arguments: argparse.Namespace) -> SimulatedGame:
    """Play one game and return it; write its recording, even if the game breaks the rules.

    Raises:
        M44Error: the recording would replace a file, or cannot be written.
        BrokenGameError: the game broke the rules; its recording was written.
    """
    path = output_path(arguments.record, replace=arguments.force)
    if path.exists() and not is_standard_input(arguments.path) and path.samefile(arguments.path):
        problem = message(
            "{path} is the scenario; choose another file for the recorded game", path=str(path)
        )
        raise M44Error(problem)
    start, is_piped = plan.start(), is_standard_input(arguments.path)
    (number,) = plan.numbers
    levels = plan.levels_of(number)
    recording = GameRecording(
        actions=(),
        scenario="" if is_piped else os.path.relpath(arguments.path, path.parent),
        fingerprint=fingerprint_of(start.field),
        seed=plan.seed_of(number),
        players={side: levels.of(side) for side in Side},
        settings=plan.settings,
    )
    try:
        game = play_game(plan, start, number)
    except BrokenGameError as error:
        _write_recording(replace(recording, actions=error.actions), plan, path)
        raise
    _write_recording(replace(recording, actions=game.result.actions), plan, path)
    return game


def _write_recording(recording: GameRecording, plan: SimulationPlan, path: Path) -> None:
    write(format_recorded_game(recording, plan.scenario).encode(), path)


def replay_command(arguments: argparse.Namespace, number: int) -> str:
    """Return the shell command that replays one game."""
    words = ["m44", "play", arguments.path]
    for name in ("ai", "seed", "turn_limit"):
        if (value := getattr(arguments, name)) is not None:
            words += [f"--{name.replace('_', '-')}", str(value)]
    for setting in arguments.set or ():
        words += ["--set", setting]
    words += ["--swap"] * arguments.swap + ["--check"] * arguments.check
    return shlex.join([*words, "--only", str(number)])
