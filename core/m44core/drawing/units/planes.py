"""Fighter planes seen from above, one for each nation, drawn flying upwards and then turned."""

from __future__ import annotations

from m44core.drawing.shapes.paths import circle, cross, star
from m44core.drawing.shapes.piece_colours import Livery
from m44core.drawing.shapes.shapes import Drawing, Group, Shape

_BODY = "M0 -20C3.4 -18.6 3.2 -10 2.9 -4L1.3 17L-1.3 17L-2.9 -4C-3.2 -10 -3.4 -18.6 0 -20Z"
_WINGS = {
    "us": "M-2 -9L-23 -4.6L-23.4 1L-2 2.4L2 2.4L23.4 1L23 -4.6L2 -9Z",
    "brit": (
        "M-2 -8C-12 -8.6 -21 -6 -24.4 -1C-21 3.4 -10 5 -2 4.6L2 4.6"
        "C10 5 21 3.4 24.4 -1C21 -6 12 -8.6 2 -8Z"
    ),
    "ru": (
        "M-2 -10L-8 -9.6L-22 -5.4C-24.6 -3 -24.2 0.4 -21.6 1.8L-8 4L8 4L21.6 1.8"
        "C24.2 0.4 24.6 -3 22 -5.4L8 -9.6L2 -10Z"
    ),
    "ger": "M-2 -8L-9 -9L-24 -1.6L-24 4.8L-9 0.4L-2 2.4L2 2.4L9 0.4L24 4.8L24 -1.6L9 -9L2 -8Z",
    "jp": (
        "M-2 -9C-8 -9 -19 -5.6 -22.6 -2C-24.2 -0.4 -22.6 1.4 -20.4 1.4L-2 3.6L2 3.6L20.4 1.4"
        "C22.6 1.4 24.2 -0.4 22.6 -2C19 -5.6 8 -9 2 -9Z"
    ),
}
_TAILS = {
    "us": "M-8 12.4L8 12.4L8 16.4L-8 16.4Z",
    "brit": "M0 11.6C-5 11.6 -8.6 13 -8.8 15C-6 17 6 17 8.8 15C8.6 13 5 11.6 0 11.6Z",
    "ru": "M-7.6 11.6L7.6 11.6C9.8 13 9.4 16 7.4 16.6L-7.4 16.6C-9.4 16 -9.8 13 -7.6 11.6Z",
    "ger": "M-9.4 11.4L9.4 11.4L9.4 15.8L-9.4 15.8Z",
    "jp": "M0 11C-4 11.6 -9 14 -8.4 16L8.4 16C9 14 4 11.6 0 11Z",
}


def plane(livery: Livery) -> Drawing:
    """Return the silhouette of the nation's plane."""
    shapes = (
        Shape(_WINGS[livery.nation], fill=livery.ink),
        Shape(_TAILS[livery.nation], fill=livery.ink),
        Shape(_BODY, fill=livery.ink, stroke=livery.plate, width=0.6),
        Shape("M0 -6C1.8 -5.6 1.6 -1.6 1.2 2L-1.2 2C-1.6 -1.6 -1.8 -5.6 0 -6Z", fill=livery.plate),
        *(shape for x in (-14.6, 14.6) for shape in _wing_mark(x, livery)),
    )
    return (Group(shapes, dx=-1, dy=1, turn=62, scale=1.06),)


def _wing_mark(x: float, livery: Livery) -> tuple[Shape, ...]:
    y = -2.2
    match livery.nation:
        case "us":
            return (Shape(star(x, y, 4.2), fill=livery.light),)
        case "brit":
            return (
                Shape(circle(x, y, 3.7), fill=livery.light),
                Shape(circle(x, y, 1.7), fill=livery.ink),
            )
        case "ru":
            return (Shape(star(x, y, 4.4, inner=0.3), fill=livery.light),)
        case "ger":
            return (Shape(cross(x, y + 0.6, 3.1, 1.9), fill=livery.plate),)
        case _:
            return (Shape(circle(x, y, 3.1), fill=livery.plate),)
