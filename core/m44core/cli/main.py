"""``m44``: finds the command, starts it, and turns what stops it into a message and a status.

Only the module of the command asked for is imported, so that ``m44 check`` does not pay for
``m44 play``. Commands that need Qt are entry points of the group ``m44.commands``.
"""

from __future__ import annotations

from m44core.interrupts import end_quietly, raise_interrupts

if __name__ == "__main__":
    end_quietly()

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from time import process_time
from types import ModuleType
from typing import TYPE_CHECKING

import m44core.values  # noqa: F401 -- before `dataclasses` is imported by anything else
from m44core.arguments.parser import LANGUAGE, Parser, requested_language
from m44core.cli.exit_status import FAILED, INTERRUPTED, PIPE_CLOSED
from m44core.cli.plugins import run_plugin
from m44core.errors import M44Error, NotationError
from m44core.log import Log, start_logging
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Value, message
from m44core.version import __version__

if TYPE_CHECKING:
    from m44core.messages.message import Words

COMMANDS = {
    "check": message("say what is wrong with scenario files"),
    "explain": message("say what a check looks for, and what to do"),
    "bill": message("count the components a scenario needs, or say how to set it up"),
    "new": message("write a new, empty scenario"),
    "convert": message("write a scenario in another format"),
    "diff": message("say what differs between two scenarios"),
    "schema": message("print the JSON Schema of a file format"),
    "facts": message("print what the engine computes for a scenario"),
    "render": message("draw a scenario as SVG, PNG or PDF"),
    "sheet": message("print a scenario as a sheet, with its map, texts and rules"),
    "poster": message("print a map at the size of the game, over several pages"),
    "pieces": message("print pieces to cut out, which your boxes lack"),
    "book": message("print the scenarios of a folder as a booklet"),
    "site": message("write the scenarios of a folder as a site for browsers"),
    "play": message("play a scenario, or simulate many games of it"),
    "duel": message("find out which of two computer players is the better one"),
    "supports": message("say what of a scenario the engine plays"),
    "replay": message("play a recorded game again"),
    "library": message("list scenarios with what is known of them"),
    "packs": message("say whether user packs can be used, and what is in them"),
    "translate": message("send the texts of scenarios to translators, and take them back"),
    "sentences": message("write the standard sentences of a briefing from the data"),
    "languages": message("say which languages the program speaks, and how complete each is"),
    "edit": message("open a scenario in the editor"),
}
_log = Log("m44core.cli.main")  # __name__ of a program is __main__
PLUGINS = ("edit",)  # commands that are nothing but Qt
ROOMS = {
    **dict.fromkeys(("check", "explain", "languages"), "checking"),
    **dict.fromkeys(
        ("bill", "new", "convert", "diff", "schema", "render", "packs", "library", "sentences"),
        "scenarios",
    ),
    **dict.fromkeys(("sheet", "poster", "pieces", "book", "site"), "publishing"),
    "translate": "translating",
    **dict.fromkeys(("facts", "play", "duel", "supports", "replay"), "games"),
}
"""The package of each command's module."""

_EXAMPLES = {
    "m44 check scenarios/": message("every scenario in a folder"),
    "m44 explain M502": message("what a finding means"),
    "m44 convert pegasus.m44 pegasus.yaml": None,
    "m44 edit pegasus.m44": None,
}
_STATUS = message("exit status: 0 nothing to report, 1 something was found, 2 it could not be done")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    Without arguments those of the process are taken, and an interrupt ends it as one ends any
    program, after what was done is told: a shell calls that 130, and stops a loop it was in.
    """
    if arguments is not None:
        return _status(list(arguments))
    gc.disable()  # nothing that is imported is garbage, and looking for it takes long
    status = _status(sys.argv[1:], _begin)
    end_quietly()  # what is left to do says nothing
    if status == INTERRUPTED:
        _end_by_interrupt()
    return status


def _status(words: list[str], begun: Callable[[], None] | None = None) -> int:
    """Run one command; call *begun* once all is read that it begins with."""
    start_logging(words)
    _log.info("m44 %s %s, Python %s on %s", __version__, words, sys.version, sys.platform)
    place = _place_of_command(words)
    if words[place : place + 1] == ["help"]:
        words = [*words[:place], *words[place + 1 :], "--help"]
    _print_whatever_comes()
    try:
        status = _run(words, begun)
        sys.stdout.flush()
        _log.info("exit status %s after %.2f s of processor time", status, process_time())
        return status
    except M44Error as error:
        print(f"m44: {_printable(_told(error, words))}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        _print_no_more()
        return PIPE_CLOSED
    except OSError as error:
        _print_no_more()
        from m44core.cli.error_messages import os_error_message  # only needed now

        said = _words_for(words).render(os_error_message(error))
        print(f"m44: {_printable(said)}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        from m44core.cli.error_messages import INTERRUPTION  # only needed now

        print(f"\nm44: {_words_for(words).render(INTERRUPTION)}", file=sys.stderr)
        return INTERRUPTED
    except (SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # the last boundary: whatever else failed, say so and end
        from m44core.cli.error_messages import internal_error_message  # only needed now

        said = _words_for(words).render(internal_error_message(error, words))
        print(f"m44: {_printable(said)}", file=sys.stderr)
        return FAILED


def _end_by_interrupt() -> None:
    """End by the signal, which Python does or does not, as what it interrupted happens to be."""
    if os.name == "posix":
        with suppress(OSError):  # nobody may be there to read it
            sys.stdout.flush()
        sys.stderr.flush()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.raise_signal(signal.SIGINT)


def _begin() -> None:
    """Hear interrupts, and look for garbage again, but not through what stays to the end."""
    gc.freeze()
    gc.enable()
    raise_interrupts()


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
    from m44core.cli.shared_options import language_words  # only needed now

    try:
        return language_words(requested_language(given))
    except NotationError:
        return language_words(ENGLISH)


def _printable(text: str) -> str:
    """Return a message in which the name of a file, or what is in it, does nothing."""
    from m44core.cli.control_characters import visible  # only needed now

    return "\n".join(map(visible, text.split("\n")))


def _print_no_more() -> None:
    """Drop what was still to be printed: nobody reads it, or there is no room for it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _module(command: str) -> ModuleType:
    return import_module(f"m44core.cli.commands.{command}")


def _run(words: list[str], begun: Callable[[], None] | None) -> int:
    """Parse the words with the command's own parser, and run it once *begun* was called."""
    place = _place_of_command(words)
    command = next(iter(words[place:]), None)
    if command in PLUGINS:
        return run_plugin(command, words[:place] + words[place + 1 :])
    asked = [command] if command in COMMANDS and place == 0 else COMMANDS  # no help on others
    parser, of_commands = _parsers(_words_for(words), asked)
    module = _module(command) if command in COMMANDS else None
    if module and command:
        module.add_options(of_commands[command])
        of_commands[command].set_defaults(language=requested_language(words))
    namespace = parser.parse_args(words)
    assert module is not None, "the parser refuses every other command"
    if begun:
        begun()
    status: int = module.run(namespace)
    return status


def _parsers(told: Words, names: Iterable[str]) -> tuple[Parser, Mapping[str, Parser]]:
    """Return the parser of the program, and those of some commands."""
    parser = _parser(told)
    commands = parser.add_subparsers(
        title=told.render(message("commands")),
        metavar="COMMAND",
        dest="command",
        required=True,
        parser_class=Parser,
    )
    for name in names:
        commands.add_parser(name, told=told, help=told.render(COMMANDS[name]))
    return parser, commands.choices


def full_help(language: str) -> str:
    """Return the help of the program, as the build keeps it."""
    return _parsers(_words_for([LANGUAGE, language]), COMMANDS)[0].format_help()


def _place_of_command(words: list[str]) -> int:
    """Return where the command stands: the first word that is neither option nor language."""
    before = ["", *words]
    stands = (
        place
        for place, word in enumerate(words)
        if not word.startswith("-") and before[place] != LANGUAGE
    )
    return next(stands, len(words))


class _MainParser(Parser):
    """A parser that proposes a command for a wrong one."""

    def error_message(self, english: str) -> Value:
        """Return what is said about a wrong call."""
        if not english.startswith("argument COMMAND: invalid choice"):
            return super().error_message(english)
        from m44core.cli.error_messages import unknown_command  # only needed now

        return unknown_command(english, COMMANDS)


def _parser(told: Words) -> Parser:
    from m44core.cli.shared_options import add_language  # only needed now

    parser = _MainParser("m44", told=told)
    parser.describe(
        message("Write, check, draw and try out scenarios for the board game Memoir '44."),
        _EXAMPLES,
        _STATUS,
    )
    add_language(parser)
    parser.add_version(f"m44 {__version__}")
    return parser


if __name__ == "__main__":
    sys.exit(main())
