"""``m44 library``: what is known of the scenarios in folders, as a table or as JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from m44core.arguments.lines import cells
from m44core.arguments.parser import Parser
from m44core.cli.counts import positive
from m44core.cli.files import scenario_files
from m44core.cli.progress import Progress
from m44core.cli.speaking import add_language, words_of
from m44core.cli.status import FAILED, OK
from m44core.cli.visible import visible
from m44core.errors import NotationError
from m44core.library.facts import Facts, facts_of
from m44core.library.search import FACETS, ORDERS, Query, fits, searched
from m44core.library.terms import Terms, TermsOfLibrary
from m44core.messages import how_many
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, enumerated, message, message_in
from m44core.messages.words import Words, words
from m44core.version import __version__

VERSION = 1  # of the shape of the JSON document; see schema/library.schema.json

Row = tuple[str, Facts]

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
    add, tell = parser.add_argument, parser.tell
    add("paths", nargs="+", metavar="PATH", help=tell(message("files, folders or patterns")))
    search = message('only files in which all words are found; "several together" in quotes')
    add("--search", metavar="WORDS", default="", help=tell(search))
    where = message("only files of a kind, such as year=1944; may be repeated")
    add("--where", metavar="KIND=VALUE", action="append", default=[], help=tell(where))
    add("--sort", choices=ORDERS, help=tell(message("the order; that of the files if not given")))
    add("--format", choices=_REPORTS, default="table", help=tell(message("how to write it")))
    processes = message("how many processes to use")
    add("--jobs", type=positive, default=1, metavar="N", help=tell(processes))
    add_language(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print what is known of the scenarios.

    Raises:
        NotationError: there is no such kind to tell files apart by.
    """
    chosen = _chosen(arguments.where)
    told = words_of(arguments)
    every = list(_rows(scenario_files(arguments.paths), arguments.jobs, told))
    query = Query(arguments.search, told)
    rows = [row for row in every if fits(row[1], chosen) and _is_found(query, row)]
    if arguments.sort:
        rows.sort(key=lambda row: ORDERS[arguments.sort](*row))
    print(_REPORTS[arguments.format](rows, told))
    return FAILED if any(facts.failure for _, facts in every) else OK


def _is_found(query: Query, row: Row) -> bool:
    return not query or query.finds(searched(Path(row[0]).name, row[1]))


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


def _rows(paths: Sequence[str], jobs: int, told: Words) -> Iterator[Row]:
    of_files, progress = TermsOfLibrary(), Progress(len(paths), how_many.files, told)
    terms = [of_files.of(path) for path in paths]
    for path, facts in zip(paths, _each(paths, terms, jobs), strict=True):
        yield path, facts
        progress.advance()
    progress.clear()


def _each(paths: Sequence[str], terms: Sequence[Terms], jobs: int) -> Iterator[Facts]:
    if jobs == 1 or len(paths) < 2:
        yield from map(_facts, paths, terms)
        return
    from concurrent.futures import ProcessPoolExecutor  # slow to import

    from m44core.processes import serve_parent

    with ProcessPoolExecutor(min(jobs, len(paths)), initializer=serve_parent) as pool:
        yield from pool.map(_facts, paths, terms, chunksize=max(1, len(paths) // (jobs * 8)))


def _facts(path: str, terms: Terms) -> Facts:
    return facts_of(Path(path), terms)[0]


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


def as_table(rows: Sequence[Row], told: Words) -> str:
    """Return a line a file under the names of the columns, and how many there are."""
    lines = [tuple(map(told.render, _HEADS)), *(_cells(*row, told) for row in rows)]
    widths = [max(cells(line[column]) for line in lines) for column in range(len(_HEADS) - 1)]
    table = [_line(line, widths) for line in lines]
    return "\n".join([*table, told.render(how_many.files(len(rows)))])


def _line(line: Sequence[str], widths: Sequence[int]) -> str:
    padded = (text + " " * (width - cells(text)) for text, width in zip(line, widths, strict=False))
    return "  ".join((*padded, line[-1]))


def _cells(path: str, facts: Facts, told: Words) -> tuple[str, ...]:
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


def _plays(facts: Facts) -> Message:
    return _WHOLE if facts.whole else _IN_PART


def as_json(rows: Sequence[Row], _told: Words) -> str:
    """Return everything as a JSON document."""
    document = {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "scenarios": [_data(*row) for row in rows],
    }
    return json.dumps(document, indent=2)


def _data(path: str, facts: Facts) -> dict[str, Any]:
    known = facts.as_data()
    sides = [dict(zip(("side", "nation"), side, strict=True)) for side in facts.sides]
    failure = words(ENGLISH).sentence(facts.failure) or None
    left_out = ("texts", "failure")  # it is in the file
    shown = {key: value for key, value in known.items() if key not in left_out}
    return {"path": path, **shown, "sides": sides, "failure": failure}


_REPORTS: Mapping[str, Callable[[Sequence[Row], Words], str]] = {
    "table": as_table,
    "json": as_json,
}
