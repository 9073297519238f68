"""Findings with the lines of the file, the hexes around them and the fixes there are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TextIO

from m44core.arguments.line_wrapping import cell_width
from m44core.cli.control_characters import control_picture
from m44core.cli.reporting.honeycomb import WIDTH, honeycomb
from m44core.cli.reporting.reporter import BOLD, COLOURS, DIM, ReportStyle, hex_suffix, location
from m44core.cli.reporting.text import TextReporter
from m44core.diagnostics import Diagnostic
from m44core.findings.render_findings import title_of
from m44core.hexes import Hex
from m44core.io.files.scenario_files import FileFormat
from m44core.messages.message import colon, message
from m44core.validation.runner import FileReport

_INDENT = " " * 4
_FIX, _SAFE = message("fix"), message("safe fix")


class FullReporter(TextReporter):
    """Each finding with its place in the file and on the map."""

    def __init__(self, out: TextIO, manner: ReportStyle) -> None:
        super().__init__(out, manner)
        self._arrow = manner.painted("-->", DIM)
        self._first: str | None = None

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print the summary, and where to read on."""
        super().end(reports)
        if self._first:
            hint = message(
                "m44 explain {code} says why that matters; every code has such a page",
                code=self._first,
            )
            print(self._manner.painted(self._manner.text(hint), DIM), file=self._out)

    def _findings(self, report: FileReport) -> Iterator[str]:
        """Yield each finding; the map is not drawn twice for findings on one hex in a row."""
        reading = report.reading
        lines = lines_of(reading.text, reading.format) if reading else []
        last: Hex | None = None
        for number, found in enumerate(self._shown(report)):
            drawn = found.hex if found.hex != last else None
            parts = self._parts(report, found, lines, drawn)
            yield "\n" * bool(number) + "\n".join(parts)
            last = found.hex
            self._first = self._first or found.code

    def _parts(
        self, report: FileReport, found: Diagnostic, lines: Sequence[str], drawn: Hex | None
    ) -> Iterator[str]:
        manner = self._manner
        said = manner.painted(manner.message(found), BOLD)
        yield manner.words.render(colon(self._kind(found), said))
        yield f"  {self._arrow} {location(report, found)}{hex_suffix(report, found)}"
        if found.line and found.column and any(lines):
            colour = COLOURS[found.severity]
            yield from excerpt(lines, found.line, found.column, manner, colour)
        scenario = report.reading.scenario if report.reading else None
        if drawn and scenario and manner.width >= WIDTH + len(_INDENT):
            yield ""
            yield from (f"{_INDENT}{line}" for line in honeycomb(scenario, drawn, manner))
        for fix in found.fixes:
            word = manner.painted(manner.text(_SAFE if fix.safe else _FIX), BOLD)
            said = manner.words.render(colon(word, manner.text(title_of(fix))))
            yield f"  = {said}"


_AROUND = 2  # lines above and below
_TAB = " " * 4
_THING = re.compile(r'"(?:[^"\\\n]|\\.)*"|[\w.+-]+')
_YAML_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


def lines_of(text: str, file_format: FileFormat) -> list[str]:
    """Return the lines of a file as its reader counts them."""
    if file_format is FileFormat.YAML:
        return _YAML_LINE_END.split(text)
    return [line.removesuffix("\r") for line in text.split("\n")]


def excerpt(
    lines: Sequence[str], line: int, column: int, manner: ReportStyle, colour: str
) -> Iterator[str]:
    """Yield the lines around a place, each with its number, and the mark below the place.

    Long lines are shown as far as there is room around the column; all start at the same one.
    """
    if not 0 < line <= len(lines):
        return
    first, last = _without_blanks(lines, line)
    margin = len(str(last))
    bar = manner.painted("│" if manner.unicode else "|", DIM)
    room = manner.width - margin - 3
    start = _start(lines[line - 1], column - 1, room)
    yield f"{' ' * margin} {bar}"
    for number in range(first, last + 1):
        shown = _window(lines[number - 1], start, room, manner)
        yield f"{manner.painted(f'{number:{margin}}', DIM)} {bar} {shown}".rstrip()
        if number == line:
            mark = _mark(lines[line - 1], start, column - 1, room, manner)
            yield f"{' ' * margin} {bar} {_painted_mark(mark, colour, manner)}"


def _painted_mark(mark: str, colour: str, manner: ReportStyle) -> str:
    bare = mark.lstrip()
    return mark[: len(mark) - len(bare)] + manner.painted(bare, f"{BOLD};{colour}")


def _without_blanks(lines: Sequence[str], line: int) -> tuple[int, int]:
    """Return the first and the last line to show: blank ones show nothing at either end."""
    first, last = max(1, line - _AROUND), min(len(lines), line + _AROUND)
    while first < line and not lines[first - 1].strip():
        first += 1
    while last > line and not lines[last - 1].strip():
        last -= 1
    return first, last


def _start(line: str, at: int, room: int) -> int:
    """Return from which character on a line is shown, so that the one at *at* has company."""
    if len(line) <= room and cell_width("".join(map(_shown, line))) <= room:
        return 0
    start, left = min(at, len(line)), room // 2
    while start and left > 0:
        start -= 1
        left -= max(1, cell_width(_shown(line[start])))
    return start


def _window(line: str, start: int, room: int, manner: ReportStyle) -> str:
    """Return as much of a line as there is room for, with signs that there is more."""
    more = _more(manner)
    shown = more if start and line.strip() else ""
    for character in line[start:]:
        sign = _shown(character, manner)
        if cell_width(shown) + cell_width(sign) > room:
            return _cut(shown, room - len(more)) + more
        shown += sign
    return shown


def _cut(text: str, room: int) -> str:
    while cell_width(text) > room:
        text = text[:-1]
    return text


def _mark(line: str, start: int, at: int, room: int, manner: ReportStyle) -> str:
    """Return the mark below the word or the text that begins at a character."""
    before = "".join(_shown(character, manner) for character in line[start:at])
    indent = min(room - 1, cell_width(before) + len(_more(manner)) * bool(start))
    thing = _THING.match(line, at)
    marked = line[at : min(thing.end(), at + room)] if thing else ""
    length = cell_width("".join(_shown(character, manner) for character in marked))
    return " " * indent + "^" * max(1, min(length, room - indent))


def _more(manner: ReportStyle) -> str:
    return "…" if manner.unicode else "..."


def _shown(character: str, manner: ReportStyle | None = None) -> str:
    """Return what stands for a character of the file."""
    if character == "\t":
        return _TAB
    if manner and not manner.unicode and not (character.isascii() and character.isprintable()):
        return "?"
    return control_picture(character)
