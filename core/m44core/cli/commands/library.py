"""``m44 library``: what is known of the scenarios in folders, as a table or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from m44core.arguments.line_wrapping import cell_width
from m44core.arguments.parser import Parser
from m44core.cli.control_characters import visible
from m44core.cli.exit_status import FAILED, OK
from m44core.cli.file_arguments import scenario_files
from m44core.cli.progress_bar import ProgressBar
from m44core.cli.shared_options import add_language, positive_int, words_of
from m44core.errors import M44Error, NotationError
from m44core.faults import Fault, FaultError, boundary
from m44core.library.file_facts import FileFacts, facts_of
from m44core.library.library_search import FACETS, ORDERS, Query, matches_filter, searchable_file
from m44core.library.library_settings import FileSettings, LibrarySettings
from m44core.messages import nouns
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, Words, colon, enumerated, message, message_in
from m44core.messages.words import reason, words
from m44core.validation.check_selection import CRASH
from m44core.validation.runner import CHECK_FAILED
from m44core.version import __version__
from m44core.work.parallel_map import parallel_map

VERSION = 1  # of the shape of the JSON document; see schema/library.schema.json

Row = tuple[str, FileFacts]

_DESCRIPTION = message(
    "List scenarios with what is known of them: titles, dates, boards, nations, the boxes they "
    "need, findings, whether Board Game Arena takes them and whether the engine plays all of them."
)
_EXAMPLES = {
    "m44 library scenarios/": None,
    "m44 library . --search 'bridge \"river bend\"' --where nation=GB --sort date": message(
        "words in titles, texts and names of pieces"
    ),
    "m44 library . --where findings=error --format json": None,
}
_STATUS = message("exit status: 0 listed, 2 one of the files holds no scenario")


def add_options(parser: Parser) -> None:
    """Say what the command does, and add its options."""
    parser.describe(_DESCRIPTION, _EXAMPLES, _STATUS)
    add, tell = parser.add_argument, parser.text
    add("paths", nargs="+", metavar="PATH", help=tell(message("files, folders or patterns")))
    search = message('only files in which all words are found; "several together" in quotes')
    add("--search", metavar="WORDS", default="", help=tell(search))
    where = message("only files of a kind, such as year=1944; may be repeated")
    add("--where", metavar="KIND=VALUE", action="append", default=[], help=tell(where))
    add("--sort", choices=ORDERS, help=tell(message("the order; that of the files if not given")))
    add("--format", choices=_REPORTS, default="table", help=tell(message("how to write it")))
    processes = message("how many processes to use")
    add("--jobs", type=positive_int, default=1, metavar="N", help=tell(processes))
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print what is known of the scenarios.

    Raises:
        NotationError: there is no such kind to tell files apart by.
    """
    chosen = _chosen(arguments.where)
    told = words_of(arguments)
    report = _REPORTS[arguments.format]
    ask = _Ask(chosen, Query(arguments.search, told), arguments.sort, report.entry, told)
    of_files = LibrarySettings()
    rows = _rows(scenario_files(arguments.paths), of_files, arguments.jobs, told)
    every = [_listed(row, ask) for row in rows]
    listed = [each for each in every if each.entry is not None]
    if arguments.sort:
        listed.sort(key=attrgetter("place"))
    print(report.whole([each.entry for each in listed], told))
    for said in of_files.errors.values():
        print(f"m44: {visible(told.render(said))}", file=sys.stderr)
    return FAILED if of_files.errors or any(each.failed for each in every) else OK


class _Ask(NamedTuple):
    """Which files are listed, in which order and how."""

    chosen: Mapping[str, set[str]]
    query: Query
    sort: str | None
    entry: Callable[[str, FileFacts, Words], Any]
    told: Words


class _Listed(NamedTuple):
    """What the list says of a file: None if it was not asked for; and where it belongs."""

    entry: Any
    place: tuple[object, ...]
    failed: bool


def _listed(row: Row, ask: _Ask) -> _Listed:
    """Return what the list says of a file; a fault of the program is its failure."""
    path, facts = row
    try:
        with boundary(path):
            return _entry(path, facts, ask)
    except FaultError as error:
        return _entry(path, FileFacts(failure=error.fault.message), ask)


def _entry(path: str, facts: FileFacts, ask: _Ask) -> _Listed:
    wanted = matches_filter(facts, ask.chosen) and _is_found(ask.query, path, facts)
    place = ORDERS[ask.sort](path, facts) if ask.sort else ()
    entry = ask.entry(path, facts, ask.told) if wanted else None
    crashed = CRASH in facts.codes
    if crashed:
        said = ask.told.render(colon(path, CHECK_FAILED))
        print(f"m44: {visible(said)}", file=sys.stderr)
    return _Listed(entry, place, bool(facts.failure) or crashed)


def _is_found(query: Query, path: str, facts: FileFacts) -> bool:
    return not query or query.matches(searchable_file(Path(path).name, facts))


def _chosen(said: Sequence[str]) -> Mapping[str, set[str]]:
    chosen: dict[str, set[str]] = {}
    for condition in said:
        facet, sign, value = condition.partition("=")
        if facet not in FACETS or not sign:
            known = enumerated(FACETS)
            raise NotationError(
                message("--where {said!r}: say KIND=VALUE of {known}", said=condition, known=known)
            )
        chosen.setdefault(facet, set()).add(value)
    return chosen


def _rows(paths: Sequence[str], of_files: LibrarySettings, jobs: int, told: Words) -> Iterator[Row]:
    progress = ProgressBar(len(paths), nouns.files, told)
    terms = [_terms(of_files, path) for path in paths]
    with parallel_map(_facts, _lost, jobs, paths, terms) as found:
        for path, facts in zip(paths, found, strict=True):
            yield path, facts
            progress.advance()
    progress.clear()


def _terms(of_files: LibrarySettings, path: str) -> FileSettings | Fault:
    try:
        with boundary():
            return of_files.for_file(path)
    except FaultError as error:
        return error.fault


def _facts(path: str, terms: FileSettings | Fault) -> FileFacts:
    if isinstance(terms, Fault):
        return FileFacts(failure=terms.message)
    return facts_of(Path(path), terms)[0]


def _lost(error: M44Error, *_: object) -> FileFacts:
    return FileFacts(failure=reason(error))


_HEADS = (
    message_in("column", "Title"),
    message_in("column", "Begins"),
    message_in("column", "Board"),
    message_in("column", "Nations"),
    message_in("column", "Boxes"),
    message_in("column", "Texts"),
    message_in("column", "Findings"),
    message_in("column", "Arena"),
    message_in("column", "Plays"),
    message_in("column", "File"),
)
_WHOLE, _IN_PART = message_in("plays", "all"), message_in("plays", "part")


def as_table(rows: Sequence[tuple[str, ...]], told: Words) -> str:
    """Return a line a file under the names of the columns, and how many there are."""
    lines = [tuple(map(told.render, _HEADS)), *rows]
    measured = [line for line in lines if any(line[1:-1])]  # a failure may be as long as it is
    widths = [
        max(cell_width(line[column]) for line in measured) for column in range(len(_HEADS) - 1)
    ]
    table = [_line(line, widths) for line in lines]
    return "\n".join([*table, told.render(nouns.files(len(rows)))])


def _line(line: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        text + " " * (width - cell_width(text)) for text, width in zip(line, widths, strict=False)
    )
    return "  ".join((*padded, line[-1]))


def _cells(path: str, facts: FileFacts, told: Words) -> tuple[str, ...]:
    if facts.failure:
        return (visible(told.sentence(facts.failure)), *[""] * (len(_HEADS) - 2), visible(path))
    said = (
        facts.title,
        facts.begins,
        f"{facts.board.lower()} {facts.face.lower()}",
        " ".join(facts.nations),
        " ".join(facts.boxes),
        " ".join(facts.languages),
        f"{facts.errors}/{facts.warnings}/{facts.notes}",
        facts.arena,
        told.render(_plays(facts)),
        path,
    )
    return tuple(map(visible, said))


def _plays(facts: FileFacts) -> Message:
    return _WHOLE if facts.whole else _IN_PART


def as_json(entries: Sequence[Mapping[str, Any]], _told: Words) -> str:
    """Return everything as a JSON document."""
    document = {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "scenarios": list(entries),
    }
    return json.dumps(document, indent=2)


def _data(path: str, facts: FileFacts, _told: Words) -> dict[str, Any]:
    known = facts.to_data()
    sides = [dict(zip(("side", "nation"), side, strict=True)) for side in facts.sides]
    failure = words(ENGLISH).sentence(facts.failure) or None
    left_out = ("texts", "failure")  # it is in the file
    shown = {key: value for key, value in known.items() if key not in left_out}
    return {"path": path, **shown, "sides": sides, "failure": failure}


class _Report(NamedTuple):
    """How the list is written: what it says of a file, and the whole of it."""

    entry: Callable[[str, FileFacts, Words], Any]
    whole: Callable[[Sequence[Any], Words], str]


_REPORTS: Mapping[str, _Report] = {
    "table": _Report(_cells, as_table),
    "json": _Report(_data, as_json),
}
