"""Single plants, each with its foot at the origin."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import cos, pi, sin

from m44core.drawing.shapes.paths import Point, closed_curve, ellipse, open_curve, polyline
from m44core.drawing.shapes.shapes import Drawing, Group, Shape


def _crown(radius: float, lobes: int, phase: float, dx: float = 0.0, dy: float = 0.0) -> str:
    points = []
    for i in range(lobes * 2):
        r = radius * (1.13 if i % 2 == 0 else 0.9)
        angle = phase + i * pi / lobes
        points.append((dx + r * cos(angle), dy + r * sin(angle)))
    return closed_curve(points)


def _broadleaf(radius: float, phase: float, colour: str) -> Drawing:
    return (
        Shape(ellipse(radius * 0.42, radius * 0.5, radius, radius * 0.9), "shadow", opacity=0.3),
        Shape(_crown(radius, 5, phase), f"{colour}-dark"),
        Shape(_crown(radius * 0.74, 5, phase + 0.4, -radius * 0.17, -radius * 0.2), colour),
        Shape(
            _crown(radius * 0.36, 4, phase, -radius * 0.32, -radius * 0.38),
            f"{colour}-light",
            opacity=0.75,
        ),
    )


def _snowy_conifer(height: float) -> Drawing:
    half, tip = height * 0.36, -height * 0.72
    foot = height * 0.28
    body = [(0, tip), (half * 0.62, 0), (half * 0.4, 0), (half, foot), (-half, foot)]
    body += [(-half * 0.4, 0), (-half * 0.62, 0)]
    shade = [(0, tip), (half * 0.62, 0), (half * 0.4, 0), (half, foot), (half * 0.1, foot)]
    cap = [(0, tip - 0.6), (half * 0.36, tip * 0.36), (0, tip * 0.5), (-half * 0.5, tip * 0.16)]
    hem = [(-half * 0.5, 0), (half * 0.05, foot * 0.3), (-half * 0.3, foot * 0.75)]
    hem += [(-half, foot)]
    return (
        Shape(ellipse(half * 0.7, foot * 1.1, half * 1.05, foot * 0.7), "shadow", opacity=0.28),
        Shape(polyline(body, closed=True), "needle"),
        Shape(polyline(shade, closed=True), "needle-dark"),
        Shape(polyline(cap, closed=True) + polyline(hem, closed=True), "snow"),
    )


def _frond(angle: float, length: float) -> list[Point]:
    side = angle + pi / 2
    tip = (length * cos(angle), length * sin(angle) * 0.8 + length * 0.22)
    bow = (length * 0.55 * cos(angle), length * 0.55 * sin(angle) * 0.8 - length * 0.12)
    half_width = length * 0.16
    return [
        (0, 0),
        (bow[0] + half_width * cos(side), bow[1] + half_width * sin(side)),
        tip,
        (bow[0] - half_width * cos(side), bow[1] - half_width * sin(side)),
    ]


def _palm(length: float, phase: float, colour: str = "leaf") -> Drawing:
    fronds = [_frond(phase + i * 2 * pi / 7, length) for i in range(7)]
    lit_fronds = [f for i, f in enumerate(fronds) if cos(phase + i * 2 * pi / 7 + 0.8) < 0.3]
    top = -length * 0.75
    trunk = open_curve([(0, length * 0.45), (length * 0.18, -length * 0.1), (0, top)])
    head = (
        Shape("".join(polyline(f, closed=True) for f in fronds), f"{colour}-dark"),
        Shape("".join(polyline(f, closed=True) for f in lit_fronds), colour),
    )
    return (
        Shape(
            ellipse(length * 0.4, length * 0.42, length * 0.8, length * 0.34),
            "shadow",
            opacity=0.25,
        ),
        Shape(trunk, stroke="timber-dark", width=length * 0.2),
        Shape(trunk, stroke="timber-light", width=length * 0.09),
        Group(head, dy=top),
    )


def _bush(radius: float, phase: float) -> Drawing:
    return (
        Shape(ellipse(radius * 0.4, radius * 0.45, radius, radius * 0.9), "shadow", opacity=0.3),
        Shape(_crown(radius, 4, phase), "leaf-dark"),
        Shape(_crown(radius * 0.66, 4, phase + 0.5, -radius * 0.2, -radius * 0.24), "leaf"),
    )


@cache
def oaks() -> tuple[Drawing, ...]:
    """Return broad-leaved trees."""
    return tuple(_broadleaf(9.4, phase, "leaf") for phase in (0.0, 0.5))


@cache
def bushes() -> tuple[Drawing, ...]:
    """Return low bushes."""
    return tuple(_bush(5.4, phase) for phase in (0.2, 0.8))


@cache
def jungle_trees() -> tuple[Drawing, ...]:
    """Return the dark crowns of a jungle."""
    return tuple(_broadleaf(10.5, phase, "jungle") for phase in (0.1, 0.7))


@cache
def snowy_firs() -> tuple[Drawing, ...]:
    """Return firs with snow on them."""
    return (_snowy_conifer(25),)


@cache
def palms() -> tuple[Drawing, ...]:
    """Return palms."""
    return (_palm(13, 0.3), _palm(13, 0.75))


@cache
def dark_palms() -> tuple[Drawing, ...]:
    """Return palms as dark as the jungle around them."""
    return (_palm(12, 0.5, "jungle"),)


def plant_at(
    kinds: tuple[Drawing, ...], points: Iterable[Point], scale: float = 1.0
) -> tuple[Group, ...]:
    """Return plants at some points, cycling through the kinds; the last is in front."""
    return tuple(
        Group(kinds[i % len(kinds)], dx=x, dy=y, scale=scale) for i, (x, y) in enumerate(points)
    )
