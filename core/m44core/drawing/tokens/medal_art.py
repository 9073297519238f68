"""Objective medals, and the small signs that show how an objective is held.

Medals for the Allies are light and round, those for the Axis dark and octagonal, so that the sides
differ in shape and brightness.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from m44core.drawing.shapes.paths import circle, flared_cross, polygon, rounded_rectangle, star
from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Shape

_GOLD = Gradient(
    ((0, "piece-gold-light"), (0.6, "piece-gold"), (1, "piece-gold-dark")), (-8, -8), (8, 10)
)
_SILVER = Gradient(
    ((0, "piece-silver-light"), (0.6, "piece-silver"), (1, "piece-silver-dark")), (-8, -8), (8, 10)
)
_BRONZE = Gradient(
    ((0, "piece-bronze-light"), (0.6, "piece-bronze"), (1, "piece-timber-edge")), (-8, -8), (8, 10)
)


def octagon(r: float) -> str:
    """Return the path data of an octagon whose sides are *r* units from the origin."""
    reach = r / cos(pi / 8)
    corners = (pi / 8 + i * pi / 4 for i in range(8))
    return polygon((reach * cos(a), reach * sin(a)) for a in corners)


def _allied_medal(rim: str, *medal: Shape | Group) -> Drawing:
    return (
        Shape(circle(0.7, 1.4, 14), fill="piece-shadow", opacity=0.3),
        Shape(circle(0, 0, 13), fill="piece-paper", stroke=rim, width=2),
        *medal,
    )


def _axis_medal(rim: str, *medal: Shape | Group) -> Drawing:
    return (
        Group((Shape(octagon(13.8), fill="piece-shadow", opacity=0.3),), dx=0.7, dy=1.2),
        Shape(octagon(14.8), fill="piece-paper"),
        Shape(octagon(12.8), fill="piece-steel-dark", stroke=rim, width=2),
        *medal,
    )


def _allied_star() -> Drawing:
    return _allied_medal(
        "piece-blue-dark",
        Shape("M-5 -11.4L5 -11.4L3.4 -4L-3.4 -4Z", fill="piece-blue"),
        Shape("M-1.6 -11.8L1.6 -11.8L1.2 -4L-1.2 -4Z", fill="piece-white"),
        Shape(star(0, 2.4, 10), fill=_GOLD, stroke="piece-gold-dark", width=1),
    )


def _neutral_star() -> Drawing:
    return _allied_medal(
        "piece-gold-dark", Shape(star(0, 0.6, 11), fill=_GOLD, stroke="piece-gold-dark", width=1)
    )


def _axis_cross() -> Drawing:
    return _axis_medal(
        "piece-silver",
        Shape(flared_cross(0, 0, 10.6, 3.6, 9.6), fill=_SILVER),
        Shape(flared_cross(0, 0, 8.8, 2.6, 7.2), fill="piece-black"),
    )


def _british_cross() -> Drawing:
    return _allied_medal(
        "piece-red-dark",
        Shape(rounded_rectangle(-5.4, -11.6, 10.8, 7.4, top=0.6), fill="piece-red-dark"),
        Shape(flared_cross(0, 2.4, 8.8, 3, 7.8), fill=_BRONZE, stroke="piece-timber-edge", width=1),
        Shape(circle(0, 2.4, 3), fill="piece-bronze-light", stroke="piece-timber-edge", width=0.8),
    )


def _italian_medal() -> Drawing:
    return _axis_medal(
        "piece-green-light",
        Shape("M-8.4 -9.4L-2.8 -9.4L-0.8 -1L-3.4 -1Z", fill="piece-green-light"),
        Shape("M-2.8 -9.4L2.8 -9.4L0.8 -1L-0.8 -1Z", fill="piece-white"),
        Shape("M2.8 -9.4L8.4 -9.4L3.4 -1L0.8 -1Z", fill="piece-red-light"),
        Shape(circle(0, 4, 6.8), fill=_SILVER, stroke="piece-ink", width=1),
        Shape(circle(0, 4, 4), stroke="piece-silver-dark", width=1.2),
    )


def _soviet_star() -> Drawing:
    return _allied_medal(
        "piece-red",
        Shape(
            rounded_rectangle(-6, -11.4, 12, 6.4, top=0.6),
            fill="piece-red",
            stroke="piece-gold-dark",
            width=1,
        ),
        Shape(star(0, 3.4, 9.2, inner=0.36), fill="piece-red", stroke="piece-gold", width=1.7),
    )


def _japanese_sunburst() -> Drawing:
    rays = "".join(
        polygon(
            [
                (0, 0),
                (10.8 * sin(a - 0.2), 10.8 * cos(a - 0.2)),
                (10.8 * sin(a + 0.2), 10.8 * cos(a + 0.2)),
            ]
        )
        for a in (i * pi / 4 for i in range(8))
    )
    return _axis_medal(
        "piece-gold",
        Shape(rays, fill="piece-gold-light"),
        Shape(circle(0, 0, 5.2), fill="piece-red", stroke="piece-gold-light", width=1.4),
    )


def _either_side_medal() -> Drawing:
    left = "M-16 -16L0 -16L0 16L-16 16Z"
    right = "M0 -16L16 -16L16 16L0 16Z"
    return (
        Group(_allied_star(), clip=left),
        Group(_axis_cross(), clip=right),
        Shape("M0 -14.4L0 14.4", stroke="piece-gold", width=2, round=False),
    )


NEUTRAL_STAR = "neutral-star"
"""The name of the picture of an Allied medal of no nation."""

MEDALS: Mapping[str, Callable[[], Drawing]] = {
    "medal0": _either_side_medal,
    "medal1": _allied_star,
    "medal2": _axis_cross,
    "medal4": _british_cross,
    "medal5": _italian_medal,
    "medal6": _soviet_star,
    "medal7": _japanese_sunburst,
    NEUTRAL_STAR: _neutral_star,
}
"""The painter of each medal, by the name of its tag."""


HELD = "held"
"""The kind of an objective that counts only while it is occupied; its medal has no sign."""

EXIT = "exit"
"""The kind of hexes where units exit the board."""

_INK = "piece-ink"
_RADIUS = 6.4


def _lock() -> Drawing:
    return (
        Shape("M-2 -0.6V-2.2C-2 -4.6 2 -4.6 2 -2.2V-0.6", stroke=_INK, width=1.3),
        Shape("M-3.4 -0.8H3.4V3.8H-3.4Z", fill=_INK),
    )


def _hourglass() -> Drawing:
    return (
        Shape("M-2.8 -3.8H2.8L-2.8 3.8H2.8Z", fill=_INK, stroke=_INK, width=0.6),
        Shape("M-3.4 -4H3.4M-3.4 4H3.4", stroke=_INK, width=1.3),
    )


def _greater_than() -> Drawing:
    return (Shape("M-2.6 -3.6L3.2 0L-2.6 3.6", stroke=_INK, width=1.9),)


def _flag() -> Drawing:
    return (
        Shape("M-2.6 -4.2V4.2", stroke=_INK, width=1.4),
        Shape("M-2.4 -4L3.8 -1.8L-2.4 0.4Z", fill=_INK),
    )


def _double_ring() -> Drawing:
    return (
        Shape(circle(0, 0, 4), stroke=_INK, width=1.3),
        Shape(circle(0, 0, 1.6), fill=_INK),
    )


def _two_way_arrows() -> Drawing:
    return (
        Shape("M-3.6 -1.8H3.2M1 -4L3.4 -1.8M3.6 1.8H-3.2M-1 4L-3.4 1.8", stroke=_INK, width=1.3),
    )


_GLYPHS: Mapping[str, Drawing] = {
    "permanent": _lock(),
    "turn_start": _hourglass(),
    "majority": _greater_than(),
    "last_to_occupy": _flag(),
    "sole_control": _double_ring(),
    "any_hex": _two_way_arrows(),
}


def draw_term_sign(term: str) -> Drawing:
    """Return the sign of a medal term on a disc."""
    disc = Shape(circle(0, 0, _RADIUS), fill="piece-paper", stroke=_INK, width=1.2)
    return (disc, *_GLYPHS[term])
