"""``m44 book``: the scenarios of a folder as a booklet."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.files import scenario_files
from m44core.cli.progress import Progress
from m44core.cli.publishing.printing import add_languages, add_printing, languages_of, write_pdf
from m44core.cli.visible import visible
from m44core.errors import ReadError
from m44core.io.files.open import read_file
from m44core.messages import how_many
from m44core.messages.message import Message, Value, colon, message
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.publish.book import titled_after, typeset_book
from m44core.publish.content.book import SETTINGS, book_settings, ordered, unknown
from m44core.publish.fits import Fits
from m44core.publish.inks import Ink
from m44core.publish.paper import Paper
from m44core.publish.typesetting.typesetter import typesetter

_EXAMPLES = {
    "m44 book scenarios/ book.pdf": None,
    "m44 book scenarios/ livre.pdf --language fr --ink mono": None,
}


def add_options(parser: Parser) -> None:
    """Say what the command does, and add its options."""
    parser.describe(
        message(
            "Print the scenarios of a folder as a booklet: cover, contents, indexes, the sheets of "
            "all, and what pieces and rules do."
        ),
        message(
            "{file} in the folder may have a title, a subtitle, a foreword, credits, and an order: "
            "a list of file names. Without it, scenarios follow each other by their days.",
            file=SETTINGS,
        ),
        _EXAMPLES,
    )
    add, tell = parser.add_argument, parser.tell
    add("folder", metavar="FOLDER", help=tell(message("the folder of the scenarios")))
    add("out", metavar="OUT.pdf", help=tell(message("the PDF to write")))
    add_printing(parser)
    add_languages(parser, two=False)


def run(arguments: argparse.Namespace) -> int:
    """Print the booklet; return 0, or 1 where a file was left out.

    Raises:
        M44Error: there is no scenario, or the booklet cannot be typeset or written.
    """
    folder, told = Path(arguments.folder), languages_of(arguments)[0]
    settings = titled_after(folder, book_settings(folder))
    found, left_out = _scenarios(arguments.folder)
    if not found:
        raise ReadError(message("there is no scenario in {folder}", folder=str(folder)))
    left_out += [_not_there(folder, name) for name in unknown(found, settings)]
    scenarios = [found[path] for path in ordered(found, settings)]
    if not scenarios:
        raise ReadError(left_out[-1])
    progress = Progress(len(scenarios), how_many.files, told)
    with typesetter(arguments.template) as typesets:
        paper, ink = Paper.of_word(arguments.paper), Ink(arguments.ink)
        fits = Fits(typesets.folder)
        made = typeset_book(
            typesets, scenarios, settings, told, paper, ink, fits=fits, advance=progress.advance
        )
        fits.store()
    progress.clear()
    write_pdf(made, arguments.out, told)
    for said in left_out:
        print(f"m44: {visible(told.render(said))}", file=sys.stderr)
    return int(bool(left_out))


def _not_there(folder: Path, name: str) -> Message:
    return message(
        "{file}: the order names {name!r}, and the folder has no such scenario",
        file=str(folder / SETTINGS),
        name=name,
    )


def _scenarios(folder: str) -> tuple[dict[Path, Scenario], list[Value]]:
    """Return the scenarios of a folder, and what is said of files that hold none."""
    found: dict[Path, Scenario] = {}
    left_out: list[Value] = []
    for name in scenario_files([folder]):
        path = Path(name)
        try:
            scenario = read_file(path).scenario
        except ReadError as error:
            left_out.append(reason(error))
            continue
        if scenario is None:
            left_out.append(colon(name, message("no scenario could be read; it is left out")))
        else:
            found[path] = scenario
    return found, left_out
