"""``m44 library``: list the scenarios in folders with their facts, as a table or as JSON."""

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
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import FAILED, OK
from m44core.cli.file_arguments import scenario_files
from m44core.cli.output_file import add_report_output_option
from m44core.cli.progress_bar import ProgressBar
from m44core.cli.shared_options import (
    add_format_option,
    add_jobs_option,
    add_language_option,
    renderer_of,
)
from m44core.errors import M44Error, NotationError
from m44core.faults import Fault, FaultError, boundary
from m44core.library.file_facts import FileFacts, facts_and_content
from m44core.library.library_search import FACETS, ORDERS, Query, matches_filter, searchable_file
from m44core.library.library_settings import FileSettings, LibrarySettings
from m44core.messages import nouns
from m44core.messages.message import (
    Message,
    Renderer,
    enumerated,
    label_with_text,
    message,
    message_in,
)
from m44core.messages.renderers import in_english, message_of_error
from m44core.validation.check_selection import CRASH
from m44core.validation.runner import CHECK_FAILED
from m44core.version import __version__
from m44core.work.parallel_map import parallel_map

VERSION = 1  # of the shape of the JSON document; see schema/library.schema.json

Row = tuple[str, FileFacts]

_DESCRIPTION = message(
    "List scenarios with details: titles, dates, boards, nations, the boxes they need, "
    "problems, whether they can be played on Board Game Arena, and whether the engine "
    "supports everything they use."
)
_EXAMPLES = {
    "m44 library scenarios/": None,
    "m44 library . --search 'bridge \"river bend\"' --where nation=GB --sort date": message(
        "words to find in titles, scenario text and piece names"
    ),
    "m44 library . --where findings=error --format json": None,
}
_STATUS = message("exit status: 0 listed, 2 one of the files contains no scenario")


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(_DESCRIPTION, _EXAMPLES, _STATUS)
    add, text = parser.add_argument, parser.text
    add("paths", nargs="+", metavar="PATH", help=text(message("files, folders or patterns")))
    search = message("list only files that contain all these words; put a phrase in quotes")
    add("--search", metavar="WORDS", default="", help=text(search))
    filter_help = message("list only files that match, such as year=1944; may be repeated")
    add("--where", metavar="KIND=VALUE", action="append", default=[], help=text(filter_help))
    add(
        "--sort",
        choices=ORDERS,
        help=text(message("sort by this (default: the order of the files)")),
    )
    add_format_option(parser, text, _REPORTS, "table")
    add_report_output_option(parser)
    add_jobs_option(parser, text)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the list; return 0, or 2 if a file holds no scenario or a ``m44.toml`` is invalid.

    Raises:
        NotationError: ``--where`` names an unknown facet.
    """
    filters = _parse_filters(arguments.where)
    renderer = renderer_of(arguments)
    report = _REPORTS[arguments.format]
    request = _ListRequest(
        filters, Query(arguments.search, renderer), arguments.sort, report.entry, renderer
    )
    library_settings = LibrarySettings()
    rows = _scenario_rows(
        scenario_files(arguments.paths), library_settings, arguments.jobs, renderer
    )
    results = [_listed_scenario_or_failure(row, request) for row in rows]
    listed_results = [each for each in results if each.entry is not None]
    if arguments.sort:
        listed_results.sort(key=attrgetter("sort_key"))
    print(report.assemble([each.entry for each in listed_results], renderer))
    for problem in library_settings.errors.values():
        print(f"m44: {escape_controls(renderer.render(problem))}", file=sys.stderr)
    return FAILED if library_settings.errors or any(each.failed for each in results) else OK


class _ListRequest(NamedTuple):
    """The files to list, their order, and their format."""

    filters: Mapping[str, set[str]]
    query: Query
    sort: str | None
    entry: Callable[[str, FileFacts, Renderer], Any]
    renderer: Renderer


class _ListedScenario(NamedTuple):
    """The entry of a file (None if filtered out), its sort key, and whether it failed."""

    entry: Any
    sort_key: tuple[object, ...]
    failed: bool


def _listed_scenario_or_failure(row: Row, request: _ListRequest) -> _ListedScenario:
    """Return the entry of a file; an internal error becomes its failure."""
    path, facts = row
    try:
        with boundary(path):
            return _listed_scenario(path, facts, request)
    except FaultError as error:
        return _listed_scenario(path, FileFacts(failure=error.fault.message), request)


def _listed_scenario(path: str, facts: FileFacts, request: _ListRequest) -> _ListedScenario:
    is_match = matches_filter(facts, request.filters) and _matches_query(request.query, path, facts)
    sort_key = ORDERS[request.sort](path, facts, facts.title) if request.sort else ()
    entry = request.entry(path, facts, request.renderer) if is_match else None
    crashed = CRASH in facts.codes
    if crashed:
        text = request.renderer.render(label_with_text(path, CHECK_FAILED))
        print(f"m44: {escape_controls(text)}", file=sys.stderr)
    return _ListedScenario(entry, sort_key, bool(facts.failure) or crashed)


def _matches_query(query: Query, path: str, facts: FileFacts) -> bool:
    return not query or query.matches(searchable_file(Path(path).name, facts))


def _parse_filters(conditions: Sequence[str]) -> Mapping[str, set[str]]:
    filters: dict[str, set[str]] = {}
    for condition in conditions:
        facet, sign, value = condition.partition("=")
        if facet not in FACETS or not sign:
            facet_list = enumerated(FACETS)
            raise NotationError(
                message(
                    "--where {said!r}: use KIND=VALUE, where KIND is one of {known}",
                    said=condition,
                    known=facet_list,
                )
            )
        filters.setdefault(facet, set()).add(value)
    return filters


def _scenario_rows(
    paths: Sequence[str], library_settings: LibrarySettings, jobs: int, renderer: Renderer
) -> Iterator[Row]:
    progress = ProgressBar(len(paths), nouns.files, renderer)
    terms = [_settings_or_fault(library_settings, path) for path in paths]
    with parallel_map(_facts_or_failure, _failed_facts, jobs, paths, terms) as rows:
        for path, facts in zip(paths, rows, strict=True):
            yield path, facts
            progress.advance()
    progress.clear()


def _settings_or_fault(library_settings: LibrarySettings, path: str) -> FileSettings | Fault:
    try:
        with boundary():
            return library_settings.for_file(path)
    except FaultError as error:
        return error.fault


def _facts_or_failure(path: str, settings: FileSettings | Fault) -> FileFacts:
    if isinstance(settings, Fault):
        return FileFacts(failure=settings.message)
    return facts_and_content(Path(path), settings)[0]


def _failed_facts(error: M44Error, *_: object) -> FileFacts:
    return FileFacts(failure=message_of_error(error))


_HEADS = (
    message_in("column", "Title"),
    message_in("column", "Begins"),
    message_in("column", "Board"),
    message_in("column", "Nations"),
    message_in("column", "Boxes"),
    message_in("column", "Languages"),
    message_in("column", "Problems"),
    message_in("column", "Arena"),
    message_in("column", "Playable"),
    message_in("column", "File"),
)
_FULLY_PLAYED, _PARTLY_PLAYED = message_in("plays", "fully"), message_in("plays", "partly")


def as_table(rows: Sequence[tuple[str, ...]], renderer: Renderer) -> str:
    """Return the table: headings, one line per file, and a line with the number of files."""
    lines = [tuple(map(renderer.render, _HEADS)), *rows]
    aligned_lines = [
        line for line in lines if any(line[1:-1])
    ]  # failures may be longer than the columns
    widths = [
        max(cell_width(line[column]) for line in aligned_lines) for column in range(len(_HEADS) - 1)
    ]
    table = [_table_line(line, widths) for line in lines]
    return "\n".join([*table, renderer.render(nouns.files(len(rows)))])


def _table_line(line: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        text + " " * (width - cell_width(text)) for text, width in zip(line, widths, strict=False)
    )
    return "  ".join((*padded, line[-1]))


def _table_cells(path: str, facts: FileFacts, renderer: Renderer) -> tuple[str, ...]:
    if facts.failure:
        return (
            escape_controls(renderer.sentence(facts.failure)),
            *[""] * (len(_HEADS) - 2),
            escape_controls(path),
        )
    texts = (
        facts.title,
        facts.begins,
        f"{facts.board.lower()} {facts.face.lower()}",
        " ".join(facts.nations),
        " ".join(facts.boxes),
        " ".join(facts.languages),
        f"{facts.errors}/{facts.warnings}/{facts.notes}",
        facts.arena,
        renderer.render(_support_label(facts)),
        path,
    )
    return tuple(map(escape_controls, texts))


def _support_label(facts: FileFacts) -> Message:
    return _FULLY_PLAYED if facts.whole else _PARTLY_PLAYED


def as_json(entries: Sequence[Mapping[str, Any]], _renderer: Renderer) -> str:
    """Return the report as a JSON document."""
    document = {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "scenarios": list(entries),
    }
    return json.dumps(document, indent=2)


def _facts_data(path: str, facts: FileFacts, _renderer: Renderer) -> dict[str, Any]:
    all_facts = facts.to_data()
    sides = [dict(zip(("side", "nation"), side, strict=True)) for side in facts.sides]
    failure = in_english(facts.failure) or None
    excluded = ("texts", "failure")  # texts are in the file
    shown_facts = {key: value for key, value in all_facts.items() if key not in excluded}
    return {"path": path, **shown_facts, "sides": sides, "failure": failure}


class _ReportFormat(NamedTuple):
    """A format of the list: functions that make the entry of a file, and the whole list."""

    entry: Callable[[str, FileFacts, Renderer], Any]
    assemble: Callable[[Sequence[Any], Renderer], str]


_REPORTS: Mapping[str, _ReportFormat] = {
    "table": _ReportFormat(_table_cells, as_table),
    "json": _ReportFormat(_facts_data, as_json),
}
