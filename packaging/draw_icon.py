"""Draw the application icon with the program's own artwork: ``python packaging/draw_icon.py``."""

from __future__ import annotations

from pathlib import Path

from m44core.drawing.shapes.palettes import LIGHT
from m44core.drawing.shapes.paths import HEX_CORNERS, polygon, star
from m44core.drawing.shapes.piece_colours import Livery
from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Shape
from m44core.drawing.svg_export import to_svg
from m44core.drawing.units.tanks import tank

_SIZE = 128
_TARGET = Path(__file__).with_name("m44-editor.svg")


def _scaled_hex_path(scale: float) -> str:
    return polygon((x * scale, y * scale) for x, y in HEX_CORNERS)


def icon_drawing() -> Drawing:
    """Return a tank on a hex between shore and sky, centered on the origin."""
    land = Gradient(((0, "side-us-light"), (1, "side-us")), (-30, -40), (30, 50))
    shore = "M-60 30C-40 22 -24 34 -4 28C16 22 34 34 60 26L60 70L-60 70Z"
    return (
        Shape(_scaled_hex_path(1.04), fill="piece-shadow", opacity=0.25),
        Shape(_scaled_hex_path(1.0), fill="side-us-rim"),
        Group(
            (
                Shape(_scaled_hex_path(1.0), fill=land),
                Shape(shore, fill="piece-water", stroke="piece-sand-light", width=7),
            ),
            clip=_scaled_hex_path(0.93),
        ),
        Group(tank(Livery("us")), dx=-1, dy=2, scale=1.62),
        Shape(star(0, -33, 12), fill="piece-gold", stroke="piece-gold-dark", width=1.6),
    )


def icon_svg() -> str:
    """Return the icon as SVG."""
    centred = (Group(icon_drawing(), dx=_SIZE / 2, dy=_SIZE / 2, scale=1.06),)
    return to_svg(centred, _SIZE, _SIZE, LIGHT, "M44 Workshop")


def main() -> None:
    """Write the icon next to this script."""
    _TARGET.write_text(icon_svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
