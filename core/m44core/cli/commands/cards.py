"""``m44 cards``: print the order of battle and a reference as cards."""

from __future__ import annotations

import argparse

from m44core.arguments.parser import Parser
from m44core.cli.printing_options import (
    add_language_options,
    add_print_options,
    add_scenario_and_pdf_arguments,
    require_pdf_output,
    text_renderers,
    write_pdf,
)
from m44core.cli.shared_options import renderer_of
from m44core.cli.side_file_problems import read_scenario_reporting_problems
from m44core.messages.message import message
from m44core.publish.cards import typeset_cards
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.typesetter import open_typesetter

_EXAMPLES = {
    "m44 cards pegasus.m44 cards.pdf": None,
    "m44 cards pegasus.m44 cartes.pdf --texts fr --paper letter": None,
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message(
            "Print cards to cut out: an order of battle for each side (units, hand, medals), and "
            "a reference for special rules, units and terrain. Command cards are not printed."
        ),
        _EXAMPLES,
        message("exit status: 0 written, 2 failed"),
    )
    add_scenario_and_pdf_arguments(parser)
    add_print_options(parser)
    add_language_options(parser, two_languages=False)


def run(arguments: argparse.Namespace) -> int:
    """Print the cards; return 0.

    Raises:
        M44Error: the scenario cannot be read, or the PDF cannot be typeset or written.
    """
    require_pdf_output(arguments.output)
    scenario = read_scenario_reporting_problems(arguments.file, renderer_of(arguments))
    renderer = text_renderers(arguments)[0]
    with open_typesetter(arguments.template) as typesetter:
        paper, ink = Paper.from_cli_name(arguments.paper), Ink(arguments.ink)
        pdf = typeset_cards(typesetter, scenario, renderer, paper, ink)
    write_pdf(pdf, arguments.output, renderer_of(arguments))
    return 0
