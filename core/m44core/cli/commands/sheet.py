"""``m44 sheet``: print a scenario as a sheet, laid out like published ones."""

from __future__ import annotations

import argparse

from m44core.arguments.parser import Parser
from m44core.cli.printing_options import (
    add_language_options,
    add_map_options,
    add_print_options,
    add_scenario_and_pdf_arguments,
    printed_layers,
    require_pdf_output,
    style_and_template_folder,
    text_renderers,
    write_pdf,
)
from m44core.cli.quiet_mode import print_note
from m44core.cli.shared_options import renderer_of
from m44core.cli.side_file_problems import read_scenario_reporting_problems
from m44core.messages.message import label_with_text, message
from m44core.publish.content.sheet_content import missing_text_sentences
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.qr_code import validated_page_address
from m44core.publish.scenario_sheet import typeset_sheet
from m44core.publish.typesetter import open_typesetter

_EXAMPLES = {
    "m44 sheet pegasus.m44 pegasus.pdf": None,
    "m44 sheet pegasus.m44 pegasus.pdf --texts en+fr --ink saving": message(
        "two languages side by side, saving ink"
    ),
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message(
            "Print a scenario as a PDF: its map, text, medals, a reference for its pieces, "
            "and the setup. It uses one page if everything fits, otherwise more. Nothing is "
            "cut off."
        ),
        _EXAMPLES,
        message("exit status: 0 written, 2 failed"),
    )
    add_scenario_and_pdf_arguments(parser)
    add_map_options(parser)
    add_print_options(parser, styles=True)
    about = message("a second scenario, for the other half of a compact page")
    parser.add_argument("--second", dest="second_file", metavar="FILE", help=parser.text(about))
    about = message("web address of the scenario's page, printed as a QR code")
    parser.add_argument("--address", metavar="URL", help=parser.text(about))
    add_language_options(parser, two_languages=True)


def run(arguments: argparse.Namespace) -> int:
    """Print the sheet; return 0.

    Raises:
        M44Error: the scenario cannot be read, or the sheet cannot be typeset or written.
    """
    require_pdf_output(arguments.output)
    address = validated_page_address(arguments.address) if arguments.address else ""
    message_renderer = renderer_of(arguments)
    scenario = read_scenario_reporting_problems(arguments.file, message_renderer)
    renderers = text_renderers(arguments)
    style, folder = style_and_template_folder(arguments.template)
    other = arguments.second_file
    second = (
        read_scenario_reporting_problems(other, message_renderer) if other is not None else None
    )
    with open_typesetter(folder) as typesetter:
        paper, ink = Paper.from_cli_name(arguments.paper), Ink(arguments.ink)
        show = printed_layers(arguments)
        pdf = typeset_sheet(
            typesetter, scenario, renderers, paper, ink, show, style, second, address
        )
    write_pdf(pdf, arguments.output, message_renderer)
    for renderer in renderers:
        for note in missing_text_sentences(scenario, renderer):
            print_note(label_with_text(arguments.file, note), message_renderer)
    return 0
