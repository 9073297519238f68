"""``m44 poster``: print the map of a scenario at the size of the game."""

from __future__ import annotations

import argparse
from dataclasses import replace

from m44core.arguments.parser import Parser
from m44core.cli.printing_options import (
    add_language_options,
    add_map_options,
    add_print_options,
    add_scenario_and_pdf_arguments,
    printed_layers,
    require_pdf_output,
    text_renderers,
    write_pdf,
)
from m44core.cli.shared_options import renderer_of
from m44core.cli.side_file_problems import read_scenario_reporting_problems
from m44core.messages.message import message, with_thousands_separators
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.poster import HEX_MILLIMETRES, typeset_poster
from m44core.publish.typesetter import open_typesetter

_MIN_HEX_WIDTH, _MAX_HEX_WIDTH = 10.0, 150.0  # millimetres
_EMPTY_BOARD = dict.fromkeys(
    ("terrain", "structures", "obstacles", "units", "tags", "labels", "title"), False
)
_EXAMPLES = {
    "m44 poster pegasus.m44 pegasus.pdf": None,
    "m44 poster pegasus.m44 map.pdf --paper a3 --no-units --ink saving": message(
        "the map without units on larger paper, saving ink"
    ),
    "m44 poster pegasus.m44 board.pdf --empty": message(
        "the empty board, for playing any scenario with m44 pieces --all"
    ),
    "m44 poster pegasus.m44 large.pdf --one-page": message("for a copy shop"),
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message(
            "Print the map of a scenario at actual size, either as pages to glue together, "
            "with marks and an overview, or as one large page."
        ),
        _EXAMPLES,
        message("exit status: 0 written, 2 failed"),
    )
    add, text = parser.add_argument, parser.text
    add_scenario_and_pdf_arguments(parser)
    about = message(
        "width of a hex from side to side, in millimeters (default: {usual})",
        usual=with_thousands_separators(int(HEX_MILLIMETRES)),
    )
    add("--hex", type=_parse_width, default=HEX_MILLIMETRES, metavar="MM", help=text(about))
    add("--one-page", action="store_true", help=text(message("one page the size of the map")))
    add("--no-units", action="store_true", help=text(message("without units and their badges")))
    empty_help = message("the empty board as printed, without pieces, labels or title")
    add("--empty", action="store_true", help=text(empty_help))
    add_map_options(parser)
    add_print_options(parser)
    add_language_options(parser, two_languages=False)


def _parse_width(text: str) -> float:
    width = float(text)
    if not _MIN_HEX_WIDTH <= width <= _MAX_HEX_WIDTH:
        raise ValueError
    return width


def run(arguments: argparse.Namespace) -> int:
    """Print the poster; return 0.

    Raises:
        M44Error: the scenario cannot be read, or the poster cannot be typeset or written.
    """
    require_pdf_output(arguments.output)
    scenario = read_scenario_reporting_problems(arguments.file, renderer_of(arguments))
    renderer = text_renderers(arguments)[0]
    paper = None if arguments.one_page else Paper.from_cli_name(arguments.paper)
    show = replace(printed_layers(arguments), units=not arguments.no_units)
    if arguments.empty:
        show = replace(show, **_EMPTY_BOARD)
    with open_typesetter(arguments.template) as typesetter:
        ink = Ink(arguments.ink)
        pdf = typeset_poster(typesetter, scenario, renderer, paper, ink, arguments.hex, show)
    write_pdf(pdf, arguments.output, renderer_of(arguments))
    return 0
