"""The faces of the battle die (B-DICE-01), in a box of 40 by 40 units about the origin."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from m44core.drawing.shapes.paths import circle, ellipse, polygon, rectangle
from m44core.drawing.shapes.shapes import Drawing, Shape

_BONE = "#f4efe2"
_RIM = "#6b6455"
_SHADE = "#d9d1bd"
_BLUE = "#27517d"
_GREEN = "#3f5e35"
_RED = "#9c2f25"
_GOLD = "#b8860b"
_INK = "#2a2722"

_BODY = (
    "M-20 -14C-20 -18 -18 -20 -14 -20L14 -20C18 -20 20 -18 20 -14L20 14C20 18 18 20 14 20"
    "L-14 20C-18 20 -20 18 -20 14Z"
)


def _die_face(*symbol: Shape) -> Drawing:
    edge = Shape(
        "M-18 15C-17 18 -15 18.5 -13 18.5L14 18.5C17 18.5 18.5 17 18.5 14", stroke=_SHADE, width=2.5
    )
    return (Shape(_BODY, fill=_BONE, stroke=_RIM, width=1.2), edge, *symbol)


def _star_points(count: int, outer: float, inner: float) -> list[tuple[float, float]]:
    radii = (outer, inner)
    return [
        (radii[i % 2] * sin(i * pi / count), -radii[i % 2] * cos(i * pi / count))
        for i in range(2 * count)
    ]


def _infantry_face() -> Drawing:
    return _die_face(
        Shape(circle(-1, -9, 4.2), fill=_BLUE),
        Shape("M-7 -10C-7 -16 5 -16 5 -10Z", fill=_BLUE),
        Shape("M-6 -4L4 -4L6 5L3 6L4 15L0.5 15L-1 7L-3 15L-7 15L-6 5Z", fill=_BLUE),
        Shape("M-9 3L12 -6", stroke=_BLUE, width=2.2),
    )


def _armor_face() -> Drawing:
    return _die_face(
        Shape("M-15 3L13 3L15 7L11 12L-12 12L-16 7Z", fill=_GREEN),
        Shape("M-8 3L-6 -4L5 -4L8 3Z", fill=_GREEN),
        Shape("M4 -2L17 -6", stroke=_GREEN, width=2.6),
        *(Shape(circle(x, 8, 1.7), fill=_BONE) for x in (-10, -4, 2, 8)),
    )


def _grenade_face() -> Drawing:
    return _die_face(
        Shape(ellipse(-1, 4, 8, 10), fill=_INK),
        Shape(rectangle(-4.5, -11, 7, 6), fill=_INK),
        Shape("M2 -11C9 -11 11 -6 10 0", stroke=_INK, width=2),
        Shape("M-6 0L4 0M-7.5 5L5.5 5M-1 -5L-1 13", stroke=_BONE, width=1.1),
    )


def _flag_face() -> Drawing:
    return _die_face(
        Shape("M-9 15L-9 -14", stroke=_INK, width=2.4),
        Shape("M-8 -13C-2 -17 3 -9 12 -13L12 0C3 4 -2 -4 -8 0Z", fill=_RED),
    )


def _star_face() -> Drawing:
    return _die_face(
        Shape(polygon(_star_points(5, 15, 6)), fill=_GOLD, stroke=_RIM, width=0.8),
    )


# By the names that actions use for the faces.
DICE: Mapping[str, Drawing] = {
    "inf": _infantry_face(),
    "armor": _armor_face(),
    "grenade": _grenade_face(),
    "flag": _flag_face(),
    "star": _star_face(),
}
