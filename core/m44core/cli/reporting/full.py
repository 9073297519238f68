"""Findings with the lines of the file, the hexes around them and the available fixes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TextIO

from m44core.arguments.line_wrapping import cell_width
from m44core.cli.control_characters import control_picture
from m44core.cli.quiet_mode import is_quiet
from m44core.cli.reporting.honeycomb import WIDTH, honeycomb_lines
from m44core.cli.reporting.reporter import (
    BOLD,
    COLOURS,
    DIM,
    ReportStyle,
    finding_location,
    hex_suffix,
)
from m44core.cli.reporting.text import TextReporter
from m44core.diagnostics import Diagnostic
from m44core.findings.render_findings import title_of_fix
from m44core.hexes import Hex
from m44core.io.files.scenario_files import FileFormat
from m44core.messages.message import label_with_text, message
from m44core.validation.runner import FileReport

_INDENT = " " * 4
_FIX, _SAFE = message("fix"), message("safe fix")


class FullReporter(TextReporter):
    """Prints each finding with its lines in the file and its hex on the map."""

    def __init__(self, out: TextIO, style: ReportStyle) -> None:
        super().__init__(out, style)
        self._arrow = style.paint("-->", DIM)
        self._first_code: str | None = None

    def end(self, reports: Sequence[FileReport]) -> None:
        """Print what a text report ends with, and, unless quiet, a hint to use ``m44 explain``."""
        super().end(reports)
        if self._first_code and not is_quiet():
            hint = message(
                "run m44 explain {code} to see why it matters; this works for every code",
                code=self._first_code,
            )
            print(self._style.paint(self._style.text(hint), DIM), file=self._out)

    def _findings(self, report: FileReport) -> Iterator[str]:
        """Yield each finding; the map is drawn once for consecutive findings on the same hex."""
        reading = report.reading
        lines = split_file_lines(reading.text, reading.format) if reading else []
        last_hex: Hex | None = None
        for number, diagnostic in enumerate(self._shown_findings(report)):
            centre = diagnostic.hex if diagnostic.hex != last_hex else None
            parts = self._finding_lines(report, diagnostic, lines, centre)
            yield "\n" * bool(number) + "\n".join(parts)
            last_hex = diagnostic.hex
            self._first_code = self._first_code or diagnostic.code

    def _finding_lines(
        self, report: FileReport, diagnostic: Diagnostic, lines: Sequence[str], centre: Hex | None
    ) -> Iterator[str]:
        """Yield the lines about a finding, with the map around *centre* unless that is None."""
        style = self._style
        text = style.paint(style.message(diagnostic), BOLD)
        yield style.renderer.render(label_with_text(self._kind(diagnostic), text))
        location = f"{finding_location(report, diagnostic)}{hex_suffix(report, diagnostic)}"
        yield f"  {self._arrow} {location}"
        if diagnostic.line and diagnostic.column and any(lines):
            colour = COLOURS[diagnostic.severity]
            yield from source_excerpt_lines(
                lines, diagnostic.line, diagnostic.column, style, colour
            )
        scenario = report.reading.scenario if report.reading else None
        if centre and scenario and style.width >= WIDTH + len(_INDENT):
            yield ""
            yield from (f"{_INDENT}{line}" for line in honeycomb_lines(scenario, centre, style))
        for fix in diagnostic.fixes:
            word = style.paint(style.text(_SAFE if fix.safe else _FIX), BOLD)
            text = style.renderer.render(label_with_text(word, style.text(title_of_fix(fix))))
            yield f"  = {text}"


_CONTEXT = 2  # lines above and below
_TAB = " " * 4
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[\w.+-]+')
_YAML_LINE_END = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


def split_file_lines(text: str, file_format: FileFormat) -> list[str]:
    """Split a file into lines the way its parser counts them."""
    if file_format is FileFormat.YAML:
        return _YAML_LINE_END.split(text)
    return [line.removesuffix("\r") for line in text.split("\n")]


def source_excerpt_lines(
    lines: Sequence[str], line: int, column: int, style: ReportStyle, colour: str
) -> Iterator[str]:
    """Yield the lines around a location, numbered, with a marker below the location.

    Long lines are cut to the available width around the column; all are cut at the same column.
    Nothing is yielded for a line that does not exist.
    """
    if not 0 < line <= len(lines):
        return
    first, last = _excerpt_range(lines, line)
    margin = len(str(last))
    bar = style.paint("│" if style.unicode else "|", DIM)
    max_width = style.width - margin - 3
    start = _first_shown_index(lines[line - 1], column - 1, max_width)
    yield f"{' ' * margin} {bar}"
    for number in range(first, last + 1):
        shown_text = _visible_part(lines[number - 1], start, max_width, style)
        yield f"{style.paint(f'{number:{margin}}', DIM)} {bar} {shown_text}".rstrip()
        if number == line:
            mark = _marker_line(lines[line - 1], start, column - 1, max_width, style)
            yield f"{' ' * margin} {bar} {_paint_marker(mark, colour, style)}"


def _paint_marker(mark: str, colour: str, style: ReportStyle) -> str:
    marker = mark.lstrip()
    return mark[: len(mark) - len(marker)] + style.paint(marker, f"{BOLD};{colour}")


def _excerpt_range(lines: Sequence[str], line: int) -> tuple[int, int]:
    """Return the first and last line to show, without blank lines at either end."""
    first, last = max(1, line - _CONTEXT), min(len(lines), line + _CONTEXT)
    while first < line and not lines[first - 1].strip():
        first += 1
    while last > line and not lines[last - 1].strip():
        last -= 1
    return first, last


def _first_shown_index(line: str, index: int, max_width: int) -> int:
    """Return the index of the first character to show, so that there is context before *index*."""
    if len(line) <= max_width and cell_width("".join(map(_printable_form, line))) <= max_width:
        return 0
    start, room_before = min(index, len(line)), max_width // 2
    while start and room_before > 0:
        start -= 1
        room_before -= max(1, cell_width(_printable_form(line[start])))
    return start


def _visible_part(line: str, start: int, max_width: int, style: ReportStyle) -> str:
    """Return as much of a line as fits, with ellipses where it is cut."""
    ellipsis = _ellipsis(style)
    visible_text = ellipsis if start and line.strip() else ""
    for character in line[start:]:
        sign = _printable_form(character, style)
        if cell_width(visible_text) + cell_width(sign) > max_width:
            return _cut_to_width(visible_text, max_width - len(ellipsis)) + ellipsis
        visible_text += sign
    return visible_text


def _cut_to_width(text: str, max_width: int) -> str:
    while cell_width(text) > max_width:
        text = text[:-1]
    return text


def _marker_line(line: str, start: int, index: int, max_width: int, style: ReportStyle) -> str:
    """Return the marker below the word or string that begins at a character."""
    before = "".join(_printable_form(character, style) for character in line[start:index])
    indent = min(max_width - 1, cell_width(before) + len(_ellipsis(style)) * bool(start))
    token = _TOKEN.match(line, index)
    text = line[index : min(token.end(), index + max_width)] if token else ""
    length = cell_width("".join(_printable_form(character, style) for character in text))
    return " " * indent + "^" * max(1, min(length, max_width - indent))


def _ellipsis(style: ReportStyle) -> str:
    return "…" if style.unicode else "..."


def _printable_form(character: str, style: ReportStyle | None = None) -> str:
    """Return the printable form of a character of the file."""
    if character == "\t":
        return _TAB
    if style and not style.unicode and not (character.isascii() and character.isprintable()):
        return "?"
    return control_picture(character)
