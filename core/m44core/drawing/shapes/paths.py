"""Path data for common outlines."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

_KAPPA = 0.5522847498  # control points that make four cubic curves a circle

HEX_CORNERS = tuple(
    (round(57.735 * sin(i * pi / 3), 3), round(-57.735 * cos(i * pi / 3), 3)) for i in range(6)
)


def number(value: float) -> str:
    """Write a length with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def polygon(points: Iterable[tuple[float, float]], *, closed: bool = True) -> str:
    """Return straight lines through *points*."""
    body = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{body}{'Z' if closed else ''}"


def circle(x: float, y: float, r: float) -> str:
    """Return a circle of radius *r* about ``(x, y)``."""
    return ellipse(x, y, r, r)


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    """Return an upright ellipse about ``(x, y)``."""
    kx, ky, n = rx * _KAPPA, ry * _KAPPA, number
    return (
        f"M{n(x + rx)} {n(y)}"
        f"C{n(x + rx)} {n(y + ky)} {n(x + kx)} {n(y + ry)} {n(x)} {n(y + ry)}"
        f"C{n(x - kx)} {n(y + ry)} {n(x - rx)} {n(y + ky)} {n(x - rx)} {n(y)}"
        f"C{n(x - rx)} {n(y - ky)} {n(x - kx)} {n(y - ry)} {n(x)} {n(y - ry)}"
        f"C{n(x + kx)} {n(y - ry)} {n(x + rx)} {n(y - ky)} {n(x + rx)} {n(y)}Z"
    )


def rectangle(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle with its upper left corner at ``(x, y)``."""
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


HEX_OUTLINE = polygon(HEX_CORNERS)
