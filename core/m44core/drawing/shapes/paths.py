"""SVG path data: polygons, circles, stars, crosses, arrows and smooth curves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, pi, sin

_KAPPA = 0.5522847498  # control points that make four cubic curves a circle

HEX_CORNERS = tuple(
    (round(57.735 * sin(i * pi / 3), 3), round(-57.735 * cos(i * pi / 3), 3)) for i in range(6)
)


def format_number(value: float) -> str:
    """Format a length to at most two decimal places, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def polygon(points: Iterable[tuple[float, float]], *, closed: bool = True) -> str:
    """Return the path data of a polygon, to two decimal places; an open line if not *closed*."""
    body = "L".join(f"{format_number(x)} {format_number(y)}" for x, y in points)
    return f"M{body}{'Z' if closed else ''}"


def circle(x: float, y: float, r: float) -> str:
    """Return the path data of a circle with radius *r* around ``(x, y)``."""
    return ellipse(x, y, r, r)


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    """Return the path data of an upright ellipse around ``(x, y)``."""
    kx, ky, n = rx * _KAPPA, ry * _KAPPA, format_number
    return (
        f"M{n(x + rx)} {n(y)}"
        f"C{n(x + rx)} {n(y + ky)} {n(x + kx)} {n(y + ry)} {n(x)} {n(y + ry)}"
        f"C{n(x - kx)} {n(y + ry)} {n(x - rx)} {n(y + ky)} {n(x - rx)} {n(y)}"
        f"C{n(x - rx)} {n(y - ky)} {n(x - kx)} {n(y - ry)} {n(x)} {n(y - ry)}"
        f"C{n(x + kx)} {n(y - ry)} {n(x + rx)} {n(y - ky)} {n(x + rx)} {n(y)}Z"
    )


def rectangle(x: float, y: float, width: float, height: float) -> str:
    """Return the path data of a rectangle with its upper left corner at ``(x, y)``."""
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


HEX_OUTLINE = polygon(HEX_CORNERS)


_ROUND = 0.5522847498  # control points that make a cubic curve a quarter circle


def star(x: float, y: float, r: float, points: int = 5, inner: float = 0.4) -> str:
    """Return the path data of a star around ``(x, y)`` with one point up.

    *inner* is the radius of the inner corners as a fraction of *r*.
    """
    radii = (r, r * inner)
    return polygon(
        (x + radii[i % 2] * sin(i * pi / points), y - radii[i % 2] * cos(i * pi / points))
        for i in range(2 * points)
    )


def rounded_rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    top: float,
    bottom: float | None = None,
    cut: bool = False,
) -> str:
    """Return the path data of a rectangle with rounded corners.

    The radius is *top* at the upper corners and *bottom* (by default *top*) at the lower ones.

    With *cut* the lower corners are cut off straight instead.
    """
    bottom_radius = top if bottom is None else bottom
    right, end = x + width, y + height
    corners = (
        _corner_path(right - top, y, right, y + top, right, y),
        _corner_path(right, end - bottom_radius, right - bottom_radius, end, right, end, cut=cut),
        _corner_path(x + bottom_radius, end, x, end - bottom_radius, x, end, cut=cut),
        _corner_path(x, y + top, x + top, y, x, y),
    )
    return f"M{'L'.join(corners)}Z"


def _corner_path(
    x0: float, y0: float, x1: float, y1: float, tip_x: float, tip_y: float, *, cut: bool = False
) -> str:
    """Return the path around a corner, straight if *cut*, without the command that moves to it."""
    start, end = (
        f"{format_number(x0)} {format_number(y0)}",
        f"{format_number(x1)} {format_number(y1)}",
    )
    if cut or (x0, y0) == (x1, y1):
        return f"{start}L{end}"
    controls = (
        format_number(a + (b - a) * _ROUND)
        for a, b in ((x0, tip_x), (y0, tip_y), (x1, tip_x), (y1, tip_y))
    )
    return f"{start}C{' '.join(controls)} {end}"


def chevron(x: float, y: float, width: float, height: float, thickness: float) -> str:
    """Return the path data of a chevron that points up, with its tip at ``(x, y)``."""
    half = width / 2
    return polygon(
        [
            (x, y),
            (x + half, y + height),
            (x + half, y + height + thickness),
            (x, y + thickness),
            (x - half, y + height + thickness),
            (x - half, y + height),
        ]
    )


def cross(x: float, y: float, arm_length: float, arm_width: float) -> str:
    """Return the path data of an upright cross with arms *arm_length* long and *arm_width* wide."""
    a = arm_width / 2
    quarter = [(a, -arm_length), (a, -a), (arm_length, -a)]
    points = []
    for _ in range(4):
        points += quarter
        quarter = [(-py, px) for px, py in quarter]
    return polygon((x + px, y + py) for px, py in points)


def flared_cross(x: float, y: float, arm_length: float, waist: float, flare: float) -> str:
    """Return the path data of a cross whose arms widen from *waist* to *flare* in a curve."""
    w, f, n = waist / 2, flare / 2, format_number
    arm = [
        (-w, -w),
        (-w * 1.15, -arm_length * 0.62),
        (-f, -arm_length),
        (f, -arm_length),
        (w * 1.15, -arm_length * 0.62),
        (w, -w),
    ]
    path = ""
    for _ in range(4):
        p = [f"{n(x + px)} {n(y + py)}" for px, py in arm]
        path += f"{'L' if path else 'M'}{p[0]}Q{p[1]} {p[2]}L{p[3]}Q{p[4]} {p[5]}"
        arm = [(-py, px) for px, py in arm]
    return path + "Z"


def arrow(length: float, width: float, shaft: float) -> str:
    """Return the path data of an arrow around the origin that points up."""
    half, tip = length / 2, width / 2
    neck = -half + width * 0.55
    return polygon(
        [
            (0, -half),
            (tip, neck),
            (shaft / 2, neck),
            (shaft / 2, half),
            (-shaft / 2, half),
            (-shaft / 2, neck),
            (-tip, neck),
        ]
    )


Point = tuple[float, float]


def _format_short(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def xy(point: Point) -> str:
    """Format a point to one decimal place; 0.1 is a thousandth of the width of a hex."""
    return f"{_format_short(point[0])} {_format_short(point[1])}"


def midpoint(a: Point, b: Point) -> Point:
    """Return the midpoint of two points."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def polyline(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return the path data of lines through points, to one decimal place; a loop if *closed*."""
    return "M" + "L".join(map(xy, points)) + ("Z" if closed else "")


def closed_curve(points: Sequence[Point]) -> str:
    """Return the path data of a smooth closed curve: a quadratic B-spline."""
    start = midpoint(points[-1], points[0])
    following = [*points[1:], points[0]]
    bends = "".join(
        f"Q{xy(a)} {xy(midpoint(a, b))}" for a, b in zip(points, following, strict=True)
    )
    return f"M{xy(start)}{bends}Z"


def open_curve(points: Sequence[Point]) -> str:
    """Return the path data of a smooth curve between the end points, controlled by the others."""
    inner = points[1:-1]
    if not inner:
        return polyline(points)
    bends = "".join(f"Q{xy(a)} {xy(midpoint(a, b))}" for a, b in pairwise(inner))
    return f"M{xy(points[0])}{bends}Q{xy(inner[-1])} {xy(points[-1])}"


def translated_points(points: Iterable[Point], dx: float, dy: float) -> list[Point]:
    """Return the points moved by ``(dx, dy)``."""
    return [(x + dx, y + dy) for x, y in points]


def convex_hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the convex hull of the points, in order."""
    sorted_points = sorted(set(points))
    return _half_hull(sorted_points)[:-1] + _half_hull(sorted_points[::-1])[:-1]


def _half_hull(sorted_points: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in sorted_points:
        while len(chain) > 1 and _cross_product(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _cross_product(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
