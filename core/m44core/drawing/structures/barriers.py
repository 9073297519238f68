"""Roadblocks, dragon's teeth and abatis, drawn west to east and turned to their bearing."""

from __future__ import annotations

from m44core.drawing.shapes.paths import circle, polygon, rounded_rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.structures.bridges import turned_to_bearing

_DRUMS = (-36, -18, 0, 18, 36)
_TEETH = ((-34, -11), (-11, -11), (11, -11), (34, -11), (-23, 11), (0, 11), (23, 11))


def roadblock(bearing: float) -> Drawing:
    """Return a striped boom on crossed trestles."""
    trestles = "".join(f"M{x - 7} -12L{x + 7} 12M{x + 7} -12L{x - 7} 12" for x in (-28, 0, 28))
    boom = rounded_rectangle(-42, -5, 84, 10, top=2)
    stripes = "".join(f"M{x} -6L{x + 9} -6L{x + 3} 6L{x - 6} 6Z" for x in range(-36, 40, 18))
    drawing = (
        Shape(trestles, stroke="piece-timber-edge", width=6),
        Shape(trestles, stroke="piece-timber", width=3.6),
        Shape(boom, fill="piece-white", stroke="piece-ink", width=1.4),
        Group((Shape(stripes, fill="piece-red"),), clip=boom),
        Shape(boom, stroke="piece-ink", width=1.4),
    )
    return turned_to_bearing(drawing, bearing, boom)


def desert_roadblock(bearing: float) -> Drawing:
    """Return a row of oil drums in front of stones."""
    stones = "".join(
        polygon([(x - 8, 10), (x - 5, 2), (x + 4, 1), (x + 9, 8), (x + 3, 14)])
        for x in (-32, -11, 11, 32)
    )
    drums = tuple(_drum(x, -5) for x in _DRUMS)
    drawing = (
        Shape(stones, fill="piece-sand", stroke="piece-timber-edge", width=1.2),
        *(shape for drum in drums for shape in drum),
    )
    return turned_to_bearing(drawing, bearing, stones + "".join(circle(x, -5, 8) for x in _DRUMS))


def winter_roadblock(bearing: float) -> Drawing:
    """Return felled logs under snow."""
    logs = "M-42 -9L42 -7M-42 1L42 -1M-42 9L42 8"
    ends = "".join(
        circle(x, y, 4.4) for x, y in ((-42, -9), (-42, 1), (-42, 9), (42, -7), (42, -1), (42, 8))
    )
    snow = (
        "M-34 -9C-24 -13 -16 -7 -8 -10M6 -8.4C14 -12 24 -6 34 -8.4M-20 0C-10 -4 0 2 10 -1M14 8"
        "C22 4 30 10 36 7M-36 8C-30 6 -24 10 -18 8"
    )
    drawing = (
        Shape(logs, stroke="piece-timber-edge", width=10.4),
        Shape(logs, stroke="piece-timber", width=7.6),
        Shape(ends, fill="piece-timber-light", stroke="piece-timber-edge", width=1),
        Shape(snow, stroke="piece-snow-shade", width=6),
        Shape(snow, stroke="piece-snow", width=4.4),
    )
    return turned_to_bearing(drawing, bearing, "M-42 -13L42 -11L42 12L-42 13Z")


def dragon_teeth(bearing: float) -> Drawing:
    """Return staggered rows of concrete pyramids."""
    turn = 90 - bearing  # the teeth are not turned, so that all are lit from the same side
    teeth = tuple(Group(_TOOTH, dx=x, dy=y, turn=turn) for x, y in _TEETH)
    return (Group(teeth, turn=-turn),)


def abatis(bearing: float) -> Drawing:
    """Return felled trees whose sharpened branches point up and down."""
    trunks = "M-44 3L44 -3M-30 -8L40 10"
    branches = "".join(
        f"M{x} {y}L{x + 5} {y - 17}M{x} {y}L{x + 12} {y - 11}M{x + 3} {y}L{x - 3} {y + 16}"
        f"M{x + 3} {y}L{x + 12} {y + 12}"
        for x, y in ((-36, 3), (-20, 1), (-4, 0), (12, -1), (26, -2))
    )
    leaves = "".join(
        circle(x, y, 4.6)
        for x, y in ((-42, -6), (-24, 14), (-6, -14), (10, 14), (28, -13), (42, 7))
    )
    drawing = (
        Shape(leaves, fill="piece-leaf", stroke="piece-leaf-dark", width=1),
        Shape(branches, stroke="piece-timber-edge", width=3.6),
        Shape(branches, stroke="piece-timber-light", width=1.7),
        Shape(trunks, stroke="piece-timber-edge", width=7),
        Shape(trunks, stroke="piece-timber", width=4.6),
    )
    return turned_to_bearing(
        drawing, bearing, "M-44 0L44 -6L44 0L-44 6ZM-30 -11L40 7L40 13L-30 -5Z"
    )


_TOOTH = (
    Shape("M-8 9L9 9L9 -8L11 -6L11 11L-6 11Z", fill="piece-shadow", opacity=0.3),
    Shape("M-9 -9L9 -9L0 -1Z", fill="piece-concrete-light"),
    Shape("M-9 -9L0 -1L-9 9Z", fill="piece-concrete"),
    Shape("M9 -9L9 9L0 -1Z", fill="piece-concrete-dark"),
    Shape("M9 9L-9 9L0 -1Z", fill="piece-concrete-edge"),
    Shape("M-9 -9L9 -9L9 9L-9 9Z", stroke="piece-slit", width=1),
)


def _drum(x: float, y: float) -> Drawing:
    return (
        Shape(circle(x, y, 8), fill="piece-rust", stroke="piece-timber-edge", width=1.4),
        Shape(circle(x, y, 5.4), fill="piece-bronze-light", stroke="piece-rust", width=1),
        Shape(circle(x + 2, y - 2, 1.4), fill="piece-slit"),
    )
