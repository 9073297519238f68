"""``--output`` and ``--force``: where a command writes its result, and what it may replace.

``-`` is standard output. An existing file is only replaced with ``--force``, by every command and
with the same message; :func:`refuse_to_overwrite` runs before a command starts its work.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

from m44core.arguments.parser import OUTPUT, OUTPUT_SHORT, Parser
from m44core.cli.piped_input import input_file_names
from m44core.cli.shared_options import add_force_option
from m44core.errors import WriteError
from m44core.messages.message import Message, message

STANDARD_OUTPUT = "-"
_STREAM_FOLDERS = ("/dev/", "/proc/")


def add_output_option(parser: Parser, *, force: bool = True) -> None:
    """Add ``--output`` to a command that prints its result, and ``--force`` if *force* is set."""
    about = message("write to FILE instead of standard output (-)")
    parser.add_argument(
        OUTPUT_SHORT,
        OUTPUT,
        metavar="FILE",
        default=STANDARD_OUTPUT,
        help=parser.text(about),
    )
    if force:
        add_force_option(parser, parser.text, "FILE", backup=False)


def add_report_output_option(parser: Parser, *, force: bool = True) -> None:
    """Add ``--output`` for the printed text of a command, and ``--force`` if *force* is set."""
    add_output_option(parser, force=force)
    parser.set_defaults(writes_printed_text=True)


def refuse_to_overwrite(name: str, *, force: bool) -> None:
    """Refuse to replace an existing file; pipes and devices are written to.

    Raises:
        WriteError: the file exists, and *force* is False.
    """
    if not force and name != STANDARD_OUTPUT and _is_existing_file(name):
        raise WriteError(message("{name} already exists; add --force to replace it", name=name))


def refuse_input_as_output(arguments: argparse.Namespace) -> None:
    """Refuse to replace a file that the command reads, even with ``--force``.

    ``m44 convert`` may do so, because it keeps the old file.

    Raises:
        WriteError: the output is one of the files that the command reads.
    """
    if hasattr(arguments, "may_replace_input") or not _is_existing_file(arguments.output):
        return
    for name in input_file_names(arguments):
        if _is_existing_file(name) and os.path.samefile(name, arguments.output):  # noqa: PTH121 - as above
            problem = message(
                "{name} is also an input file; choose another file for the output", name=name
            )
            raise WriteError(problem)


def _is_existing_file(name: str) -> bool:
    """Return whether a path is an existing file; writing to a folder fails in any case."""
    is_folder = os.path.isdir(name)  # noqa: PTH112 - a Path may raise instead
    return os.path.exists(name) and not is_folder and not is_stream(name)  # noqa: PTH110 - as above


def is_stream(name: str) -> bool:
    """Return whether a path is a pipe, a device or an open file such as ``/dev/stdout``."""
    if os.name == "posix" and os.path.abspath(name).startswith(_STREAM_FOLDERS):  # noqa: PTH100 - no link yet
        return True
    path = Path(name)
    return os.path.exists(name) and not (path.is_file() or path.is_dir())  # noqa: PTH110 - as above


def write_output(data: bytes, name: str, *, backup: bool = False) -> None:
    """Write the result of a command to a file, a pipe or a device, or to standard output.

    A file is replaced atomically; with *backup*, the old one is kept, with ``~`` after its name.

    Raises:
        WriteError: the file cannot be written, or binary data would be printed on a terminal.
        OSError: the pipe or the device cannot be written to.
    """
    if name == STANDARD_OUTPUT:
        _print_bytes(data)
    elif is_stream(name):
        with Path(name).open("ab") as stream:  # append: it may be a terminal or a log
            stream.write(data)
    else:
        from m44core.io.files.save import write  # 13 ms

        write(data, Path(name), backup=backup)


def refuse_terminal(name: str) -> None:
    """Refuse to print binary data, such as a PDF, on a terminal.

    Raises:
        WriteError: *name* is standard output, which is a terminal.
    """
    if name == STANDARD_OUTPUT and sys.stdout.isatty():
        raise WriteError(_BINARY)


_BINARY: Message = message(
    "this output is not text; specify a file, or redirect the output to a file or another program"
)


def _print_bytes(data: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


@contextmanager
def redirect_prints(arguments: argparse.Namespace) -> Iterator[None]:
    """Redirect what a command prints to its ``--output``, unless the command fails.

    The file is UTF-8 with line feeds on every system.

    Raises:
        WriteError: the file cannot be written.
    """
    if not hasattr(arguments, "writes_printed_text") or arguments.output == STANDARD_OUTPUT:
        yield
        return
    stdout, buffer = sys.stdout, StringIO()
    sys.stdout = buffer
    try:
        yield
    finally:
        sys.stdout = stdout
    write_output(buffer.getvalue().encode("utf-8", "backslashreplace"), arguments.output)
