"""Every piece is told apart from every other of its layer on a hex 40 pixels wide."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from operator import sub

import pytest
from PySide6.QtGui import QImage, QPainter

from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Element, Layer
from m44core.drawing.board.pieces import draw
from m44core.drawing.shapes.art import Art, Plane
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH
from m44editor.board.painter import paint

_WIDTH = 40
_HEIGHT = round(_WIDTH * HEX_HEIGHT / HEX_WIDTH)
_LEAST = 40 * 3 * 40  # as if 40 pixels differed by 40 of 255 in each of their channels


def art(element: Element) -> Art:
    """How a piece lies on its hex."""
    match element.layer:
        case Layer.TERRAIN:
            return Art(Plane.GROUND, element.name)
        case Layer.STRUCTURE:
            return Art(Plane.STRUCTURE, element.name, detail=("",))
        case Layer.OBSTACLE:
            return Art(Plane.OBSTACLE, element.name, detail=("",))
        case Layer.UNIT:
            return Art(Plane.UNIT, element.name, detail=(4, ""))
        case Layer.BADGE:
            return Art(Plane.UNIT, "infger", detail=(4, element.name))
        case Layer.TAG:
            return Art(Plane.TAG, element.name, detail=(0, 1, ""))


def thumbnail(piece: Art, palette: Mapping[str, str]) -> bytes:
    """The red, green and blue of each pixel of a hex with a piece on it."""
    image = QImage(_WIDTH, _HEIGHT, QImage.Format.Format_RGB888)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(_WIDTH / 2, _HEIGHT / 2)
    painter.scale(_WIDTH / HEX_WIDTH, _WIDTH / HEX_WIDTH)
    ground = Art(Plane.GROUND, "ground", detail=("COUNTRY", "land"))
    for each in (ground, piece):
        paint(painter, draw(each), palette)
    painter.end()
    return bytes(image.constBits())


def as_a_deuteranope_sees(colour: str) -> str:
    """A colour without the green cones (Machado, Oliveira, Fernandes 2009)."""
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    mixed = (
        0.367322 * red + 0.860646 * green - 0.227968 * blue,
        0.280085 * red + 0.672501 * green + 0.047413 * blue,
        -0.011820 * red + 0.042940 * green + 0.968881 * blue,
    )
    return "#" + "".join(f"{round(255 * _gamma(min(1, max(0, part)))):02x}" for part in mixed)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _gamma(part: float) -> float:
    return float(12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055)


PALETTES = {
    "light": LIGHT,
    "dark": DARK,
    "colour-blind": {name: as_a_deuteranope_sees(colour) for name, colour in LIGHT.items()},
}


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("layer", Layer)
def test_any_two_pieces_of_a_layer_differ_at_thumbnail_size(layer: Layer, palette: str) -> None:
    colours = PALETTES[palette]
    pictures = {e.name: thumbnail(art(e), colours) for e in load_catalogue().on_layer(layer)}
    alike = {
        (a, b): difference
        for (a, first), (b, second) in combinations(pictures.items(), 2)
        if (difference := sum(map(abs, map(sub, first, second)))) < _LEAST
    }
    assert alike == {}


def test_the_sight_of_a_deuteranope_confuses_red_and_green_only() -> None:
    assert as_a_deuteranope_sees("#808080") == "#808080"
    assert as_a_deuteranope_sees("#ffffff") == "#ffffff"
    red, green = as_a_deuteranope_sees("#b3382c"), as_a_deuteranope_sees("#6b7a2c")
    assert max(abs(int(red[i : i + 2], 16) - int(green[i : i + 2], 16)) for i in (1, 3, 5)) < 40
