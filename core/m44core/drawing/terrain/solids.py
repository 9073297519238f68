"""Solids for small buildings, seen from above and from the south, lit from the left.

Every solid stands on the ground with the middle of its base at the origin. Axis *a* runs to the
lower right, *b* to the lower left, *c* upwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from m44core.drawing.shapes.paths import Point, convex_hull, ellipse, polyline
from m44core.drawing.shapes.shapes import Drawing, Gradient, Node, Shape

Solid = tuple[float, float, float]

_EDGE = "ink"
_THIN_LINE = 0.55


def project(a: float, b: float, c: float = 0.0) -> Point:
    """Return the point of the drawing at which a point in space appears."""
    return (a - b) * 0.87, (a + b) * 0.46 - c


def _face(points: Sequence[Solid], colour: str) -> Shape:
    path = polyline([project(*p) for p in points], closed=True)
    return Shape(path, colour, stroke=_EDGE, width=_THIN_LINE)


def shadow_of(points: Sequence[Solid]) -> Shape:
    """Return the shadow of a solid with the given corners."""
    shadow_points = [project(a, b) for a, b, _ in points]
    shadow_points += [
        (x + c * 0.62, y + c * 0.24)
        for (x, y), (_, _, c) in zip(shadow_points, points, strict=True)
    ]
    return Shape(polyline(convex_hull(shadow_points), closed=True), "shadow", opacity=0.3)


def box(a: float, b: float, height: float, wall: str, roof: str | None = None) -> Drawing:
    """Return a flat-roofed block *a* by *b*; the default roof is the light shade of the wall."""
    x, y = a / 2, b / 2
    top = [(-x, -y, height), (x, -y, height), (x, y, height), (-x, y, height)]
    return (
        shadow_of(top),
        _face([(-x, y, 0), (x, y, 0), (x, y, height), (-x, y, height)], wall),
        _face([(x, y, 0), (x, -y, 0), (x, -y, height), (x, y, height)], f"{wall}-dark"),
        _face(top, roof or f"{wall}-light"),
    )


def gabled_house(a: float, b: float, height: float, rise: float, wall: str, roof: str) -> Drawing:
    """Return a house with its ridge along *a* and its gable facing the lower right."""
    x, y, top = a / 2, b / 2, height + rise
    far_slope = [(-x, -y, height), (x, -y, height), (x, 0, top), (-x, 0, top)]
    gable = [(x, y, 0), (x, -y, 0), (x, -y, height), (x, 0, top), (x, y, height)]
    near_slope = [(-x, y + 1, height - 0.8), (x, y + 1, height - 0.8), (x, 0, top), (-x, 0, top)]
    return (
        shadow_of([*far_slope, (-x, y, height), (x, y, height)]),
        _face(far_slope, f"{roof}-dark"),
        _face([(-x, y, 0), (x, y, 0), (x, y, height), (-x, y, height)], wall),
        _face(gable, f"{wall}-dark"),
        _face(near_slope, roof),
    )


def gabled_house_across(
    a: float, b: float, height: float, rise: float, wall: str, roof: str
) -> Drawing:
    """Return a house with its ridge along *b* and its gable facing the lower left."""
    x, y, top = a / 2, b / 2, height + rise
    far_slope = [(-x, -y, height), (-x, y, height), (0, y, top), (0, -y, top)]
    gable = [(-x, y, 0), (x, y, 0), (x, y, height), (0, y, top), (-x, y, height)]
    near_slope = [(x + 1, -y, height - 0.8), (x + 1, y, height - 0.8), (0, y, top), (0, -y, top)]
    return (
        shadow_of([*far_slope, (x, y, height), (x, -y, height)]),
        _face(far_slope, f"{roof}-light"),
        _face(gable, wall),
        _face([(x, y, 0), (x, -y, 0), (x, -y, height), (x, y, height)], f"{wall}-dark"),
        _face(near_slope, f"{roof}-dark"),
    )


def pyramid_roof(a: float, b: float, height: float, rise: float, roof: str) -> Drawing:
    """Return a pyramid roof that starts at *height*."""
    x, y = a / 2, b / 2
    tip = (0.0, 0.0, height + rise)
    return (
        _face([(-x, -y, height), (-x, y, height), tip], f"{roof}-light"),
        _face([(-x, -y, height), (x, -y, height), tip], roof),
        _face([(-x, y, height), (x, y, height), tip], roof),
        _face([(x, y, height), (x, -y, height), tip], f"{roof}-dark"),
    )


def _round_gradient(colour: str, radius: float) -> Gradient:
    stops = ((0.0, f"{colour}-light"), (0.45, colour), (1.0, f"{colour}-dark"))
    return Gradient(stops, (-radius, 0), (radius, 0))


def cylinder(
    radius: float, height: float, colour: str, top_scale: float = 1.0, top: str | None = None
) -> Drawing:
    """Return a round tower, tank or chimney.

    *top_scale* scales the width at the top; *top* is the color there, by default a light shade.
    """
    r, t, flat = radius, radius * top_scale, 0.5
    bow = r * 0.66
    side = (
        f"M{-r:.1f} 0C{-r:.1f} {bow:.1f} {r:.1f} {bow:.1f} {r:.1f} 0"
        f"L{t:.1f} {-height:.1f}L{-t:.1f} {-height:.1f}Z"
    )
    shadow = [(-r, 0.0), (r, 0.0), (0, r * 0.5), (height * 0.62 + t, height * 0.24)]
    shadow += [(height * 0.62, height * 0.24 + r * 0.4)]
    return (
        Shape(polyline(convex_hull(shadow), closed=True), "shadow", opacity=0.3),
        Shape(side, _round_gradient(colour, radius), stroke=_EDGE, width=_THIN_LINE),
        Shape(
            ellipse(0, -height, t, t * flat),
            top or f"{colour}-light",
            stroke=_EDGE,
            width=_THIN_LINE,
        ),
    )


def cone(radius: float, base: float, rise: float, colour: str) -> Shape:
    """Return a conical roof that starts at height *base*."""
    r = radius
    path = (
        f"M{-r:.1f} {-base:.1f}C{-r:.1f} {-base + r * 0.62:.1f} {r:.1f} {-base + r * 0.62:.1f}"
        f" {r:.1f} {-base:.1f}L0 {-base - rise:.1f}Z"
    )
    return Shape(path, _round_gradient(colour, radius), stroke=_EDGE, width=_THIN_LINE)


def dome(radius: float, base: float, colour: str) -> Shape:
    """Return a dome that starts at height *base*."""
    r = radius
    path = (
        f"M{-r:.1f} {-base:.1f}C{-r:.1f} {-base - r * 1.3:.1f} {r:.1f} {-base - r * 1.3:.1f}"
        f" {r:.1f} {-base:.1f}C{r:.1f} {-base + r * 0.5:.1f} {-r:.1f} {-base + r * 0.5:.1f}"
        f" {-r:.1f} {-base:.1f}Z"
    )
    return Shape(path, _round_gradient(colour, radius), stroke=_EDGE, width=_THIN_LINE)


def windows(a: float, b: float, count: int, sill: float = 3.4, size: float = 3.4) -> Shape:
    """Return a row of windows on the lower left wall of a house *a* by *b*."""
    feet = [project(a * ((i + 0.5) / count - 0.5), b / 2, sill) for i in range(count)]
    path = "".join(polyline([(x, y), (x, y - size)]) for x, y in feet)
    return Shape(path, stroke=_EDGE, width=1.7, round=False, opacity=0.75)


def slits(*positions: tuple[float, float, float]) -> Shape:
    """Return narrow windows, each given as x, y and height on the drawing."""
    path = "".join(polyline([(x, y), (x, y - h)]) for x, y, h in positions)
    return Shape(path, stroke=_EDGE, width=1.5, round=False, opacity=0.75)


def flagpole(height: float, colour: str) -> tuple[Node, ...]:
    """Return a pole with a flag that blows to the right."""
    h = height
    wave = f"C4 {-h - 3:.1f} 6 {-h + 2:.1f} 11 {-h:.1f}"
    back = f"C6 {-h + 9:.1f} 4 {-h + 4:.1f} 0 {-h + 7:.1f}"
    flag = f"M0 {-h:.1f}{wave}V{-h + 7:.1f}{back}Z"
    return (
        Shape(f"M0 0V{-h:.1f}", stroke=_EDGE, width=1.2),
        Shape(flag, colour, stroke=_EDGE, width=_THIN_LINE),
    )
