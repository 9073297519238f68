"""``m44 pieces``: paper pieces for what your boxes lack."""

from __future__ import annotations

import argparse

from m44core.arguments.parser import Parser
from m44core.cli.collection_settings import owned_boxes_for
from m44core.cli.file_arguments import read_scenario
from m44core.cli.printing_options import (
    add_language_options,
    add_print_options,
    print_languages,
    write_pdf,
)
from m44core.messages.message import message
from m44core.publish.content.missing_pieces import missing_pieces, pieces_needed
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.paper_pieces import typeset_pieces
from m44core.publish.typesetter import open_typesetter

_EXAMPLES = {
    "m44 pieces pegasus.m44 pieces.pdf": None,
    "m44 pieces pegasus.m44 pieces.pdf --boxes base=1,terrain=1": message(
        "what these boxes lack, as m44 bill counts it"
    ),
    "m44 pieces pegasus.m44 pieces.pdf --all": message("everything, for who has no box"),
}


def add_options(parser: Parser) -> None:
    """Say what the command does, and add its options."""
    parser.describe(
        message(
            "Print what your boxes lack as pieces to cut out, front and back, in the game's size."
        ),
        _EXAMPLES,
    )
    add, tell = parser.add_argument, parser.text
    add("file", metavar="FILE", help=tell(message("the scenario to print")))
    add("out", metavar="OUT.pdf", help=tell(message("the PDF to write")))
    boxes = message("what you own: base=1,terrain=1 (a name alone is one)")
    add("--boxes", metavar="BOXES", help=tell(boxes))
    add("--all", action="store_true", help=tell(message("every piece, whatever you own")))
    add_print_options(parser)
    add_language_options(parser, two=False)


def run(arguments: argparse.Namespace) -> int:
    """Print the pieces; return 0.

    Raises:
        M44Error: the scenario cannot be read, a box is none, or the PDF cannot be made or written.
    """
    scenario, told = read_scenario(arguments.file), print_languages(arguments)[0]
    owned = owned_boxes_for(arguments.boxes, arguments.file)
    pieces = pieces_needed(scenario) if arguments.all else missing_pieces(scenario, owned)
    title = scenario.title_in(told.language.code) or told.render(message("(no title)"))
    with open_typesetter(arguments.template) as typesets:
        paper, ink = Paper.from_cli_name(arguments.paper), Ink(arguments.ink)
        made = typeset_pieces(typesets, title, pieces, told, paper, ink)
    write_pdf(made, arguments.out, told)
    return 0
