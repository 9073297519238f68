"""Whose a piece is: the Allies' star on a light disc, the Axis' cross on a dark square."""

from __future__ import annotations

from m44core.drawing.shapes.numerals import written
from m44core.drawing.shapes.outlines import cross, star
from m44core.drawing.shapes.paths import circle
from m44core.drawing.shapes.shapes import Drawing, Group, Shape

_PLACE = (-37.5, 0.0)  # left of a unit that stands on the piece

_ALLIED = (
    Shape(circle(0, 0, 8), fill="side-us-light", stroke="side-us-ink", width=1.4),
    Shape(star(0, 0.4, 6.6), fill="side-us-ink"),
)
_AXIS = (
    Shape(
        "M-7.4 -7.4L7.4 -7.4L7.4 7.4L-7.4 7.4Z", fill="side-ger", stroke="side-ger-rim", width=1.4
    ),
    Shape(cross(0, 0, 5.8, 3.4), fill="side-ger-ink"),
)
_NOBODY = (
    Shape(circle(0, 0, 8), fill="piece-paper", stroke="piece-red", width=1.6, dash=(3, 2)),
    *written("?", 0, 0, 11, "piece-red"),
)


def side_mark(side: str) -> Drawing:
    """Return the mark of ``ALLIES`` or ``AXIS`` about the origin; a ``?`` for anything else."""
    return {"ALLIES": _ALLIED, "AXIS": _AXIS}.get(side, _NOBODY)


def owner_mark(owner: str, *, asks: bool) -> Drawing:
    """Return whose a piece is, at its left; a ``?`` where nobody owns what *asks* for an owner."""
    if not owner and not asks:
        return ()
    return (Group(side_mark(owner), dx=_PLACE[0], dy=_PLACE[1]),)
