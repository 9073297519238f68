"""``m44 replay``: play a recorded game again and print its log."""

from __future__ import annotations

import argparse
from itertools import repeat
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.output_file import add_report_output_option
from m44core.cli.quiet_mode import print_note
from m44core.cli.shared_options import add_language_option, renderer_of
from m44core.errors import IllegalActionError, M44Error, NotationError, ReadError
from m44core.io.files.read_scenario import read_scenario
from m44core.io.files.standard_input import readable_path
from m44core.messages.message import Message, Renderer, Value, label_with_text, message
from m44core.messages.os_errors import os_error_reason
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.playtest.games.decision_reasons import DecisionReasons, reasons_of_recording
from m44core.rules.game.events import Event, GameEnded
from m44core.rules.game.fingerprint import may_be_fingerprint_of
from m44core.rules.play.game_setup import battlefield_of
from m44core.rules.play.recorded_game import (
    PROGRAM,
    RULES_EDITION,
    GameRecording,
    parse_recorded_game,
    replay_steps,
)
from m44core.untrusted_files import read_truncated

_CHANGED_SCENARIO = message(
    "the game was recorded with a different scenario, or this one has changed since"
)
_MAX_REJECTED = 3
_MAX_BYTES = 2_000_000  # a long game has some 60 KB

_EXAMPLES = {
    "m44 replay game.txt": None,
    "m44 replay game.txt --reasons": message("include the computer players' reasons"),
    "m44 replay game.txt --quiet": message("only check that the game can be replayed"),
    "m44 replay game.txt --scenario pegasus.yaml": message("if the scenario file has moved"),
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message("Replay a recorded game and print what happens in it."),
        _EXAMPLES,
        message("exit status: 0 replayed, 2 cannot be replayed"),
    )
    add, text = parser.add_argument, parser.text
    add("path", metavar="GAME", help=text(message("a file written by m44 play --record")))
    scenario = message("the scenario to use instead of the recorded one")
    add("--scenario", metavar="FILE", help=text(scenario))
    reasons = message("explain each decision of the computer players")
    add("--reasons", action="store_true", help=text(reasons))
    add_report_output_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay a game and print its log; return 0.

    Raises:
        M44Error: the game or its scenario cannot be read, or the game cannot be replayed.
    """
    path = Path(arguments.path)
    game = _read_recording(path)
    if not (arguments.scenario or game.scenario):
        raise M44Error(
            message("{path} does not name a scenario; add --scenario FILE", path=str(path))
        )
    scenario = (
        read_scenario(arguments.scenario) if arguments.scenario else _scenario_named_by(game, path)
    )
    changed = not may_be_fingerprint_of(game.fingerprint, battlefield_of(scenario, game.settings))
    last_event: Event | None = None
    renderer = renderer_of(arguments)
    shows_reasons = arguments.reasons and not arguments.quiet
    reasons = reasons_of_recording(game, scenario) if shows_reasons else repeat(None)
    try:
        for (_, events), why in zip(replay_steps(game, scenario), reasons, strict=False):
            for event in events:
                last_event = event
                if not arguments.quiet:
                    print(renderer.sentence(event.sentence()))
            if why is not None:
                _print_reasons(why, renderer)
    except IllegalActionError as error:
        raise M44Error(
            label_with_text(
                str(path), _error_with_likely_cause(message_of_error(error), game, changed)
            )
        ) from error
    if arguments.quiet:
        print(renderer.sentence(last_event.sentence()) if last_event else "")
    if not isinstance(last_event, GameEnded):
        print_note(message("the recording ends before the game does"), renderer)
    if changed:
        print_note(message("{what}; it can be replayed anyway", what=_CHANGED_SCENARIO), renderer)
    return 0


def _print_reasons(reasons: DecisionReasons, renderer: Renderer) -> None:
    """Print why a computer player took an action, and the best alternatives it rejected."""
    print(f"    {renderer.sentence(reasons.why)}")
    for each in reasons.rejected[:_MAX_REJECTED]:
        other = message("rejected: {way}", way=each)
        print(f"    - {renderer.sentence(other)}")


def _scenario_named_by(game: GameRecording, path: Path) -> Scenario:
    """Return the scenario that a game refers to, relative to the game's own file.

    Raises:
        ReadError: the scenario cannot be read; the message suggests ``--scenario``.
    """
    try:
        return read_scenario(path.parent / game.scenario)
    except ReadError as error:
        problem = message(
            "{error}. {path} names this file; if it is somewhere else, add --scenario FILE",
            error=message_of_error(error),
            path=str(path),
        )
        raise ReadError(problem) from error


def _error_with_likely_cause(error: Value, game: GameRecording, changed: bool) -> Value:
    """Return the error with the likely reasons why a recorded action is impossible."""
    other_rules = message(
        "it was recorded by {program}, whose rules differ from those of {ours}",
        program=game.program or message("an older version of the program"),
        ours=PROGRAM,
    )
    for cause in [_CHANGED_SCENARIO] * changed + [other_rules] * (game.rules != RULES_EDITION):
        error = message("{error}; {why}", error=error, why=cause)
    return error


def _read_recording(path: Path) -> GameRecording:
    data = _read_bytes(path)
    if len(data) > _MAX_BYTES:
        raise ReadError(_unreadable_message(path, message("it is too large for a recorded game")))
    try:
        return parse_recorded_game(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ReadError(_unreadable_message(path, message("it is not UTF-8 text"))) from error
    except NotationError as error:
        raise NotationError(label_with_text(str(path), message_of_error(error))) from error


def _read_bytes(path: Path) -> bytes:
    """Return the content of a file, but at most one byte more than the limit.

    Raises:
        ReadError: the file cannot be read.
    """
    try:
        return read_truncated(readable_path(path), _MAX_BYTES)
    except ValueError as error:
        raise ReadError(
            message(
                "{path!r} is not a valid file name; check it for unprintable characters",
                path=str(path),
            )
        ) from error
    except OSError as error:
        raise ReadError(_unreadable_message(path, os_error_reason(error))) from error


def _unreadable_message(path: Path, reason: Value) -> Message:
    return label_with_text(str(path), message("cannot be read: {why}", why=reason))
