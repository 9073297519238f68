"""``m44 book``: print the scenarios of a folder as a booklet."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.collection_settings import report_invalid_settings
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import FAILED
from m44core.cli.file_arguments import scenario_files
from m44core.cli.printing_options import (
    add_language_options,
    add_pdf_argument,
    add_print_options,
    require_pdf_output,
    text_renderers,
    write_pdf,
)
from m44core.cli.progress_bar import ProgressBar
from m44core.cli.shared_options import renderer_of
from m44core.cli.side_file_problems import print_side_file_problems
from m44core.errors import ReadError
from m44core.messages import nouns
from m44core.messages.message import Renderer, Value, message
from m44core.messages.renderers import message_of_error
from m44core.publications.booklet_folder import SkippedFiles, typeset_folder_booklet
from m44core.publish.booklet_settings import SETTINGS
from m44core.publish.paper_and_ink import Ink, Paper

_EXAMPLES = {
    "m44 book scenarios/ book.pdf": None,
    "m44 book scenarios/ livre.pdf --texts fr --ink mono": None,
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(
        message(
            "Print the scenarios in a folder as a booklet: cover, contents, parts with all "
            "the sheets, balance and length (if measured), a reference for pieces and rules, "
            "and an index."
        ),
        message(
            "{file} in the folder can set a title, a subtitle, an author, a version, a "
            "foreword, credits, the scenario on the cover, parts with titles, and an order (a "
            "list of file names). By default, scenarios are sorted by date and grouped by "
            "year.",
            file=SETTINGS,
        ),
        _EXAMPLES,
        message("exit status: 0 written, 1 a file was left out, 2 failed"),
    )
    add, text = parser.add_argument, parser.text
    add("folder", metavar="FOLDER", help=text(message("the folder with the scenarios")))
    add_pdf_argument(parser)
    add_print_options(parser)
    add_language_options(parser, two_languages=False)


def run(arguments: argparse.Namespace) -> int:
    """Print the booklet; return 1 if a file was left out, 2 after a fault or an invalid m44.toml.

    Raises:
        M44Error: there is no scenario, or the booklet cannot be typeset or written.
    """
    require_pdf_output(arguments.output)
    folder, renderer = Path(arguments.folder), renderer_of(arguments)
    skipped_files = SkippedFiles()
    progress: list[ProgressBar] = []

    def start_progress(number: int) -> Callable[[], None]:
        progress.append(ProgressBar(number, nouns.files, renderer))
        return progress[0].advance

    try:
        booklet, scenario_paths = typeset_folder_booklet(
            folder,
            list(map(Path, scenario_files([arguments.folder]))),
            text_renderers(arguments)[0],
            Paper.from_cli_name(arguments.paper),
            Ink(arguments.ink),
            skipped_files,
            start_progress,
            arguments.template,
        )
    except ReadError as error:
        _print_reasons(
            [each for each in skipped_files.reasons if each != message_of_error(error)], renderer
        )
        raise
    finally:
        for bar in progress:
            bar.clear()
        print_side_file_problems(skipped_files.notes, renderer)
    write_pdf(booklet, arguments.output, renderer)
    _print_reasons(skipped_files.reasons, renderer)
    status = FAILED if skipped_files.failed else int(bool(skipped_files.reasons))
    return max(status, report_invalid_settings(scenario_paths, renderer))


def _print_reasons(reasons: Iterable[Value], renderer: Renderer) -> None:
    """Print the reasons why files are left out, one per line."""
    for problem in reasons:
        print(f"m44: {escape_controls(renderer.render(problem))}", file=sys.stderr)
