"""Hills, mountains, ridges and escarpments, lit from the upper left."""

from __future__ import annotations

from dataclasses import replace

from m44core.drawing.ground.hex_edges import region_points, toward
from m44core.drawing.ground.hex_tile import Painters, seeded_random, tile
from m44core.drawing.ground.printed_ground import Nodes, tile_ground
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import (
    Point,
    closed_curve,
    open_curve,
    polyline,
    translated_points,
)
from m44core.drawing.shapes.shapes import Drawing, Shape
from m44core.drawing.terrain.woods import joined_edges_of
from m44core.hexes import Direction

_LEVELS = ((7.0, 5.0), (17.0, 12.0), (27.0, 19.0))


_FOLD_PATHS = (
    "M-14 -6Q-6 -10 2 -6M-4 5Q4 1 12 5M-16 12Q-11 9 -6 12",
    "M-10 -10Q-2 -14 6 -10M2 2Q9 -2 16 2M-14 6Q-7 2 0 7",
    "M-2 -8Q6 -12 14 -8M-16 0Q-8 -4 0 0M0 12Q6 9 12 12",
)


def contoured_hill(art: Art, colour: str, *, sandy: bool = False) -> Nodes:
    """Return a hill with three contours that continues over the joined edges.

    A *sandy* hill has dots instead of hachures.
    """
    edges = joined_edges_of(art)
    foot, slope, top = (
        region_points(edges, inset, crossing, seeded_random(f"hill{i}", art.variant), 2.5)
        for i, (inset, crossing) in enumerate(_LEVELS)
    )
    return (
        Shape(closed_curve(translated_points(foot, 3, 3.5)), "shadow", opacity=0.28),
        Shape(closed_curve(foot), colour),
        Shape(closed_curve(translated_points(slope, 2.2, 2.6)), f"{colour}-dark", opacity=0.55),
        Shape(closed_curve(translated_points(slope, -1.2, -1.4)), f"{colour}-light", opacity=0.6),
        Shape(closed_curve(slope), colour),
        Shape(closed_curve(translated_points(top, 2.0, 2.4)), f"{colour}-dark", opacity=0.5),
        Shape(closed_curve(translated_points(top, -0.8, -1)), f"{colour}-light"),
        Shape(_FOLD_PATHS[art.variant % 3], stroke=f"{colour}-dark", width=1, opacity=0.4),
        *(stipples(edges, f"{colour}-deep") if sandy else hachures(edges, f"{colour}-deep")),
    )


def hachures(edges: frozenset[Direction], colour: str) -> Nodes:
    """Return hachures down the closed sides, heavier on the shaded sides."""
    return _side_strokes(
        edges,
        sunny=Shape("", stroke=colour, width=0.7, opacity=0.35),
        shady=Shape("", stroke=colour, width=1.1, opacity=0.6),
    )


def stipples(edges: frozenset[Direction], colour: str) -> Nodes:
    """Return rows of dots down the closed sides, the texture of sand."""
    return _side_strokes(
        edges,
        sunny=Shape("", stroke=colour, width=1.3, dash=(0.1, 3.6), opacity=0.4),
        shady=Shape("", stroke=colour, width=2.1, dash=(0.1, 3.8), opacity=0.75),
    )


def _side_strokes(edges: frozenset[Direction], sunny: Shape, shady: Shape) -> Nodes:
    """Return the strokes down the closed sides, in the styles of lit and shaded sides."""
    lit_edges = [edge for edge in Direction if edge not in edges and edge not in _IN_SHADE]
    shaded_edges = [edge for edge in _IN_SHADE if edge not in edges]
    return (*_strokes(lit_edges, sunny, 38.0), *_strokes(shaded_edges, shady, 41.5))


def _strokes(sides: list[Direction], template: Shape, end: float) -> Nodes:
    """Return the strokes of some sides in one shape; empty if there are no sides."""
    path = "".join(_hachure(edge, part, end) for edge in sides for part in _PARTS)
    return (replace(template, path=path),) if path else ()


_IN_SHADE = (Direction.E, Direction.SE, Direction.SW)
_PARTS = range(-20, 21, 5)


def _hachure(edge: Direction, part: int, end: float) -> str:
    nx, ny = toward(edge, 1)
    start, end = 32.0, end - abs(part) * 0.06
    fan = part * 1.05
    return polyline(
        [
            (nx * start - ny * part * 0.9, ny * start + nx * part * 0.9),
            (nx * end - ny * fan, ny * end + nx * fan),
        ]
    )


def _hills(art: Art) -> Drawing:
    return tile(*tile_ground(art, "grass", busy=True), *contoured_hill(art, "hill"))


def _winter_hill(art: Art) -> Drawing:
    return tile(*tile_ground(art, "winter", busy=True), *contoured_hill(art, "snowhill"))


def _desert_hill(art: Art) -> Drawing:
    return tile(*tile_ground(art, "desert", busy=True), *contoured_hill(art, "dune", sandy=True))


def peak(x: float, y: float, width: float, height: float, cap: str | None = None) -> Nodes:
    """Return a rocky peak with the middle of its base at ``(x, y)``.

    *cap* is the color of its snow; None for no snow.
    """

    def point_at(u: float, v: float) -> Point:
        return x + u * width, y - v * height

    tip = point_at(-0.05, 1)
    spine = [point_at(0.04, 0.68), point_at(-0.05, 0.46), point_at(0.09, 0.2), point_at(0.02, -0.1)]
    west = [point_at(-0.5, 0), point_at(-0.36, 0.26), point_at(-0.29, 0.5), point_at(-0.16, 0.7)]
    east = [point_at(0.12, 0.74), point_at(0.2, 0.5), point_at(0.35, 0.28), point_at(0.5, 0)]
    gully = polyline([point_at(-0.2, 0.5), point_at(-0.17, 0.22), point_at(-0.26, 0.08)])
    gully += polyline([point_at(0.22, 0.34), point_at(0.2, 0.12), point_at(0.28, 0.02)])
    snow = [
        tip,
        point_at(0.12, 0.74),
        point_at(0.06, 0.62),
        point_at(0, 0.72),
        point_at(-0.09, 0.58),
    ]
    shapes = [
        Shape(
            polyline([point_at(0, 0), point_at(0.78, -0.06), tip], closed=True),
            "shadow",
            opacity=0.22,
        ),
        Shape(
            polyline([*west, tip, *spine], closed=True), "rock-light", stroke="rock-deep", width=0.6
        ),
        Shape(
            polyline([tip, *east, *spine[::-1]], closed=True),
            "rock-dark",
            stroke="rock-deep",
            width=0.6,
        ),
        Shape(gully, stroke="rock-deep", width=0.8, opacity=0.7),
    ]
    if cap:
        shapes.append(Shape(polyline([*snow, point_at(-0.16, 0.7)], closed=True), cap))
    return tuple(shapes)


_PEAKS: tuple[tuple[tuple[float, float, float, float], ...], ...] = (
    ((-12, -8, 44, 36), (20, 4, 42, 34), (-16, 28, 46, 36), (20, 36, 34, 24)),
    ((14, -8, 46, 36), (-20, 6, 42, 34), (16, 30, 46, 36), (-16, 37, 34, 24)),
)


def mountains(art: Art) -> Nodes:
    """Return a group of peaks on bare rock, and one on each joined edge, drawn by both hexes."""
    edges = joined_edges_of(art)
    foot = region_points(edges, 6, 5, seeded_random("mountain", art.variant), 2.5)
    edge_peaks = [(x, y + 10, 32.0, 25.0) for x, y in map(toward, sorted(edges))]
    places = sorted((*_PEAKS[art.variant % 2], *edge_peaks), key=lambda place: place[1])
    return (
        Shape(closed_curve(translated_points(foot, 3, 3.5)), "shadow", opacity=0.28),
        Shape(closed_curve(foot), "rock"),
        *(node for place in places for node in peak(*place, cap="snow")),
    )


def _mountain(art: Art) -> Drawing:
    return tile(*tile_ground(art, "grass", busy=True), *mountains(art))


def _cave_mouth(x: float, y: float, size: float) -> Nodes:
    arch = (
        f"M{x - size} {y}C{x - size} {y - 1.7 * size} {x + size} {y - 1.7 * size} {x + size} {y}Z"
    )
    return (
        Shape(arch, "ink", stroke="rock-light", width=3.4),
        Shape(arch, "ink", stroke="rock-deep", width=0.8),
    )


def _cave(art: Art) -> Drawing:
    hill = contoured_hill(art, "hill")
    return tile(*tile_ground(art, "pacific", busy=True), *hill, *_cave_mouth(-2, 16, 15))


def _mountain_cave(art: Art) -> Drawing:
    peaks = mountains(art)
    return tile(*tile_ground(art, "pacific", busy=True), *peaks, *_cave_mouth(-4, 26, 14))


def _dune(x: float, y: float, half: float, bend: float) -> Nodes:
    """Return a long dune: a winding crest, lit above and shaded below."""
    left, right = (x - half, y + 2), (x + half, y + 1)
    crest = [left, (x - half * 0.45, y - bend), (x + half * 0.4, y + bend), right]
    back = [left, (x - half * 0.5, y - 13 - bend), (x + half * 0.5, y - 11), right]
    foot = [left, (x - half * 0.45, y + 9), (x + half * 0.4, y + 15 + bend), right]
    ridge = open_curve(crest)
    home = open_curve(crest[::-1]).replace("M", "L", 1)
    return (
        Shape(f"{open_curve(back)}{home}Z", "dune-light", stroke="dune-dark", width=0.6),
        Shape(f"{open_curve(foot)}{home}Z", "dune-dark", opacity=0.85),
        Shape(ridge, stroke="white", width=1.3, opacity=0.85),
    )


_DUNES: tuple[tuple[tuple[float, float, float, float], ...], ...] = (
    ((-4, -24, 29, 3), (-16, 2, 26, -3), (23, -4, 21, 3), (3, 26, 30, 4)),
    ((5, -25, 28, -3), (17, 0, 27, 4), (-24, -3, 20, -3), (-2, 26, 30, -3)),
    ((0, -27, 25, 3), (-2, -2, 41, 5), (0, 24, 31, -4)),
)


def _ridge(art: Art) -> Drawing:
    body = region_points(joined_edges_of(art), 4, 4, seeded_random("dridge", art.variant), 2)
    dunes = [node for dune in _DUNES[art.variant % 3] for node in _dune(*dune)]
    return tile(*tile_ground(art, "desert", busy=True), Shape(closed_curve(body), "dune"), *dunes)


def _escarpment(art: Art) -> Drawing:
    edge = [(-54, -8), (-36, -14), (-22, -4), (-6, -12), (10, -3), (24, -11), (38, -2), (54, -8)]
    foot = [(x + 3, y + 24 + (i % 2) * 3) for i, (x, y) in enumerate(edge)]
    cracks = "".join(
        polyline([(x, y + 2), (x + 2, y + 20 - (i % 3) * 3)]) for i, (x, y) in enumerate(edge)
    )
    plateau: list[Point] = [*edge, (60, -70), (-60, -70)]
    talus = "".join(
        polyline([(x + 3, y + 27), (x + 1 - (i % 3), y + 36)]) for i, (x, y) in enumerate(edge)
    )
    return tile(
        *tile_ground(art, "desert", busy=True),
        Shape(polyline(plateau, closed=True), "dune-light"),
        Shape(
            polyline(translated_points([*edge, *reversed(foot)], 5, 7), closed=True),
            "shadow",
            opacity=0.3,
        ),
        Shape(polyline([*edge, *reversed(foot)], closed=True), "dune-deep"),
        Shape(cracks, stroke="earth-deep", width=2.2),
        Shape(polyline(edge), stroke="dune-light", width=2),
        Shape(talus, stroke="rock", width=1.6),
    )


def _high_ground(art: Art) -> Drawing:
    edges = joined_edges_of(art)
    body = region_points(edges, 13, 9, seeded_random("highground", art.variant), 3)
    rim = region_points(edges, 7, 5, seeded_random("highground", art.variant), 3)
    grass = polyline([(-14, -6), (-12, 0), (-8, -7)]) + polyline([(8, 8), (10, 14), (14, 7)])
    return tile(
        *tile_ground(art, "grass", busy=True),
        Shape(closed_curve(translated_points(rim, 3, 4)), "grass-deep", opacity=0.45),
        Shape(closed_curve(rim), "grass-dark"),
        Shape(closed_curve(rim), stroke="leaf-dark", width=1, opacity=0.7),
        Shape(closed_curve(translated_points(body, -1, -1.4)), "grass-light"),
        *hachures(edges, "leaf-dark"),
        Shape(grass, stroke="grass-deep", width=1.2),
    )


PAINTERS: Painters = {
    "hills": _hills,
    "whill": _winter_hill,
    "dhill": _desert_hill,
    "mountain": _mountain,
    "pcave": _cave,
    "pmcave": _mountain_cave,
    "dridge": _ridge,
    "descarpment": _escarpment,
    "highground": _high_ground,
}
