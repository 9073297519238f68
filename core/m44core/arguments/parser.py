"""A parser of options that speaks: its help and its complaints are in the language asked for."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from m44core.log import OPTION, VARIABLE
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, Value, Words, message
from m44core.messages.words import words

if TYPE_CHECKING:
    from m44core.arguments.help_pages import Part

FAILED = 2
Tell: TypeAlias = Callable[[Value], str]
"""What turns a message into a text."""

LANGUAGE = "--language"


def language_asked(given: Sequence[str]) -> str | None:
    """Return the language that the words of a call ask for, whatever else they say.

    Of two, ``en+fr``, that is the first: the one a command speaks itself.
    """
    asked = [later for word, later in pairwise(given) if word == LANGUAGE]
    asked += [word.partition("=")[2] for word in given if word.startswith(f"{LANGUAGE}=")]
    return asked[-1].partition("+")[0] if asked else None


class _AnyWidth(argparse.HelpFormatter):
    """What argparse tries options with: it does not load what asks how wide the terminal is."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=80)


class Parser(argparse.ArgumentParser):
    """A parser with all its words in a language; what it is given as text is told as it stands.

    Args:
        prog: The program or the command.
        told: The words of the language.
    """

    def __init__(self, prog: str | None = None, *, told: Words | None = None) -> None:
        super().__init__(prog=prog, add_help=False, allow_abbrev=True, formatter_class=_AnyWidth)
        self.words = told or words(ENGLISH)
        self._description: Message | None = None
        self._closing: tuple[Part, ...] = ()
        self._positionals.title = self.tell(message("positional arguments"))
        self._optionals.title = self.tell(message("options"))
        about = self.tell(message("show this help and leave"))
        self.add_argument("-h", "--help", action="help", help=about)
        logged = message(
            "log what the program does to standard error; {variable}=debug logs more",
            variable=VARIABLE,
        )
        self.add_argument(
            OPTION,
            action="store_true",
            default=argparse.SUPPRESS,  # whoever reads the words starts the log, not a command
            help=self.tell(logged),
        )

    def tell(self, said: Value) -> str:
        """Return a message in the language of the parser."""
        return self.words.render(said)

    def add_version(self, version: str) -> None:
        """Add the option that prints which version this is."""
        about = self.tell(message("show which version this is and leave"))
        self.add_argument("--version", action="version", version=version, help=about)

    def describe(self, description: Message, *closing: Part) -> None:
        """Say what the help begins with, and what stands below the options."""
        self._description = description
        self._closing = closing

    def format_help(self) -> str:
        """Return the help, laid out for the terminal."""
        from m44core.arguments.help_pages import formatter, laid_out  # only needed now

        self.formatter_class = formatter(self.words)
        if self._description:
            self.description = laid_out([self._description], self.words)
        self.epilog = laid_out(self._closing, self.words)
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Print the complaint and how to get help, and leave with status 2."""
        from m44core.arguments.complaints import help_of  # only needed now

        said, how = self.tell(self.complaint(message)), self.tell(help_of(self.prog))
        self.exit(FAILED, f"{self.prog}: {said}\n{how}\n")

    def complaint(self, english: str) -> Value:
        """Return what a complaint of argparse says."""
        from m44core.arguments.complaints import complaint  # only needed now

        return complaint(english)
