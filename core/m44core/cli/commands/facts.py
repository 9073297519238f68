"""``m44 facts``: print what the engine computes about the start of a scenario, as JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping

from m44core.arguments.parser import Parser
from m44core.cli.output_file import add_report_output_option
from m44core.cli.shared_options import add_language_option
from m44core.io.files.read_scenario import read_scenario
from m44core.messages.message import message
from m44core.rules.analysis.position_facts import facts
from m44core.rules.play.game_setup import new_game
from m44core.version import __version__

VERSION = 1  # of the shape; see the schema

_DESCRIPTION = message(
    "Print what the engine computes for the starting position of a scenario, as JSON: "
    "sections, lines of sight and, for every unit, its moves, its targets with the number of "
    "dice, and its retreat hexes. Other programs can compare their results with this output. "
    '"gaps" lists what the engine does not support.'
)
_EXAMPLES = {
    "m44 facts pegasus.m44 -o pegasus.facts.json": None,
    "m44 facts --pretty pegasus.m44 | less": message("one entry per line"),
    "m44 schema facts": message("explain every property"),
}


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    status = message("exit status: 0 printed, 2 failed")
    parser.set_description(_DESCRIPTION, _EXAMPLES, status)
    about = parser.text(message("a scenario file"))
    parser.add_argument("path", metavar="FILE", help=about)
    pretty = parser.text(message("one entry per line, for reading"))
    parser.add_argument("--pretty", action="store_true", help=pretty)
    add_report_output_option(parser)
    add_language_option(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the facts of one scenario; return 0.

    Raises:
        ReadError: the file cannot be read, or holds no scenario.
        M44Error: the scenario cannot be played.
    """
    state = new_game(read_scenario(arguments.path))
    document = {"version": VERSION, "program": f"m44 {__version__}", **facts(state)}
    print(as_text(document, pretty=arguments.pretty))
    return 0


def as_text(document: Mapping[str, object], *, pretty: bool) -> str:
    """Return a document with one property per line; if *pretty*, with one entry per line."""
    lines = (
        f"{_compact_json(key)}: {_format_value(value, pretty=pretty)}"
        for key, value in document.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}"


def _format_value(value: object, *, pretty: bool) -> str:
    entries = [*_format_entries(value)] if pretty else []
    if not entries:
        return _compact_json(value)
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}\n  " + ",\n  ".join(entries) + f"\n{end}"


def _format_entries(value: object) -> Iterator[str]:
    """Yield the entries that get their own line; a list of numbers stays on one line."""
    if isinstance(value, dict):
        yield from (f"{_compact_json(key)}: {_compact_json(entry)}" for key, entry in value.items())
    elif isinstance(value, list) and any(isinstance(entry, list | dict) for entry in value):
        yield from map(_compact_json, value)


def _compact_json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))  # ASCII, whatever the terminal's encoding
