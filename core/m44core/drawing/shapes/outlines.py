"""Path data of the outlines that several pieces share: stars, plates, crosses, chevrons."""

from __future__ import annotations

from math import cos, pi, sin

from m44core.drawing.shapes.paths import number, polygon

_ROUND = 0.5522847498  # how far a control point reaches along the corner it rounds


def star(x: float, y: float, r: float, points: int = 5, inner: float = 0.4) -> str:
    """Return a star about ``(x, y)`` with one point up."""
    radii = (r, r * inner)
    return polygon(
        (x + radii[i % 2] * sin(i * pi / points), y - radii[i % 2] * cos(i * pi / points))
        for i in range(2 * points)
    )


def plate(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    top: float,
    bottom: float | None = None,
    cut: bool = False,
) -> str:
    """Return a rectangle whose upper and lower corners are rounded by these radii.

    With *cut* the lower corners are cut off straight instead.
    """
    low = top if bottom is None else bottom
    right, end = x + width, y + height
    corners = (
        _corner(right - top, y, right, y + top, right, y),
        _corner(right, end - low, right - low, end, right, end, cut=cut),
        _corner(x + low, end, x, end - low, x, end, cut=cut),
        _corner(x, y + top, x + top, y, x, y),
    )
    return f"M{'L'.join(corners)}Z"


def _corner(
    x0: float, y0: float, x1: float, y1: float, tip_x: float, tip_y: float, *, cut: bool = False
) -> str:
    """Return the way round a corner, without the command that leads to it."""
    start, end = f"{number(x0)} {number(y0)}", f"{number(x1)} {number(y1)}"
    if cut or (x0, y0) == (x1, y1):
        return f"{start}L{end}"
    controls = (
        number(a + (b - a) * _ROUND)
        for a, b in ((x0, tip_x), (y0, tip_y), (x1, tip_x), (y1, tip_y))
    )
    return f"{start}C{' '.join(controls)} {end}"


def chevron(x: float, y: float, width: float, height: float, thickness: float) -> str:
    """Return a stripe that points up, its tip at ``(x, y)``."""
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


def cross(x: float, y: float, r: float, arm: float) -> str:
    """Return an upright cross of reach *r* whose arms are *arm* wide."""
    a = arm / 2
    quarter = [(a, -r), (a, -a), (r, -a)]
    points = []
    for _ in range(4):
        points += quarter
        quarter = [(-py, px) for px, py in quarter]
    return polygon((x + px, y + py) for px, py in points)


def flared_cross(x: float, y: float, r: float, waist: float, flare: float) -> str:
    """Return a cross of reach *r* whose arms widen from *waist* to *flare* in a curve."""
    w, f, n = waist / 2, flare / 2, number
    arm = [(-w, -w), (-w * 1.15, -r * 0.62), (-f, -r), (f, -r), (w * 1.15, -r * 0.62), (w, -w)]
    path = ""
    for _ in range(4):
        p = [f"{n(x + px)} {n(y + py)}" for px, py in arm]
        path += f"{'L' if path else 'M'}{p[0]}Q{p[1]} {p[2]}L{p[3]}Q{p[4]} {p[5]}"
        arm = [(-py, px) for px, py in arm]
    return path + "Z"


def arrow(length: float, width: float, shaft: float) -> str:
    """Return an arrow about the origin that points up."""
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
