"""Every piece can be distinguished from all others of its layer on a hex 40 pixels wide."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter
from tests.editor.colour_blindness import SIGHTS, simulated_colour

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Element, Layer
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.palettes import DARK, LIGHT, drawing_palette
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH
from m44core.drawing.tokens.badge_art import EQUIPMENT_TOKENS
from m44core.drawing.units.unit_art import EQUIPPED
from m44editor.board.painter import paint

_WIDTH = 40
_HEIGHT = round(_WIDTH * HEX_HEIGHT / HEX_WIDTH)
UNITS = [element.name for element in base_catalogue().on_layer(Layer.UNIT)]
DRAWN_EQUIPMENT = {equipment for _, equipment in EQUIPPED} | EQUIPMENT_TOKENS.keys()
_MIN_DIFFERENCE = 40 * 3 * 40  # equivalent to 40 pixels that differ by 40 of 255 in each channel


def art_of_element(element: Element) -> Art:
    """Return the art of a piece on its hex."""
    match element.layer:
        case Layer.TERRAIN:
            return Art(PaintingPlane.GROUND, element.name)
        case Layer.STRUCTURE:
            return Art(PaintingPlane.STRUCTURE, element.name, detail=("",))
        case Layer.OBSTACLE:
            return Art(PaintingPlane.OBSTACLE, element.name, detail=("",))
        case Layer.UNIT:
            return Art(PaintingPlane.UNIT, element.name, detail=(4, ""))
        case Layer.BADGE:
            return Art(PaintingPlane.UNIT, "infger", detail=(4, element.name))
        case Layer.TAG:
            return Art(PaintingPlane.TAG, element.name, detail=(0, 1, ""))


Picture = NDArray[np.int16]


def thumbnail(piece: Art, palette: Mapping[str, str]) -> Picture:
    """Return the color values of the pixels of a hex with a piece, as a flat array."""
    image = QImage(_WIDTH, _HEIGHT, QImage.Format.Format_RGB888)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(_WIDTH / 2, _HEIGHT / 2)
    painter.scale(_WIDTH / HEX_WIDTH, _WIDTH / HEX_WIDTH)
    ground = Art(PaintingPlane.GROUND, "ground", detail=("COUNTRY", "land"))
    for each in (ground, piece):
        paint(painter, draw_art(each), palette)
    painter.end()
    return np.frombuffer(bytes(image.constBits()), np.uint8).astype(np.int16)


PALETTES = {
    "light": LIGHT,
    "dark": DARK,
    "contrast light": drawing_palette("contrast-light"),
    "contrast dark": drawing_palette("contrast-dark"),
    **{
        name: {colour: simulated_colour(value, sight) for colour, value in LIGHT.items()}
        for name, sight in SIGHTS.items()
        if name != "no colour"
    },
}


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("layer", Layer)
def test_any_two_pieces_of_a_layer_differ_at_thumbnail_size(layer: Layer, palette: str) -> None:
    colours = PALETTES[palette]
    pictures = {
        e.name: thumbnail(art_of_element(e), colours) for e in base_catalogue().on_layer(layer)
    }
    assert similar_pictures(pictures) == {}


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("nation", ["ger", "us", "jp"])
def test_any_two_units_of_the_equipment_pack_differ_at_thumbnail_size(
    nation: str, palette: str
) -> None:
    arts = {
        name: Art(PaintingPlane.UNIT, name, detail=(3, ""))
        for name in UNITS
        if name.endswith(nation)
    }
    for special in base_catalogue().specials:
        for unit in special.of & arts.keys():
            if special.equipment in DRAWN_EQUIPMENT:
                art_with_equipment = Art(
                    PaintingPlane.UNIT, unit, detail=(3, "", special.equipment)
                )
                arts[f"{special.equipment} {unit}"] = art_with_equipment
            for badge in special.badges:
                arts[f"{badge} {unit}"] = Art(PaintingPlane.UNIT, unit, detail=(3, badge))
    assert len(arts) > len(DRAWN_EQUIPMENT) + 7
    colours = PALETTES[palette]
    assert similar_pictures({name: thumbnail(piece, colours) for name, piece in arts.items()}) == {}


def similar_pictures(pictures: Mapping[str, Picture]) -> dict[tuple[str, str], int]:
    """Return the differences of the pairs of pictures that differ too little."""
    return {
        (a, b): int(difference)
        for (a, first), (b, second) in combinations(pictures.items(), 2)
        if (difference := np.abs(first - second).sum(dtype=int)) < _MIN_DIFFERENCE
    }


@pytest.mark.parametrize("name", ["no green", "no red"])
def test_color_blindness_confuses_only_red_and_green(name: str) -> None:
    sight = SIGHTS[name]
    assert simulated_colour("#808080", sight) == "#808080"
    assert simulated_colour("#ffffff", sight) == "#ffffff"
    red, green = simulated_colour("#d0452f", sight), simulated_colour("#6b7a2c", sight)
    assert max(abs(int(red[i : i + 2], 16) - int(green[i : i + 2], 16)) for i in (1, 3, 5)) < 40
