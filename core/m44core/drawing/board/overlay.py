"""Overlays: areas of hexes with an outline, a color and a hatching."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from m44core.drawing.board.board_layout import hex_centre
from m44core.drawing.shapes.paths import format_number, polygon
from m44core.drawing.shapes.shapes import COL_PITCH, ROW_PITCH, Drawing, Group, Node, Shape, Text
from m44core.drawing.units.unit_counter import COUNTER_BOX
from m44core.hexes import Hex
from m44core.values import dataclass

INSETS = (4.0, 11.0)  # units from the edge of the hexes, for the first and the second overlay
_LETTER_SIZE, _SMALL_LETTER_SIZE = 26.0, 19.0
_MAX_LARGE_LETTERS = 4  # letters; longer text is smaller, so that it stays on its hex
_MARK_Y = (34.0, -38.0)  # units below a hex's center: below the unit, and above it


@dataclass(frozen=True, slots=True)
class AreaStyle:
    """The appearance of an area.

    Attributes:
        colour: Color of outline and hatching, chosen to be safe for color-blind readers.
        fill: Opacity of the same color over the hexes.
        slopes: The hatching: 1 for rising lines, -1 for falling lines, both for a lattice.
        dash: Dash pattern of the outline.
    """

    colour: str
    fill: float
    slopes: tuple[int, ...] = ()
    dash: tuple[float, ...] = ()


AREA_STYLES: tuple[Mapping[str, AreaStyle], Mapping[str, AreaStyle]] = (
    {
        "open": AreaStyle("#0b5fa5", 0.16),
        "half": AreaStyle("#e69f00", 0.14, (1,), (14, 8)),
        "closed": AreaStyle("#7a2410", 0.2, (1, -1), (4, 8)),
    },
    {
        "open": AreaStyle("#5b2a86", 0.1),
        "half": AreaStyle("#00695c", 0.1, (-1,), (14, 8)),
        "closed": AreaStyle("#202020", 0.14, (-1, 1), (4, 8)),
    },
)
"""The style of each role, in the first and in the second overlay."""

CASING, CASING_WIDTH, LINE_WIDTH = "#ffffff", 6.5, 3.4
PITCH = 20.0  # units between the lines of a hatching, along a row of hexes
_HATCH_SLOPE = 70 / ROW_PITCH  # slope of the lines: the hatching is the same on every hex
_Ring = list[tuple[float, float]]

# The edges of a hex, clockwise: the neighbor beyond, and both ends from the center, in columns
# and thirds of rows.
_EDGES = (
    ((1, -1), (0, -2), (1, -1)),
    ((2, 0), (1, -1), (1, 1)),
    ((1, 1), (1, 1), (0, 2)),
    ((-1, 1), (0, 2), (-1, 1)),
    ((-2, 0), (-1, 1), (-1, -1)),
    ((-1, -1), (-1, -1), (0, -2)),
)


def area_outlines(hexes: frozenset[Hex], overlay_index: int) -> list[_Ring]:
    """Return the outlines of the areas that the hexes form, slightly inside their edges.

    Outlines of holes run in the opposite direction, so that a fill leaves them empty.
    """
    next_corners: dict[tuple[int, int], tuple[int, int]] = {}
    for col, row in hexes:
        for (dc, dr), start, end in _EDGES:
            if (col + dc, row + dr) not in hexes:
                next_corners[col + start[0], 3 * row + start[1]] = col + end[0], 3 * row + end[1]
    rings = []
    while next_corners:  # three edges meet in a corner, so an outline can leave it by only one
        ring = [next(iter(next_corners))]
        while ring[-1] in next_corners:
            ring.append(next_corners.pop(ring[-1]))
        rings.append(_inset_ring(ring[:-1], INSETS[overlay_index]))
    return rings


def _inset_ring(ring: list[tuple[int, int]], inset: float) -> _Ring:
    """Return the corners of an outline in units, each moved inwards."""
    x0, y0 = hex_centre(Hex(0, 0))
    points = [(x0 + COL_PITCH * x, y0 + ROW_PITCH / 3 * y) for x, y in ring]
    moved_corners = []
    for (ax, ay), (bx, by), (cx, cy) in zip(
        points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True
    ):
        edge_length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        x, y = ay - by + by - cy, bx - ax + cx - bx  # sum of both inward normals
        share = inset / (1.5 * edge_length)  # neighboring edges of hexes always meet at 120 degrees
        moved_corners.append((bx + share * x, by + share * y))
    return moved_corners


def draw_overlay(
    areas: Iterable[tuple[str, frozenset[Hex]]],
    marks: Mapping[Hex, str],
    overlay_index: int = 0,
    units: frozenset[Hex] = frozenset(),
) -> Drawing:
    """Return areas of hexes in the style of their role, and short text on single hexes.

    Args:
        areas: The role of each area, a key of :data:`AREA_STYLES`, and its hexes.
        marks: The text on each hex.
        overlay_index: The index of the overlay: 0 for the first, 1 for a second over it.
        units: Hexes with units; their counters are not tinted.
    """
    area_nodes = [
        node
        for role, hexes in areas
        if hexes
        for node in _area_nodes(
            AREA_STYLES[overlay_index][role],
            area_outlines(hexes, overlay_index),
            PITCH,
            [*map(_counter_outline, hexes & units)],
        )
    ]
    texts = (draw_hex_text(hex_, mark, overlay_index) for hex_, mark in marks.items())
    return (*area_nodes, *texts)


def draw_overlays(
    overlays: Iterable[tuple[Iterable[tuple[str, frozenset[Hex]]], Mapping[Hex, str]]],
    units: frozenset[Hex] = frozenset(),
) -> Drawing:
    """Return one or two overlays, the second over the first; counters on *units* are not tinted."""
    drawings = (
        draw_overlay(areas, marks, overlay_index, units)
        for overlay_index, (areas, marks) in enumerate(overlays)
    )
    return tuple(node for drawing in drawings for node in drawing)


def area_swatch(role: str, overlay_index: int, width: float, height: float) -> Drawing:
    """Return a sample rectangle in the style of a role, for a legend."""
    ring = [(2.0, 2.0), (width - 2, 2.0), (width - 2, height - 2), (2.0, height - 2)]
    return (*_area_nodes(AREA_STYLES[overlay_index][role], [ring], 9.0),)


def draw_hex_text(hex_: Hex, text: str, overlay_index: int) -> Text:
    """Return short text on a hex, positioned as in an overlay."""
    x, y = hex_centre(hex_)
    colour = AREA_STYLES[overlay_index]["open"].colour
    size = _LETTER_SIZE if len(text) <= _MAX_LARGE_LETTERS else _SMALL_LETTER_SIZE
    return Text(text, x, y + _MARK_Y[overlay_index], size, colour, bold=True, halo=CASING)


def draw_hatching(style: AreaStyle, pitch: float, box: tuple[float, float, float, float]) -> Shape:
    """Return the lines of a hatching over a box given as left, top, right and bottom."""
    lines = (line for slope in style.slopes for line in _hatching_lines(slope, pitch, box))
    return Shape("".join(lines), stroke=style.colour, width=2.2, opacity=0.75, round=False)


def _counter_outline(hex_: Hex) -> _Ring:
    """Return the outline of a unit's counter, running opposite to the outlines of areas."""
    x, y = hex_centre(hex_)
    left, top, width, height = COUNTER_BOX
    left, top = x + left, y + top
    return [(left, top), (left, top + height), (left + width, top + height), (left + width, top)]


def _area_nodes(
    style: AreaStyle, rings: list[_Ring], pitch: float, free_rings: Iterable[_Ring] = ()
) -> Iterator[Node]:
    """Yield the fill, the hatching and the outline of an area; rings in *free_rings* stay empty."""
    path = "".join(map(polygon, rings))
    inside_path = path + "".join(map(polygon, free_rings))
    yield Shape(inside_path, fill=style.colour, opacity=style.fill)
    if style.slopes:
        xs, ys = zip(*(point for ring in rings for point in ring), strict=True)
        lines = draw_hatching(style, pitch, (min(xs), min(ys), max(xs), max(ys)))
        yield Group((lines,), clip=inside_path)
    yield Shape(path, stroke=CASING, width=CASING_WIDTH, opacity=0.75)
    yield Shape(path, stroke=style.colour, width=LINE_WIDTH, dash=style.dash, round=not style.dash)


def _hatching_lines(
    slope: int, pitch: float, box: tuple[float, float, float, float]
) -> Iterator[str]:
    """Yield the path data of parallel lines, at the same positions on every hex."""
    left, top, right, bottom = box
    x, y = hex_centre(Hex(0, 0))
    lean = slope * _HATCH_SLOPE
    aside = lean * (bottom - top)
    origin = x + lean * (y - top)  # foot of a line through the center of a hex
    first, last = min(left, left + aside), max(right, right + aside)
    foot = origin + ((first - origin) // pitch) * pitch
    while foot <= last:
        upper_end = f"{format_number(foot)} {format_number(top)}"
        lower_end = f"{format_number(foot - aside)} {format_number(bottom)}"
        yield f"M{upper_end}L{lower_end}"
        foot += pitch
