"""Paper sizes, and the colors of printed maps: in full, with little ink, in black and white."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from m44core.drawing.shapes.palettes import GROUND, LIGHT, mix_colours


class Paper(StrEnum):
    """A paper size; the value is its name in Typst."""

    A4 = "a4"
    A3 = "a3"
    LETTER = "us-letter"

    @property
    def cli_name(self) -> str:
        """The name on the command line: ``letter``."""
        return self.value.removeprefix("us-")

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in portrait, in millimeters."""
        return _SIZES[self]

    @classmethod
    def from_cli_name(cls, name: str) -> Paper:
        """Return the paper with this name on the command line."""
        return next(paper for paper in cls if paper.cli_name == name)


_SIZES = {Paper.A4: (210.0, 297.0), Paper.A3: (297.0, 420.0), Paper.LETTER: (215.9, 279.4)}


_WHITE = "#ffffff"
_PRINTED = {*GROUND, "field"}  # fields are part of the ground: alone, they look like stains
_GROUND_WHITE = 0.86  # share of white in printed ground, to save ink
_TILE_WHITE = 0.45  # share of white in all other colours
_DARK = 0.32  # luminance: darker colours are lines and text, and are not changed
_MEDIUM = 0.6  # luminance: darker colours are lightened by half as much
_PRINTED_COLOURS = {
    "ocean": "#d2d2d2",
    "ocean-light": "#ececec",
    "ocean-grain": "#3c3c3c",
    "sand-grain": "#202020",
    "desert-grain": "#6a6a6a",
}
"""The ground in black and white: white land, dotted beaches, gray sea with waves."""
_EMBLEM_COLOURS = {
    "piece-red": "#484848",
    "piece-blue": "#404040",
    "piece-green": "#484848",
    "piece-leaf": "#565656",
    "piece-stone-dark": "#565656",
}
"""The colors of emblems in black and white: as light as elsewhere, badges would be blank."""


class Ink(StrEnum):
    """The amount of ink that a printed map uses."""

    COLOUR = "colour"
    SAVING = "saving"
    MONO = "mono"


def ink_palette(ink: Ink) -> Mapping[str, str]:
    """Return the palette of a printed map.

    To save ink, the ground is nearly white and tiles are pale, while lines, text and units stay
    legible. In black and white the same colors are gray, and sea and beach have dark textures,
    because gray alone would not distinguish them from land. Emblems are dark.
    """
    match ink:
        case Ink.COLOUR:
            return LIGHT
        case Ink.SAVING:
            return _INK_SAVING_COLOURS
        case Ink.MONO:
            return {name: _grey(colour) for name, colour in _INK_SAVING_COLOURS.items()} | {
                **_PRINTED_COLOURS,
                **_EMBLEM_COLOURS,
            }


def _lightened(name: str, colour: str) -> str:
    base = name.split("-")[0]
    if base in _PRINTED or name.startswith("frame"):
        return (
            colour
            if name.endswith(("-line", "-text"))
            else mix_colours(colour, _WHITE, _GROUND_WHITE)
        )
    light = _luminance(colour)
    if light < _DARK:
        return colour
    return mix_colours(colour, _WHITE, _TILE_WHITE / 2 if light < _MEDIUM else _TILE_WHITE)


def _luminance(colour: str) -> float:
    red, green, blue = bytes.fromhex(colour[1:])
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def _grey(colour: str) -> str:
    return "#" + f"{round(255 * _luminance(colour)):02x}" * 3


_INK_SAVING_COLOURS = {name: _lightened(name, colour) for name, colour in LIGHT.items()}
