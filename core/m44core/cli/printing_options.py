"""What all commands that print share: paper, ink, languages, templates, and the file written."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from m44core.arguments.parser import LANGUAGE, Parser
from m44core.cli.shared_options import default_language, language_words
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
    """Add the options that say on what, with how much ink and by which templates to print."""
    add, tell = parser.add_argument, parser.text
    paper = tell(message("the paper (default: a4)"))
    add("--paper", choices=[each.cli_name for each in Paper], default=Paper.A4.cli_name, help=paper)
    ink = tell(message("how much ink maps take: all colours, pale ground, or greys"))
    add("--ink", choices=[each.value for each in Ink], default=Ink.COLOUR.value, help=ink)
    template = tell(message("a folder with templates of your own, which are taken before ours"))
    add("--template", type=Path, metavar="FOLDER", help=template)


def add_language_options(parser: Parser, *, two: bool) -> None:
    """Add the option that says in which language to print, or in which two side by side."""
    known = enumerated(languages())
    said = (
        message("the language to print, or two as en+fr: {known}", known=known)
        if two
        else message("the language to print: {known}", known=known)
    )
    parser.add_argument(
        LANGUAGE, dest="languages", metavar="LANGUAGE", default=None, help=parser.text(said)
    )


def print_languages(arguments: argparse.Namespace) -> list[Words]:
    """Return the words of the languages asked for, in their order, each once.

    Raises:
        NotationError: we do not speak one of them.
        WriteError: there are more than two.
    """
    asked = arguments.languages or default_language()
    codes = list(dict.fromkeys(asked.split(_TOGETHER)))
    if len(codes) > _MOST:
        raise WriteError(message("{asked}: there is room for two languages", asked=asked))
    return [language_words(code) for code in codes]


def write_pdf(made: Typeset, out: str, told: Words) -> None:
    """Write a document, and say on standard error which characters no font has.

    Raises:
        WriteError: it cannot be written, or its name is not that of a PDF.
    """
    target = pdf_path(out)
    write(made.pdf, target, backup=False)
    if made.missing:
        said = missing_characters_message(out, made.missing, made.where)
        print(told.render(said), file=sys.stderr)
    if made.dropped:
        print(told.render(left_out_message(out, made.dropped, made.where)), file=sys.stderr)


def pdf_path(out: str) -> Path:
    """Return a path that is to be written.

    Raises:
        WriteError: it is not called .pdf.
    """
    if Path(out).suffix.lower() != _PDF:
        raise WriteError(message("{file} is not called .pdf", file=out))
    return Path(out)
