"""Bridges and fords, drawn west to east and turned to their bearing."""

from __future__ import annotations

from m44core.drawing.shapes.paths import ellipse, polygon, rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape

_END = 44.0  # units from the center to an end, which stays on the hex at every bearing
_HALF_WIDTH = 18.5


def turned_to_bearing(drawing: Drawing, bearing: float, outline: str) -> Drawing:
    """Return a piece turned to a bearing (degrees clockwise from north), with its shadow."""
    shade = Shape(outline, fill="piece-shadow", stroke="piece-shadow", width=1.4, opacity=0.28)
    turn = bearing - 90
    shadow = Group((Group((shade,), turn=turn),), dx=1.1, dy=1.8)
    return shadow, Group(drawing, turn=turn)


def timber_bridge(bearing: float, *, snow: bool = False) -> Drawing:
    """Return a plank bridge with railings, with snow on its edges if *snow*."""
    railings = tuple(_beam(y) for y in (-_HALF_WIDTH, _HALF_WIDTH))
    drawing = (*_deck(-_END, _END), *railings, *(_snow_edges() if snow else ()))
    return turned_to_bearing(
        drawing, bearing, rectangle(-_END, -_HALF_WIDTH, 2 * _END, 2 * _HALF_WIDTH)
    )


def broken_bridge(bearing: float) -> Drawing:
    """Return the two ends of a broken bridge, with a gap between them."""
    left = [
        (-_END, -_HALF_WIDTH),
        (-15, -_HALF_WIDTH),
        (-21, -11),
        (-12, -5),
        (-20, 3),
        (-11, 9),
        (-19, _HALF_WIDTH),
    ]
    left.append((-_END, _HALF_WIDTH))
    right = [(-x, -y) for x, y in left]
    ends = tuple(
        Group(
            (*_deck(-_END, _END), _beam(-_HALF_WIDTH), _beam(_HALF_WIDTH)),
            clip=polygon(_widened_clip(points)),
        )
        for points in (left, right)
    )
    edges = tuple(
        Shape(polygon(points[1:-1], closed=False), stroke="piece-timber-edge", width=2)
        for points in (left, right)
    )
    beams = Shape("M-9 -15L-2 -8M10 6L3 15M-4 13L5 8", stroke="piece-timber-dark", width=3.4)
    return turned_to_bearing((*ends, *edges, beams), bearing, polygon(left) + polygon(right))


def rope_bridge(bearing: float) -> Drawing:
    """Return a narrow bridge of boards between ropes."""
    half = 10.0
    boards = "".join(rectangle(x, -half, 4.6, 2 * half) for x in _positions(-44, 44, 7))
    ropes = f"M-{_END} -{half + 3}C-20 -{half} 20 -{half} {_END} -{half + 3}"
    ropes += f"M-{_END} {half + 3}C-20 {half} 20 {half} {_END} {half + 3}"
    posts = "".join(rectangle(x, y, 5, 5) for x in (-45, 40) for y in (-half - 6, half + 1))
    drawing = (
        Shape(boards, fill="piece-timber-light", stroke="piece-timber-edge", width=1),
        Shape(ropes, stroke="piece-rope-dark", width=3.4),
        Shape(ropes, stroke="piece-rope", width=1.8, dash=(3, 1.4)),
        Shape(posts, fill="piece-timber-dark", stroke="piece-timber-edge", width=1),
    )
    return turned_to_bearing(drawing, bearing, boards)


def pontoon(bearing: float, *, snow: bool = False) -> Drawing:
    """Return a deck on boats, with snow on its edges if *snow*."""
    half = 13.0
    boats = "".join(_boat(x) for x in (-31, 0, 31))
    planks = "".join(f"M{x} -{half}L{x} {half}" for x in _positions(-42, 46, 6))
    kerbs = f"M-{_END} -{half}L{_END} -{half}M-{_END} {half}L{_END} {half}"
    drawing: Drawing = (
        Shape(boats, fill="piece-hull", stroke="piece-hull-dark", width=1.6),
        Shape(rectangle(-_END, -half, 2 * _END, 2 * half), fill="piece-timber"),
        Shape(planks, stroke="piece-timber-dark", width=0.9, round=False),
        Shape(kerbs, stroke="piece-timber-edge", width=2.6, round=False),
    )
    if snow:
        caps = "".join(f"M{x - 5} -24L{x + 5} -24M{x - 5} 24L{x + 5} 24" for x in (-31, 0, 31))
        drawing += (Shape(caps, stroke="piece-snow", width=5), *_snow_edges(half))
    return turned_to_bearing(drawing, bearing, rectangle(-_END, -half, 2 * _END, 2 * half) + boats)


def rail_bridge(bearing: float, *, snow: bool = False) -> Drawing:
    """Return a steel bridge that carries a track, with snow on its edges if *snow*."""
    half = 17.0
    truss = "".join(
        f"M{x} {y}L{x + 5.5} {y * 0.62}L{x + 11} {y}"
        for x in _positions(-_END, _END - 11, 11)
        for y in (-half, half)
    )
    girders = f"M-{_END} -{half}L{_END} -{half}M-{_END} {half}L{_END} {half}"
    drawing: Drawing = (
        Shape(rectangle(-_END, -half, 2 * _END, 2 * half), fill="piece-steel-dark"),
        Shape(_BALLAST, fill="piece-stone-dark"),
        Shape(truss, stroke="piece-steel-light", width=1.6),
        *track(_END),
        Shape(girders, stroke="piece-slit", width=5.4, round=False),
        Shape(girders, stroke="piece-steel-light", width=3, round=False),
    )
    if snow:
        drawing += _snow_edges(half)
    return turned_to_bearing(drawing, bearing, rectangle(-_END, -half - 2, 2 * _END, 2 * half + 4))


_BALLAST = rectangle(-_END, -9.5, 2 * _END, 19)


def track(end: float) -> Drawing:
    """Return two rails on ties from west to east."""
    sleepers = "".join(rectangle(x, -9.5, 3.2, 19) for x in _positions(-end + 2, end - 4, 7))
    rails = f"M-{end} -5.5L{end} -5.5M-{end} 5.5L{end} 5.5"
    return (
        Shape(sleepers, fill="piece-timber-dark"),
        Shape(rails, stroke="piece-slit", width=3, round=False),
        Shape(rails, stroke="piece-silver", width=1.6, round=False),
    )


def ford(bearing: float) -> Drawing:
    """Return a gravel track through shallow water."""
    bank = (
        "M-44 -15C-36 -19 -30 -15 -22 -17C-8 -20 8 -14 22 -17C30 -19 36 -14 44 -15"
        "L44 15C36 19 30 14 22 17C8 20 -8 14 -22 17C-30 19 -36 14 -44 15Z"
    )
    water = (
        "M-24 -18C-18 -10 -27 -4 -22 3C-18 9 -26 13 -22 18C-8 20 8 15 22 18"
        "C27 11 19 6 24 -1C28 -8 19 -12 23 -18C8 -15 -8 -20 -24 -18Z"
    )
    ripples = "M-15 -8C-11 -11 -7 -5 -3 -8M4 -9C8 -12 12 -6 16 -9M-12 1C-8 -2 -4 4 0 1"
    ripples += "M7 2C11 -1 14 5 17 2M-14 10C-10 7 -6 13 -2 10M4 11C8 8 12 14 16 11"
    drawing = (
        Shape(bank, fill="piece-sand", stroke="piece-sand-dark", width=1.4),
        Shape(_gravel(), fill="piece-stone-light", stroke="piece-stone-dark", width=0.8),
        Shape(water, fill="piece-water-light", stroke="piece-white", width=1.2, opacity=0.9),
        Shape(ripples, stroke="piece-water", width=1.8),
    )
    return (Group(drawing, turn=bearing - 90),)


def _gravel() -> str:
    places = ((-38, -8), (-33, 5), (-40, 10), (-29, -10), (-31, 12), (-37, 0))
    return "".join(ellipse(s * x, s * y, 3.2, 2.2) for x, y in places for s in (1, -1))


def _deck(left: float, right: float) -> Drawing:
    planks = "".join(
        f"M{x} -{_HALF_WIDTH}L{x} {_HALF_WIDTH}" for x in _positions(left + 5.5, right, 5.5)
    )
    worn_planks = "".join(
        rectangle(x, -_HALF_WIDTH, 5.5, 2 * _HALF_WIDTH)
        for x in (left + 11, left + 38.5, left + 60.5, left + 77)
    )
    return (
        Shape(rectangle(left, -_HALF_WIDTH, right - left, 2 * _HALF_WIDTH), fill="piece-timber"),
        Shape(worn_planks, fill="piece-timber-light"),
        Shape(planks, stroke="piece-timber-dark", width=1, round=False),
    )


def _beam(y: float) -> Node:
    line = f"M-{_END} {y}L{_END} {y}"
    posts = "".join(rectangle(x - 1.8, y - 3, 3.6, 6) for x in (-40, -20, 0, 20, 40))
    return Group(
        (
            Shape(line, stroke="piece-timber-edge", width=5.4, round=False),
            Shape(line, stroke="piece-timber-light", width=2.8, round=False),
            Shape(posts, fill="piece-timber-dark", stroke="piece-timber-edge", width=0.8),
        )
    )


def _boat(x: float) -> str:
    return (
        f"M{x - 8} -14L{x - 8} -20C{x - 7} -28 {x + 7} -28 {x + 8} -20L{x + 8} 20"
        f"C{x + 7} 28 {x - 7} 28 {x - 8} 20Z"
    )


def _snow_edges(half: float = _HALF_WIDTH) -> Drawing:
    drift = (
        f"M-{_END} {-half - 2}L-14 {-half - 2}C-18 {-half + 7} -26 {-half + 3} -30 {-half + 6}"
        f"C-36 {-half + 9} -40 {-half + 3} -{_END} {-half + 5}Z"
    )
    patch = Shape(drift, fill="piece-snow", stroke="piece-snow-shade", width=0.8)
    line = f"M-{_END} -{half}L{_END} -{half}M-{_END} {half}L{_END} {half}"
    return (
        Shape(line, stroke="piece-snow", width=3, dash=(15, 6)),
        patch,
        Group((patch,), turn=180),
        Group((patch,), flip=True, dy=4, dx=-4),
    )


def _widened_clip(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Widen a clip so that it does not cut the railings lengthwise."""
    return [(x, y * 1.25 if abs(y) == _HALF_WIDTH else y) for x, y in points]


def _positions(start: float, end: float, step: float) -> list[float]:
    return [start + i * step for i in range(int((end - start) / step) + 1)]
