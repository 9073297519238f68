"""A picture of a scenario: the board, a legend below it, and a margin around both."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from unicodedata import east_asian_width

from m44core.catalogue.types import Layer
from m44core.drawing.board.board_layout import MARGIN
from m44core.drawing.board.frame import IN_ENGLISH
from m44core.drawing.board.piece_drawing import draw
from m44core.drawing.board.scenario_drawing import (
    EVERYTHING,
    Show,
    arts_of_hex,
    board_size,
    draw_scenario,
)
from m44core.drawing.shapes.art import Art, Plane
from m44core.drawing.shapes.paths import HEX_OUTLINE, rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape, Text
from m44core.hexes import Hex
from m44core.messages.message import Value, Words
from m44core.model.scenario import Scenario
from m44core.model.troops_on_board import troop_on
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Framing:
    """What is drawn of a scenario, and round it.

    Attributes:
        show: Which layers.
        legend: Whether the kinds of pieces are named below the board.
        margin: How wide the empty margin is, in units; nothing is drawn there.
    """

    show: Show = EVERYTHING
    legend: bool = False
    margin: float = 0.0


class Preset(StrEnum):
    """What a picture is for."""

    FORUM = "forum"
    PRINT = "print"
    THUMBNAIL = "thumbnail"


@dataclass(frozen=True, slots=True)
class Usual(Framing):
    """What a picture for something is usually like.

    Attributes:
        size: Pixels of its longer side.
    """

    size: int = 0


PRESETS: Mapping[Preset, Usual] = {
    Preset.FORUM: Usual(Show(hex_names=True), legend=True, size=1400),
    Preset.PRINT: Usual(size=4000),
    Preset.THUMBNAIL: Usual(Show(labels=False, grid=False, section_lines=False), size=320),
}
"""What pictures are usually like, by what they are for."""

PLAIN = Framing()
"""The board, and no more."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing with its size.

    Attributes:
        drawing: Its shapes; their origin is the upper left corner.
        width: In units.
        height: In units.
    """

    drawing: Drawing
    width: float
    height: float


def picture_of(
    scenario: Scenario, framing: Framing = PLAIN, told: Words = IN_ENGLISH, over: Drawing = ()
) -> Picture:
    """Return the picture of a scenario.

    Args:
        scenario: What is on the board.
        framing: What of it is drawn, and what is round it.
        told: The language of its words.
        over: What is laid over the board.
    """
    width, height = board_size(scenario.board)
    drawing = (*draw_scenario(scenario, framing.show, told), *over)
    if framing.legend:
        legend, high = draw_legend(scenario, framing.show, width, told)
        drawing, height = (*drawing, Group(legend, dy=height)), height + high
    if framing.margin:
        drawing = (Group(drawing, dx=framing.margin, dy=framing.margin),)
    return Picture(drawing, width + 2 * framing.margin, height + 2 * framing.margin)


_CELL, _ROW = 158.0, 132.0  # units a kind takes
_PICTURE = 0.66  # of the size on the board
_LETTERS, _LINE, _LONGEST = 15.0, 18.0, 19  # units, units, letters
_LINES = 2
_LAYERS = {
    Plane.GROUND: Layer.TERRAIN,
    Plane.STRUCTURE: Layer.STRUCTURE,
    Plane.OBSTACLE: Layer.OBSTACLE,
    Plane.UNIT: Layer.UNIT,
    Plane.TAG: Layer.TAG,
}


def draw_legend(scenario: Scenario, show: Show, width: float, told: Words) -> tuple[Drawing, float]:
    """Return the legend of a board and how high it is; its origin is its upper left corner.

    Args:
        scenario: Whose pieces it names, each kind once, by layers and the order of the board.
        show: Which layers are drawn, and named.
        width: How wide it is, in units.
        told: The language of the names.

    Returns:
        Its shapes, and its height in units: 0 where there is nothing to name.
    """
    kinds = list(_kinds(scenario, show, told))
    if not kinds:
        return (), 0.0
    columns = max(int((width - MARGIN) / _CELL), 1)
    high = -(-len(kinds) // columns) * _ROW + MARGIN / 2
    left = (width - min(columns, len(kinds)) * _CELL) / 2
    nodes: list[Node] = [
        Shape(rectangle(0, 0, width, high), fill="frame"),
        Shape(rectangle(7, 0, width - 14, high - 7), stroke="frame-line", width=1.2),
    ]
    for number, (art, name) in enumerate(kinds):
        row, column = divmod(number, columns)
        x, y = left + (column + 0.5) * _CELL, row * _ROW + 58
        nodes.append(Group(_picture(art), dx=x, dy=y, scale=_PICTURE))
        nodes += _name(name, x, y + 56)
    return tuple(nodes), high


def _kinds(scenario: Scenario, show: Show, told: Words) -> Iterator[tuple[Art, str]]:
    """Yield the first picture and the name of each kind of piece; those of the face have none."""
    found: dict[Plane, dict[str, Art]] = {plane: {} for plane in _LAYERS}
    for hex_ in scenario.hexes:
        for art in arts_of_hex(scenario, hex_, show):
            if art.plane in found and art.name != "ground":
                called = told.sentence(_called(art, scenario, hex_))
                found[art.plane].setdefault(called, art)
    for arts in found.values():
        for called, art in arts.items():
            yield _alone(art), called


def _called(art: Art, scenario: Scenario, hex_: Hex) -> Value:
    element = scenario.catalogue.get(art.name, _LAYERS[art.plane])
    if art.plane is Plane.UNIT and (troop := troop_on(scenario, hex_)) and troop.special:
        return troop.special.titled
    return element.titled if element else art.name


def _alone(art: Art) -> Art:
    """Return the picture of a tag as if it were the only one on its hex."""
    if art.plane is not Plane.TAG:
        return art
    return replace(art, detail=(0, 1, *art.detail[2:]))


def _picture(art: Art) -> Drawing:
    outline = Shape(HEX_OUTLINE, stroke="grid", width=1.6, opacity=0.7)
    return (*draw(art), outline) if art.plane is Plane.GROUND else draw(art)


def _name(name: str, x: float, y: float) -> Iterator[Text]:
    for number, line in enumerate(_lines(name)):
        yield Text(line, x, y + number * _LINE, _LETTERS, "ink")


def _lines(name: str) -> list[str]:
    """Return a name in few lines; what has no room ends in dots."""
    wide = any(east_asian_width(letter) in "WF" for letter in name)
    room = _LONGEST // 2 if wide else _LONGEST
    return textwrap.wrap(name, room, max_lines=_LINES, placeholder="…")
