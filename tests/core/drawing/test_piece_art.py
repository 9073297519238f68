"""Properties of the art of every piece on a hex."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import cos, hypot, pi, radians, sin

import pytest

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.drawing.board import hex_labels
from m44core.drawing.shapes import piece_colours
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Node, Paint, Shape, Text
from m44core.drawing.structures import obstacles, structure_art
from m44core.drawing.tokens import badge_art, tag_art
from m44core.drawing.tokens.medal_art import NEUTRAL_STAR
from m44core.drawing.units import unit_art

Point = tuple[float, float]

PAINTERS = {
    PaintingPlane.STRUCTURE: structure_art.PAINTERS,
    PaintingPlane.OBSTACLE: obstacles.PAINTERS,
    PaintingPlane.UNIT: unit_art.PAINTERS,
    PaintingPlane.TAG: tag_art.PAINTERS,
}
DETAILS: dict[PaintingPlane, tuple[tuple[str | int, ...], ...]] = {
    PaintingPlane.STRUCTURE: ((), ("",), ("AXIS",), ("ALLIES",)),
    PaintingPlane.OBSTACLE: ((), ("",), ("AXIS",)),
    PaintingPlane.UNIT: ((), (4, ""), (12, "badge4")),
    PaintingPlane.TAG: ((), (0, 1, ""), (0, 2, "AXIS"), (1, 2, "ALLIES"), (2, 3, ""), (4, 5, "")),
}
MAX_OVERHANG = 0.8  # how far a line may extend beyond its hex
INWARD = [(cos(pi * i / 3), sin(pi * i / 3)) for i in range(6)]


def orientation_count(name: str) -> int:
    if name == NEUTRAL_STAR:  # only beside printed maps
        return 1
    element = base_catalogue().get(name)
    assert element
    return element.orientations


def all_arts() -> list[Art]:
    return [
        Art(plane, name, orientation, detail=detail)
        for plane, painters in PAINTERS.items()
        for name in painters
        for orientation in range(1, orientation_count(name) + 1)
        for detail in DETAILS[plane]
    ]


ARTS = all_arts()


def draw_art(art: Art) -> Drawing:
    return PAINTERS[art.plane][art.name](art)


@pytest.mark.parametrize(
    ("layer", "painters"),
    [
        (Layer.STRUCTURE, structure_art.PAINTERS),
        (Layer.OBSTACLE, obstacles.PAINTERS),
        (Layer.UNIT, unit_art.PAINTERS),
        (Layer.BADGE, badge_art.PAINTERS),
        (Layer.TAG, tag_art.PAINTERS),
    ],
)
def test_every_name_of_a_layer_has_its_own_art(layer: Layer, painters: dict[str, object]) -> None:
    expected = {element.name for element in base_catalogue().on_layer(layer)}
    assert set(painters) - {NEUTRAL_STAR} == expected


@pytest.mark.parametrize("name", sorted({art.name for art in ARTS}))
def test_a_piece_stays_on_its_hex(name: str) -> None:
    distances = {
        art: max(map(_distance_from_center, outline_points(draw_art(art))))
        for art in ARTS
        if art.name == name
    }
    assert {
        art: distance for art, distance in distances.items() if distance > 50 + MAX_OVERHANG
    } == {}


@pytest.mark.parametrize("name", sorted({art.name for art in ARTS}))
def test_a_piece_uses_colours_of_both_palettes(name: str) -> None:
    used_colours = {
        colour for art in ARTS if art.name == name for colour in colours_in(draw_art(art))
    }
    assert used_colours <= set(piece_colours.LIGHT)
    assert used_colours <= set(piece_colours.DARK)


def test_every_colour_of_the_palette_is_used() -> None:
    text_drawings = hex_labels.draw_label(["A"]) + hex_labels.draw_hex_name("A1")
    badge = [badge_art.PAINTERS[name](Art(PaintingPlane.UNIT, name)) for name in badge_art.PAINTERS]
    drawings = [*map(draw_art, ARTS), *badge, text_drawings]
    assert {c for drawing in drawings for c in colours_in(drawing)} >= set(piece_colours.LIGHT)


def test_colours_are_written_as_six_hexadecimal_digits() -> None:
    values = [*piece_colours.LIGHT.values(), *piece_colours.DARK.values()]
    assert all(re.fullmatch("#[0-9a-f]{6}", value) for value in values)


@pytest.mark.parametrize("plane", PAINTERS)
def test_no_two_pieces_look_the_same(plane: PaintingPlane) -> None:
    drawings = [painter(Art(plane, name)) for name, painter in PAINTERS[plane].items()]
    assert len(set(drawings)) == len(drawings)


def test_no_two_badges_look_the_same() -> None:
    drawings = [
        painter(Art(PaintingPlane.UNIT, name)) for name, painter in badge_art.PAINTERS.items()
    ]
    assert len(set(drawings)) == len(drawings)


def test_each_orientation_looks_different() -> None:
    plain_arts = [art for art in ARTS if not art.detail]
    assert len({draw_art(art) for art in plain_arts}) == len(plain_arts)


def test_the_same_art_is_always_drawn_the_same() -> None:
    assert [draw_art(art) for art in ARTS] == [draw_art(art) for art in ARTS]


def test_no_piece_has_too_many_shapes() -> None:
    assert max(sum(1 for _ in shapes(draw_art(art))) for art in ARTS) <= 90


def _distance_from_center(point: Point) -> float:
    """Return the distance of a point from the center, in the direction of the nearest edge."""
    return max(point[0] * x + point[1] * y for x, y in INWARD)


def shapes(nodes: Drawing) -> Iterator[Shape | Text]:
    for node in nodes:
        if isinstance(node, Group):
            yield from shapes(node.children)
        else:
            yield node


def colours_in(drawing: Drawing) -> Iterator[str]:
    for node in shapes(drawing):
        node_paints: tuple[Paint | None, ...]
        node_paints = (node.fill, node.halo) if isinstance(node, Text) else (node.fill, node.stroke)
        for paint in node_paints:
            if isinstance(paint, Gradient):
                yield from (colour for _, colour in paint.stops)
            elif paint:
                yield paint


def outline_points(nodes: Drawing) -> Iterator[Point]:
    """Yield the points of everything drawn, moved outwards by half the line width."""
    for node in nodes:
        yield from _outline_points_of_node(node)


def _outline_points_of_node(node: Node) -> Iterator[Point]:
    if isinstance(node, Text):
        yield (node.x, node.y)
    elif isinstance(node, Shape):
        extra = node.width / 2 if node.stroke else 0.0
        for x, y in _path_points(node.path):
            length = hypot(x, y) or 1.0
            yield (x + extra * x / length, y + extra * y / length)
    else:
        inner = list(outline_points(node.children))
        if node.clip:  # nothing is drawn outside either
            inner = min(inner, list(_path_points(node.clip)), key=_radius)
        yield from (_transform_point(node, point) for point in inner)


def _radius(points: list[Point]) -> float:
    return max(hypot(x, y) for x, y in points)


def _transform_point(group: Group, point: Point) -> Point:
    x, y = (-point[0] if group.flip else point[0]) * group.scale, point[1] * group.scale
    c, s = cos(radians(group.turn)), sin(radians(group.turn))
    return x * c - y * s + group.dx, x * s + y * c + group.dy


def _path_points(path: str) -> Iterator[Point]:
    position = (0.0, 0.0)
    for command, numbers in re.findall(r"([MLHVCQZ])([^MLHVCQZ]*)", path):
        values = [float(v) for v in numbers.split()]
        if command == "H":
            values = [values[0], position[1]]
        elif command == "V":
            values = [position[0], values[0]]
        corners = [position, *zip(values[::2], values[1::2], strict=True)]
        if command in "CQ":
            yield from (_bezier_point(corners, i / 8) for i in range(9))
        elif command != "Z":
            yield corners[-1]
        position = corners[-1]


def _bezier_point(points: list[Point], t: float) -> Point:
    if len(points) == 1:
        return points[0]
    inner_points = [
        (ax + (bx - ax) * t, ay + (by - ay) * t) for (ax, ay), (bx, by) in pairwise(points)
    ]
    return _bezier_point(inner_points, t)
