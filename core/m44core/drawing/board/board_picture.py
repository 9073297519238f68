"""A picture of a scenario: the board, a legend below it, and a margin around both."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from unicodedata import east_asian_width

from m44core.catalogue.catalogue_types import Layer
from m44core.drawing.board.board_layout import MARGIN
from m44core.drawing.board.frame import ENGLISH_RENDERER
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.board.scenario_drawing import (
    ALL_LAYERS,
    VisibleLayers,
    arts_of_hex,
    board_size,
    draw_scenario,
)
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.paths import HEX_OUTLINE, rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape, Text
from m44core.hexes import Hex
from m44core.messages.message import Renderer, Value
from m44core.model.scenario import Scenario
from m44core.model.unit_profiles import unit_profile_on
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Framing:
    """The layers, the legend and the margin of a picture.

    Attributes:
        show: Which layers are drawn.
        legend: Whether a legend below the board names each kind of piece.
        margin: Width of the empty margin, in units.
    """

    show: VisibleLayers = ALL_LAYERS
    legend: bool = False
    margin: float = 0.0


class PicturePreset(StrEnum):
    """The purpose of a picture."""

    FORUM = "forum"
    PRINT = "print"
    THUMBNAIL = "thumbnail"


@dataclass(frozen=True, slots=True)
class PresetFraming(Framing):
    """The framing and the size of a preset.

    Attributes:
        size: Length of the longer side, in pixels.
    """

    size: int = 0


PRESETS: Mapping[PicturePreset, PresetFraming] = {
    PicturePreset.FORUM: PresetFraming(VisibleLayers(hex_names=True), legend=True, size=1400),
    PicturePreset.PRINT: PresetFraming(size=4000),
    PicturePreset.THUMBNAIL: PresetFraming(
        VisibleLayers(labels=False, grid=False, section_lines=False, coordinates=False), size=320
    ),
}
"""The framing of each preset."""

BOARD_ONLY = Framing()
"""The board without legend or margin."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing with its size.

    Attributes:
        drawing: Its shapes, with the origin in the upper left corner.
        width: Width in units.
        height: Height in units.
    """

    drawing: Drawing
    width: float
    height: float


def picture_of(
    scenario: Scenario,
    framing: Framing = BOARD_ONLY,
    renderer: Renderer = ENGLISH_RENDERER,
    overlay: Drawing = (),
) -> Picture:
    """Return the picture of a scenario.

    Args:
        scenario: The scenario to draw.
        framing: Layers, legend and margin.
        renderer: The language of title, frame and legend.
        overlay: Further shapes drawn over the board.
    """
    width, height = board_size(scenario.board)
    drawing = (*draw_scenario(scenario, framing.show, renderer), *overlay)
    if framing.legend:
        legend, legend_height = draw_legend(scenario, framing.show, width, renderer)
        drawing, height = (*drawing, Group(legend, dy=height)), height + legend_height
    if framing.margin:
        drawing = (Group(drawing, dx=framing.margin, dy=framing.margin),)
    return Picture(drawing, width + 2 * framing.margin, height + 2 * framing.margin)


_CELL_WIDTH, _CELL_HEIGHT = 158.0, 132.0  # units: width and height of an entry
_ICON_SCALE = 0.66  # scale of the pictures
_TYPE_SIZE, _LINE_PITCH, _LETTERS_PER_LINE = (
    15.0,
    18.0,
    19,
)  # type size and line pitch in units; letters per line
_MAX_LINES = 2
_LAYERS = {
    PaintingPlane.GROUND: Layer.TERRAIN,
    PaintingPlane.STRUCTURE: Layer.STRUCTURE,
    PaintingPlane.OBSTACLE: Layer.OBSTACLE,
    PaintingPlane.UNIT: Layer.UNIT,
    PaintingPlane.TAG: Layer.TAG,
}


def draw_legend(
    scenario: Scenario, show: VisibleLayers, width: float, renderer: Renderer
) -> tuple[Drawing, float]:
    """Return the legend of a board and its height; the origin is the upper left corner.

    Args:
        scenario: The scenario; each kind of piece is named once, by layer, then in board order.
        show: Which layers are drawn and named.
        width: Width of the legend, in units.
        renderer: The language of the names.

    Returns:
        The shapes, and the height in units: 0 if there is nothing to name.
    """
    kinds = list(_legend_entries(scenario, replace(show, missing_owners=False), renderer))
    if not kinds:
        return (), 0.0
    columns = max(int((width - MARGIN) / _CELL_WIDTH), 1)
    height = -(-len(kinds) // columns) * _CELL_HEIGHT + MARGIN / 2
    left = (width - min(columns, len(kinds)) * _CELL_WIDTH) / 2
    nodes: list[Node] = [
        Shape(rectangle(0, 0, width, height), fill="frame"),
        Shape(rectangle(7, 0, width - 14, height - 7), stroke="frame-line", width=1.2),
    ]
    for number, (art, name) in enumerate(kinds):
        row, column = divmod(number, columns)
        x, y = left + (column + 0.5) * _CELL_WIDTH, row * _CELL_HEIGHT + 58
        nodes.append(Group(_legend_icon(art), dx=x, dy=y, scale=_ICON_SCALE))
        nodes += _draw_name(name, x, y + 56)
    return tuple(nodes), height


def _legend_entries(
    scenario: Scenario, show: VisibleLayers, renderer: Renderer
) -> Iterator[tuple[Art, str]]:
    """Yield the picture and the name of each kind of piece; printed ground has no entry."""
    pictures: dict[PaintingPlane, dict[str, Art]] = {plane: {} for plane in _LAYERS}
    for hex_ in scenario.hexes:
        for art in arts_of_hex(scenario, hex_, show):
            if art.plane in pictures and art.name != "ground":
                piece_name = renderer.sentence(_name_of_piece(art, scenario, hex_))
                pictures[art.plane].setdefault(piece_name, art)
    for arts in pictures.values():
        for piece_name, art in arts.items():
            yield _as_single_tag(art), piece_name


def _name_of_piece(art: Art, scenario: Scenario, hex_: Hex) -> Value:
    element = scenario.catalogue.get(art.name, _LAYERS[art.plane])
    if (
        art.plane is PaintingPlane.UNIT
        and (profile := unit_profile_on(scenario, hex_))
        and profile.special
    ):
        return profile.special.title
    return element.title if element else art.name


def _as_single_tag(art: Art) -> Art:
    """Return a tag's picture as if it were the only tag on its hex; other pictures unchanged."""
    if art.plane is not PaintingPlane.TAG:
        return art
    return replace(art, detail=(0, 1, *art.detail[2:]))


def _legend_icon(art: Art) -> Drawing:
    outline = Shape(HEX_OUTLINE, stroke="grid", width=1.6, opacity=0.7)
    return (*draw_art(art), outline) if art.plane is PaintingPlane.GROUND else draw_art(art)


def _draw_name(name: str, x: float, y: float) -> Iterator[Text]:
    for number, line in enumerate(_wrapped_name(name)):
        yield Text(line, x, y + number * _LINE_PITCH, _TYPE_SIZE, "ink")


def _wrapped_name(name: str) -> list[str]:
    """Wrap a name into at most two lines; a name that is too long ends in an ellipsis."""
    has_wide_letters = any(east_asian_width(letter) in "WF" for letter in name)
    max_letters = _LETTERS_PER_LINE // 2 if has_wide_letters else _LETTERS_PER_LINE
    return textwrap.wrap(name, max_letters, max_lines=_MAX_LINES, placeholder="…")
