"""The command-line parser, with help and errors in the requested language."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from m44core.log import LEVEL_VARIABLE, OPTION, SHORT_OPTION
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, Renderer, Value, message
from m44core.messages.renderers import renderer_in

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from m44core.arguments.help_pages import Part

FAILED, PIPE_CLOSED = 2, 141
Render: TypeAlias = Callable[[Value], str]
"""Turns a message into text."""

LANGUAGE, LANGUAGE_SHORT = "--language", "-l"
OUTPUT, OUTPUT_SHORT = "--output", "-o"


def requested_language(arguments: Sequence[str]) -> str | None:
    """Return the last value of ``--language`` on a command line; None if there is none.

    If the value has two languages (``en+fr``), return the first one, the language of the messages.
    """
    values = [value for word, value in pairwise(arguments) if word in (LANGUAGE, LANGUAGE_SHORT)]
    values += [word.partition("=")[2] for word in arguments if word.startswith(f"{LANGUAGE}=")]
    values += [word[2:] for word in arguments if re.match(r"-l\w", word)]
    return values[-1].partition("+")[0] if values else None


class _FixedWidthFormatter(argparse.HelpFormatter):
    """A formatter for parsing that does not load :mod:`shutil` to measure the terminal."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=80)


class Parser(argparse.ArgumentParser):
    """A parser with help and errors in one language; texts passed to it must be translated already.

    Args:
        prog: The program or the command.
        renderer: The renderer of its language; English if None.
        color: Whether to color the help on a terminal, from Python 3.14 on. There, argparse also
            passes the color of the parser of the program to the parsers of the commands.
    """

    def __init__(
        self, prog: str | None = None, *, renderer: Renderer | None = None, color: bool = False
    ) -> None:
        super().__init__(
            prog=prog, add_help=False, allow_abbrev=True, formatter_class=_FixedWidthFormatter
        )
        self.color = color
        self.renderer = renderer or renderer_in(ENGLISH)
        self._description: Message | None = None
        self._closing: tuple[Part, ...] = ()
        self._output: argparse.Action | None = None
        self._actions_with_help: dict[str, Callable[[Parser], None]] = {}
        self._positionals.title = self.text(message("positional arguments"))
        self._optionals.title = self.text(message("options"))
        about = self.text(message("show this help message and exit"))
        self.add_argument("-h", "--help", action="help", help=about)
        log_help = message(
            "write log messages to standard error; {variable}=debug logs more",
            variable=LEVEL_VARIABLE,
        )
        self.add_argument(
            SHORT_OPTION,
            OPTION,
            action="store_true",
            default=argparse.SUPPRESS,  # logging is started before a command runs
            help=self.text(log_help),
        )

    def text(self, value: Value) -> str:
        """Render a message in the language of the parser."""
        return self.renderer.render(value)

    def add_version_option(self, version: str) -> None:
        """Add ``--version``."""
        about = self.text(message("show the version and exit"))
        self.add_argument("-V", "--version", action="version", version=version, help=about)

    def add_output_argument(self, metavar: str, about: Message) -> None:
        """Add the option for the file or folder to write, as the last argument or as ``--output``.

        It is required; the parsed value is called ``output``.
        """
        self._output = self.add_argument("output", metavar=metavar, help=self.text(about))
        same = message("the same as {argument}", argument=metavar.partition(".")[0])
        self.add_argument(
            OUTPUT_SHORT,
            OUTPUT,
            metavar=metavar,
            default=argparse.SUPPRESS,  # the argument sets it
            help=self.text(same),
        )

    def add_action_help(self, name: str, add_options: Callable[[Parser], None]) -> None:
        """Give an action its own help: ``m44 balance merge --help``.

        Use this for an action that is a value of the first argument of a command, and that is
        parsed with the other arguments of the command.

        Args:
            name: The name of the action.
            add_options: Describes the action, and adds its options to a parser.
        """
        self._actions_with_help[name] = add_options

    def set_description(self, description: Message, *closing: Part) -> None:
        """Set the description of the help, and the parts below the options."""
        self._description = description
        self._closing = closing

    def parse_known_args(  # type: ignore[override]  # argparse declares more types of namespaces
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse arguments; unknown arguments of a command are reported by its own parser."""
        words = sys.argv[1:] if args is None else list(args)
        self._print_action_help(words)
        if self._output is not None and any(
            map(_is_output_option, _arguments_before_separator(words))
        ):
            self._actions.remove(self._output)
            self._output = None
        parsed, unknown_words = super().parse_known_args(words, namespace)
        if unknown_words and " " in self.prog:
            self.error(f"unrecognized arguments: {' '.join(unknown_words)}")
        return parsed, unknown_words

    def _print_action_help(self, words: Sequence[str]) -> None:
        """Print the help of an action and exit, if it is requested."""
        add_options = self._actions_with_help.get(next(iter(words), ""))
        if add_options is None or not {"-h", "--help"} & {*_arguments_before_separator(words)}:
            return
        parser = type(self)(f"{self.prog} {words[0]}", renderer=self.renderer, color=self.color)
        add_options(parser)
        parser.print_help()
        parser.exit()

    def format_help(self) -> str:
        """Return the help, laid out for the terminal."""
        from m44core.arguments.help_pages import format_help_text, help_formatter  # only needed now

        self.formatter_class = help_formatter(self.renderer)
        if self._description:
            self.description = format_help_text([self._description], self.renderer)
        self.epilog = format_help_text(self._closing, self.renderer)
        return super().format_help()

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Write the help, the version or an error; exit if the output cannot be written.

        argparse ignores output errors, so a script would mistake truncated help for complete help.
        """
        is_output = file is not None and file is sys.stdout
        if not is_output:
            super()._print_message(message, file)
            return
        try:
            sys.stdout.write(message)
            sys.stdout.flush()
        except OSError as error:
            self._exit_on_output_error(error)

    def _exit_on_output_error(self, error: OSError) -> NoReturn:
        """Exit because of an output error; print no message if the reader is gone."""
        from m44core.arguments.unwritable_output import (  # only needed now
            discard_output,
            os_error_message,
        )

        discard_output()
        if isinstance(error, BrokenPipeError):
            self.exit(PIPE_CLOSED)
        program = self.prog.partition(" ")[0]  # not the command: its options were right
        self.exit(FAILED, f"{program}: {self.text(os_error_message(error))}\n")

    def error(self, message: str) -> NoReturn:
        """Print the error and how to get help, and exit with status 2."""
        text, hint = self.text(self.error_message(message)), self.text(help_hint(self.prog))
        self.exit(FAILED, f"{self.prog}: {text}\n{hint}\n")

    def error_message(self, english: str) -> Value:
        """Return the message for an error of argparse."""
        return argparse_error_message(english)


def _is_output_option(word: str) -> bool:
    """Return whether an argument is ``--output`` or ``-o``, even in ``-qo`` or ``-oFILE``."""
    name = word.partition("=")[0]
    is_long = len(name) > len("--") and OUTPUT.startswith(name)
    return is_long or re.match(r"-[qvh]*o", word) is not None


def _arguments_before_separator(words: Sequence[str]) -> Sequence[str]:
    """Return the arguments before ``--``, after which there are no options."""
    return words[: words.index("--")] if "--" in words else words


_ARGPARSE_MESSAGES: tuple[tuple[str, Message], ...] = (
    (r"argument (?P<name>[^:]+): (?P<said>.+)", message("argument {name}: {said}")),
    (
        "the following arguments are required: (?P<names>.+)",
        message("the following arguments are required: {names}"),
    ),
    ("unrecognized arguments: (?P<words>.+)", message("unrecognized arguments: {words}")),
    ("expected one argument", message("expected one argument")),
    ("expected at least one argument", message("expected at least one argument")),
    (
        "ignored explicit argument (?P<word>.+)",
        message("this option takes no value, but was given {word}"),
    ),
    (
        r"ambiguous option: (?P<word>.+) could match (?P<options>.+)",
        message("ambiguous option: {word} could match {options}"),
    ),
    (r"invalid int value: (?P<word>.+)", message("{word} is not a whole number")),
    (r"invalid float value: (?P<word>.+)", message("{word} is not a number")),
    (
        r"invalid choice: (?P<word>.+) \(choose from (?P<known>.+)\)",
        message("invalid choice: {word} (choose from {known})"),
    ),
    (
        r"(?P<word>.+) is no number from 1 to (?P<most>.+)",
        message("{word} is not a whole number from 1 to {most}"),
    ),
    (
        r"(?P<word>.+) is no number from (?P<least>.+) to (?P<most>.+)",
        message("{word} is not a number from {least} to {most}"),
    ),
    (r"(?P<word>.+) is no percentage", message("{word} is not a percentage")),
)


def argparse_error_message(english: str) -> Value:
    """Return an error of argparse as a message; an unknown error as its English text."""
    for pattern, replacement in _ARGPARSE_MESSAGES:
        match = re.fullmatch(pattern, english, re.DOTALL)
        if match:
            values: dict[str, Value] = dict(match.groupdict())
            if "said" in values:
                values["said"] = argparse_error_message(match["said"])
            return replace(replacement, values=values)
    return english


def help_hint(program: str) -> Message:
    """Return the hint on how to get help for a command."""
    return message("Try: {command}", command=f"{program} --help")
