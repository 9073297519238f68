"""``m44 book``: print the scenarios of a folder as a booklet."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.collection_settings import report_invalid_settings
from m44core.cli.control_characters import visible
from m44core.cli.exit_status import FAILED
from m44core.cli.file_arguments import scenario_files
from m44core.cli.printing_options import (
    add_language_options,
    add_pdf,
    add_print_options,
    print_languages,
    require_pdf_output,
    write_pdf,
)
from m44core.cli.progress_bar import ProgressBar
from m44core.cli.shared_options import words_of
from m44core.cli.side_file_problems import print_side_file_problems
from m44core.errors import M44Error, ReadError
from m44core.faults import FaultError, boundary, error_reason
from m44core.findings.render_findings import message_of
from m44core.io.files.open import read_file
from m44core.messages import nouns
from m44core.messages.message import Message, Value, Words, colon, message, titled
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.publish.booklet import (
    SETTINGS,
    book_settings,
    booklet_order,
    names_without_file,
    typeset_booklet,
    with_default_title,
)
from m44core.publish.layout_cache import LayoutCache
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.typesetter import open_typesetter

_NO_SCENARIO = message("no scenario could be read, so the file is skipped")
_EXAMPLES = {
    "m44 book scenarios/ book.pdf": None,
    "m44 book scenarios/ livre.pdf --texts fr --ink mono": None,
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.describe(
        message(
            "Print the scenarios in a folder as a booklet: cover, contents, indexes, all the "
            "sheets, and a reference for pieces and rules."
        ),
        message(
            "{file} in the folder may set a title, a subtitle, a foreword, credits, and an "
            "order (a list of file names). Without an order, scenarios are sorted by date.",
            file=SETTINGS,
        ),
        _EXAMPLES,
        message("exit status: 0 written, 1 a file was left out, 2 failed"),
    )
    add, text = parser.add_argument, parser.text
    add("folder", metavar="FOLDER", help=text(message("the folder with the scenarios")))
    add_pdf(parser)
    add_print_options(parser)
    add_language_options(parser, two_languages=False)


def run(arguments: argparse.Namespace) -> int:
    """Print the booklet; return 1 if a file was left out, 2 after a fault or an invalid m44.toml.

    Raises:
        M44Error: there is no scenario, or the booklet cannot be typeset or written.
    """
    require_pdf_output(arguments.output)
    folder, words = Path(arguments.folder), words_of(arguments)
    settings = with_default_title(folder, book_settings(folder))
    left_out = _SkippedFiles()
    found = _read_scenarios(arguments.folder, left_out, words)
    if not found:
        left_out.print_reasons(words)
        raise ReadError(message("there is no scenario in {folder}", folder=str(folder)))
    left_out.reasons += [
        _missing_entry_message(folder, name) for name in names_without_file(found, settings)
    ]
    paths = booklet_order(found, settings)
    if not paths:
        raise ReadError(left_out.reasons[-1])
    progress = ProgressBar(len(paths), nouns.files, words)
    with open_typesetter(arguments.template) as typesets:
        layouts = LayoutCache(typesets.folder)
        booklet = typeset_booklet(
            typesets,
            [found[path] for path in paths],
            settings,
            print_languages(arguments)[0],
            Paper.from_cli_name(arguments.paper),
            Ink(arguments.ink),
            layouts=layouts,
            advance=progress.advance,
            on_skipped=lambda number, error: left_out.add(paths[number], error),
        )
        layouts.store()
    progress.clear()
    write_pdf(booklet, arguments.output, words)
    left_out.print_reasons(words)
    return max(left_out.status, report_invalid_settings(found, words))


@dataclass(slots=True)
class _SkippedFiles:
    """The reasons why files are not in the booklet, and the resulting exit status."""

    reasons: list[Value] = field(default_factory=list)
    failed: bool = False

    @property
    def status(self) -> int:
        return FAILED if self.failed else int(bool(self.reasons))

    def add(self, path: Path, error: M44Error) -> None:
        """Record why a file is not in the booklet."""
        at_fault = isinstance(error, FaultError)
        self.reasons.append(colon(str(path), error_reason(error)) if at_fault else reason(error))
        self.failed = self.failed or at_fault

    def print_reasons(self, words: Words) -> None:
        """Print the reasons, one per line."""
        for problem in self.reasons:
            print(f"m44: {visible(words.render(problem))}", file=sys.stderr)


def _missing_entry_message(folder: Path, name: str) -> Message:
    return message(
        "{file}: the order lists {name!r}, but the folder has no such scenario",
        file=str(folder / SETTINGS),
        name=name,
    )


def _read_scenarios(folder: str, left_out: _SkippedFiles, words: Words) -> dict[Path, Scenario]:
    """Return a folder's scenarios, keyed by path; record files without one in *left_out*.

    Problems of the files next to a scenario are printed.
    """
    found: dict[Path, Scenario] = {}
    for path in map(Path, scenario_files([folder])):
        try:
            with boundary(path):
                result = read_file(path)
                result.raise_fault(path)
        except M44Error as error:
            left_out.add(path, error)
            continue
        if result.scenario is None:
            why = message_of(result.blocking_finding) if result.blocking_finding else _NO_SCENARIO
            left_out.reasons.append(colon(str(path), titled(why)))
        else:
            found[path] = result.scenario
            print_side_file_problems(result, path, words)
    return found
