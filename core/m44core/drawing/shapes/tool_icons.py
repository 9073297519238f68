"""Icons of tools and commands, keyed by name, in a box of 24 by 24 units from the upper left.

They use only the palette color ``ink``, the text color of the theme, so that they are visible on
light and dark windows.
"""

from __future__ import annotations

from collections.abc import Mapping

from m44core.drawing.shapes.paths import circle, rectangle, rounded_rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Shape

_INK = "ink"
_LINE_WIDTH = 1.8


def _line(path: str, width: float = _LINE_WIDTH) -> Shape:
    return Shape(path, stroke=_INK, width=width)


def _solid_shape(path: str) -> Shape:
    return Shape(path, fill=_INK)


def _tinted_shape(path: str) -> Shape:
    return Shape(path, fill=_INK, opacity=0.22)


_SHEET = "M6 3L14 3L19 8L19 21L6 21Z"
_NEW: Drawing = (
    _tinted_shape(_SHEET),
    _line(_SHEET),
    _line("M14 3L14 8L19 8"),
    _line("M12.5 11.5L12.5 17.5M9.5 14.5L15.5 14.5"),
)
_FOLDER = "M3 19L3 5.5L9 5.5L11 8L19 8L19 10.5"
_OPEN_FOLDER: Drawing = (
    _tinted_shape("M3 19L6.5 10.5L22 10.5L18.5 19Z"),
    _line(_FOLDER),
    _line("M3 19L6.5 10.5L22 10.5L18.5 19Z"),
)
_DISK = "M4 4L16.5 4L20 7.5L20 20L4 20Z"
_SAVE: Drawing = (
    _line(_DISK),
    _line("M8 4L8 9L15 9L15 4"),
    _tinted_shape("M7.5 13L16.5 13L16.5 20L7.5 20Z"),
    _line("M7.5 20L7.5 13L16.5 13L16.5 20"),
)
_UNDO: Drawing = (
    _line("M5 9.5L14 9.5C17.6 9.5 20 11.8 20 14.8C20 17.8 17.6 20 14 20L9 20"),
    _line("M9 5L4.5 9.5L9 14"),
)
_BRUSH: Drawing = (
    _solid_shape(
        "M21.2 2.8C22.4 4 21.6 5.2 20.8 6L13.6 13.8L10.2 10.4L18 3.2C18.8 2.4 20 1.6 21.2 2.8Z"
    ),
    _solid_shape("M9 11.6L12.4 15C12.4 21 5.4 21.8 2.8 18.6C6.2 17 5 12.4 9 11.6Z"),
)
_STRAIGHT_LINE: Drawing = (
    _line(("M5.5 18.5L18.5 5.5"), 2.2),
    _solid_shape(circle(5, 19, 2.6)),
    _solid_shape(circle(19, 5, 2.6)),
)
_PATH: Drawing = (
    _line("M4 20C4 13 10 15 12 11C14 7 20 10 20 4", 2.2),
    _line("M12 11C14.5 13.5 17 15 20 16.5", 2.2),
    _solid_shape(circle(4, 20, 2.2)),
    _solid_shape(circle(20, 4, 2.2)),
    _solid_shape(circle(20, 16.5, 2.2)),
)
_RECTANGLE: Drawing = (_tinted_shape("M4 6L20 6L20 18L4 18Z"), _line("M4 6L20 6L20 18L4 18Z"))
_DROP = "M20 14.5C21.6 17 22.4 18.2 22.4 19.4C22.4 22 17.6 22 17.6 19.4C17.6 18.2 18.4 17 20 14.5Z"
_FILL: Drawing = (
    _tinted_shape("M4.5 12L11 5.5L17.5 12L11 18.5Z"),
    _line("M4.5 12L11 5.5L17.5 12L11 18.5Z"),
    _line("M8 2.5L12.5 7"),
    _solid_shape(_DROP),
)
_ERASER: Drawing = (
    _tinted_shape("M3.5 15L9 9.5L15.5 16L12 19.5L8 19.5Z"),
    _line("M3.5 15L14.5 4L21 10.5L12 19.5L8 19.5Z"),
    _line("M9 9.5L15.5 16M12 19.5L21 19.5"),
)
_EYEDROPPER: Drawing = (
    _line("M12.5 7.5L16.5 11.5L8 20L4 20L4 16Z"),
    _solid_shape("M14 6L17 3C19.4 1 23 4.6 21 7L18 10Z"),
    _line("M11.5 5.5L18.5 12.5", 2.2),
)
_SELECT: Drawing = (_solid_shape("M6 2.5L19.5 12.5L13 13.4L16.6 20.4L13.6 21.8L10.2 14.8L6 19.2Z"),)
_HAND_OUTLINE = (
    "M7 13L7 6.4C7 4.6 9.4 4.6 9.4 6.4L9.4 11L9.4 4.4C9.4 2.4 12 2.4 12 4.4L12 11L12 5.2"
    "C12 3.4 14.5 3.4 14.5 5.2L14.5 11.5L14.5 7.4C14.5 5.8 17 5.8 17 7.4L17 14.6"
    "C17 19 15 21.4 11.6 21.4C8.6 21.4 7.2 20 5.8 17.6L3.4 13.4C2.6 11.8 4.6 10.6 5.6 12Z"
)
_HAND: Drawing = (_tinted_shape(_HAND_OUTLINE), _line(_HAND_OUTLINE, 1.5))
_HEXAGON = "M12 7.4L16 9.7L16 14.3L12 16.6L8 14.3L8 9.7Z"
_ROTATION_ARROW = (
    "M19.4 15.6C17.4 19.8 12.4 21.4 8.2 19.4C4 17.4 2.4 12.4 4.4 8.2"
    "C6.4 4 11.4 2.4 15.6 4.4C17.2 5.2 18.4 6.2 19.2 7.4"
)
_ROTATE: Drawing = (
    _line(_ROTATION_ARROW),
    _line("M20 2.8L19.6 7.8L14.6 7.4"),
    _tinted_shape(_HEXAGON),
    _line(_HEXAGON, 1.3),
)
_MIRROR: Drawing = (
    Shape("M12 2.5L12 21.5", stroke=_INK, width=1.5, dash=(3, 2)),
    _solid_shape("M9 5.5L9 18.5L2.5 18.5Z"),
    _line("M15 5.5L15 18.5L21.5 18.5Z", 1.5),
)
_MAGNIFIER = (_line(circle(10, 10, 6.4)), _line("M15 15L21 21", 2.6))
_ZOOM_IN: Drawing = (*_MAGNIFIER, _line("M10 7L10 13M7 10L13 10"))
_ZOOM_OUT: Drawing = (*_MAGNIFIER, _line("M7 10L13 10"))
_ZOOM_FIT: Drawing = (
    _line("M3 8L3 3L8 3M16 3L21 3L21 8M21 16L21 21L16 21M8 21L3 21L3 16"),
    _tinted_shape("M7 8L17 8L17 16L7 16Z"),
    _line("M7 8L17 8L17 16L7 16Z", 1.5),
)
_PLAY: Drawing = (_solid_shape("M7 4L20 12L7 20Z"), _line("M7 4L20 12L7 20Z"))
_LARGE_HEXAGON = "M12 2.2L20.6 7.1L20.6 16.9L12 21.8L3.4 16.9L3.4 7.1Z"
_OBJECTIVE: Drawing = (
    _tinted_shape(_LARGE_HEXAGON),
    _line(_LARGE_HEXAGON),
    _solid_shape(
        "M12.0 6.6L13.4 10.3L17.3 10.5L14.3 12.9L15.3 16."
        "7L12.0 14.6L8.7 16.7L9.7 12.9L6.7 10.5L10.6 10.3Z"
    ),
)
_EXIT: Drawing = (
    _tinted_shape("M4 3.5L11.5 3.5L11.5 20.5L4 20.5Z"),
    _line("M11.5 7.5L11.5 3.5L4 3.5L4 20.5L11.5 20.5L11.5 16.5"),
    _line("M8.5 12L21 12M16.5 7.5L21 12L16.5 16.5", 2.2),
)
_CHECK: Drawing = (_line("M4 12.5L9.5 18.5L20 5.5", 2.8),)
_COPY: Drawing = (
    _line("M8 16.5L4 16.5L4 3L15 3L15 7"),
    _tinted_shape(rounded_rectangle(9, 7.5, 11.5, 13.5, top=1)),
    _line(rounded_rectangle(9, 7.5, 11.5, 13.5, top=1)),
)
_CUT: Drawing = (
    _line("M7.6 15.6L17.5 3M16.4 15.6L6.5 3"),
    _line(circle(6, 18, 2.8)),
    _line(circle(18, 18, 2.8)),
)
_PASTE: Drawing = (
    _line("M8.5 4.5L5 4.5L5 21L19 21L19 4.5L15.5 4.5"),
    _solid_shape(rounded_rectangle(8.5, 2.5, 7, 4.5, top=1)),
    _line("M8.5 12L15.5 12M8.5 16L15.5 16", 1.5),
)
_DELETE: Drawing = (
    _line("M4 6.5L20 6.5M9.5 6.5L9.5 3.5L14.5 3.5L14.5 6.5M6 6.5L7 21L17 21L18 6.5"),
    _line("M10.2 10.5L10.5 17M13.8 10.5L13.5 17", 1.4),
)

_EXPORT: Drawing = (
    _tinted_shape("M3 5L17 5L17 17L3 17Z"),
    _line("M11 19L3 19L3 4L21 4L21 11"),
    _line("M5.5 15.5L9.5 10L12.5 13.5L14 12", 1.5),
    _line("M14 19L21.5 19M18.5 15.5L22 19L18.5 22.5"),
)
_FIND: Drawing = _MAGNIFIER
_LID = "M2.5 12C5.5 7.2 8.6 5 12 5C15.4 5 18.5 7.2 21.5 12"
_EYE: Drawing = (
    _line(f"{_LID}C18.5 16.8 15.4 19 12 19C8.6 19 5.5 16.8 2.5 12Z"),
    _solid_shape(circle(12, 12, 3.4)),
)
_EYE_CLOSED: Drawing = (
    _line("M2.5 11C5.5 15.2 8.6 17 12 17C15.4 17 18.5 15.2 21.5 11"),
    _line("M5.5 14.5L3.5 17.5M12 17L12 20.5M18.5 14.5L20.5 17.5"),
)
_BODY = rounded_rectangle(5, 11, 14, 10, top=1)
_LOCK: Drawing = (_solid_shape(_BODY), _line("M8 11L8 7.5C8 1.5 16 1.5 16 7.5L16 11", 2.2))
_LOCK_OPEN: Drawing = (_line(_BODY), _line("M8 11L8 6.5C8 0.8 16 0.8 16 6.5", 2.2))

BOX_SIZE = 24.0
"""The side of the box of every icon, in units."""

# Every icon includes the same box, so that all are scaled alike.
_BOX = Shape(rectangle(0, 0, BOX_SIZE, BOX_SIZE), fill=_INK, opacity=0)

_DRAWN_ICONS: Mapping[str, Drawing] = {
    "new": _NEW,
    "open": _OPEN_FOLDER,
    "save": _SAVE,
    "export": _EXPORT,
    "undo": _UNDO,
    "redo": (Group(_UNDO, dx=24, flip=True),),
    "cut": _CUT,
    "copy": _COPY,
    "duplicate": _COPY,
    "paste": _PASTE,
    "delete": _DELETE,
    "find": _FIND,
    "brush": _BRUSH,
    "line": _STRAIGHT_LINE,
    "path": _PATH,
    "objective": _OBJECTIVE,
    "exit": _EXIT,
    "rectangle": _RECTANGLE,
    "fill": _FILL,
    "eraser": _ERASER,
    "eyedropper": _EYEDROPPER,
    "select": _SELECT,
    "hand": _HAND,
    "rotate": _ROTATE,
    "rotate-back": (Group(_ROTATE, dx=24, flip=True),),
    "mirror": _MIRROR,
    "mirror-east-west": _MIRROR,
    "mirror-north-south": (Group(_MIRROR, dx=24, turn=90),),
    "zoom-in": _ZOOM_IN,
    "zoom-out": _ZOOM_OUT,
    "zoom-fit": _ZOOM_FIT,
    "fit": _ZOOM_FIT,
    "play": _PLAY,
    "playtest": _PLAY,
    "check": _CHECK,
    "eye": _EYE,
    "eye-closed": _EYE_CLOSED,
    "lock": _LOCK,
    "lock-open": _LOCK_OPEN,
}

ICONS: Mapping[str, Drawing] = {name: (_BOX, *drawing) for name, drawing in _DRAWN_ICONS.items()}
