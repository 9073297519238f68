"""The icons of the editor's panels, keyed by panel name, in the style of the tool icons."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.drawing.shapes.paths import circle, rectangle
from m44core.drawing.shapes.shapes import Drawing, Shape

_INK = "ink"
_LINE_WIDTH = 1.8
_BOX = Shape(rectangle(0, 0, 24, 24), fill=_INK, opacity=0)


def _line(path: str, width: float = _LINE_WIDTH) -> Shape:
    return Shape(path, stroke=_INK, width=width)


def _solid_shape(path: str) -> Shape:
    return Shape(path, fill=_INK)


def _tinted_shape(path: str) -> Shape:
    return Shape(path, fill=_INK, opacity=0.22)


_HEXAGON = "M12 3L20 7.5L20 16.5L12 21L4 16.5L4 7.5Z"
_SHEET = "M5 4L19 4L19 21L5 21Z"
_STAMP = "M4 4L20 4L20 20L4 20Z"
_TOP, _MIDDLE, _BOTTOM = (
    "M12 3L21 8L12 13L3 8Z",
    "M3 12.5L12 17.5L21 12.5",
    "M3 16.5L12 21.5L21 16.5",
)
_FLAG = "M6 4L19 4L15.5 8.5L19 13L6 13Z"
_TRIANGLE = "M12 3.5L21.5 20L2.5 20Z"

_DRAWN_SYMBOLS: Mapping[str, Drawing] = {
    "palette": (_tinted_shape(_HEXAGON), _line(_HEXAGON)),
    "properties": (
        _line("M3 6.5L21 6.5M3 12L21 12M3 17.5L21 17.5"),
        _solid_shape(circle(8, 6.5, 2.6)),
        _solid_shape(circle(16, 12, 2.6)),
        _solid_shape(circle(10, 17.5, 2.6)),
    ),
    "briefing": (
        _tinted_shape(_SHEET),
        _line(_SHEET),
        _line("M9 2.5L15 2.5L15 5.5L9 5.5Z"),
        _line("M8.5 10L15.5 10M8.5 13.5L15.5 13.5M8.5 17L13 17", 1.5),
    ),
    "texts": (_line("M5 8L5 5L19 5L19 8M12 5L12 19M9 19L15 19", 2.2),),
    "history": (_line(circle(12, 12, 8.5)), _line("M12 7L12 12L15.5 14.5")),
    "stamps": (
        _line(_STAMP),
        _solid_shape(circle(9, 9, 2)),
        _solid_shape(circle(15, 9, 2)),
        _solid_shape(circle(9, 15, 2)),
        _tinted_shape(circle(15, 15, 2)),
    ),
    "layers": (_tinted_shape(_TOP), _line(_TOP), _line(_MIDDLE), _line(_BOTTOM)),
    "victory": (_tinted_shape(_FLAG), _line(_FLAG), _line("M6 3L6 21.5", 2.2)),
    "balance": (
        _line("M12 3.5L12 20.5M7.5 20.5L16.5 20.5M4 7L20 7"),
        _line("M4 7L1.8 13L6.2 13Z", 1.4),
        _line("M20 7L17.8 13L22.2 13Z", 1.4),
    ),
    "problems": (
        _tinted_shape(_TRIANGLE),
        _line(_TRIANGLE),
        _line("M12 9.5L12 14.5M12 16.8L12 17.4", 2),
    ),
}

PANEL_SYMBOLS: Mapping[str, Drawing] = {
    name: (_BOX, *drawing) for name, drawing in _DRAWN_SYMBOLS.items()
}
"""The icons, each in a transparent box that gives it its size."""
