"""``m44 pieces``: print paper pieces for the pieces missing from your boxes."""

from __future__ import annotations

import argparse

from m44core.arguments.parser import Parser
from m44core.cli.collection_settings import owned_boxes_for
from m44core.cli.printing_options import (
    add_language_options,
    add_print_options,
    add_scenario_and_pdf_arguments,
    require_pdf_output,
    text_renderers,
    write_pdf,
)
from m44core.cli.shared_options import add_boxes_option, renderer_of
from m44core.cli.side_file_problems import read_scenario_reporting_problems
from m44core.messages.message import message
from m44core.publish.content.missing_pieces import missing_pieces, pieces_needed
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.paper_pieces import typeset_pieces
from m44core.publish.typesetter import open_typesetter

_EXAMPLES = {
    "m44 pieces pegasus.m44 pieces.pdf": None,
    "m44 pieces pegasus.m44 pieces.pdf --boxes base=1,terrain=1": message(
        "the pieces missing from these boxes, as counted by m44 bill"
    ),
    "m44 pieces pegasus.m44 pieces.pdf --all": message("all pieces, for people who own no boxes"),
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message(
            "Print the pieces that are missing from your boxes, to cut out, front and back, "
            "at actual size."
        ),
        _EXAMPLES,
        message("exit status: 0 written, 2 failed"),
    )
    add, text = parser.add_argument, parser.text
    add_scenario_and_pdf_arguments(parser)
    add_boxes_option(parser)
    add("--all", action="store_true", help=text(message("all pieces, including those you own")))
    no_backs = message("leave out the backs, which explain each piece")
    add("--no-backs", action="store_true", help=text(no_backs))
    add_print_options(parser)
    add_language_options(parser, two_languages=False)


def run(arguments: argparse.Namespace) -> int:
    """Print the pieces; return 0.

    Raises:
        M44Error: the scenario cannot be read, a box is unknown, or the PDF cannot be written.
    """
    require_pdf_output(arguments.output)
    scenario = read_scenario_reporting_problems(arguments.file, renderer_of(arguments))
    renderer = text_renderers(arguments)[0]
    owned_boxes = owned_boxes_for(arguments.boxes, arguments.file)
    pieces = pieces_needed(scenario) if arguments.all else missing_pieces(scenario, owned_boxes)
    title = scenario.title_in(renderer.language.code) or renderer.render(message("(no title)"))
    with open_typesetter(arguments.template) as typesetter:
        paper, ink = Paper.from_cli_name(arguments.paper), Ink(arguments.ink)
        backs = not arguments.no_backs
        pdf = typeset_pieces(typesetter, title, pieces, renderer, paper, ink, with_backs=backs)
    write_pdf(pdf, arguments.output, renderer_of(arguments))
    return 0
