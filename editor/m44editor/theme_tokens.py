"""Design tokens: every color, space, radius and type size of the windows, in one place.

Windows take colors from the palette and the style sheet, which are built from ``COLOURS``. What is
painted on the board has colors of its own (``MarkColour``), because the ground below it is the same
in every theme. Modules never write a color themselves; a test enforces this.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal


class Space:
    """Distances between widgets, in pixels: smaller between related widgets."""

    HAIR = 2
    TIGHT = 4
    SMALL = 6
    MEDIUM = 8
    LARGE = 12
    WIDE = 20


class Radius:
    """Radii of rounded corners, in pixels."""

    CONTROL = 4
    BAR = 3


class IconSize:
    """Sizes at which every icon is sharp, in pixels."""

    SMALL = 16
    MEDIUM = 20
    TOOL = 24
    LARGE = 32


TYPE_SCALE: Mapping[str, float] = {"title": 1.35, "section": 1.0, "label": 1.0, "hint": 0.88}
"""The size of each rank of text, relative to the font of the desktop. Titles and sections are bold;
hints have their own color."""

BOLD_RANKS = ("title", "section")


ColourName = Literal[
    "window",
    "text",
    "hint",
    "disabled",
    "field",
    "stripe",
    "button",
    "button_hover",
    "button_pressed",
    "checked",
    "edge",
    "line",
    "focus",
    "accent",
    "accent_hover",
    "on_accent",
    "accent_2",
    "link",
    "bright",
    "tip",
    "tip_text",
    "handle",
    "handle_hover",
    "light",
    "midlight",
    "mid",
    "dark",
    "shadow",
    "frame",
    "error",
    "warning",
    "info",
    "safe",
    "on_sign",
    "removed",
    "removed_text",
    "added",
    "added_text",
    "chart_axis",
    "chart_allies",
    "chart_neutral",
]
"""The names of the colors of a theme.

``edge`` outlines what can be edited or pressed, and ``line`` separates areas. The first accent
marks selected, focused and confirmed items; the second marks actions that are possible now.
``light`` to ``shadow`` are for bevels of the Fusion style.
"""

ThemeColours = Mapping[ColourName, str]


_LIGHT: ThemeColours = {
    "window": "#f3f1ec",
    "text": "#26241f",
    "hint": "#68645a",
    "disabled": "#a29d91",
    "field": "#fdfcf9",
    "stripe": "#f7f5f0",
    "button": "#e8e4db",
    "button_hover": "#dfdad0",
    "button_pressed": "#d2ccbf",
    "checked": "#cddbe9",
    "edge": "#857f72",
    "line": "#d3cec2",
    "focus": "#2f6699",
    "accent": "#2f6699",
    "accent_hover": "#275783",
    "on_accent": "#ffffff",
    "accent_2": "#8a5f00",
    "link": "#235f93",
    "bright": "#ffffff",
    "tip": "#fffdf5",
    "tip_text": "#26241f",
    "handle": "#aca697",
    "handle_hover": "#857f72",
    "light": "#ffffff",
    "midlight": "#f7f5f0",
    "mid": "#c9c4b8",
    "dark": "#b5b0a3",
    "shadow": "#7d786c",
    "frame": "#aca799",
    "error": "#c0392b",
    "warning": "#b7770d",
    "info": "#2f6fa8",
    "safe": "#2e7d4f",
    "on_sign": "#ffffff",
    "removed": "#f6cfc9",
    "removed_text": "#6d1008",
    "added": "#cfe8cf",
    "added_text": "#0f4a1b",
    "chart_axis": "#8a939d",
    "chart_allies": "#93a468",
    "chart_neutral": "#9a9a9a",
}
_DARK: ThemeColours = {
    "window": "#292b2e",
    "text": "#e0ded8",
    "hint": "#a3a19a",
    "disabled": "#7d7b75",
    "field": "#1e2022",
    "stripe": "#232528",
    "button": "#383b3f",
    "button_hover": "#44484d",
    "button_pressed": "#2f3236",
    "checked": "#2f4a66",
    "edge": "#83868b",
    "line": "#43464a",
    "focus": "#5b9bd5",
    "accent": "#3d76ab",
    "accent_hover": "#356898",
    "on_accent": "#ffffff",
    "accent_2": "#e0b24a",
    "link": "#7fb2e5",
    "bright": "#ffffff",
    "tip": "#3a3d40",
    "tip_text": "#e6e4de",
    "handle": "#6b6f74",
    "handle_hover": "#92969b",
    "light": "#4a4d50",
    "midlight": "#3d4043",
    "mid": "#1b1d1e",
    "dark": "#17191a",
    "shadow": "#0c0d0e",
    "frame": "#aca799",
    "error": "#ff7b6b",
    "warning": "#f2bd4b",
    "info": "#7bb8ea",
    "safe": "#6fcf97",
    "on_sign": "#202020",
    "removed": "#5c2620",
    "removed_text": "#ffd9d3",
    "added": "#23492b",
    "added_text": "#d6f5da",
    "chart_axis": "#66717c",
    "chart_allies": "#6c7c45",
    "chart_neutral": "#7d7d7d",
}
_CONTRAST_LIGHT: ThemeColours = {
    **_LIGHT,
    "window": "#ffffff",
    "text": "#000000",
    "hint": "#4a4a4a",
    "disabled": "#5c5c5c",
    "field": "#ffffff",
    "stripe": "#f0f0f0",
    "button": "#ffffff",
    "button_hover": "#f0f0f0",
    "button_pressed": "#e0e0e0",
    "checked": "#d8d8d8",
    "edge": "#606060",
    "line": "#606060",
    "focus": "#0a2f7a",
    "accent": "#0a2f7a",
    "accent_hover": "#0a2f7a",
    "accent_2": "#5c3d00",
    "link": "#00308f",
    "bright": "#000000",
    "tip": "#ffffff",
    "tip_text": "#000000",
    "handle": "#606060",
    "handle_hover": "#000000",
    "light": "#ffffff",
    "midlight": "#b0b0b0",
    "mid": "#404040",
    "dark": "#d8d8d8",
    "shadow": "#000000",
    "frame": "#606060",
}
_CONTRAST_DARK: ThemeColours = {
    **_DARK,
    "window": "#000000",
    "text": "#ffffff",
    "hint": "#c8c8c8",
    "disabled": "#a8a8a8",
    "field": "#000000",
    "stripe": "#161616",
    "button": "#000000",
    "button_hover": "#2c2c2c",
    "button_pressed": "#3c3c3c",
    "checked": "#2c2c2c",
    "edge": "#ffffff",
    "line": "#ffffff",
    "focus": "#ffd800",
    "accent": "#ffd800",
    "accent_hover": "#ffd800",
    "on_accent": "#000000",
    "accent_2": "#ffd800",
    "link": "#8ad4ff",
    "bright": "#ffffff",
    "tip": "#000000",
    "tip_text": "#ffffff",
    "handle": "#ffffff",
    "handle_hover": "#ffd800",
    "light": "#ffffff",
    "midlight": "#808080",
    "mid": "#e0e0e0",
    "dark": "#2c2c2c",
    "shadow": "#ffffff",
    "frame": "#ffffff",
}

COLOURS: Mapping[str, ThemeColours] = {
    "light": _LIGHT,
    "dark": _DARK,
    "contrast-light": _CONTRAST_LIGHT,
    "contrast-dark": _CONTRAST_DARK,
}
"""The colors of each theme, by the name of the theme."""

CONTRAST_TABS = "#5a5a5a"
"""The frames of tabs on black: they also fill tabs, where white would hide the text."""


class MarkColour:
    """Colors of marks painted over the board, as ``#rrggbb`` or ``#aarrggbb``."""

    INK = "#ffffff"
    CASING = "#96000000"  # under lines, to make them visible on any terrain
    DARK_CASING = "#be14120e"
    HOVER = "#24ffffff"
    HOVER_LINE = "#aaffffff"
    BAND = "#c8ffffff"
    CURSOR = "#ffd640"
    SELECTED = "#ffffff"
    CHANGING = "#ffd640"
    GROUP = "#50ffd640"
    FAULT = "#ff5440"
    DIFFERENCE = "#ffd640"
    DIFFERENCE_GLOW = "#6effd640"
    PIN_LINE = "#141414"
    PIN = "#dcffd640"
    PIN_FAINT = "#5affd640"
    SHADE = "#5a000000"
    PAGE_SHADOW = "#0e000000"
    FRAME_LIGHT = "#ffffff"
    FRAME_DARK = "#000000"
    CLICKABLE = "#ffd54a"
    CLICKABLE_FILL = "#3cffd54a"
    CLICKABLE_RIM = "#82ffd54a"
    TARGET = "#ff5a47"
    TARGET_FILL = "#96ff5a47"
    CHOSEN = "#ffffff"
    ORDERED = "#7fd1ff"
    DONE = "#464a4e"
    DONE_FILL = "#78141618"
    DICE = "#8f1d16"
    TRACE_MOVE = "#dc64b9f8"
    TRACE_BATTLE = "#dce63e2e"
    TRACE_RETREAT = "#dcffd54a"
    STEP = "#2b6cb0"
    STEP_LAST = "#5f6368"
    STRENGTH = "#a3231c"
    STRENGTH_INK = "#fffdf6"
    LEGEND_GROUND = "#b4bd85"


class CardColour:
    """Colors used on command cards and dice."""

    HIGHLIGHT = "#ffb300"
    PLATE = "#26221c"
    INK = "#fffdf6"
    TOKEN = "#a3231c"
    HIT = "#b3261e"


PRINT_HINT = "#555555"
"""Secondary text on paper."""
