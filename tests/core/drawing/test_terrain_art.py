"""Properties of the art of every hex tile, in every orientation and variant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import cos, hypot, pi, radians, sin

import pytest

from m44core.board import Face, Zone
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Element, Layer
from m44core.drawing.board.piece_drawing import draw_art, painters_by_name
from m44core.drawing.ground.hex_tile import CLIP, VARIANTS
from m44core.drawing.ground.printed_ground import GROUND_NAMES as PRINTED_GROUNDS
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Paint, Shape, Text
from m44core.hexes import Direction

pytestmark = pytest.mark.bulk

Point = tuple[float, float]
Points = list[Point]

TILES = {element.name: element for element in base_catalogue().on_layer(Layer.TERRAIN)}
SURROUNDINGS = ((), (63, 0, 0, 0, 0), (9, 6, 0, 1, 0), (1, 0, 48, 0, 5, 0), (0, 0, 0, 0, 0, 63))


def arts_of_tile(name: str) -> list[Art]:
    turns = range(1, TILES[name].orientations + 1)
    return [
        Art(PaintingPlane.GROUND, name, turn, variant, detail)
        for turn in turns
        for variant in range(VARIANTS)
        for detail in SURROUNDINGS
    ]


PRINTED = [
    Art(PaintingPlane.GROUND, "ground", 1, variant, (face.value, zone.value, water, sand))
    for face in Face
    for zone in Zone
    for variant in range(VARIANTS)
    for water, sand in ((0, 0), (6, 0), (0, 6), (63, 0))
]


def test_every_tile_of_the_catalogue_has_art() -> None:
    assert set(TILES) <= set(painters_by_name(PaintingPlane.GROUND))


@pytest.fixture(scope="module", params=TILES)
def drawings(request: pytest.FixtureRequest) -> list[Drawing]:
    """The drawings of one tile in every orientation, variant and neighborhood."""
    return [draw_art(art) for art in arts_of_tile(request.param)]


def test_a_tile_is_cut_to_its_hex(drawings: list[Drawing]) -> None:
    for (tile,) in drawings:
        assert isinstance(tile, Group)
        assert (tile.clip, tile.dx, tile.dy, tile.turn, tile.scale) == (CLIP, 0, 0, 0, 1)


@pytest.mark.parametrize("name", TILES)
def test_a_tile_covers_the_whole_hex(name: str) -> None:
    (tile,) = draw_art(Art(PaintingPlane.GROUND, name))
    assert isinstance(tile, Group)
    ground = tile.children[0]
    assert isinstance(ground, Shape)
    assert (ground.path, ground.opacity) == (CLIP, 1)


def test_a_tile_is_drawn_with_colours_of_both_palettes_and_plain_paths(
    drawings: list[Drawing],
) -> None:
    for shape in {shape for drawing in drawings for shape in shapes(drawing)}:
        assert set(colours_of(shape)) <= LIGHT.keys() & DARK.keys()
        assert not isinstance(shape, Shape) or PATH.fullmatch(shape.path)


def test_a_printed_face_is_drawn(subtests: pytest.Subtests) -> None:
    for art in PRINTED:
        with subtests.test(repr(art)):
            used_colours = {
                colour for shape in shapes(draw_art(art)) for colour in colours_of(shape)
            }
            assert used_colours <= LIGHT.keys() & DARK.keys()


@pytest.mark.parametrize("printed_face", PRINTED_GROUNDS)
def test_no_two_tiles_look_the_same_in_any_orientation_on_any_face(printed_face: str) -> None:
    detail = (0, 0, 0, PRINTED_GROUNDS.index(printed_face), 0)
    variants = [
        draw_art(Art(PaintingPlane.GROUND, element.name, turn, 0, detail))
        for element in TILES.values()
        for turn in range(1, element.orientations + 1)
    ]
    assert len(set(variants)) == len(variants)


@pytest.mark.parametrize(("name", "ground"), [("woods", "winter"), ("dhill", "desert")])
def test_temperate_tiles_take_the_printed_ground_and_others_keep_their_own(
    name: str, ground: str
) -> None:
    (tile,) = draw_art(
        Art(PaintingPlane.GROUND, name, detail=(0, 0, 0, PRINTED_GROUNDS.index("winter"), 0))
    )
    assert isinstance(tile, Group)
    assert [shape.fill for shape in tile.children[:1] if isinstance(shape, Shape)] == [ground]


def test_no_two_printed_zones_look_the_same() -> None:
    land_zones = [(face, Zone.LAND) for face in Face if face is not Face.BEACH]
    zones = [*land_zones, (Face.BEACH, Zone.BEACH), (Face.BEACH, Zone.OCEAN)]
    arts = [
        Art(PaintingPlane.GROUND, "ground", detail=(face.value, zone.value)) for face, zone in zones
    ]
    assert len({draw_art(art) for art in arts}) == len(arts)


@pytest.mark.parametrize("name", ["woods", "wforest", "hedgerow", "buildings", "hills", "pjungle"])
def test_hexes_with_the_same_tile_show_different_variants(name: str) -> None:
    assert len({draw_art(Art(PaintingPlane.GROUND, name, variant=v)) for v in range(VARIANTS)}) >= 3


def test_the_same_art_is_always_drawn_the_same() -> None:
    for name, painter in painters_by_name(PaintingPlane.GROUND).items():
        art = Art(
            PaintingPlane.GROUND, name, detail=("COUNTRY", "land") if name == "ground" else ()
        )
        assert painter(art) == painter(art)


def test_no_tile_has_too_many_shapes(drawings: list[Drawing]) -> None:
    assert max(sum(1 for _ in shapes(drawing)) for drawing in drawings) <= 160


# --- networks: rivers, roads, rails and their like ------------------------------------------------

STROKES = {  # the colours of the line that identifies a network, in all climates
    "river": {"water", "ice"},
    "road": {"road", "desert-light", "mudroad"},
    "rail": {"rail-deep"},
    "runway": {"concrete", "grass-light", "sand", "concrete-light", "road"},
    "ravine": {"earth-deep", "rock-deep"},
    "wadi": {"dune-deep"},
    "trench": {"earth-deep"},
    "shore": {"foam"},
}
NETWORKS = [
    (element, network, orientation)
    for element in TILES.values()
    for network in element.edges
    if network in STROKES
    for orientation in range(1, element.orientations + 1)
]


def test_a_network_meets_the_exact_middles_of_its_edges(subtests: pytest.Subtests) -> None:
    for element, network, orientation in NETWORKS:
        with subtests.test(f"{element.name}-{network}-{orientation}"):
            assert_meets_middles(element, network, orientation)


def assert_meets_middles(element: Element, network: str, orientation: int) -> None:
    for variant in range(VARIANTS):
        drawing = draw_art(Art(PaintingPlane.GROUND, element.name, orientation, variant))
        lines = list(stroked_lines(drawing, STROKES[network]))
        met_edges = {
            d
            for d in Direction
            if any(distance_to_line(line, point_toward(d, 50)) < 0.1 for line in lines)
        }
        assert met_edges == element.edges[network][orientation - 1]


def test_a_network_crosses_its_edges_at_right_angles(subtests: pytest.Subtests) -> None:
    for element, network, orientation in NETWORKS:
        with subtests.test(f"{element.name}-{network}-{orientation}"):
            assert_crosses_edges_squarely(element, network, orientation)


def assert_crosses_edges_squarely(element: Element, network: str, orientation: int) -> None:
    drawing = draw_art(Art(PaintingPlane.GROUND, element.name, orientation))
    lines = list(stroked_lines(drawing, STROKES[network]))
    for edge in element.edges[network][orientation - 1]:
        inside, outside = point_toward(edge, 47), point_toward(edge, 53)
        assert any(
            distance_to_line(line, inside) < 0.5 > distance_to_line(line, outside) for line in lines
        )


@pytest.mark.parametrize("name", ["lakeA", "lakeB", "lakeC", "dam"])
def test_a_lake_reaches_only_its_joined_edges(name: str) -> None:
    element = TILES[name]
    for orientation, edges in enumerate(element.edges["lake"], 1):
        (water, *_) = filled_outlines(
            draw_art(Art(PaintingPlane.GROUND, name, orientation)), {"water"}
        )
        assert {d for d in Direction if contains(water, point_toward(d, 49))} == edges


@pytest.mark.parametrize("name", ["coast", "coastcurve"])
def test_the_sea_lies_on_its_side_of_the_coast(name: str) -> None:
    for orientation, edges in enumerate(TILES[name].edges["sea"], 1):
        (sea, *_) = filled_outlines(
            draw_art(Art(PaintingPlane.GROUND, name, orientation)), {"ocean"}
        )
        sea_edges = {d for d in Direction if contains(sea, point_toward(d, 47))}
        assert edges <= sea_edges
        assert not sea_edges & {d.opposite for d in edges}


# --- what shapes are made of ----------------------------------------------------------------------

_NUMBER = r"-?\d+(\.\d+)?"
_STEP = "|".join(
    (
        rf"[ML]{_NUMBER} {_NUMBER}",
        rf"[HV]{_NUMBER}",
        rf"Q{_NUMBER}( {_NUMBER}){{3}}",
        rf"C{_NUMBER}( {_NUMBER}){{5}}",
        "Z",
    )
)
PATH = re.compile(rf"(M{_NUMBER} {_NUMBER}({_STEP})*)+")


def shapes(nodes: Drawing) -> Iterator[Shape | Text]:
    for node in nodes:
        if isinstance(node, Group):
            yield from shapes(node.children)
        else:
            yield node


def colours_of(shape: Shape | Text) -> Iterator[str]:
    paints: tuple[Paint | None, ...]
    paints = (shape.fill, shape.halo) if isinstance(shape, Text) else (shape.fill, shape.stroke)
    for paint in paints:
        if isinstance(paint, Gradient):
            yield from (colour for _, colour in paint.stops)
        elif paint:
            yield paint


def stroked_lines(nodes: Drawing, line_colours: set[str]) -> Iterator[Points]:
    """Yield the thick lines drawn in a color of *line_colours*, in tile coordinates."""
    for node in nodes:
        if isinstance(node, Group):
            yield from (
                transform_points(node, line) for line in stroked_lines(node.children, line_colours)
            )
        elif isinstance(node, Shape) and node.stroke in line_colours and node.width > 1.5:
            yield from flattened_path(node.path)


def filled_outlines(nodes: Drawing, fill_colours: set[str]) -> Iterator[Points]:
    """Yield the outlines filled with a color of *fill_colours*, in tile coordinates."""
    for node in nodes:
        if isinstance(node, Group):
            yield from (
                transform_points(node, area)
                for area in filled_outlines(node.children, fill_colours)
            )
        elif isinstance(node, Shape) and node.fill in fill_colours:
            yield from flattened_path(node.path)


def transform_points(group: Group, points: Points) -> Points:
    c, s = (f(radians(group.turn)) * group.scale for f in (cos, sin))
    return [(x * c - y * s + group.dx, x * s + y * c + group.dy) for x, y in points]


def distance_to_line(line: Points, point: Point) -> float:
    """Return the distance of a point from a line; 99 if the line is a single point."""
    return min((distance_to_segment(a, b, point) for a, b in pairwise(line)), default=99.0)


def distance_to_segment(a: Point, b: Point, point: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    fraction = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy or 1)
    t = max(0.0, min(1.0, fraction))
    return hypot(a[0] + t * dx - point[0], a[1] + t * dy - point[1])


def contains(area: Points, point: Point) -> bool:
    """Return whether a point is in an area, by counting the edges that a ray crosses."""
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in pairwise([*area, area[0]]):
        crossings += (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
    return crossings % 2 == 1


def point_toward(edge: Direction, distance: float) -> Point:
    angle = list(Direction).index(edge) * pi / 3
    return distance * cos(angle), distance * sin(angle)


@cache
def flattened_path(path: str) -> list[Points]:
    """Return the points of each part of a path, its curves as short lines."""
    parts: list[Points] = []
    for command, text in re.findall(r"([MLHVCQZ])([^MLHVCQZ]*)", path):
        values = [float(v) for v in text.split()]
        if command == "M":
            parts.append([(values[0], values[1])])
            continue
        position = parts[-1][-1]
        if command == "H":
            values = [values[0], position[1]]
        elif command == "V":
            values = [position[0], values[0]]
        corners = [position, *zip(values[::2], values[1::2], strict=True)]
        if command in "CQ":
            parts[-1] += [bezier_point(corners, i / 16) for i in range(1, 17)]
        elif command != "Z":
            parts[-1].append(corners[-1])
    return parts


def bezier_point(points: Points, t: float) -> Point:
    if len(points) == 1:
        return points[0]
    inner_points = [
        (ax + (bx - ax) * t, ay + (by - ay) * t) for (ax, ay), (bx, by) in pairwise(points)
    ]
    return bezier_point(inner_points, t)


@pytest.mark.parametrize("name", ["river", "curve", "riverFR", "wriver"])
def test_no_dashes_run_along_the_middle_of_a_river(name: str) -> None:
    for art in arts_of_tile(name):
        (tile,) = draw_art(art)
        assert isinstance(tile, Group)
        dashed = [n for n in tile.children if isinstance(n, Shape) and n.dash]
        assert not {"foam", "snow", "water-dark"} & {shape.stroke for shape in dashed}
