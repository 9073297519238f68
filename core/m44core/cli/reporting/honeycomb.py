"""A hex and its six neighbours, drawn with letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m44core.arguments.line_wrapping import cell_width
from m44core.board import Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.cli.control_characters import visible
from m44core.cli.reporting.reporter import BOLD, DIM, ReportStyle
from m44core.hexes import Hex
from m44core.messages.message import Words, message_in
from m44core.model.parts import HexContent
from m44core.model.scenario import Scenario

_HALF = 9
_WIDTH = 2 * _HALF  # of a hex, with one of its walls
WIDTH = 3 * _WIDTH + 1
"""How many cells the drawing is wide."""

_LINES = 3  # at most, below the name
_ROWS = ((1, ((-1, -1), (1, -1))), (0, ((-2, 0), (0, 0), (2, 0))), (1, ((-1, 1), (1, 1))))
_SLOPES = {True: "___────‾‾‾", False: "__..---'''"}
_ZONES = {Zone.BEACH: message_in("ground", "beach"), Zone.OCEAN: message_in("ground", "ocean")}

Cell = tuple[int, Sequence[str]]
"""The column of the left wall, and what is written inside."""


def honeycomb(scenario: Scenario, centre: Hex, manner: ReportStyle) -> list[str]:
    """Return the lines of the drawing: what lies on a hex, and on those around it."""
    rows = [list(_cells_of(scenario, centre, row, manner.words)) for row in _ROWS]
    lines = []
    for number, row in enumerate(rows):
        above = rows[number - 1] if number else []
        lines.append(_slopes(above, row, number % 2 == 0, manner))
        lines += _inside(row, number == 1, manner)
    lines.append(_slopes(rows[-1], [], False, manner))
    return [line for line in lines if line.strip()]


def _cells_of(
    scenario: Scenario, centre: Hex, row: tuple[int, tuple[tuple[int, int], ...]], told: Words
) -> Iterator[Cell]:
    """Yield the hexes of a row that are on the board."""
    shift, steps = row
    for number, (columns, rows) in enumerate(steps):
        hex_ = Hex(centre.col + columns, centre.row + rows)
        if hex_ in scenario.board:
            yield shift * _HALF + number * _WIDTH, _words(scenario, hex_, hex_ == centre, told)


def _words(scenario: Scenario, hex_: Hex, is_centre: bool, told: Words) -> list[str]:
    name = scenario.board.name(hex_)
    said = list(_pieces(scenario.at(hex_), told, scenario.catalogue)) or _printed(
        scenario, hex_, told
    )
    if len(said) > _LINES:
        said = [*said[: _LINES - 1], f"+{len(said) - _LINES + 1}"]
    return [f"[{name}]" if is_centre else name, *said]


def _pieces(content: HexContent, told: Words, catalogue: Catalogue) -> Iterator[str]:
    """Yield what lies on a hex, the unit first."""
    names = [piece.name for piece in (content.unit, content.terrain) if piece]
    names += [piece.name for piece in (content.structure, content.obstacle) if piece]
    elements = catalogue.elements
    for name in (*names, *(tag.name for tag in content.tags)):
        element = elements.get(name)
        yield told.sentence(element.noun) if element else visible(name)


def _printed(scenario: Scenario, hex_: Hex, told: Words) -> list[str]:
    zone = scenario.board.zone(scenario.face, hex_)
    return [told.render(_ZONES[zone])] if zone in _ZONES else []


def _inside(row: Sequence[Cell], has_centre: bool, manner: ReportStyle) -> Iterator[str]:
    """Yield the lines between the slopes: walls, and the words between them."""
    wall = manner.painted("│" if manner.unicode else "|", DIM)
    for number in range(max((len(words) for _, words in row), default=0)):
        line, at = "", 0
        for left, words in row:
            gap = left - at
            text = _centred(words[number] if number < len(words) else "", manner)
            is_centre = has_centre and number == 0 and text.strip().startswith("[")
            line += f"{' ' * gap + wall if gap or not line else ''}"
            line += f"{manner.painted(text, BOLD) if is_centre else text}{wall}"
            at = left + _WIDTH
        yield line


def _centred(text: str, manner: ReportStyle) -> str:
    room = _WIDTH - 1
    if not manner.unicode:
        text = text.encode("ascii", "replace").decode("ascii")
    if cell_width(text) > room:
        while cell_width(text) > room - 1:
            text = text[:-1]
        text += "…" if manner.unicode else "."
    left = (room - cell_width(text)) // 2
    return " " * left + text + " " * (room - left - cell_width(text))


def _slopes(
    above: Sequence[Cell], below: Sequence[Cell], shifted: bool, manner: ReportStyle
) -> str:
    """Return the line between two rows; *shifted* where the lower row stands half a hex in."""
    slope = _SLOPES[manner.unicode]
    lefts = [left for left, _ in (*above, *below)]
    line = ""
    for column in range(WIDTH):
        inside = any(left <= column <= left + _WIDTH for left in lefts)
        phase = (column + _HALF * shifted) % _WIDTH
        line += slope[min(phase, _WIDTH - phase)] if inside else " "
    return manner.painted(line.rstrip(), DIM)
