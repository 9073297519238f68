"""``m44 diff``: what differs between two scenarios, whatever their formats."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from m44core.arguments.parser import Parser
from m44core.cli.files import scenario_in
from m44core.cli.plugins import NotInstalledError, run_plugin
from m44core.cli.scenarios.diff_reports import text_report
from m44core.cli.speaking import add_language, words_of
from m44core.cli.status import FOUND, OK
from m44core.comparing.compare import compare
from m44core.comparing.differences import EVERY_PART, Comparison, Part
from m44core.errors import WriteError
from m44core.messages.message import message
from m44core.messages.words import reason
from m44core.model.scenario import Scenario

_DESCRIPTION = message(
    "Say what differs between two scenarios in meaning, hex by hex and word by word, whatever "
    "their formats. How a file is written makes no difference."
)
_EXAMPLES = {
    "m44 diff published.m44 retyped.yaml": None,
    "m44 diff --only layout pegasus.m44 pegasus-fr.m44": message("the check of a translation"),
    "m44 diff --ignore texts --ignore meta old.m44 new.m44": None,
    "m44 diff --output changes.svg old.m44 new.m44": message("both on one board"),
    "m44 diff --format json old.m44 new.m44": message("after schema/diff.schema.json"),
}
_STATUS = message("exit status: 0 nothing differs, 1 something does, 2 a file could not be read")

_FORMATS = ("text", "json", "svg", "png")
_SUFFIXES = {".json": "json", ".svg": "svg", ".png": "png"}
_PARTS = [part.value for part in Part]


def add_options(parser: Parser) -> None:
    """Say what the command does, and add its options."""
    parser.describe(_DESCRIPTION, _EXAMPLES, _STATUS)
    add, tell = parser.add_argument, parser.tell
    add("before", metavar="A", help=tell(message("a scenario file")))
    add("after", metavar="B", help=tell(message("another one; what is said became of A in it")))
    about = message("what to write (default: as the name of --output says, or text)")
    add("--format", choices=_FORMATS, help=tell(about))
    only = tell(message("compare this alone; may be repeated"))
    add("--only", action="append", default=[], choices=_PARTS, help=only)
    ignore = tell(message("do not compare this; may be repeated"))
    add("--ignore", action="append", default=[], choices=_PARTS, help=ignore)
    output = tell(message("write to FILE and not on the screen"))
    add("--output", metavar="FILE", default="-", help=output)
    add_language(parser)
    dark = message("the picture in the colours of the dark theme")
    add("--dark", action="store_true", help=tell(dark))


def run(arguments: argparse.Namespace) -> int:
    """Compare the files, write the result, and return 1 where something differs.

    Raises:
        M44Error: a file cannot be read or written; the message says why.
    """
    comparison = compare(*_scenarios(arguments.before, arguments.after)).only(_parts(arguments))
    chosen = arguments.format or _SUFFIXES.get(Path(arguments.output).suffix.lower(), "text")
    if chosen == "png":
        _write_png(arguments)
    else:
        _write(_WRITERS[chosen](comparison, arguments), arguments.output)
    return FOUND if comparison.differs else OK


def _scenarios(before: str, after: str) -> tuple[Scenario, Scenario]:
    """Read both files; git names the null device where there is none on one side."""
    if before == os.devnull:
        there = scenario_in(after)
        return _nothing_like(there), there
    first = scenario_in(before)
    return first, _nothing_like(first) if after == os.devnull else scenario_in(after)


def _nothing_like(scenario: Scenario) -> Scenario:
    """Return an empty scenario on the same board."""
    return Scenario(board=scenario.board, face=scenario.face)


def _parts(arguments: argparse.Namespace) -> frozenset[Part]:
    chosen = frozenset(map(Part, arguments.only)) or EVERY_PART
    return chosen - frozenset(map(Part, arguments.ignore))


def _text(comparison: Comparison, arguments: argparse.Namespace) -> str:
    from m44core.cli.checking.reports import use_colour  # 281 ms

    colour = arguments.output == "-" and use_colour()
    names = arguments.before, arguments.after
    return "\n".join(text_report(comparison, *names, words_of(arguments), colour=colour)) + "\n"


def _json(comparison: Comparison, arguments: argparse.Namespace) -> str:
    from m44core.comparing.data import as_data  # 1 ms

    return json.dumps(as_data(comparison, arguments.before, arguments.after), indent=2) + "\n"


def _svg(comparison: Comparison, arguments: argparse.Namespace) -> str:
    from m44core.comparing.picture import picture_of, picture_size  # 31 ms
    from m44core.drawing.shapes.palettes import DARK, LIGHT  # 3 ms
    from m44core.drawing.svg_export import to_svg  # 29 ms

    names = Path(arguments.before).name, Path(arguments.after).name
    drawing = picture_of(comparison, *names, words_of(arguments))
    palette = DARK if arguments.dark else LIGHT
    return to_svg(drawing, *picture_size(comparison), palette, title=" / ".join(names))


_WRITERS = {"text": _text, "json": _json, "svg": _svg}


def _write_png(arguments: argparse.Namespace) -> None:
    """Hand a PNG over to the editor."""
    if arguments.output == "-":
        raise WriteError(message("a PNG picture needs a file; add --output FILE"))
    words = [arguments.after, arguments.output, "--before", arguments.before]
    words += ["--dark"] if arguments.dark else []
    words += ["--language", words_of(arguments).language.code]
    for part in sorted(_parts(arguments)):
        words += ["--part", part.value]
    try:
        run_plugin("render", words)
    except NotInstalledError as error:
        said = message("{error}. SVG pictures need nothing else", error=reason(error))
        raise NotInstalledError(said) from error


def _write(text: str, output: str) -> None:
    if output == "-":
        sys.stdout.write(text)
        return
    from m44core.io.files.save import write  # 13 ms

    write(text.encode("utf-8"), Path(output))
