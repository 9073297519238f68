"""Tokens of what a unit carries or is, where no badge of the game says so: wheels, an ace."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

from m44core.drawing.shapes.outlines import star
from m44core.drawing.shapes.paths import circle
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.tokens.badges import Badge, token

_PLACE = (-28.0, -25.0)
_BELOW_BADGE = (-28.5, -1.0)


def _wheel() -> Drawing:
    """Return a wheel with its tyre and five nuts."""
    nuts = ((4.4 * cos(i * 0.4 * pi), 4.4 * sin(i * 0.4 * pi)) for i in range(5))
    return (
        Shape(circle(0, 0, 8.2), fill="piece-paper", stroke="piece-ink", width=4),
        Shape("".join(circle(x, y, 1.2) for x, y in nuts), fill="piece-ink"),
        Shape(circle(0, 0, 1.9), fill="piece-ink"),
    )


def _ace() -> Drawing:
    """Return a tank's barrel with the rings of what it shot, under a star."""
    rings = "M-3.4 -3.6L-3.4 3.6M-0.2 -3.6L-0.2 3.6M3 -3.6L3 3.6"
    barrel = (
        Shape(
            "M-9.4 -3L7.6 -1.9L7.6 -3.4L11 -3.4L11 3.4L7.6 3.4L7.6 1.9L-9.4 3Z", fill="piece-ink"
        ),
        Shape(rings, stroke="piece-white", width=1.7, round=False),
    )
    return (
        Group(barrel, turn=-38, dy=1.6),
        Shape(star(-4.6, -5, 5), fill="piece-red-dark"),
    )


TOKENS: Mapping[str, Drawing] = {
    "motorized": token(Badge("piece-sand", "piece-ink", _wheel())),
    "wittmann": token(Badge("piece-yellow", "piece-ink", _ace())),
}


def carried_beside(equipment: str, *, badged: bool) -> Drawing:
    """Return the token of what a unit carries: at its upper left, or below its badge."""
    if equipment not in TOKENS:
        return ()
    x, y = _BELOW_BADGE if badged else _PLACE
    return (Group(TOKENS[equipment], dx=x, dy=y),)
