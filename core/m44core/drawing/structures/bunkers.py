"""Bunkers seen from above: a roof, sloping walls lit from the upper left, embrasures in front."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, degrees, hypot, pi, sin

from m44core.drawing.shapes.paths import circle, polygon
from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Shape
from m44core.drawing.structures.obstacles import BAG

Point = tuple[float, float]

# The front faces down; in orientation 2 it faces up.
_WALL: tuple[Point, ...] = (
    (23, 41),
    (45, 21),
    (45, -15),
    (27, -36),
    (-27, -36),
    (-45, -15),
    (-45, 21),
    (-23, 41),
)
_ROOF: tuple[Point, ...] = (
    (19, 29),
    (34, 15),
    (34, -11),
    (21, -27),
    (-21, -27),
    (-34, -11),
    (-34, 15),
    (-19, 29),
)
_FRONT = (0, 6, 7)  # the walls with an embrasure, by their first corner
_BACK = 3


@dataclass(frozen=True, slots=True)
class BuildingColours:
    """The colors of a building: of its lit, normal and shaded faces, and of its edges."""

    light: str
    plain: str
    dark: str
    edge: str


CONCRETE = BuildingColours(
    "piece-concrete-light", "piece-concrete", "piece-concrete-dark", "piece-concrete-edge"
)
STONE = BuildingColours("piece-sand-light", "piece-sand", "piece-sand-dark", "piece-timber-edge")
TIMBER = BuildingColours(
    "piece-timber-light", "piece-timber", "piece-timber-dark", "piece-timber-edge"
)


def bunker(orientation: int, material: BuildingColours) -> Drawing:
    """Return a bunker that faces down (orientation 1) or up (2)."""
    sign = -1.0 if orientation == 2 else 1.0
    wall = tuple((x * sign, y * sign) for x, y in _WALL)
    roof = tuple((x * sign, y * sign) for x, y in _ROOF)
    slits = "".join(_wall_opening(wall, roof, i, 0.16, 0.84, 0.3, 0.74) for i in _FRONT)
    door = _wall_opening(wall, roof, _BACK, 0.4, 0.6, 0.0, 0.8)
    return (
        *_shadow(polygon(wall)),
        *_walls(wall, roof, material),
        Shape(slits, fill="piece-slit", stroke=material.light, width=0.9),
        Shape(door, fill=material.dark, stroke=material.edge, width=0.8),
        *_draw_roof(polygon(roof), material),
        Shape(_roof_joints(roof), stroke=material.dark, width=0.9, opacity=0.7),
        Shape(_CRACKS, stroke=material.edge, width=0.8, opacity=0.6),
        Shape(circle(0, -3 * sign, 8.5), fill=material.light, stroke=material.edge, width=1.1),
        Shape(circle(0.8, -3 * sign + 0.8, 6), fill=material.dark),
        Shape(circle(0, -3 * sign, 3), fill="piece-slit"),
    )


def round_bunker(material: BuildingColours) -> Drawing:
    """Return a round field bunker with embrasures on all sides."""
    return (*_shadow(polygon(_ring_points(44, 12))), *_round_building(44, 33, material))


def casemate() -> Drawing:
    """Return a round concrete bunker within a ring of sandbags."""
    steps = [2 * pi * i / 18 for i in range(18)]
    bags = tuple(
        Group(BAG, dx=40.5 * sin(a), dy=-40.5 * cos(a), turn=degrees(a), scale=0.94) for a in steps
    )
    return (
        *_shadow(polygon(_ring_points(44.5, 18))),
        Shape(polygon(_ring_points(40, 18)), fill="piece-bag-dark"),
        *bags,
        *_round_building(36, 25, CONCRETE),
        Shape(
            circle(0, 0, 9), fill="piece-concrete-light", stroke="piece-concrete-edge", width=1.1
        ),
        Shape(circle(1, 1, 6.4), fill="piece-concrete-dark"),
    )


def _round_building(r: float, roof_r: float, material: BuildingColours) -> Drawing:
    wall, roof = _ring_points(r, 12), _ring_points(roof_r, 12)
    slits = "".join(_wall_opening(wall, roof, i, 0.2, 0.8, 0.34, 0.72) for i in range(0, 12, 2))
    return (
        *_walls(wall, roof, material),
        Shape(slits, fill="piece-slit", stroke=material.light, width=0.9),
        *_draw_roof(polygon(roof), material),
    )


def _draw_roof(roof: str, material: BuildingColours) -> Drawing:
    light = Gradient(
        ((0, material.light), (0.45, material.plain), (1, material.plain)), (-26, -28), (22, 28)
    )
    return (Shape(roof, fill=light, stroke=material.edge, width=1),)


_CRACKS = "M-30 -6L-25 -3L-23 1L-18 2M29 8L24 10L22 15L17 17M14 -25L15 -20L20 -17"


def log_roof() -> Drawing:
    """Return logs and leaves for the roof of a jungle bunker."""
    logs = "".join(f"M-31 {y}L31 {y}" for y in range(-16, 20, 8))
    leaves = tuple(
        Group((_LEAF,), dx=x, dy=y, turn=turn, scale=1.2)
        for x, y, turn in (
            (-30, -22, -30),
            (28, -26, 40),
            (34, 16, 120),
            (-34, 18, 200),
            (0, 35, 90),
        )
    )
    return (
        Group(
            (Shape(logs, stroke="piece-timber-dark", width=1.4),),
            clip=polygon(_ring_points(33, 12)),
        ),
        *leaves,
    )


_LEAF = Shape(
    "M-10 0C-5 -6 6 -6 12 0C6 5 -5 6 -10 0ZM-10 0L10 0",
    fill="piece-leaf",
    stroke="piece-leaf-dark",
    width=0.8,
)


def snow_cap(orientation: int) -> Drawing:
    """Return the snow on a bunker's roof."""
    sign = -1.0 if orientation == 2 else 1.0
    roof = polygon((x * sign, y * sign) for x, y in _ROOF)
    drift = "M-40 -32L40 -32L40 2C26 10 22 -4 10 4C0 10 -6 -2 -16 6C-26 12 -30 4 -40 10Z"
    return (
        Group((Shape(drift, fill="piece-snow", stroke="piece-snow-shade", width=1.4),), clip=roof),
        Shape("M-33 -14L-21 -29L21 -29L33 -14", stroke="piece-snow", width=4),
    )


def _shadow(outline: str) -> Drawing:
    shape = Shape(outline, fill="piece-shadow", stroke="piece-shadow", width=2, opacity=0.25)
    return (Group((shape,), dx=1, dy=1.6),)


def _ring_points(r: float, count: int) -> tuple[Point, ...]:
    turn = pi / count
    return tuple(
        (r * cos(2 * pi * i / count + turn), r * sin(2 * pi * i / count + turn))
        for i in range(count)
    )


def _walls(wall: Sequence[Point], roof: Sequence[Point], material: BuildingColours) -> list[Shape]:
    shapes = []
    for i, (ax, ay) in enumerate(wall):
        (bx, by), inner_b, inner_a = wall[(i + 1) % len(wall)], roof[(i + 1) % len(roof)], roof[i]
        out_x, out_y = (ax + bx) / 2, (ay + by) / 2
        brightness = -(out_x * 0.6 + out_y * 0.8) / hypot(out_x, out_y)
        colour = (
            material.light
            if brightness > 0.35
            else material.dark
            if brightness < -0.35
            else material.plain
        )
        quad = polygon([(ax, ay), (bx, by), inner_b, inner_a])
        shapes.append(Shape(quad, fill=colour, stroke=material.edge, width=1))
    return shapes


def _wall_opening(
    wall: Sequence[Point],
    roof: Sequence[Point],
    i: int,
    start: float,
    end: float,
    bottom: float,
    top: float,
) -> str:
    """Return the path data of an opening in wall *i*, in fractions of its length and height."""
    j = (i + 1) % len(wall)

    def point_at(along: float, up: float) -> Point:
        foot = _point_between(wall[i], wall[j], along)
        return _point_between(foot, _point_between(roof[i], roof[j], along), up)

    return polygon(
        [point_at(start, bottom), point_at(end, bottom), point_at(end, top), point_at(start, top)]
    )


def _point_between(a: Point, b: Point, fraction: float) -> Point:
    return a[0] + (b[0] - a[0]) * fraction, a[1] + (b[1] - a[1]) * fraction


def _roof_joints(roof: Sequence[Point]) -> str:
    left, right = roof[5], roof[2]
    return polygon([left, right], closed=False) + polygon([roof[6], roof[1]], closed=False)
