"""``-`` among the files to read: standard input in place of a file."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext

from m44core.cli.quiet_mode import print_note
from m44core.errors import NotationError
from m44core.messages.message import Renderer, message

READ_ARGUMENTS = (
    *("file", "files", "path", "paths", "before", "after"),
    *("scenario", "scenarios", "second_file", "against", "script"),
)
"""The parsed arguments and options that name files to read, in all commands."""
_STANDARD_INPUT = "-"


def piped_input_context(
    arguments: argparse.Namespace, renderer: Renderer
) -> AbstractContextManager[None]:
    """Return a context in which ``-`` is standard input, if one of the files to read is ``-``.

    If standard input is the keyboard, print how to end the input.

    Raises:
        NotationError: more than one of the files to read is ``-``.
    """
    number = sum(name == _STANDARD_INPUT for name in input_file_names(arguments))
    if number > 1:
        raise NotationError(message("standard input (-) can be read only once"))
    if number == 0:
        return nullcontext()
    if sys.stdin is not None and sys.stdin.isatty():
        keys = "Ctrl+Z, Enter" if os.name == "nt" else "Ctrl+D"
        print_note(
            message("reading from the keyboard; press {keys} to finish", keys=keys), renderer
        )
    from m44core.io.files.standard_input import copied_standard_input  # only for pipes

    return copied_standard_input()


def input_file_names(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the files to read, as named on the command line."""
    for argument in READ_ARGUMENTS:
        value = getattr(arguments, argument, None)
        names = value if isinstance(value, list) else [value]
        yield from (str(name) for name in names if name is not None)


def refuse_piped_input(path: object, option: str) -> None:
    """Refuse to change a file that is standard input.

    Raises:
        NotationError: *path* is ``-``; the message names the option that would change it.
    """
    if str(path) == _STANDARD_INPUT:
        raise NotationError(
            message(
                "{option} changes a file, so it does not work with standard input (-)",
                option=option,
            )
        )
