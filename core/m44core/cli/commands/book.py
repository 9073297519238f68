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
from m44core.errors import M44Error, ReadError
from m44core.faults import FaultError, boundary, error_reason
from m44core.findings.render_findings import message_of
from m44core.io.files.open import read_file
from m44core.messages import nouns
from m44core.messages.message import Message, Value, Words, colon, message, titled
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.publish.booklet import typeset_booklet
from m44core.publish.booklet_entries import BookEntry, BookResult, book_entry, booklet_parts
from m44core.publish.booklet_settings import (
    SETTINGS,
    book_settings,
    names_without_file,
    with_default_title,
)
from m44core.publish.layout_cache import LayoutCache
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.typesetter import open_typesetter
from m44core.site.balance_entry import balance_entry
from m44core.site.sources import Source

_NO_SCENARIO = message("no scenario could be read, so the file is skipped")
_EXAMPLES = {
    "m44 book scenarios/ book.pdf": None,
    "m44 book scenarios/ livre.pdf --texts fr --ink mono": None,
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.describe(
        message(
            "Print the scenarios in a folder as a booklet: cover, contents, parts with all the "
            "sheets, balance and length if they were measured, a reference for pieces and rules, "
            "and an index."
        ),
        message(
            "{file} in the folder may set a title, a subtitle, an author, a version, a foreword, "
            "credits, the scenario on the cover, parts with titles, and an order (a list of file "
            "names). Without them, scenarios are sorted by date and divided by year.",
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
    texts = print_languages(arguments)[0]
    settings = with_default_title(folder, book_settings(folder))
    left_out = _SkippedFiles()
    entries = _read_entries(arguments.folder, texts, left_out)
    found = [entry.path for entry in entries]
    if not found:
        left_out.print_reasons(words)
        raise ReadError(message("there is no scenario in {folder}", folder=str(folder)))
    left_out.reasons += [
        _missing_entry_message(folder, name) for name in names_without_file(found, settings)
    ]
    chosen = [entry for part in booklet_parts(entries, settings, texts) for entry in part.entries]
    if not chosen:
        raise ReadError(left_out.reasons[-1])
    progress = ProgressBar(len(chosen), nouns.files, words)
    with open_typesetter(arguments.template) as typesets:
        layouts = LayoutCache(typesets.folder)
        booklet = typeset_booklet(
            typesets,
            chosen,
            settings,
            texts,
            Paper.from_cli_name(arguments.paper),
            Ink(arguments.ink),
            layouts=layouts,
            advance=progress.advance,
            on_skipped=left_out.add,
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
        "{file}: the settings name {name!r}, but the folder has no such scenario",
        file=str(folder / SETTINGS),
        name=name,
    )


def _read_entries(folder: str, texts: Words, left_out: _SkippedFiles) -> list[BookEntry]:
    """Return a folder's scenarios in short; record files without one in *left_out*."""
    found = (_read_entry(path, texts, left_out) for path in map(Path, scenario_files([folder])))
    return [entry for entry in found if entry]


def _read_entry(path: Path, texts: Words, left_out: _SkippedFiles) -> BookEntry | None:
    try:
        with boundary(path):
            result = read_file(path)
            result.raise_fault(path)
            if result.scenario:
                known = _known_result(path, result.scenario, texts, left_out)
                return book_entry(path, result.scenario, texts, known)
    except M44Error as error:
        left_out.add(path, error)
        return None
    why = message_of(result.blocking_finding) if result.blocking_finding else _NO_SCENARIO
    left_out.reasons.append(colon(str(path), titled(why)))
    return None


def _known_result(
    path: Path, scenario: Scenario, texts: Words, left_out: _SkippedFiles
) -> BookResult:
    """Return balance and length of a scenario, from the results next to it."""
    entry, problems = balance_entry(Source(str(path), path.name, ""), scenario, texts)
    for problem in problems:
        left_out.reasons.append(colon(str(path), problem.why))
        left_out.failed = left_out.failed or problem.failed
    said = " ".join(filter(None, (entry["said"], entry["note"])))
    turns = None if entry["turns"] is None else round(entry["turns"])
    return BookResult(entry["share"], said, turns, entry["people"])
