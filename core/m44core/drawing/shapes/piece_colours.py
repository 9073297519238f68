"""The colors of the pieces in the light and the dark theme, and those of each nation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from m44core.catalogue.catalogue_types import Side

# Counters are light for the Allies and dark for the Axis, so that the sides differ in gray too;
# within a side the nations differ in lightness.
_SIDES = {
    "side-us": "#a8b878",
    "side-us-light": "#cdd8a4",
    "side-us-rim": "#3c4a20",
    "side-us-ink": "#24331a",
    "side-us-mid": "#6d8148",
    "side-brit": "#ead9ad",
    "side-brit-light": "#fbf2d8",
    "side-brit-rim": "#5f4519",
    "side-brit-ink": "#46310f",
    "side-brit-mid": "#ab8b52",
    "side-ru": "#c27d66",
    "side-ru-light": "#dfa48d",
    "side-ru-rim": "#5a1a0f",
    "side-ru-ink": "#3a0c07",
    "side-ru-mid": "#8c402d",
    "side-ger": "#56626a",
    "side-ger-light": "#7d8a92",
    "side-ger-rim": "#20272b",
    "side-ger-ink": "#eef1f0",
    "side-ger-mid": "#a3aeb3",
    "side-jp": "#5e4024",
    "side-jp-light": "#87633f",
    "side-jp-rim": "#2a190a",
    "side-jp-ink": "#f6e3ae",
    "side-jp-mid": "#b8955c",
}
_PIECES = {
    "piece-shadow": "#15120c",
    "piece-paper": "#fbf6e8",
    "piece-ink": "#26221c",
    "piece-grey": "#8d8a82",
    "piece-gold": "#d9ab3a",
    "piece-gold-light": "#f6dc8a",
    "piece-gold-dark": "#7d5a12",
    "piece-silver": "#c9ced2",
    "piece-silver-light": "#f4f6f7",
    "piece-silver-dark": "#5a6268",
    "piece-bronze": "#a9703c",
    "piece-bronze-light": "#d9a873",
    "piece-red": "#b3382c",
    "piece-red-light": "#dd7363",
    "piece-red-dark": "#6b1c14",
    "piece-blue": "#2f5d8c",
    "piece-blue-light": "#7ba7cf",
    "piece-blue-dark": "#1a3a5c",
    "piece-green": "#4c7a3a",
    "piece-green-light": "#8fb56f",
    "piece-green-dark": "#29471f",
    "piece-orange": "#dd7d24",
    "piece-yellow": "#efc94c",
    "piece-black": "#1f1d1a",
    "piece-white": "#fffdf6",
    "piece-concrete": "#a7a69c",
    "piece-concrete-light": "#cfcdc2",
    "piece-concrete-dark": "#74736a",
    "piece-concrete-edge": "#45443e",
    "piece-slit": "#1d1b18",
    "piece-wire": "#1d1b18",
    "piece-wire-casing": "#f4f6f7",
    "piece-timber": "#a87f4e",
    "piece-timber-light": "#cda672",
    "piece-timber-dark": "#6a4a26",
    "piece-timber-edge": "#3c2812",
    "piece-stone-light": "#d8cfba",
    "piece-stone-dark": "#7d715a",
    "piece-steel": "#6d757b",
    "piece-steel-light": "#a3abb0",
    "piece-steel-dark": "#3b4146",
    "piece-rust": "#8a5233",
    "piece-rope": "#c9a765",
    "piece-rope-dark": "#7a5a28",
    "piece-snow": "#f6f9fa",
    "piece-snow-shade": "#c5d3da",
    "piece-sand": "#dcc18a",
    "piece-sand-light": "#f0deb2",
    "piece-sand-dark": "#a5854d",
    "piece-bag": "#c3ac78",
    "piece-bag-light": "#e2d0a2",
    "piece-bag-dark": "#7c6537",
    "piece-leaf": "#5e7d3c",
    "piece-leaf-dark": "#364d22",
    "piece-water": "#7fa6b6",
    "piece-water-light": "#c8dde3",
    "piece-hull": "#7b8890",
    "piece-hull-light": "#aab5bb",
    "piece-hull-dark": "#47525a",
    "piece-label": "#2a2118",
    "piece-label-halo": "#fbf6e6",
    "piece-hex-name": "#3a3326",
    "piece-hex-name-halo": "#efe9d6",
}

LIGHT: Mapping[str, str] = {**_SIDES, **_PIECES}

_STRUCTURE_COLOURS = (
    "concrete",
    "timber",
    "stone",
    "snow",
    "sand",
    "bag",
    "leaf",
    "water",
    "hull",
    "silver",
)


def _dimmed_colour(name: str, colour: str) -> str:
    """Return a color, dimmed for structures so that they are not brighter than units on them."""
    if not name.startswith(tuple(f"piece-{material}" for material in _STRUCTURE_COLOURS)):
        return colour
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(channel * 0.82):02x}" for channel in channels)


# On a dark board counters keep their colors; only the whitest paper is dimmed, and text is light
# on dark.
DARK: Mapping[str, str] = {
    **{name: _dimmed_colour(name, colour) for name, colour in LIGHT.items()},
    "side-us": "#9dad70",
    "side-us-light": "#bfcb96",
    "side-brit": "#d8c89d",
    "side-brit-light": "#ebe0c2",
    "side-ru": "#b87560",
    "side-ru-light": "#d3987f",
    "side-ger-rim": "#0f1315",
    "side-jp-rim": "#140b04",
    "piece-shadow": "#000000",
    "piece-paper": "#ebe4d2",
    "piece-white": "#f0ece0",
    "piece-wire": "#e3e6e4",
    "piece-wire-casing": "#15130f",
    "piece-label": "#f4ecd8",
    "piece-label-halo": "#1b1813",
    "piece-hex-name": "#cfc6b0",
    "piece-hex-name-halo": "#2a261e",
}


_RIM = "#000000"
_TEXT_COLOURS = ("piece-label", "piece-hex-name")


def high_contrast_colours(colours: Mapping[str, str]) -> dict[str, str]:
    """Return the colors of pieces in high contrast: black rims, text in black and white."""
    rims = {name: _RIM for name in colours if name.startswith("side-") and name.endswith("-rim")}
    is_text_light = int(colours["piece-label"][1:3], 16) > 127
    ink, halo = ("#ffffff", "#000000") if is_text_light else ("#000000", "#ffffff")
    text_colours = dict.fromkeys(_TEXT_COLOURS, ink) | {
        f"{name}-halo": halo for name in _TEXT_COLOURS
    }
    return {**colours, **rims, **text_colours}


AXIS_NATIONS = frozenset({"ger", "jp"})
NATIONS = ("us", "brit", "ru", "ger", "jp")


@dataclass(frozen=True, slots=True)
class Livery:
    """The palette colors of a nation's pieces.

    Attributes:
        nation: The suffix of its units' .m44 names: ``ger``.
    """

    nation: str

    @property
    def side(self) -> Side:
        """The side the nation fights on."""
        return Side.AXIS if self.nation in AXIS_NATIONS else Side.ALLIES

    @property
    def plate(self) -> str:
        """The palette color of the counter."""
        return f"side-{self.nation}"

    @property
    def light(self) -> str:
        """The palette color of the lit part of the counter."""
        return f"side-{self.nation}-light"

    @property
    def rim(self) -> str:
        """The palette color of the edge of the counter."""
        return f"side-{self.nation}-rim"

    @property
    def ink(self) -> str:
        """The palette color of the silhouette."""
        return f"side-{self.nation}-ink"

    @property
    def mid(self) -> str:
        """The palette color between ink and plate, for figures behind the silhouette."""
        return f"side-{self.nation}-mid"
