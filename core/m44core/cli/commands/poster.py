"""``m44 poster``: the map of a scenario at the size of the game."""

from __future__ import annotations

import argparse
from dataclasses import replace

from m44core.arguments.parser import Parser
from m44core.cli.file_arguments import read_scenario
from m44core.cli.printing_options import (
    add_language_options,
    add_print_options,
    print_languages,
    write_pdf,
)
from m44core.drawing.board.scenario_drawing import ALL_LAYERS
from m44core.messages.message import message, thousands
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.poster import HEX_MILLIMETRES, typeset_poster
from m44core.publish.typesetter import open_typesetter

_LEAST, _MOST = 10.0, 150.0  # millimetres
_EXAMPLES = {
    "m44 poster pegasus.m44 pegasus.pdf": None,
    "m44 poster pegasus.m44 board.pdf --paper a3 --no-units --ink saving": message(
        "the bare board on larger paper, with little ink"
    ),
    "m44 poster pegasus.m44 large.pdf --one-page": message("for a copy shop"),
}


def add_options(parser: Parser) -> None:
    """Say what the command does, and add its options."""
    parser.describe(
        message(
            "Print the map of a scenario at the size of the game: as pages to glue, with marks and "
            "a plan of how they lie, or as one large page."
        ),
        _EXAMPLES,
    )
    add, tell = parser.add_argument, parser.text
    add("file", metavar="FILE", help=tell(message("the scenario to print")))
    add("out", metavar="OUT.pdf", help=tell(message("the PDF to write")))
    about = message(
        "millimetres from side to side of a hex (default: {usual})",
        usual=thousands(int(HEX_MILLIMETRES)),
    )
    add("--hex", type=_width, default=HEX_MILLIMETRES, metavar="MM", help=tell(about))
    add("--one-page", action="store_true", help=tell(message("one page as large as the map")))
    add("--no-units", action="store_true", help=tell(message("without units and their badges")))
    add_print_options(parser)
    add_language_options(parser, two=False)


def _width(text: str) -> float:
    width = float(text)
    if not _LEAST <= width <= _MOST:
        raise ValueError
    return width


def run(arguments: argparse.Namespace) -> int:
    """Print the poster; return 0.

    Raises:
        M44Error: the scenario cannot be read, or the poster not be typeset or written.
    """
    scenario, told = read_scenario(arguments.file), print_languages(arguments)[0]
    paper = None if arguments.one_page else Paper.from_cli_name(arguments.paper)
    show = replace(ALL_LAYERS, units=not arguments.no_units)
    with open_typesetter(arguments.template) as typesets:
        ink = Ink(arguments.ink)
        made = typeset_poster(typesets, scenario, told, paper, ink, arguments.hex, show)
    write_pdf(made, arguments.out, told)
    return 0
