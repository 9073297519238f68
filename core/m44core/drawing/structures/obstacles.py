"""Wire, sandbags and hedgehogs, drawn around a unit on the same hex rather than under it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import hypot

from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.glyphs import owner_mark
from m44core.drawing.shapes.paths import circle, polygon, rounded_rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape


def sandbags(upward: bool) -> Drawing:
    """Return sandbags along the two lower edges of the hex, or the upper ones if *upward*."""
    sign, edge = (-1, 42.0) if upward else (1, 46.0)
    low = [(x, sign * (edge - abs(x) * 0.577)) for x in (-34, -21, -7.5, 7.5, 21, 34)]
    high = [(x, sign * (edge - abs(x) * 0.577) - 5.4) for x in (-28, -14.5, 0, 14.5, 28)]
    shade = "".join(circle(x + 0.8, y + 3, 7) for x, y in low)
    return (
        Shape(shade, fill="piece-shadow", opacity=0.22),
        *(_bag(x, y, sign) for x, y in low),
        *(_bag(x, y, sign) for x, y in high),
    )


def _bag(x: float, y: float, sign: int) -> Node:
    turn = 0 if x == 0 else (-30 if x > 0 else 30) * sign
    return Group(BAG, dx=x, dy=y, turn=turn)


def wire(upward: bool) -> Drawing:
    """Return barbed wire on stakes along the lower part of the hex, or the upper if *upward*."""
    places = [(x, 40 - x * x * 0.0125) for x in range(-40, 41, 8)]
    stakes = "".join(
        f"M{x - 3} {y + 9}L{x + 3} {y - 10}M{x + 3} {y + 9}L{x - 3} {y - 10}"
        for x, y in places[1::4]
    )
    coils = "".join(circle(x, y, 8) for x, y in places)
    barbs = "".join(
        f"M{x - 2} {y - 10}L{x + 2} {y - 6}M{x + 2} {y - 10}L{x - 2} {y - 6}" for x, y in places
    )
    drawing = (
        Shape(stakes, stroke="piece-timber-edge", width=3.4),
        Shape(stakes, stroke="piece-timber-light", width=1.6),
        Shape(coils, stroke="piece-wire-casing", width=3, opacity=0.75),
        Shape(coils, stroke="piece-wire", width=1.5),
        Shape(barbs, stroke="piece-wire", width=1.3),
    )
    return (Group(drawing, turn=180),) if upward else drawing


def hedgehogs() -> Drawing:
    """Return three steel hedgehogs around the middle of the hex."""
    return tuple(
        Group(_HEDGEHOG, dx=x, dy=y, turn=turn, scale=1.2)
        for x, y, turn in ((-30, 7, 0), (2, 30, 20), (31, -4, -14))
    )


def _beam(ax: float, ay: float, bx: float, by: float, colour: str) -> tuple[Shape, Shape]:
    length = hypot(bx - ax, by - ay)
    nx, ny = (by - ay) / length * 1.1, -(bx - ax) / length * 1.1
    line = polygon([(ax, ay), (bx, by)], closed=False)
    lit_side = polygon([(ax + nx, ay + ny), (bx + nx, by + ny)], closed=False)
    return (
        Shape(line, stroke="piece-slit", width=5.4, round=False),
        Shape(lit_side, stroke=colour, width=2.6, round=False),
    )


_HEDGEHOG = (
    Shape("M-9 9L9 9L13 12L-6 12Z", fill="piece-shadow", opacity=0.25),
    *_beam(-10, 9, 9, -10, "piece-steel"),
    *_beam(10, 9, -9, -10, "piece-steel-light"),
    *_beam(-12, 1, 12, -1, "piece-rust"),
)


def _with_owner(draw: Callable[[Art], Drawing]) -> Callable[[Art], Drawing]:
    """Return a painter that adds the owner's mark, because a sea wall protects only one side."""

    def paint(art: Art) -> Drawing:
        owner = str(art.detail[0]) if art.detail else ""
        return (*draw(art), *owner_mark(owner, needs_owner=False))

    return paint


PAINTERS: Mapping[str, Callable[[Art], Drawing]] = {
    "sand": _with_owner(lambda art: sandbags(art.orientation == 2)),
    "wire": _with_owner(lambda art: wire(art.orientation == 2)),
    "hedgehog": _with_owner(lambda _: hedgehogs()),
}


BAG: Drawing = (
    Shape(
        rounded_rectangle(-8.4, -4.8, 16.8, 9.6, top=4.4),
        fill="piece-bag",
        stroke="piece-timber-edge",
        width=1.3,
    ),
    Shape("M-5.6 -2.4C-2 -3.6 2 -3.6 5 -2.6", stroke="piece-bag-light", width=1.9),
    Shape("M-5 2.8C-1 3.6 3 3.4 6 2.2", stroke="piece-bag-dark", width=1.3),
)
