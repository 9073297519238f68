"""The palettes of all drawings: for the light and the dark theme, and in high contrast."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from m44core.drawing.shapes import piece_colours

GROUND = {
    "grass": "#b4bd85",
    "pacific": "#a9bb80",
    "winter": "#e6ebec",
    "desert": "#e2cc9a",
    "sand": "#ead7a6",
    "ocean": "#6f9fb4",
}

_OBJECT_COLOURS = {
    "paper": "#efe6cf",
    "grid": "#4c4a35",
    "section": "#9c2b22",
    "ink": "#2f2b22",
    "shadow": "#2c2a1d",
    "water": "#78a5b8",
    "foam": "#eef3ee",
    "ice": "#bcd3dc",
    "road": "#ddd2b2",
    "rail": "#4a443c",
    "leaf": "#5d7d45",
    "needle": "#4a6b52",
    "jungle": "#3f6b42",
    "field": "#c9bd7c",
    "crop": "#a3b06c",
    "hill": "#ae9360",
    "dune": "#d6b377",
    "snowhill": "#cfd6d8",
    "rock": "#8f8676",
    "snow": "#f7fafa",
    "wall": "#e8dcc0",
    "tiles": "#b0563c",
    "slate": "#707a86",
    "stone": "#a59d8c",
    "adobe": "#dcbf8d",
    "thatch": "#b39352",
    "canvas": "#9c9a6c",
    "concrete": "#aeaba0",
    "brick": "#9c5b48",
    "plank": "#b08a5a",
    "timber": "#7a5c3e",
    "earth": "#8c6f4b",
    "mudroad": "#b5a88c",
    "mud": "#77714f",
    "iron": "#55575a",
    "tent": "#c2a772",
    "lamp": "#f2d469",
    "smoke": "#8d8a86",
    "red": "#b3382c",
    "white": "#fbf8ef",
}


_PAPER_FRAME = {
    "frame": "#efe6cf",
    "frame-line": "#5d5a48",
    "frame-text": "#5d5a48",
    "edge-axis": "#4a4f55",
    "edge-allies": "#5c6b3c",
    "edge-text": "#f6efdc",
}
_DARK_FRAME = {
    "frame": "#24272a",
    "frame-line": "#6d6a5a",
    "frame-text": "#c3beae",
    "edge-axis": "#3d444c",
    "edge-allies": "#47552f",
    "edge-text": "#d8d2c0",
    "section": "#f4aea1",  # dimmed like the map, the lines would vanish
}


def mix_colours(colour: str, other: str, fraction: float) -> str:
    """Return *colour* with a *fraction* of *other* in it; both are ``#rrggbb``."""
    (red, green, blue), (r, g, b) = bytes.fromhex(colour[1:]), bytes.fromhex(other[1:])
    mix = (red + (r - red) * fraction, green + (g - green) * fraction, blue + (b - blue) * fraction)
    return "#" + bytes(map(round, mix)).hex()


def _with_shades(colours: Mapping[str, str]) -> dict[str, str]:
    """Return the colors with a light, a dark and a deep shade of each."""
    light = {f"{name}-light": mix_colours(c, "#fffbe8", 0.3) for name, c in colours.items()}
    dark = {f"{name}-dark": mix_colours(c, "#241f2b", 0.34) for name, c in colours.items()}
    deep = {f"{name}-deep": mix_colours(c, "#1d1824", 0.6) for name, c in colours.items()}
    return {**colours, **light, **dark, **deep}


def _with_frame(map_: Mapping[str, str], frame: Mapping[str, str]) -> dict[str, str]:
    """Return the colors of the map together with those of the frame, pale half hexes and grain.

    Grain (dots of sand, waves) has the dark shade of its ground; black-and-white palettes replace
    it.
    """
    pale = {f"{name}-pale": mix_colours(map_[name], frame["frame"], 0.5) for name in GROUND}
    grain = {f"{name}-grain": map_[f"{name}-dark"] for name in GROUND}
    return {**map_, **frame, **pale, **grain}


_DAYLIGHT = _with_shades({**GROUND, **_OBJECT_COLOURS})
_DIMMED_COLOURS = {name: mix_colours(colour, "#12161c", 0.42) for name, colour in _DAYLIGHT.items()}

LIGHT: Mapping[str, str] = {**_with_frame(_DAYLIGHT, _PAPER_FRAME), **piece_colours.LIGHT}
DARK: Mapping[str, str] = {**_with_frame(_DIMMED_COLOURS, _DARK_FRAME), **piece_colours.DARK}


_FRAME_SHARE = 0.22  # share of the frame's color in the map, so that units stand out
_BLACK_ON_WHITE = {
    "frame": "#ffffff",
    "frame-line": "#000000",
    "frame-text": "#000000",
    "edge-axis": "#2b3138",
    "edge-allies": "#33401a",
    "edge-text": "#ffffff",
    "grid": "#000000",
    "section": "#7a0d04",
}
_WHITE_ON_BLACK = {
    "frame": "#000000",
    "frame-line": "#ffffff",
    "frame-text": "#ffffff",
    "edge-axis": "#1c232b",
    "edge-allies": "#202b0e",
    "edge-text": "#ffffff",
    "grid": "#f0f0f0",
    "section": "#ffd9d2",
}


def _high_contrast_palette(
    colours: Mapping[str, str], map_: Mapping[str, str], frame: Mapping[str, str]
) -> dict[str, str]:
    """Return a high-contrast palette: a muted map, strong lines, text in black and white.

    Args:
        colours: The palette of the light or the dark theme.
        map_: The colors of the map in that palette.
        frame: The colors of frame, lines and text.
    """
    muted_colours = {
        name: mix_colours(colour, frame["frame"], _FRAME_SHARE) for name, colour in map_.items()
    }
    pieces = piece_colours.high_contrast_colours(
        {name: colours[name] for name in piece_colours.LIGHT}
    )
    return {**_with_frame(muted_colours, frame), **pieces}


@cache
def drawing_palette(theme: str) -> Mapping[str, str]:
    """Return the palette of a theme: light, dark, contrast-light or contrast-dark.

    Raises:
        ValueError: there is no such theme.
    """
    match theme:
        case "light":
            return LIGHT
        case "dark":
            return DARK
        case "contrast-light":
            return _high_contrast_palette(LIGHT, _DAYLIGHT, _BLACK_ON_WHITE)
        case "contrast-dark":
            return _high_contrast_palette(DARK, _DIMMED_COLOURS, _WHITE_ON_BLACK)
    raise ValueError(theme)
