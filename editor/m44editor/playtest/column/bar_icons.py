"""Icons of the bar that plays a film, in a box of 24 units, in the colour of the theme's text."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.drawing.shapes.paths import rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Shape

_BOX = Shape(rectangle(0, 0, 24, 24), fill="ink", opacity=0)


def _solid(path: str) -> Shape:
    return Shape(path, fill="ink", stroke="ink", width=1)


_NEXT: Drawing = (_solid("M8 5L16 12L8 19Z"),)
_TURN: Drawing = (_solid("M4 5L11.5 12L4 19ZM12.5 5L20 12L12.5 19Z"),)
_END: Drawing = (_solid("M6 5L14 12L6 19ZM16 5L18.5 5L18.5 19L16 19Z"),)


def _mirrored(drawing: Drawing) -> Drawing:
    return (Group(drawing, dx=24, flip=True),)


_DRAWN: Mapping[str, Drawing] = {
    "start": _mirrored(_END),
    "turn-back": _mirrored(_TURN),
    "back": _mirrored(_NEXT),
    "play": (_solid("M7 4L20 12L7 20Z"),),
    "pause": (_solid("M6.5 4.5L10 4.5L10 19.5L6.5 19.5ZM14 4.5L17.5 4.5L17.5 19.5L14 19.5Z"),),
    "forward": _NEXT,
    "turn-forward": _TURN,
    "end": _END,
}
BAR_ICONS: Mapping[str, Drawing] = {name: (_BOX, *drawing) for name, drawing in _DRAWN.items()}
