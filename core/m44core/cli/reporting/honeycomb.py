"""A hex and its six neighbors, drawn with text characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m44core.arguments.line_wrapping import cell_width
from m44core.board import Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.cli.control_characters import escape_controls
from m44core.cli.reporting.reporter import BOLD, DIM, ReportStyle
from m44core.hexes import Hex
from m44core.messages.message import Renderer, message_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent

_HALF = 9
_WIDTH = 2 * _HALF  # of a hex, with one of its walls
WIDTH = 3 * _WIDTH + 1
"""The width of the drawing in cells."""

_MAX_LINES = 3  # at most, below the name
_ROWS = ((1, ((-1, -1), (1, -1))), (0, ((-2, 0), (0, 0), (2, 0))), (1, ((-1, 1), (1, 1))))
_SLOPES = {True: "___────‾‾‾", False: "__..---'''"}
_ZONES = {Zone.BEACH: message_in("ground", "beach"), Zone.OCEAN: message_in("ground", "ocean")}

Cell = tuple[int, Sequence[str]]
"""The column of a hex's left edge, and the lines of text inside."""


def honeycomb_lines(scenario: Scenario, centre: Hex, style: ReportStyle) -> list[str]:
    """Return the lines of the drawing: a hex and its neighbors with their pieces."""
    rows = [list(_cells_of(scenario, centre, row, style.renderer)) for row in _ROWS]
    lines = []
    for number, row in enumerate(rows):
        above = rows[number - 1] if number else []
        lines.append(_slope_line(above, row, number % 2 == 0, style))
        lines += _cell_rows(row, number == 1, style)
    lines.append(_slope_line(rows[-1], [], False, style))
    return [line for line in lines if line.strip()]


def _cells_of(
    scenario: Scenario,
    centre: Hex,
    row: tuple[int, tuple[tuple[int, int], ...]],
    renderer: Renderer,
) -> Iterator[Cell]:
    """Yield the cells of a row whose hexes are on the board."""
    shift, steps = row
    for number, (columns, rows) in enumerate(steps):
        hex_ = Hex(centre.col + columns, centre.row + rows)
        if hex_ in scenario.board:
            yield (
                shift * _HALF + number * _WIDTH,
                _cell_lines(scenario, hex_, hex_ == centre, renderer),
            )


def _cell_lines(scenario: Scenario, hex_: Hex, is_centre: bool, renderer: Renderer) -> list[str]:
    name = scenario.board.name(hex_)
    lines = list(_piece_names(scenario.at(hex_), renderer, scenario.catalogue)) or _ground_lines(
        scenario, hex_, renderer
    )
    if len(lines) > _MAX_LINES:
        lines = [*lines[: _MAX_LINES - 1], f"+{len(lines) - _MAX_LINES + 1}"]
    return [f"[{name}]" if is_centre else name, *lines]


def _piece_names(content: HexContent, renderer: Renderer, catalogue: Catalogue) -> Iterator[str]:
    """Yield the names of the pieces on a hex, the unit first."""
    names = [piece.name for piece in (content.unit, content.terrain) if piece]
    names += [piece.name for piece in (content.structure, content.obstacle) if piece]
    elements = catalogue.elements
    for name in (*names, *(tag.name for tag in content.tags)):
        element = elements.get(name)
        yield renderer.sentence(element.noun) if element else escape_controls(name)


def _ground_lines(scenario: Scenario, hex_: Hex, renderer: Renderer) -> list[str]:
    zone = scenario.board.zone(scenario.face, hex_)
    return [renderer.render(_ZONES[zone])] if zone in _ZONES else []


def _cell_rows(row: Sequence[Cell], has_centre: bool, style: ReportStyle) -> Iterator[str]:
    """Yield the lines of a row of cells between the slopes: the vertical edges and the text."""
    wall = style.paint("│" if style.unicode else "|", DIM)
    for number in range(max((len(words) for _, words in row), default=0)):
        line, column = "", 0
        for left, words in row:
            gap = left - column
            text = _centred_text(words[number] if number < len(words) else "", style)
            is_centre = has_centre and number == 0 and text.strip().startswith("[")
            line += f"{' ' * gap + wall if gap or not line else ''}"
            line += f"{style.paint(text, BOLD) if is_centre else text}{wall}"
            column = left + _WIDTH
        yield line


def _centred_text(text: str, style: ReportStyle) -> str:
    room = _WIDTH - 1
    if not style.unicode:
        text = text.encode("ascii", "replace").decode("ascii")
    if cell_width(text) > room:
        while cell_width(text) > room - 1:
            text = text[:-1]
        text += "…" if style.unicode else "."
    left = (room - cell_width(text)) // 2
    return " " * left + text + " " * (room - left - cell_width(text))


def _slope_line(
    above: Sequence[Cell], below: Sequence[Cell], is_shifted: bool, style: ReportStyle
) -> str:
    """Return the line between two rows; if *is_shifted*, the lower one is offset by half a hex."""
    slope = _SLOPES[style.unicode]
    lefts = [left for left, _ in (*above, *below)]
    line = ""
    for column in range(WIDTH):
        is_inside = any(left <= column <= left + _WIDTH for left in lefts)
        phase = (column + _HALF * is_shifted) % _WIDTH
        line += slope[min(phase, _WIDTH - phase)] if is_inside else " "
    return style.paint(line.rstrip(), DIM)
