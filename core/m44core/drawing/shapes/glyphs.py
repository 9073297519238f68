"""Small marks that need no font: digits, and the star or cross of a piece's owner."""

from __future__ import annotations

from m44core.drawing.shapes.paths import circle, cross, star
from m44core.drawing.shapes.shapes import Drawing, Group, Shape

# Each digit stands in a box 6 wide and 10 high about the origin.
_STROKES = {
    "0": "M-3 -2C-3 -6.3 3 -6.3 3 -2L3 2C3 6.3 -3 6.3 -3 2Z",
    "1": "M-2.2 -3L0.6 -5L0.6 5",
    "2": "M-2.8 -2.6C-2.6 -6.2 3.2 -5.9 2.8 -2C2.5 0.6 -1.6 2.6 -2.9 5L3.1 5",
    "3": "M-2.8 -5L2.8 -5L-0.2 -1.3C4.2 -1.2 4 5 -0.3 5C-1.6 5 -2.6 4.5 -3.1 3.6",
    "4": "M1.4 5L1.4 -5L-3.2 2.2L3.4 2.2",
    "5": "M2.7 -5L-2.2 -5L-2.6 -0.6C-0.8 -1.9 3.1 -1.6 3.1 1.8C3.1 5.6 -1.6 5.9 -3 3.7",
    "6": "M2.2 -5C-1.4 -4.6 -3.1 -1.6 -3.1 1.6C-3.1 6.1 3.1 6.1 3.1 1.8C3.1 -1.9 -1.8 -2.4 -3 1",
    "7": "M-3 -5L3 -5L-0.8 5",
    "8": (
        "M0 -0.5C-3.6 -1 -3.3 -5.1 0 -5.1C3.3 -5.1 3.6 -1 0 -0.5"
        "C-4.3 0 -4.1 5.1 0 5.1C4.1 5.1 4.3 0 0 -0.5Z"
    ),
    "9": "M-2.2 5C1.4 4.6 3.1 1.6 3.1 -1.6C3.1 -6.1 -3.1 -6.1 -3.1 -1.8C-3.1 1.9 1.8 2.4 3 -1",
    "?": "M-2.8 -2.6C-2.6 -6.2 3.4 -5.9 2.8 -2.2C2.5 -0.4 0.2 0 0.2 2.1M0.2 4.9L0.2 5",
}
_PITCH = 8.6


def draw_digits(text: str, x: float, y: float, height: float, colour: str) -> Drawing:
    """Return digits (or ``?``) that are *height* units high, centered on ``(x, y)``."""
    scale = height / 12.2  # the stroke adds 1.1 above and below
    first_x = -_PITCH * (len(text) - 1) / 2
    digits = tuple(
        Group((Shape(_STROKES[c], stroke=colour, width=2.3),), dx=first_x + i * _PITCH)
        for i, c in enumerate(text)
    )
    return (Group(digits, dx=x, dy=y, scale=scale),)


_MARK_POSITION = (-37.5, 0.0)  # left of a unit on the same hex

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
_NO_SIDE = (
    Shape(circle(0, 0, 8), fill="piece-paper", stroke="piece-red", width=1.6, dash=(3, 2)),
    *draw_digits("?", 0, 0, 11, "piece-red"),
)


def side_mark(side: str) -> Drawing:
    """Return the mark of ``ALLIES`` or ``AXIS`` about the origin; a ``?`` for any other value."""
    return {"ALLIES": _ALLIED, "AXIS": _AXIS}.get(side, _NO_SIDE)


def owner_mark(owner: str, *, needs_owner: bool) -> Drawing:
    """Return the mark of a piece's owner at its left.

    Without an owner, the mark is a ``?`` if *needs_owner*, otherwise empty.
    """
    if not owner and not needs_owner:
        return ()
    return (Group(side_mark(owner), dx=_MARK_POSITION[0], dy=_MARK_POSITION[1]),)
