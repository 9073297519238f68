"""``m44``: runs a command, and turns its errors into messages and exit statuses.

Only the module of the requested command is imported, so that ``m44 check`` does not load
``m44 play``. Commands that need Qt are entry points of the group ``m44.commands``.
"""

from __future__ import annotations

from m44core.interrupts import exit_silently_on_interrupt, raise_interrupts

if __name__ == "__main__":
    exit_silently_on_interrupt()

import argparse
import gc
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from importlib import import_module
from io import TextIOWrapper
from time import process_time
from types import ModuleType
from typing import TYPE_CHECKING

import m44core.values  # noqa: F401 -- before `dataclasses` is imported by anything else
from m44core.arguments.parser import LANGUAGE, LANGUAGE_SHORT, Parser, requested_language
from m44core.cli.exit_status import FAILED, INTERRUPTED, PIPE_CLOSED
from m44core.cli.piped_input import piped_input_context
from m44core.cli.plugins import add_plugin_options, run_plugin
from m44core.cli.quiet_mode import QUIET, QUIET_SHORT, print_note, set_quiet
from m44core.cli.renamed_options import replace_renamed_options
from m44core.errors import M44Error, NotationError
from m44core.log import OPTION, Log, start_logging
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Value, message
from m44core.version import __version__

if TYPE_CHECKING:
    from m44core.messages.message import Renderer

COMMANDS = {
    "check": message("check scenario files for problems"),
    "explain": message("explain what a check looks for and what to do"),
    "bill": message("list the components a scenario needs, or explain how to set it up"),
    "new": message("create a new, empty scenario"),
    "convert": message("convert a scenario to another format"),
    "diff": message("show the differences between two scenarios"),
    "schema": message("print the JSON Schema of a file format"),
    "facts": message("print what the engine computes for a scenario"),
    "render": message("draw a scenario as SVG, PNG or PDF"),
    "sheet": message("print a scenario as a sheet, with its map, text and rules"),
    "poster": message("print a map at actual size, over several pages"),
    "pieces": message("print pieces missing from your boxes, to cut out"),
    "cards": message("print cards with the order of battle, rules and units"),
    "book": message("print the scenarios in a folder as a booklet"),
    "site": message("create a website from the scenarios in a folder"),
    "play": message("play a scenario, or simulate many games of it"),
    "balance": message("measure how often each side wins a scenario, and why"),
    "duel": message("compare two computer players over many games"),
    "supports": message("list which parts of a scenario the engine supports"),
    "replay": message("replay a recorded game"),
    "library": message("list scenarios with details about each"),
    "packs": message("check user packs and list their contents"),
    "translate": message("export scenario text for translation and import the results"),
    "sentences": message("write the standard sentences for a briefing, based on the data"),
    "languages": message("list the program's languages and how complete each one is"),
    "examples": message("copy the built-in scenarios and the example pack to a folder"),
    "manual": message("open the manual, or print a page of it"),
    "config": message("show the settings that apply to a file or folder, and where each is set"),
    "doctor": message("show versions, fonts and folders, and what is missing"),
    "completion": message("print a shell completion script for commands and options"),
    "edit": message("open a scenario in the editor"),
}
_log = Log("m44core.cli.main")  # __name__ of a program is __main__
PLUGINS = ("edit",)  # commands that are nothing but Qt

_EXAMPLES = {
    "m44 check scenarios/": message("check every scenario in a folder"),
    "m44 explain M502": message("explain a problem"),
    "m44 convert pegasus.m44 pegasus.yaml": None,
    "m44 edit pegasus.m44": None,
}
_STATUS = message("exit status: 0 no problems, 1 problems found, 2 failed")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status.

    Without *arguments*, the arguments of the process are used. An interrupt then ends the process
    by the signal, after partial results have been reported, so that a shell sees status 130 and
    stops a loop.
    """
    if arguments is not None:
        return _run_and_report_errors(list(arguments))
    gc.disable()  # imports make no garbage, and collecting takes long
    status = _run_and_report_errors(sys.argv[1:], _enable_interrupts_and_gc)
    exit_silently_on_interrupt()  # an interrupt from here on prints nothing
    if status == INTERRUPTED:
        _end_by_interrupt()
    return status


def _run_and_report_errors(argv: list[str], on_ready: Callable[[], None] | None = None) -> int:
    """Run one command, print the error that ends it, if any, and return the exit status.

    Args:
        argv: The arguments of the program.
        on_ready: Called when the modules are imported and the arguments parsed; can be None.
    """
    start_logging(argv)
    _log.info("m44 %s %s, Python %s on %s", __version__, argv, sys.version, sys.platform)
    command_index = _command_index(argv)
    if argv[command_index : command_index + 1] == ["help"]:
        argv = [*argv[:command_index], *argv[command_index + 1 :], "--help"]
    _tolerate_unprintable_output()
    try:
        status = _parse_and_run(argv, on_ready)
        sys.stdout.flush()
        _log.info("exit status %s after %.2f s of processor time", status, process_time())
        return status
    except M44Error as error:
        print(f"m44: {_printable_text(_error_text(error, argv))}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        from m44core.arguments.unwritable_output import discard_output  # only needed now

        discard_output()
        return PIPE_CLOSED
    except OSError as error:
        from m44core.arguments.unwritable_output import (  # only needed now
            discard_output,
            os_error_message,
        )

        discard_output()
        text = _renderer_for(argv).render(os_error_message(error))
        print(f"m44: {_printable_text(text)}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        from m44core.cli.error_messages import INTERRUPTION  # only needed now

        print(f"\nm44: {_renderer_for(argv).render(INTERRUPTION)}", file=sys.stderr)
        return INTERRUPTED
    except (SystemExit, GeneratorExit):
        raise
    except BaseException as error:  # the last boundary: report any other failure and exit
        from m44core.cli.error_messages import report_internal_error  # only needed now

        text = _renderer_for(argv).render(report_internal_error(error, argv))
        print(f"m44: {_printable_text(text)}", file=sys.stderr)
        return FAILED


def _end_by_interrupt() -> None:
    """End the process by SIGINT, which Python itself does not always do; on Windows, do nothing."""
    if os.name == "posix":
        with suppress(OSError):  # the reader may have gone
            sys.stdout.flush()
        sys.stderr.flush()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.raise_signal(signal.SIGINT)


def _enable_interrupts_and_gc() -> None:
    """Install the interrupt handling and enable garbage collection, except for imported modules."""
    gc.freeze()
    gc.enable()
    raise_interrupts()


def _tolerate_unprintable_output() -> None:
    """Keep unprintable characters and closed streams from stopping a command."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123 - as long as we run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _error_text(error: M44Error, argv: Sequence[str]) -> str:
    from m44core.messages.renderers import message_of_error  # only needed now

    return _renderer_for(argv).render(message_of_error(error))


def _renderer_for(argv: Sequence[str]) -> Renderer:
    """Return the renderer of the requested language; of English if the language is unknown."""
    from m44core.cli.shared_options import language_renderer  # only needed now

    try:
        return language_renderer(requested_language(argv))
    except NotationError:
        return language_renderer(ENGLISH)


def _printable_text(text: str) -> str:
    """Return a message with its control characters made visible, except line ends."""
    from m44core.cli.control_characters import escape_controls  # only needed now

    return "\n".join(map(escape_controls, text.split("\n")))


def _command_module(command: str) -> ModuleType:
    return import_module(f"m44core.cli.commands.{command.replace('-', '_')}")


def _parse_and_run(argv: list[str], on_ready: Callable[[], None] | None) -> int:
    """Parse the arguments with the command's own parser, and run it; return the exit status.

    *on_ready* is called before the command starts.
    """
    command_index = _command_index(argv)
    command = next(iter(argv[command_index:]), None)
    if command in PLUGINS:
        return run_plugin(command, argv[:command_index] + argv[command_index + 1 :])
    commands = (
        [command] if command in COMMANDS and command_index == 0 else COMMANDS
    )  # help is only needed for this one
    parser, command_parsers = _make_parsers(_renderer_for(argv), commands)
    if not argv:
        sys.stderr.write(parser.format_help())
        return FAILED
    module = _command_module(command) if command in COMMANDS else None
    argv, notes = replace_renamed_options(command, argv)
    if module and command:
        module.add_options(command_parsers[command])
        command_parsers[command].set_defaults(language=requested_language(argv))
    _refuse_unknown_options(parser, argv[: _command_index(argv)])
    namespace = parser.parse_args(argv)
    assert module is not None, "the parser refuses every other command"
    if "verbose" in namespace:
        start_logging([OPTION])  # it may be joined with another option, as in -qv
    set_quiet(namespace.quiet)
    for note in notes:
        print_note(note, _renderer_for(argv))
    if on_ready:
        on_ready()
    return _run_on_streams(module, namespace, _renderer_for(argv))


def _refuse_unknown_options(parser: Parser, words: Iterable[str]) -> None:
    """Exit if an unknown option precedes the command.

    ``argparse`` would take the value of the option for the command.
    """
    for word in words:
        name = word.partition("=")[0]
        known_options = parser._option_string_actions
        if name.startswith("--") and not any(option.startswith(name) for option in known_options):
            parser.error(f"unrecognized arguments: {word}")


def _run_on_streams(module: ModuleType, arguments: argparse.Namespace, renderer: Renderer) -> int:
    """Run a command with standard input and output in place of ``-``; return its exit status."""
    with ExitStack() as streams:
        if hasattr(arguments, "output") and hasattr(arguments, "force"):
            from m44core.cli.output_file import (  # 1 ms
                redirect_prints,
                refuse_input_as_output,
                refuse_to_overwrite,
            )

            refuse_to_overwrite(arguments.output, force=arguments.force)
            refuse_input_as_output(arguments)
            streams.enter_context(redirect_prints(arguments))
        streams.enter_context(piped_input_context(arguments, renderer))
        status: int = module.run(arguments)
    return status


def _make_parsers(renderer: Renderer, names: Iterable[str]) -> tuple[Parser, Mapping[str, Parser]]:
    """Return the parser of the program, and the parsers of the named commands."""
    parser = _main_parser(renderer)
    commands = parser.add_subparsers(
        title=renderer.render(message("commands")),
        metavar="COMMAND",
        dest="command",
        required=True,
        parser_class=CommandParser,
    )
    for name in names:
        commands.add_parser(name, renderer=renderer, help=renderer.render(COMMANDS[name]))
    return parser, commands.choices


def program_help(language: str) -> str:
    """Return the help of the program in a language, for the build."""
    return _make_parsers(_renderer_for([LANGUAGE, language]), COMMANDS)[0].format_help()


def parser_of_all_commands(language: str = ENGLISH) -> Parser:
    """Return the parser with the options of every command, for its man page and completion.

    A command that needs Qt has its options only if the editor is installed.
    """
    parser, command_parsers = _make_parsers(_renderer_for([LANGUAGE, language]), COMMANDS)
    for name, command in command_parsers.items():
        if name in PLUGINS:
            add_plugin_options(name, command)
        else:
            _command_module(name).add_options(command)
    return parser


def _command_index(argv: list[str]) -> int:
    """Return the index of the command: the first word that is neither an option nor a language."""
    before = ["", *argv]
    indexes = (
        index
        for index, word in enumerate(argv)
        if not word.startswith("-") and before[index] not in (LANGUAGE, LANGUAGE_SHORT)
    )
    return next(indexes, len(argv))


class CommandParser(Parser):
    """The parser of a command, or of one of its actions: all have ``--quiet``."""

    def __init__(
        self, prog: str | None = None, *, renderer: Renderer | None = None, color: bool = False
    ) -> None:
        super().__init__(prog, renderer=renderer, color=color)
        about = message("leave out progress, notes and summaries")
        self.add_argument(
            QUIET_SHORT,
            QUIET,
            action="store_true",
            default=argparse.SUPPRESS,  # it may also be among the options before the command
            help=self.text(about),
        )

    def error_message(self, english: str) -> Value:
        """Return the message for a usage error; a misspelled word gets a suggestion."""
        if re.match(r"argument (?:COMMAND|ACTION): invalid choice", english):
            from m44core.cli.error_messages import unknown_command_message  # only needed now

            return unknown_command_message(english, self.command_names())
        option = re.match(r"unrecognized arguments: (?:.*? )??(-[^\s=]+)", english)
        if option is None:
            return super().error_message(english)
        from m44core.cli.error_messages import unknown_option_message  # only needed now

        return unknown_option_message(option[1], self._option_string_actions)

    def command_names(self) -> list[str]:
        """Return the names of the commands or actions of this parser."""
        return [
            name
            for action in self._actions
            if isinstance(action, argparse._SubParsersAction)
            for name in action.choices
        ]


def _main_parser(renderer: Renderer) -> Parser:
    from m44core.cli.shared_options import add_language_option  # only needed now

    parser = CommandParser("m44", renderer=renderer)
    parser.set_description(
        message("Create, check, draw and playtest scenarios for the board game Memoir '44."),
        _EXAMPLES,
        _STATUS,
    )
    add_language_option(parser)
    parser.add_version_option(f"m44 {__version__}")
    parser.set_defaults(quiet=False)
    return parser


if __name__ == "__main__":
    sys.exit(main())
