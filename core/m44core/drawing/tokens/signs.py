"""Small signs that say how an objective is held, on its medal and on the outline of its hexes."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.drawing.shapes.paths import circle
from m44core.drawing.shapes.shapes import Drawing, Shape

HELD = "held"
"""The kind of an objective that is held while it is occupied; a medal says so by no sign."""

EXIT = "exit"
"""The kind of hexes by which units leave the board."""

_INK = "piece-ink"
_RADIUS = 6.4


def _lock() -> Drawing:
    return (
        Shape("M-2 -0.6V-2.2C-2 -4.6 2 -4.6 2 -2.2V-0.6", stroke=_INK, width=1.3),
        Shape("M-3.4 -0.8H3.4V3.8H-3.4Z", fill=_INK),
    )


def _hourglass() -> Drawing:
    return (
        Shape("M-2.8 -3.8H2.8L-2.8 3.8H2.8Z", fill=_INK, stroke=_INK, width=0.6),
        Shape("M-3.4 -4H3.4M-3.4 4H3.4", stroke=_INK, width=1.3),
    )


def _more_than() -> Drawing:
    return (Shape("M-2.6 -3.6L3.2 0L-2.6 3.6", stroke=_INK, width=1.9),)


def _flag() -> Drawing:
    return (
        Shape("M-2.6 -4.2V4.2", stroke=_INK, width=1.4),
        Shape("M-2.4 -4L3.8 -1.8L-2.4 0.4Z", fill=_INK),
    )


def _alone() -> Drawing:
    return (
        Shape(circle(0, 0, 4), stroke=_INK, width=1.3),
        Shape(circle(0, 0, 1.6), fill=_INK),
    )


def _there_and_back() -> Drawing:
    return (
        Shape("M-3.6 -1.8H3.2M1 -4L3.4 -1.8M3.6 1.8H-3.2M-1 4L-3.4 1.8", stroke=_INK, width=1.3),
    )


def _soldier() -> Drawing:
    return (
        Shape(circle(0, -2.3, 1.7), fill=_INK),
        Shape("M-3 4C-3 -0.6 3 -0.6 3 4Z", fill=_INK),
    )


def _way_out() -> Drawing:
    return (Shape("M0 4V-3.4M-3.2 -0.6L0 -3.8L3.2 -0.6", stroke=_INK, width=1.7),)


_GLYPHS: Mapping[str, Drawing] = {
    "permanent": _lock(),
    "turn_start": _hourglass(),
    "majority": _more_than(),
    "last_to_occupy": _flag(),
    "sole_control": _alone(),
    "any_hex": _there_and_back(),
    HELD: _soldier(),
    EXIT: _way_out(),
}


def sign(term: str) -> Drawing:
    """Return the sign of a term of a medal, of :data:`HELD` or of :data:`EXIT`, on its disc."""
    disc = Shape(circle(0, 0, _RADIUS), fill="piece-paper", stroke=_INK, width=1.2)
    return (disc, *_GLYPHS[term])
