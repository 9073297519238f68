"""Smooth lines through points, as path data, and the outlines of hulls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]


def _short(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def at(point: Point) -> str:
    """Write a point with one decimal, which is a thousandth of a hex."""
    return f"{_short(point[0])} {_short(point[1])}"


def middle(a: Point, b: Point) -> Point:
    """Return the point half way."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def line(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return straight lines through the points."""
    return "M" + "L".join(map(at, points)) + ("Z" if closed else "")


def loop(points: Sequence[Point]) -> str:
    """Return a closed smooth line that the points pull at (a quadratic B-spline)."""
    start = middle(points[-1], points[0])
    following = [*points[1:], points[0]]
    bends = "".join(f"Q{at(a)} {at(middle(a, b))}" for a, b in zip(points, following, strict=True))
    return f"M{at(start)}{bends}Z"


def strand(points: Sequence[Point]) -> str:
    """Return an open smooth line from the first to the last point, pulled by those between."""
    inner = points[1:-1]
    if not inner:
        return line(points)
    bends = "".join(f"Q{at(a)} {at(middle(a, b))}" for a, b in pairwise(inner))
    return f"M{at(points[0])}{bends}Q{at(inner[-1])} {at(points[-1])}"


def moved(points: Iterable[Point], dx: float, dy: float) -> list[Point]:
    """Return the points moved."""
    return [(x + dx, y + dy) for x, y in points]


def hull(points: Iterable[Point]) -> list[Point]:
    """Return the convex hull of the points, corner by corner."""
    ordered = sorted(set(points))
    return _half_hull(ordered)[:-1] + _half_hull(ordered[::-1])[:-1]


def _half_hull(ordered: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in ordered:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
