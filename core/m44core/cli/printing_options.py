"""Options shared by all commands that print: paper, ink, languages, templates and the PDF."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.output_file import STANDARD_OUTPUT, is_stream, refuse_terminal, write_output
from m44core.cli.shared_options import (
    add_force_option,
    add_language_option,
    add_template_option,
    add_texts_option,
    language_renderer,
    renderer_of,
)
from m44core.drawing.board.scenario_drawing import ALL_LAYERS, VisibleLayers
from m44core.errors import WriteError
from m44core.messages.languages import languages
from m44core.messages.message import Renderer, enumerated, message
from m44core.missing_characters import missing_characters_message, omitted_characters_message
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.sheet_layout import SheetStyle
from m44core.publish.typesetter import TypesetDocument

_PDF = ".pdf"
_SEPARATOR = "+"
_MAX_LANGUAGES = 2


def add_print_options(parser: Parser, *, styles: bool = False) -> None:
    """Add the options for paper, ink and templates.

    Args:
        parser: The parser.
        styles: Whether ``--template`` also takes the name of a sheet style.
    """
    add, text = parser.add_argument, parser.text
    paper = text(message("paper size (default: a4)"))
    add("--paper", choices=[each.cli_name for each in Paper], default=Paper.A4.cli_name, help=paper)
    ink = text(message("ink use of maps: full color, pale backgrounds, or grayscale"))
    add("--ink", choices=[each.value for each in Ink], default=Ink.COLOUR.value, help=ink)
    if styles:
        about = message(
            "{styles} (two scenarios per page, or larger type and maps), or a folder with "
            "your own templates, which take precedence over the built-in ones",
            styles=enumerated(each.value for each in SheetStyle),
        )
        add("--template", metavar="STYLE|FOLDER", help=text(about))
    else:
        add_template_option(parser)


def style_and_template_folder(template: str | None) -> tuple[SheetStyle, Path | None]:
    """Return the style and the template folder in ``--template``; by default, classic and None."""
    if template in {each.value for each in SheetStyle}:
        return SheetStyle(template), None
    return SheetStyle.CLASSIC, Path(template) if template is not None else None


def add_map_options(parser: Parser) -> None:
    """Add the options for hex names on printed maps."""
    add, text = parser.add_argument, parser.text
    without = message("leave out the letters and numbers along the edges of the map")
    add("--no-coordinates", action="store_true", help=text(without))
    names = text(message("show the name (such as A9) on every hex"))
    add("--hex-names", action="store_true", help=names)


def printed_layers(arguments: argparse.Namespace) -> VisibleLayers:
    """Return the layers of a printed map, chosen by the options of :func:`add_map_options`."""
    return replace(
        ALL_LAYERS,
        hex_names=arguments.hex_names,
        coordinates=not arguments.no_coordinates,
    )


def add_scenario_and_pdf_arguments(parser: Parser) -> None:
    """Add the two arguments of commands that print one scenario: its file and the PDF."""
    about = message("the scenario to print")
    parser.add_argument("file", metavar="FILE", help=parser.text(about))
    add_pdf_argument(parser)


def add_pdf_argument(parser: Parser) -> None:
    """Add the argument for the PDF to write."""
    parser.add_output_argument(
        "OUT.pdf", message("the PDF file to write; - writes it to standard output")
    )
    add_force_option(parser, parser.text, "OUT", backup=False)


def add_language_options(parser: Parser, *, two_languages: bool) -> None:
    """Add ``--texts``, the language to print in, and ``--language``, the language of messages."""
    if two_languages:
        about = message(
            "language of the text in the output, or two, as in en+fr: {known} (default: "
            "--language)",
            known=enumerated(languages()),
        )
        parser.add_argument("--texts", metavar="LANGUAGES", help=parser.text(about))
    else:
        add_texts_option(parser)
    add_language_option(parser)


def text_renderers(arguments: argparse.Namespace) -> list[Renderer]:
    """Return the renderers of the requested languages, in their order and without duplicates.

    Raises:
        NotationError: a language is unknown.
        WriteError: there are more than two languages.
    """
    requested_language = arguments.texts or renderer_of(arguments).language.code
    codes = list(dict.fromkeys(requested_language.split(_SEPARATOR)))
    if len(codes) > _MAX_LANGUAGES:
        raise WriteError(message("{asked}: at most two languages fit", asked=requested_language))
    return [language_renderer(code) for code in codes]


def write_pdf(typeset: TypesetDocument, out: str, renderer: Renderer) -> None:
    """Write a PDF, and print on standard error which characters it lacks.

    Raises:
        WriteError: the file cannot be written.
    """
    write_output(typeset.pdf, out)
    warn_about_missing_characters(typeset, out, renderer)


def warn_about_missing_characters(typeset: TypesetDocument, out: str, renderer: Renderer) -> None:
    """Warn on standard error of characters without a font, and of characters left out."""
    if typeset.missing:
        warning = missing_characters_message(out, typeset.missing, typeset.first_context)
        print(renderer.render(warning), file=sys.stderr)
    if typeset.dropped:
        print(
            renderer.render(
                omitted_characters_message(out, typeset.dropped, typeset.first_context)
            ),
            file=sys.stderr,
        )


def require_pdf_output(out: str) -> None:
    """Refuse to start printing to anything but a PDF file, a pipe or standard output.

    Raises:
        WriteError: the name does not end in .pdf, or the PDF would be printed on a terminal.
    """
    refuse_terminal(out)
    is_file = out != STANDARD_OUTPUT and not is_stream(out)
    if is_file and Path(out).suffix.lower() != _PDF:
        raise WriteError(message("the name of {file} must end in .pdf", file=out))
