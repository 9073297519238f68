"""The counter of a unit, its nation's emblem, and the number of figures.

Allied counters are light with rounded lower corners, Axis counters dark with cut corners. Special
forces have rounded upper corners, a second, golden rim and chevrons (B-SETUP-12).
"""

from __future__ import annotations

from m44core.catalogue.catalogue_types import Side
from m44core.drawing.shapes.glyphs import draw_digits
from m44core.drawing.shapes.paths import chevron, circle, cross, rounded_rectangle, star
from m44core.drawing.shapes.piece_colours import Livery
from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Shape

MIDDLE = (0.0, 5.0)
FIGURE_PLACE = (0.0, 2.8, 0.94)  # x, y and scale of the silhouette
_WIDTH, _HEIGHT = 62.0, 48.0
_LEFT_EDGE, _TOP_EDGE = -_WIDTH / 2, MIDDLE[1] - _HEIGHT / 2
COUNTER_BOX = (_LEFT_EDGE, _TOP_EDGE, _WIDTH, _HEIGHT)
COUNT_DISC = (27.5, 25.0, 12.8)
"""The disc with the number of figures: x, y and radius, including the rim."""
_MARK_POSITION = (_LEFT_EDGE + 10.0, _TOP_EDGE + _HEIGHT - 9.0)


def draw_counter(livery: Livery, *, elite: bool) -> Drawing:
    """Return an empty counter with its shadow, and a golden rim and chevrons if *elite*."""
    outline = _outline(livery.side, elite=elite, inset=0)
    inner = _outline(livery.side, elite=elite, inset=3.4)
    light = Gradient(
        ((0, livery.light), (0.55, livery.plate), (1, livery.plate)),
        (_LEFT_EDGE, _TOP_EDGE),
        (_LEFT_EDGE + _WIDTH * 0.7, _TOP_EDGE + _HEIGHT),
    )
    rim = Shape(inner, stroke="piece-gold", width=1.9)
    return (
        *_shadow(outline),
        Shape(outline, fill=light, stroke=livery.rim, width=1.8),
        *((rim, *_CHEVRONS) if elite else ()),
    )


def _outline(side: Side, *, elite: bool, inset: float) -> str:
    x, y = _LEFT_EDGE + inset, _TOP_EDGE + inset
    width, height = _WIDTH - 2 * inset, _HEIGHT - 2 * inset
    top = (17.0 if elite else 2.0) - (inset if elite else 0)
    is_cut = side is Side.AXIS
    bottom = 9 - inset * 0.6 if is_cut else max(8 - inset, 2)
    return rounded_rectangle(x, y, width, height, top=top, bottom=bottom, cut=is_cut)


def _shadow(outline: str) -> Drawing:
    return tuple(
        Group(
            (Shape(outline, fill="piece-shadow", stroke="piece-shadow", width=w, opacity=0.13),),
            dx=1.8,
            dy=2.6,
        )
        for w in (0.5, 2.5, 4.5)
    )


_CHEVRONS = tuple(
    Shape(
        chevron(-0.5, y, 13, 3.6, 2.4), fill="piece-gold-light", stroke="piece-gold-dark", width=0.7
    )
    for y in (24.6, 20.8)
)


def nation_mark(livery: Livery) -> Drawing:
    """Return the nation's emblem in the lower left corner of its counter."""
    return (Group(_EMBLEMS[livery.nation], dx=_MARK_POSITION[0], dy=_MARK_POSITION[1]),)


_EMBLEMS = {
    "us": (
        Shape(circle(0, 0, 6), fill="piece-blue-dark", stroke="piece-white", width=0.9),
        Shape(star(0, 0, 5.2), fill="piece-white"),
    ),
    "brit": (
        Shape(circle(0, 0, 6), fill="piece-blue-dark"),
        Shape(circle(0, 0, 4), fill="piece-white"),
        Shape(circle(0, 0, 2), fill="piece-red"),
    ),
    "ru": (
        Shape(
            star(0, 0.4, 7.4, inner=0.45),
            fill="piece-gold-light",
            stroke="piece-red-dark",
            width=1.2,
        ),
    ),
    "ger": (
        Shape(cross(0, 0, 6, 5), fill="piece-white"),
        Shape(cross(0, 0, 6, 2.6), fill="piece-black"),
    ),
    "jp": (
        Shape(
            rounded_rectangle(-6.6, -4.8, 13.2, 9.6, top=0.8),
            fill="piece-white",
            stroke="piece-ink",
            width=0.5,
        ),
        Shape(circle(0, 0, 3), fill="piece-red"),
    ),
}


def figure_count(figures: int) -> Drawing:
    """Return the disc with the number of figures in the lower right corner (B-SETUP-12)."""
    x, y, _ = COUNT_DISC
    return (
        Shape(circle(x + 0.8, y + 1.4, 12.4), fill="piece-shadow", opacity=0.3),
        Shape(circle(x, y, 12), fill="piece-paper", stroke="piece-ink", width=1.6),
        *draw_digits(str(figures), x, y, 17 if figures < 10 else 12, "piece-ink"),
    )
