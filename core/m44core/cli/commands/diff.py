"""``m44 diff``: report the differences between two scenarios, whatever their formats."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from m44core.arguments.parser import Parser
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import OK, PROBLEMS_FOUND
from m44core.cli.output_file import (
    STANDARD_OUTPUT,
    add_output_option,
    refuse_terminal,
    write_output,
)
from m44core.cli.plugins import NotInstalledError, run_plugin
from m44core.cli.shared_options import add_format_option, add_language_option, renderer_of
from m44core.comparing.compare import compare_scenarios
from m44core.comparing.difference_text import (
    FIELDS,
    SIGNS,
    change_message,
    different_formats_message,
    hex_change_message,
    verdict_message,
)
from m44core.comparing.differences import (
    EVERY_PART,
    Change,
    ChangeKind,
    Comparison,
    ScenarioPart,
    TextChange,
)
from m44core.comparing.word_diff import WordRun
from m44core.io.files.read_scenario import read_scenario
from m44core.messages.message import Renderer, label_with_text, message
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario

_DESCRIPTION = message(
    "Show how two scenarios differ in meaning, hex by hex and word by word, regardless of "
    "format. Differences in how the files are written are ignored."
)
_EXAMPLES = {
    "m44 diff published.m44 retyped.yaml": None,
    "m44 diff --only layout pegasus.m44 pegasus-fr.m44": message("review a translation"),
    "m44 diff --ignore texts --ignore meta old.m44 new.m44": None,
    "m44 diff --output changes.svg old.m44 new.m44": message("show both on one board"),
    "m44 diff --format json old.m44 new.m44": message("see schema/diff.schema.json"),
}
_STATUS = message("exit status: 0 no differences, 1 differences, 2 a file could not be read")

_FORMATS = ("text", "json", "svg", "png")
_SUFFIXES = {".json": "json", ".svg": "svg", ".png": "png"}
_PARTS = [part.value for part in ScenarioPart]


def add_options(parser: Parser) -> None:
    """Describe the command and add its options."""
    parser.set_description(_DESCRIPTION, _EXAMPLES, _STATUS)
    add, text = parser.add_argument, parser.text
    add("before", metavar="A", help=text(message("a scenario file")))
    add(
        "after",
        metavar="B",
        help=text(message("the other scenario; the output shows how A became B")),
    )
    about = message(
        "output format (default: taken from the file extension in --output, otherwise text)"
    )
    add_format_option(parser, text, _FORMATS, about=about)
    only_help = text(message("compare only this part; may be repeated"))
    add("--only", action="append", default=[], choices=_PARTS, help=only_help)
    ignore = text(message("do not compare this part; may be repeated"))
    add("--ignore", action="append", default=[], choices=_PARTS, help=ignore)
    add_output_option(parser)
    add_language_option(parser)
    dark = message("draw the picture in the colors of the dark theme")
    add("--dark", action="store_true", help=text(dark))


def run(arguments: argparse.Namespace) -> int:
    """Compare the files and write the result; return 1 if they differ.

    Raises:
        M44Error: a file cannot be read or written.
    """
    comparison = compare_scenarios(*_scenarios(arguments.before, arguments.after)).restricted_to(
        _compared_parts(arguments)
    )
    format_name = arguments.format or _SUFFIXES.get(Path(arguments.output).suffix.lower(), "text")
    if format_name == "png":
        _write_png(arguments)
    elif arguments.output == STANDARD_OUTPUT:
        sys.stdout.write(_WRITERS[format_name](comparison, arguments))
    else:
        write_output(_WRITERS[format_name](comparison, arguments).encode(), arguments.output)
    return PROBLEMS_FOUND if comparison.has_differences else OK


def _scenarios(before: str, after: str) -> tuple[Scenario, Scenario]:
    """Read both files; the null device, which git passes for no file, is an empty scenario."""
    if before == os.devnull:
        second = read_scenario(after)
        return _empty_scenario_like(second), second
    first = read_scenario(before)
    return first, _empty_scenario_like(first) if after == os.devnull else read_scenario(after)


def _empty_scenario_like(scenario: Scenario) -> Scenario:
    """Return an empty scenario on the same board."""
    return Scenario(board=scenario.board, face=scenario.face)


def _compared_parts(arguments: argparse.Namespace) -> frozenset[ScenarioPart]:
    chosen = frozenset(map(ScenarioPart, arguments.only)) or EVERY_PART
    return chosen - frozenset(map(ScenarioPart, arguments.ignore))


def _as_text(comparison: Comparison, arguments: argparse.Namespace) -> str:
    from m44core.cli.reporting.reporter import stdout_supports_colour  # 281 ms

    colour = arguments.output == STANDARD_OUTPUT and stdout_supports_colour()
    names = arguments.before, arguments.after
    return "\n".join(text_report(comparison, *names, renderer_of(arguments), colour=colour)) + "\n"


def _as_json(comparison: Comparison, arguments: argparse.Namespace) -> str:
    from m44core.comparing.comparison_json import comparison_data  # 1 ms

    return (
        json.dumps(comparison_data(comparison, arguments.before, arguments.after), indent=2) + "\n"
    )


def _as_svg(comparison: Comparison, arguments: argparse.Namespace) -> str:
    from m44core.comparing.comparison_picture import comparison_drawing, picture_size  # 31 ms
    from m44core.drawing.shapes.palettes import DARK, LIGHT  # 3 ms
    from m44core.drawing.svg_export import to_svg  # 29 ms

    names = Path(arguments.before).name, Path(arguments.after).name
    drawing = comparison_drawing(comparison, *names, renderer_of(arguments))
    palette = DARK if arguments.dark else LIGHT
    return to_svg(drawing, *picture_size(comparison), palette, title=" / ".join(names))


_WRITERS = {"text": _as_text, "json": _as_json, "svg": _as_svg}


def _write_png(arguments: argparse.Namespace) -> None:
    """Draw the picture as PNG, and write or print it."""
    refuse_terminal(arguments.output)
    with TemporaryDirectory(prefix="m44-") as folder:
        picture = Path(folder, "picture.png")
        _draw_with_qt(arguments, picture)
        write_output(picture.read_bytes(), arguments.output)


def _draw_with_qt(arguments: argparse.Namespace, picture: Path) -> None:
    """Draw the picture to a file with the editor's ``render`` command.

    Raises:
        NotInstalledError: the editor or Qt is not installed.
    """
    words = [arguments.after, str(picture), "--before", arguments.before]
    words += ["--dark"] if arguments.dark else []
    words += ["--language", renderer_of(arguments).language.code]
    for part in sorted(_compared_parts(arguments)):
        words += ["--part", part.value]
    try:
        run_plugin("render", words)
    except NotInstalledError as error:
        problem = message(
            "{error}. SVG pictures need no additional software", error=message_of_error(error)
        )
        raise NotInstalledError(problem) from error


_COLOURS = {ChangeKind.ADDED: "32", ChangeKind.REMOVED: "31", ChangeKind.CHANGED: "33"}
_BOLD = "1"
_CONTEXT = 6  # words of a text that stay before and after those that changed
_WORD = re.compile(r"\S+\s*")
_BLANKS = ("\n", "\r\n", "\t")
_BLANK = re.compile(r"(\r?\n|\t)")


def text_report(
    comparison: Comparison, before: str, after: str, renderer: Renderer, *, colour: bool = False
) -> Iterator[str]:
    """Yield the lines of a report of the differences.

    Args:
        comparison: The differences.
        before: The name of the first file.
        after: The name of the second file.
        renderer: The renderer of the report.
        colour: Whether additions are green and removals red; signs mark them in any case.
    """
    paint = _paint if colour else _leave_plain
    if comparison.has_differences:
        yield paint(f"--- {escape_controls(before)}", _COLOURS[ChangeKind.REMOVED])
        yield paint(f"+++ {escape_controls(after)}", _COLOURS[ChangeKind.ADDED])
    for title, lines in _report_sections(comparison, renderer, colour):
        if lines:
            yield from ("", paint(title, _BOLD), *lines)
    if comparison.has_differences:
        yield ""
    for sentence in (different_formats_message(comparison), verdict_message(comparison)):
        if sentence:
            yield renderer.sentence(sentence)


def _report_sections(
    comparison: Comparison, renderer: Renderer, colour: bool
) -> Iterator[tuple[str, list[str]]]:
    entries = partial(_change_lines, renderer=renderer, colour=colour)
    yield renderer.render(message("Board")), entries(comparison.board)
    yield renderer.render(message("Hexes")), list(_hex_lines(comparison, renderer, colour))
    yield renderer.render(message("Briefing")), entries((*comparison.briefing, *comparison.packs))
    for change in comparison.texts:
        title = label_with_text(change.language, FIELDS.get(change.field, change.field))
        yield escape_controls(renderer.render(title)), list(_text_change_lines(change, colour))
    yield renderer.render(message("About the file")), entries(comparison.meta)


def _change_lines(changes: Sequence[Change], renderer: Renderer, colour: bool) -> list[str]:
    return [
        _change_line("  ", change.kind, renderer.render(change_message(change)), colour)
        for change in changes
    ]


def _hex_lines(comparison: Comparison, renderer: Renderer, colour: bool) -> Iterator[str]:
    for hex_, changes in comparison.hexes.items():
        name = comparison.after.board.name(hex_)
        for number, change in enumerate(changes):
            text = renderer.render(hex_change_message(change, comparison))
            yield _change_line(f"  {name if number == 0 else '':<4}", change.kind, text, colour)


def _change_line(indent: str, kind: ChangeKind, sentence: str, colour: bool) -> str:
    text = escape_controls(" ".join(f"{SIGNS[kind]} {sentence}".split()))
    return indent + (_paint(text, _COLOURS[kind]) if colour else text)


def _text_change_lines(change: TextChange, colour: bool) -> Iterator[str]:
    """Yield the lines of a text, with removals in ``[-...-]`` and additions in ``{+...+}``.

    Each line of a text that was added or removed as a whole is marked as such.
    """
    if change.kind is not ChangeKind.CHANGED:
        lines = (change.before or change.after or "").splitlines()
        yield from (_change_line("  ", change.kind, line, colour) for line in lines if line.strip())
        return
    runs = change.runs
    last = len(runs) - 1
    pieces = (_word_run_text(run, i == 0, i == last, colour) for i, run in enumerate(runs))
    shown_text = "".join(piece if piece[-1].isspace() else f"{piece} " for piece in pieces)
    yield from (f"  {line.rstrip()}" for line in shown_text.splitlines() if line.strip())


def _word_run_text(run: WordRun, is_first: bool, is_last: bool, colour: bool) -> str:
    text = _visible_text(run.text)
    if run.in_both:
        return _shorten_unchanged_text(text, is_first, is_last)
    words = text.rstrip()
    space = text[len(words) :]
    kind = ChangeKind.ADDED if run.in_after else ChangeKind.REMOVED
    marked = f"{{+{words}+}}" if run.in_after else f"[-{words}-]"
    return (_paint(marked, _COLOURS[kind]) if colour else marked) + space


def _visible_text(text: str) -> str:
    """Return a text with control characters made visible, except tabs and line ends."""
    return "".join(
        part if part in _BLANKS else escape_controls(part) for part in _BLANK.split(text)
    )


def _shorten_unchanged_text(text: str, is_first: bool, is_last: bool) -> str:
    """Shorten unchanged text to the words next to the changes before and after it."""
    words = _WORD.findall(text)
    head = 0 if is_first else _CONTEXT
    tail = 0 if is_last else _CONTEXT
    if len(words) <= head + tail + 1:
        return text
    last_words = "".join(words[len(words) - tail :]) if tail else ""
    return "".join(words[:head]) + "… " + last_words


def _paint(text: str, colour: str) -> str:
    return f"\033[{colour}m{text}\033[0m"


def _leave_plain(text: str, colour: str) -> str:
    del colour
    return text
