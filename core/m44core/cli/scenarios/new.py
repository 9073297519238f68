"""``m44 new``: write a new, empty scenario."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from m44core.board import BoardType, Face
from m44core.cli.files import file_to_write, format_to_write
from m44core.cli.scenarios.schema import add_schema_option
from m44core.io.files.save import save
from m44core.io.origin import NEW
from m44core.io.vocabulary.words import code, word
from m44core.io.workshop.encode import with_schema
from m44core.model.edits import new_scenario

if TYPE_CHECKING:
    from m44core.cli.main import Parser

SUMMARY = "write a new, empty scenario"

_EPILOG = """\
The format is that of FILE's name: .m44, .yaml or .json.

examples:
  m44 new crossing.yaml
  m44 new --board overlord --face beach --title "Two beaches" beaches.m44"""


def add_parser(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "new",
        help=SUMMARY,
        description="Write a new scenario: an empty board, and everything else filled in as usual.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("path", metavar="FILE", help="the file to write")
    parser.add_argument("--board", choices=[word(b) for b in BoardType], default="standard")
    parser.add_argument("--face", choices=[word(f) for f in Face], default="country")
    parser.add_argument("--title", default="New scenario", help="the scenario's name")
    add_schema_option(parser)
    parser.add_argument("--force", action="store_true", help="replace FILE, keeping it as FILE~")


def run(arguments: argparse.Namespace) -> int:
    """Write the new scenario.

    Raises:
        WriteError: it cannot be written, is there already, or its name says no format.
    """
    file_format = format_to_write(arguments.path)
    path = file_to_write(arguments.path, replace=arguments.force)
    board, face = BoardType(code(arguments.board)), Face(code(arguments.face))
    scenario = new_scenario(board, face, arguments.title)
    save(scenario, path, file_format=file_format, origin=with_schema(NEW, arguments.schema))
    return 0
