"""``m44 supports``: what scenarios use, thing by thing, and whether the engine plays it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from m44core import __version__
from m44core.cli.files import scenario_files, scenario_in
from m44core.cli.status import FAILED, FOUND, OK
from m44core.cli.visible import visible
from m44core.errors import ReadError
from m44core.model.scenario import Scenario
from m44core.phrases import counted
from m44core.playtest.games.support import Need, Support, support_of

if TYPE_CHECKING:
    from m44core.cli.main import Parser

SUMMARY = "say what of a scenario the engine plays"
VERSION = 1  # of the shape of the JSON document; see schema/supports.schema.json

_HEXES = 3  # how many are named in text

_DESCRIPTION = """\
Say of everything scenarios use - pieces, special rules, objectives, options - whether the engine
plays it, and by which rule. What it does not play, m44 play leaves out and says so."""

_EPILOG = """\
examples:
  m44 supports pegasus.m44
  m44 supports scenarios/ --lacking        only what is not played
  m44 supports scenarios/ --format json

exit status: 0 everything is played, 1 something is not, 2 a scenario could not be read"""


@dataclass(frozen=True, slots=True)
class Row:
    """A scenario and what it uses."""

    path: str
    scenario: Scenario
    support: Support


def add_parser(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "supports",
        help=SUMMARY,
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", nargs="+", metavar="FILE", help="scenarios, folders or patterns")
    parser.add_argument("--lacking", action="store_true", help="in text, only what is not played")
    parser.add_argument("--format", choices=_REPORTS, default="text", help="how to write it")


def run(arguments: argparse.Namespace) -> int:
    """Print what the scenarios use; return 1 if anything is not played, 2 if one is unreadable."""
    paths = scenario_files(arguments.paths)
    rows = list(_rows(paths))
    print(_REPORTS[arguments.format](rows, arguments.lacking))
    if len(rows) < len(paths):
        return FAILED
    return FOUND if any(row.support.lacking for row in rows) else OK


def _rows(paths: Sequence[str]) -> Iterator[Row]:
    """Yield what each scenario uses; say of one that cannot be read why, and go on."""
    for path in paths:
        try:
            scenario = scenario_in(path)
        except ReadError as error:
            print(f"m44: {visible(str(error))}", file=sys.stderr)
        else:
            yield Row(path, scenario, support_of(scenario))


def as_text(rows: Sequence[Row], lacking: bool) -> str:
    """Return a table for each scenario, and how many there are."""
    return "\n".join(map(visible, _lines(rows, lacking)))


def _lines(rows: Sequence[Row], lacking: bool) -> Iterator[str]:
    for row in rows:
        shown = row.support.lacking if lacking else row.support.needs
        number, lack = len(row.support.needs), len(row.support.lacking)
        title = row.scenario.title or row.path
        yield f"{title}: {number - lack} of {counted(number, 'thing')} it uses are played"
        for need in shown:
            yield from _need(need, row.scenario)
        yield ""
    yield from (f"note: {note}" for note in dict.fromkeys(n for r in rows for n in r.support.notes))
    whole = sum(not row.support.lacking for row in rows)
    yield f"{whole} of {counted(len(rows), 'scenario')} played as a whole"


def _need(need: Need, scenario: Scenario) -> Iterator[str]:
    names = [scenario.board.name(hex_) for hex_ in need.hexes]
    more = f" and {len(names) - _HEXES} more" if len(names) > _HEXES else ""
    where = " ".join(names[:_HEXES]) + more
    mark = "NO " if need.lack else "yes"
    yield f"  {mark}  {need.kind:13} {need.label:34} {need.source:28} {where}".rstrip()
    if need.lack:
        yield f"       {need.lack}"


def as_json(rows: Sequence[Row], _lacking: bool) -> str:
    """Return everything as a JSON document."""
    document = {
        "version": VERSION,
        "program": f"m44 {__version__}",
        "scenarios": [_data(row) for row in rows],
        "summary": {
            "scenarios": len(rows),
            "whole": sum(not row.support.lacking for row in rows),
            "lacking": sum(len(row.support.lacking) for row in rows),
        },
    }
    return json.dumps(document, indent=2)


_REPORTS: Mapping[str, Callable[[Sequence[Row], bool], str]] = {"text": as_text, "json": as_json}


def _data(row: Row) -> dict[str, Any]:
    return {
        "path": row.path,
        "title": row.scenario.title,
        "needs": [
            {
                "kind": need.kind,
                "name": need.name,
                "label": need.label,
                "rules": need.source,
                "hexes": [row.scenario.board.name(hex_) for hex_ in need.hexes],
                "played": not need.lack,
                "lack": need.lack or None,
            }
            for need in row.support.needs
        ],
        "notes": list(row.support.notes),
    }
