"""``m44 new``: write a new, empty scenario."""

from __future__ import annotations

import argparse

from m44core.arguments.parser import Parser
from m44core.board import BoardType, Face
from m44core.cli.commands.schema import add_schema_option
from m44core.cli.file_arguments import output_format
from m44core.cli.output_file import write_output
from m44core.cli.shared_options import add_force_option, add_format_option, add_language_option
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.io.origin import NO_ORIGIN
from m44core.io.vocabulary.codes import code_for, word_for
from m44core.io.workshop.encode import with_schema
from m44core.messages.message import message
from m44core.model.edits import new_scenario

_EXAMPLES = {
    "m44 new crossing.yaml": None,
    'm44 new --board overlord --face beach --title "Two beaches" beaches.m44': None,
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message("Create a new scenario: an empty board with default values everywhere else."),
        message("The extension of FILE sets the format: .m44, .yaml or .json."),
        _EXAMPLES,
        message("exit status: 0 written, 2 failed"),
    )
    add, text = parser.add_argument, parser.text
    parser.add_output_argument("FILE", message("the file to write; - prints the scenario"))
    about = message("output format (overrides the file extension of FILE)")
    add_format_option(parser, text, map(str, FileFormat), about=about)
    board, face = (
        message("the board (default: standard)"),
        message("the side of the board (default: country)"),
    )
    add("--board", choices=[word_for(b) for b in BoardType], default="standard", help=text(board))
    add("--face", choices=[word_for(f) for f in Face], default="country", help=text(face))
    add("--title", default="New scenario", help=text(message("the title of the scenario")))
    add_schema_option(parser)
    add_force_option(parser, text, "FILE")
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the new scenario; return 0.

    Raises:
        WriteError: the file cannot be written or exists already, or its suffix is unknown.
    """
    name = arguments.output
    file_format = (
        FileFormat(arguments.format) if arguments.format else output_format(name, may_add=True)
    )
    board, face = BoardType(code_for(arguments.board)), Face(code_for(arguments.face))
    scenario = new_scenario(board, face, arguments.title)
    origin = with_schema(NO_ORIGIN, arguments.schema)
    write_output(to_bytes(scenario, file_format, origin), name, backup=True)
    return 0
