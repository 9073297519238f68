"""Shared by all commands that print: paper, ink, languages, templates, and writing the PDF."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from m44core.arguments.parser import LANGUAGE, Parser
from m44core.cli.shared_options import add_template, default_language, language_words
from m44core.errors import WriteError
from m44core.io.files.save import write
from m44core.messages.languages import languages
from m44core.messages.message import Words, enumerated, message
from m44core.missing_characters import left_out_message, missing_characters_message
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.typesetter import Typeset

_PDF = ".pdf"
_TOGETHER = "+"
_MOST = 2


def add_print_options(parser: Parser) -> None:
    """Add the options for paper, ink and templates."""
    add, text = parser.add_argument, parser.text
    paper = text(message("paper size (default: a4)"))
    add("--paper", choices=[each.cli_name for each in Paper], default=Paper.A4.cli_name, help=paper)
    ink = text(message("ink use of maps: full color, pale backgrounds, or grayscale"))
    add("--ink", choices=[each.value for each in Ink], default=Ink.COLOUR.value, help=ink)
    add_template(parser)


def add_scenario_and_pdf(parser: Parser) -> None:
    """Add the two arguments of commands that print one scenario: its file and the PDF."""
    about = message("the scenario to print")
    parser.add_argument("file", metavar="FILE", help=parser.text(about))
    add_pdf(parser)


def add_pdf(parser: Parser) -> None:
    """Add the argument for the PDF to write."""
    about = message("the PDF file to write")
    parser.add_argument("out", metavar="OUT.pdf", help=parser.text(about))


def add_language_options(parser: Parser, *, two_languages: bool) -> None:
    """Add the option for the language to print in, or for two languages side by side."""
    known = enumerated(languages())
    about = (
        message("language to print in, or two, as in en+fr: {known}", known=known)
        if two_languages
        else message("language to print in: {known}", known=known)
    )
    parser.add_argument(
        LANGUAGE, dest="languages", metavar="LANGUAGE", default=None, help=parser.text(about)
    )


def print_languages(arguments: argparse.Namespace) -> list[Words]:
    """Return the words of the requested languages, in their order, each once.

    Raises:
        NotationError: one of them is unknown.
        WriteError: there are more than two.
    """
    asked = arguments.languages or default_language()
    codes = list(dict.fromkeys(asked.split(_TOGETHER)))
    if len(codes) > _MOST:
        raise WriteError(message("{asked}: at most two languages fit", asked=asked))
    return [language_words(code) for code in codes]


def write_pdf(typeset: Typeset, out: str, words: Words) -> None:
    """Write a PDF, and print on standard error what it lacks.

    Raises:
        WriteError: it cannot be written, or its name does not end in .pdf.
    """
    target = pdf_path(out)
    write(typeset.pdf, target, backup=False)
    warn_of_typesetting(typeset, out, words)


def warn_of_typesetting(typeset: Typeset, out: str, words: Words) -> None:
    """Print what a PDF lacks on standard error: characters without a font, and texts left out."""
    if typeset.missing:
        warning = missing_characters_message(out, typeset.missing, typeset.where)
        print(words.render(warning), file=sys.stderr)
    if typeset.dropped:
        print(words.render(left_out_message(out, typeset.dropped, typeset.where)), file=sys.stderr)


def pdf_path(out: str) -> Path:
    """Return the path of a PDF to write.

    Raises:
        WriteError: the name does not end in .pdf.
    """
    if Path(out).suffix.lower() != _PDF:
        raise WriteError(message("the name of {file} must end in .pdf", file=out))
    return Path(out)
