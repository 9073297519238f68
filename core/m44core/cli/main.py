"""``m44``: finds the command, starts it, and turns what stops it into a message and a status.

Only the module of the command asked for is imported, so that ``m44 check`` does not pay for
``m44 play``. Commands that need Qt are entry points of the group ``m44.commands``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from itertools import pairwise
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

from m44core.cli.plugins import run_plugin
from m44core.cli.status import FAILED, INTERRUPTED, PIPE_CLOSED
from m44core.errors import M44Error, NotationError
from m44core.version import __version__

if TYPE_CHECKING:
    from m44core.messages.words import Words

COMMANDS = {
    "check": "say what is wrong with scenario files",
    "explain": "say what a check looks for, and what to do",
    "bill": "count the components a scenario needs, or say how to set it up",
    "new": "write a new, empty scenario",
    "convert": "write a scenario in another format",
    "diff": "say what differs between two scenarios",
    "schema": "print the JSON Schema of a file format",
    "facts": "print what the engine computes for a scenario",
    "render": "draw a scenario as SVG, PNG or PDF",
    "play": "play a scenario, or simulate many games of it",
    "duel": "find out which of two computer players is the better one",
    "supports": "say what of a scenario the engine plays",
    "replay": "play a recorded game again",
    "languages": "say which languages the program speaks, and how complete each is",
    "edit": "open a scenario in the editor",
}
PLUGINS = ("edit",)  # commands that are nothing but Qt
ROOMS = {
    **dict.fromkeys(("check", "explain", "languages"), "checking"),
    **dict.fromkeys(("bill", "new", "convert", "diff", "schema", "render"), "scenarios"),
    **dict.fromkeys(("facts", "play", "duel", "supports", "replay"), "games"),
}
"""The package of each command's module."""

_EPILOG = """\
examples:
  m44 check scenarios/                every scenario in a folder
  m44 explain M502                    what a finding means
  m44 convert pegasus.m44 pegasus.yaml
  m44 edit pegasus.m44

exit status: 0 nothing to report, 1 something was found, 2 it could not be done
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    _print_whatever_comes()
    try:
        status = _run(words)
        sys.stdout.flush()
        return status
    except M44Error as error:
        print(f"m44: {_printable(_told(error, words))}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        _print_no_more()
        return PIPE_CLOSED
    except OSError as error:
        _print_no_more()
        from m44core.cli.complaints import unusable  # only needed now

        said = _words_for(words).render(unusable(error))
        print(f"m44: {_printable(said)}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        from m44core.cli.complaints import INTERRUPTION  # only needed now

        print(f"\nm44: {_words_for(words).render(INTERRUPTION)}", file=sys.stderr)
        return INTERRUPTED


def _print_whatever_comes() -> None:
    """Let no file name, no text and no closed output stop a command."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123 - as long as we run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _told(error: M44Error, given: Sequence[str]) -> str:
    from m44core.messages.words import reason  # only needed now

    return _words_for(given).render(reason(error))


def _words_for(given: Sequence[str]) -> Words:
    """Return the words of the language asked for, whatever else was; English if there is none."""
    from m44core.cli.speaking import spoken  # only needed now
    from m44core.messages.languages import ENGLISH

    asked = [later for word, later in pairwise(given) if word == "--language"]
    asked += [word.partition("=")[2] for word in given if word.startswith("--language=")]
    try:
        return spoken(asked[-1] if asked else None)
    except NotationError:
        return spoken(ENGLISH)


def _printable(text: str) -> str:
    """Return a message in which the name of a file, or what is in it, does nothing."""
    from m44core.cli.visible import visible  # only needed now

    return "\n".join(map(visible, text.split("\n")))


def _print_no_more() -> None:
    """Drop what was still to be printed: nobody reads it, or there is no room for it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _module(command: str) -> ModuleType:
    return import_module(f"m44core.cli.{ROOMS[command]}.{command}")


def _run(words: list[str]) -> int:
    """Parse the words with the command's own parser, and run it."""
    command = next((word for word in words if not word.startswith("-")), None)
    if command in PLUGINS:
        return run_plugin(command, words[words.index(command) + 1 :])
    module = _module(command) if command in COMMANDS else None
    parser = _parser()
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True, parser_class=Parser
    )
    for name, summary in COMMANDS.items():
        if module and name == command:
            module.add_parser(commands)
        else:
            commands.add_parser(name, help=summary, add_help=False)
    for each in (parser, *commands.choices.values()):
        each.given = words
    namespace = parser.parse_args(words)
    assert module is not None, "the parser refuses every other command"
    status: int = module.run(namespace)
    return status


class Parser(argparse.ArgumentParser):
    """A parser that complains in the language asked for, and proposes a command for a wrong one.

    Attributes:
        given: The words of the call; the language is among them.
    """

    given: Sequence[str] = ()

    def error(self, message: str) -> NoReturn:
        """Print the complaint and how to get help, and leave with status 2."""
        from m44core.cli import complaints  # only needed now

        told = _words_for(self.given).render
        if "invalid choice" in message and self.prog == "m44":
            said = told(complaints.unknown_command(message, COMMANDS))
        else:
            said = told(complaints.complaint(message))
        self.exit(FAILED, f"{self.prog}: {said}\n{told(complaints.help_of(self.prog))}\n")


def _parser() -> Parser:
    parser = Parser(
        prog="m44",
        description="Write, check, draw and try out scenarios for the board game Memoir '44.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"m44 {__version__}")
    return parser


if __name__ == "__main__":
    sys.exit(main())
