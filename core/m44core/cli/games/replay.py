"""``m44 replay``: a recorded game once more, with its log."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.cli.files import scenario_in
from m44core.errors import IllegalActionError, M44Error, NotationError, ReadError
from m44core.model.scenario import Scenario
from m44core.rules.game.events import Event, GameEnded
from m44core.rules.game.fingerprint import is_of
from m44core.rules.play.replay import PROGRAM, RULES, Recording, read_game, steps
from m44core.rules.play.setup import battlefield

if TYPE_CHECKING:
    from m44core.cli.main import Parser

SUMMARY = "play a recorded game again"

_CHANGED = "it was recorded with another scenario, or this one has changed since"
_LARGEST = 2_000_000  # a long game has some 60 KB

_EPILOG = """\
examples:
  m44 replay game.txt
  m44 replay game.txt --quiet                      only check that it can be replayed
  m44 replay game.txt --scenario pegasus.yaml      where the scenario has moved

exit status: 0 replayed, 2 it could not be replayed"""


def add_parser(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "replay",
        help=SUMMARY,
        description="Play a recorded game again and print what happens in it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("path", metavar="GAME", help="what m44 play --record wrote")
    parser.add_argument("--scenario", metavar="FILE", help="the scenario, instead of the one named")
    parser.add_argument("--quiet", action="store_true", help="print nothing but how it ended")


def run(arguments: argparse.Namespace) -> int:
    """Replay a game and print its log."""
    path = Path(arguments.path)
    game = _game_in(path)
    if not (arguments.scenario or game.scenario):
        raise M44Error(f"{path} names no scenario; add --scenario FILE")
    scenario = scenario_in(arguments.scenario) if arguments.scenario else _named_by(game, path)
    changed = not is_of(game.fingerprint, battlefield(scenario, game.settings))
    last: Event | None = None
    try:
        for _, events in steps(game, scenario):
            for event in events:
                last = event
                if not arguments.quiet:
                    print(event)
    except IllegalActionError as error:
        raise M44Error(f"{path}: {error}{_why(game, changed)}") from error
    if arguments.quiet:
        print(last or "")
    if not isinstance(last, GameEnded):
        print("m44: the record ends before the game does", file=sys.stderr)
    if changed:
        print(f"m44: {_CHANGED}; it replays all the same", file=sys.stderr)
    return 0


def _named_by(game: Recording, path: Path) -> Scenario:
    """Return the scenario a game names, its place seen from the game's own file."""
    try:
        return scenario_in(path.parent / game.scenario)
    except ReadError as error:
        where = f"{path} names it; if it is elsewhere, add --scenario FILE"
        raise ReadError(f"{error}. {where}") from error


def _why(game: Recording, changed: bool) -> str:
    """Return what may have made a recorded action impossible."""
    program = game.program or "an older program"
    other_rules = f"it was recorded by {program}, which played other rules than {PROGRAM}"
    whys = [_CHANGED] * changed + [other_rules] * (game.rules != RULES)
    return "".join(f"; {why}" for why in whys)


def _game_in(path: Path) -> Recording:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise ReadError(f"{path}: cannot be read: it is too large for a recorded game")
        return read_game(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ReadError(f"{path}: cannot be read: it is not UTF-8 text") from error
    except OSError as error:
        raise ReadError(f"{path}: cannot be read: {error.strerror}") from error
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from error
