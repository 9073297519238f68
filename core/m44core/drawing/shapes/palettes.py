"""The colours of everything we draw, in daylight and for the dark theme."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.drawing.shapes import piece_colours

_GROUND = {
    "grass": "#b4bd85",
    "pacific": "#a9bb80",
    "winter": "#e6ebec",
    "desert": "#e2cc9a",
    "sand": "#ead7a6",
    "ocean": "#6f9fb4",
}

_THINGS = {
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
}


def mixed(colour: str, other: str, share: float) -> str:
    """Return *colour* with a *share* of *other* in it; both are ``#rrggbb``."""
    (red, green, blue), (r, g, b) = bytes.fromhex(colour[1:]), bytes.fromhex(other[1:])
    mix = (red + (r - red) * share, green + (g - green) * share, blue + (b - blue) * share)
    return "#" + bytes(map(round, mix)).hex()


def _lit(colours: Mapping[str, str]) -> dict[str, str]:
    """Add to each colour what it looks like in the light and in the shade."""
    light = {f"{name}-light": mixed(c, "#fffbe8", 0.3) for name, c in colours.items()}
    dark = {f"{name}-dark": mixed(c, "#241f2b", 0.34) for name, c in colours.items()}
    deep = {f"{name}-deep": mixed(c, "#1d1824", 0.6) for name, c in colours.items()}
    return {**colours, **light, **dark, **deep}


def _framed(map_: Mapping[str, str], frame: Mapping[str, str]) -> dict[str, str]:
    """Add the frame, and the pale ground of the half hexes that fade into it."""
    pale = {f"{name}-pale": mixed(map_[name], frame["frame"], 0.5) for name in _GROUND}
    return {**map_, **frame, **pale}


_DAYLIGHT = _lit({**_GROUND, **_THINGS})
_DIMMED = {name: mixed(colour, "#12161c", 0.42) for name, colour in _DAYLIGHT.items()}

LIGHT: Mapping[str, str] = {**_framed(_DAYLIGHT, _PAPER_FRAME), **piece_colours.LIGHT}
DARK: Mapping[str, str] = {**_framed(_DIMMED, _DARK_FRAME), **piece_colours.DARK}
