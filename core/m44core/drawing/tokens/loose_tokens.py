"""Tokens that lie next to the board: the Commissar, smoke, crosshairs and night visibility."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import circle, rounded_rectangle, star
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.tokens.markers import cross_hair, smoke

_PREFIX = "token-"  # no name of a tag in a file begins with it
_SCALE = 2.4  # a token fills the hex


def loose_token_name(token: str) -> str:
    """Return the name of the picture of a token next to the board, such as ``commissar``."""
    return _PREFIX + token


def _commissar() -> Drawing:
    """Return a red gambling chip with the peaked cap of an officer (O-COMM)."""
    mark = Shape(rounded_rectangle(-2.4, -16, 4.8, 5, top=0.8), fill="piece-paper")
    marks = tuple(Group((mark,), turn=turn) for turn in range(0, 360, 45))
    crown = "M-9.4 -3.4C-9.4 -7.4 -4.6 -9 0 -9C4.6 -9 9.4 -7.4 9.4 -3.4L6.4 0.6L-6.4 0.6Z"
    peak = "M-6.6 3.2C-3 2.2 3 2.2 6.6 3.2L8.4 6.4C3.4 8.4 -3.4 8.4 -8.4 6.4Z"
    return (
        Shape(circle(0.7, 1.4, 16.4), fill="piece-shadow", opacity=0.3),
        Shape(circle(0, 0, 16), fill="piece-red-dark", stroke="piece-ink", width=1.2),
        *marks,
        Shape(circle(0, 0, 11.8), fill="piece-paper", stroke="piece-ink", width=0.8),
        Shape(crown, fill="piece-green-dark"),
        Shape(rounded_rectangle(-6.6, 0.4, 13.2, 3, top=0.6), fill="piece-red"),
        Shape(peak, fill="piece-ink"),
        Shape(star(0, -3.6, 3, inner=0.45), fill="piece-red", stroke="piece-paper", width=0.5),
    )


def _visibility() -> Drawing:
    """Return a moon in a dark sky (O-NIGHT)."""
    crescent = "M3.4 -10.6A11 11 0 1 0 10.6 4.4A9 9 0 0 1 3.4 -10.6Z"
    return (
        Shape(circle(0.7, 1.4, 16.4), fill="piece-shadow", opacity=0.3),
        Shape(circle(0, 0, 16), fill="piece-ink", stroke="piece-white", width=1.4),
        Shape(crescent, fill="piece-yellow"),
        Shape(star(7.6, -5.4, 3.4), fill="piece-white"),
    )


_TOKENS: Mapping[str, Drawing] = {
    "commissar": _commissar(),
    "crosshair": cross_hair(),
    "smoke": smoke(thin=False),
    "visibility": _visibility(),
}


def _token_painter(drawing: Drawing) -> Callable[[Art], Drawing]:
    return lambda _: (Group(drawing, scale=_SCALE),)


PAINTERS: Mapping[str, Callable[[Art], Drawing]] = {
    loose_token_name(name): _token_painter(drawing) for name, drawing in _TOKENS.items()
}
