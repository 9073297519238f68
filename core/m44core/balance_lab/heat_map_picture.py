"""Heat maps on the drawn board: an overlay, a legend, and a picture of both.

The mark on a hex grows and darkens with its number, so that marks can be distinguished without
color vision, on light and dark boards and in print. The colors are like those of inferno, a color
map made for color-blind readers; hexes that nobody enters are blue and hatched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt

from m44core.balance_lab.heat_maps import HeatKind, HeatMap, heat_map_title
from m44core.board import Board
from m44core.drawing.board.board_layout import board_size, hex_centre
from m44core.drawing.board.board_picture import Picture, picture_of
from m44core.drawing.board.frame import ENGLISH_RENDERER
from m44core.drawing.shapes.palettes import LIGHT
from m44core.drawing.shapes.paths import HEX_CORNERS, polygon, rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape, Text
from m44core.drawing.svg_export import to_svg
from m44core.messages.message import Number, Renderer, percent
from m44core.model.scenario import Scenario

LEGEND_HEIGHT = 104.0  # units

_HOT_COLOURS = ("#f9c932", "#f98e09", "#d44842", "#932667", "#420a68")
_COLD = ("#9fc3e6", "#6f9fd0", "#4379b0", "#25558a", "#0f3460")
_CASING = "#ffffff"
_MIN_MARK_SIZE, _MAX_MARK_SIZE = 0.34, 0.93  # size of a mark, as a share of its hex
_FILL = 0.52  # opacity, through which pieces stay visible
_MIN_SHOWN = 0.02  # of the largest number
_NUMBERED_SHARES = (0.12, 0.95)  # of the largest number; a share above it counts as all games
_LETTER, _TITLE = 19.0, 20.0
_NUMBER_Y = 41.0  # units below the centre of a hex: below its unit
_STEPS = (0.1, 0.25, 0.5, 0.75, 1.0)  # shown in the legend
_PITCH = 132.0


def draw_heat_map(
    heat: HeatMap, board: Board, renderer: Renderer = ENGLISH_RENDERER, *, numbers: bool = True
) -> Drawing:
    """Return a heat map as an overlay, in the coordinates of the drawn board.

    Args:
        heat: The heat map.
        board: Its board.
        renderer: Renders the numbers in the language of the reader.
        numbers: Whether to write larger numbers on their hexes.
    """
    hexes_by_name = {board.name(hex_): hex_ for hex_ in board.hexes}
    nodes: list[Node] = []
    texts: list[Node] = []
    for name, number in heat.per_game.items():
        value = heat.scaled(name)
        if value < _MIN_SHOWN or name not in hexes_by_name:
            continue
        x, y = hex_centre(hexes_by_name[name])
        nodes.append(Group(_hex_mark(heat.kind, value), dx=x, dy=y))
        if numbers and _is_numbered(heat.kind, value):
            text = _format_value(heat.kind, number, renderer)
            texts.append(_number_text(text, x, y + _NUMBER_Y))
    return (*nodes, *texts)


def _is_numbered(kind: HeatKind, value: float) -> bool:
    least, most = _NUMBERED_SHARES
    return value >= least and (kind is not HeatKind.NEVER_ENTERED or value <= most)


def draw_heat_map_legend(
    heat: HeatMap, width: float, renderer: Renderer = ENGLISH_RENDERER
) -> Drawing:
    """Return the legend of a heat map, :data:`LEGEND_HEIGHT` high; its origin is at the top left.

    Args:
        heat: The heat map.
        width: The width of the legend, in units.
        renderer: Renders the legend in the language of the reader.
    """
    return (
        Shape(rectangle(0, 0, width, LEGEND_HEIGHT), fill="frame"),
        Shape(rectangle(7, 0, width - 14, LEGEND_HEIGHT - 7), stroke="frame-line", width=1.2),
        Text(renderer.sentence(heat_map_title(heat)), width / 2, 24, _TITLE, "frame-text"),
        *_legend_steps(heat, width, renderer),
    )


def _legend_steps(heat: HeatMap, width: float, renderer: Renderer) -> Iterator[Node]:
    left = width / 2 - _PITCH * (len(_STEPS) - 1) / 2
    for number, value in enumerate(_STEPS):
        x, y = left + number * _PITCH, 66.0
        yield Group(_hex_mark(heat.kind, value), dx=x - 26, dy=y, scale=0.5)
        text = _format_value(heat.kind, value * heat.most, renderer)
        yield Text(text, x + 30, y, _LETTER, "frame-text")


def heat_map_picture(
    scenario: Scenario, heat: HeatMap, renderer: Renderer = ENGLISH_RENDERER
) -> Picture:
    """Return the board of a scenario with a heat map, and its legend below."""
    width, height = board_size(scenario.board)
    overlay = draw_heat_map(heat, scenario.board, renderer)
    legend = Group(draw_heat_map_legend(heat, width, renderer), dy=height)
    picture = picture_of(scenario, renderer=renderer, overlay=(*overlay, legend))
    return Picture(picture.drawing, width, height + LEGEND_HEIGHT)


def heat_map_svg(
    scenario: Scenario,
    heat: HeatMap,
    renderer: Renderer = ENGLISH_RENDERER,
    palette: Mapping[str, str] = LIGHT,
) -> str:
    """Return the picture as an SVG document; *palette* is for a light or dark board."""
    picture = heat_map_picture(scenario, heat, renderer)
    title = renderer.sentence(heat_map_title(heat))
    return to_svg(picture.drawing, picture.width, picture.height, palette, title=title)


def _hex_mark(kind: HeatKind, value: float) -> Drawing:
    """Return the mark of a value from 0 to 1, around the center of a hex."""
    is_cold = kind is HeatKind.NEVER_ENTERED
    colours = _COLD if is_cold else _HOT_COLOURS
    colour = colours[min(len(colours) - 1, int(value * len(colours)))]
    scale = _MIN_MARK_SIZE + (_MAX_MARK_SIZE - _MIN_MARK_SIZE) * sqrt(value)
    outline = polygon((x * scale, y * scale) for x, y in HEX_CORNERS)
    shapes = (
        Shape(outline, fill=colour, opacity=_FILL),
        Shape(outline, stroke=_CASING, width=5.5, opacity=0.85),
        Shape(outline, stroke=colour, width=2.8),
    )
    return (*shapes, _hatching(scale, colour)) if is_cold else shapes


def _hatching(scale: float, colour: str) -> Node:
    """Return three rising parallel lines in a mark; the middle one joins opposite corners."""
    corners = [(x * scale, y * scale) for x, y in HEX_CORNERS]
    top, upper_right, lower_right, bottom, lower_left, upper_left = corners
    lines = (
        (_midpoint(top, upper_right), _midpoint(upper_left, lower_left)),
        (upper_right, lower_left),
        (_midpoint(upper_right, lower_right), _midpoint(bottom, lower_left)),
    )
    path = "".join(polygon(line, closed=False) for line in lines)
    return Shape(path, stroke=colour, width=2.2, opacity=0.9, round=False)


def _midpoint(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _number_text(text: str, x: float, y: float) -> Text:
    return Text(text, x, y, _LETTER, "#1b1030", bold=True, halo=_CASING)


def _format_value(kind: HeatKind, number: float, renderer: Renderer) -> str:
    if kind is HeatKind.NEVER_ENTERED:
        return renderer.render(percent(number))
    return renderer.render(Number(number, 1 if number >= 0.1 else 2))
