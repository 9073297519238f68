"""The token a big gun lays on the hex of a unit it hit (E-BIGGUN-03)."""

from __future__ import annotations

from m44core.drawing.shapes.paths import circle, polygon
from m44core.drawing.shapes.shapes import Drawing, Shape

_RINGS = (11.0, 5.0)
_BARS = (((0, -16), (0, -3)), ((0, 3), (0, 16)), ((-16, 0), (-3, 0)), ((3, 0), (16, 0)))


def cross_hair() -> Drawing:
    """Return red cross-hairs on a light disc, drawn around the middle of the token."""
    rings = (Shape(circle(0, 0, radius), stroke="#b3382c", width=2) for radius in _RINGS)
    bars = (Shape(polygon(bar, closed=False), stroke="#6b1c14", width=2.2) for bar in _BARS)
    disc = Shape(circle(0, 0, 16.5), fill="#fffdf6", stroke="#6b1c14", width=1.4)
    return (disc, *rings, *bars, Shape(circle(0, 0, 1.6), fill="#b3382c"))
