"""The colors of printed maps: grounds stay distinguishable in black and white."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.palettes import LIGHT
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.tokens.badge_art import TOKENS
from m44core.publish.paper_and_ink import Ink, ink_palette


def lightness(colour: str) -> float:
    """Return the lightness of a gray, from 0 to 1; fail if the color is not gray."""
    red, green, blue = bytes.fromhex(colour[1:])
    assert red == green == blue
    return red / 255


def test_every_ink_has_all_colours() -> None:
    assert {ink: ink_palette(ink).keys() for ink in Ink} == {ink: LIGHT.keys() for ink in Ink}


def test_black_and_white_maps_are_gray() -> None:
    greys = {name: lightness(colour) for name, colour in ink_palette(Ink.MONO).items()}
    assert greys["grass"] > 0.9, "printed land takes ink"


@pytest.mark.parametrize("land", ["grass", "sand", "winter", "desert"])
def test_the_sea_is_darker_than_land(land: str) -> None:
    palette = ink_palette(Ink.MONO)
    assert lightness(palette["ocean"]) < lightness(palette[land]) - 0.1


@pytest.mark.parametrize("ground", ["sand", "ocean", "desert"])
def test_grounds_too_similar_in_gray_have_a_texture(ground: str) -> None:
    """Dots of a beach are drawn at 45 %, waves at 40 %, so half the difference is visible."""
    palette = ink_palette(Ink.MONO)
    assert lightness(palette[ground]) - lightness(palette[f"{ground}-grain"]) > 0.5
    assert lightness(palette["grass"]) - lightness(palette["grass-grain"]) < 0.2


@pytest.mark.parametrize("name", ["grass", "sand", "ocean"])
def test_ink_saving_and_black_and_white_use_less_ink_than_color(name: str) -> None:
    full_colour, saving, mono = (sum(bytes.fromhex(ink_palette(ink)[name][1:])) for ink in Ink)
    assert full_colour < min(saving, mono)


def test_fields_do_not_look_like_stains_on_white_ground() -> None:
    for ink in (Ink.SAVING, Ink.MONO):
        field, grass = (bytes.fromhex(ink_palette(ink)[name][1:]) for name in ("field", "grass"))
        assert max(abs(one - other) for one, other in zip(field, grass, strict=True)) < 10


def relative_luminance(colour: str) -> float:
    value = lightness(colour)
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """Return the contrast of two grays, from 1 to 21, as in WCAG."""
    dark, light = sorted(map(relative_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def shapes_in(drawing: Drawing) -> Iterator[Shape]:
    for node in drawing:
        if isinstance(node, Group):
            yield from shapes_in(node.children)
        elif isinstance(node, Shape):
            yield node


def test_the_emblems_of_badges_are_legible_in_black_and_white() -> None:
    palette = ink_palette(Ink.MONO)
    for name, token in TOKENS.items():
        _, disc, _, *emblem = token
        colours = {
            palette[colour]
            for shape in shapes_in(tuple(emblem))
            for colour in (shape.fill, shape.stroke if shape.width >= 1.2 else None)
            if isinstance(colour, str)
        }
        ground = palette[str(next(shapes_in((disc,))).fill)]
        assert max(contrast(ground, colour) for colour in colours) >= 4.5, name


@pytest.mark.parametrize("nation", ["us", "brit", "ru", "ger"])
def test_badges_have_an_edge_on_every_counter_in_black_and_white(nation: str) -> None:
    palette = ink_palette(Ink.MONO)
    for name, token in TOKENS.items():
        disc, edge = list(shapes_in(token))[1:3]
        colours = [palette[str(each)] for each in (edge.stroke, disc.stroke, disc.fill)]
        plate = palette[f"side-{nation}"]
        assert max(contrast(plate, colour) for colour in colours) >= 3, name


@pytest.mark.parametrize(("tile", "ground"), [("marshes", "grass"), ("wmarshes", "winter")])
def test_marsh_is_told_from_open_ground_in_black_and_white(tile: str, ground: str) -> None:
    palette = ink_palette(Ink.MONO)
    art = draw_art(Art(PaintingPlane.GROUND, tile, detail=(0,)))
    rims = [
        shape.stroke
        for shape in shapes_in(art)
        if isinstance(shape.fill, str) and isinstance(shape.stroke, str) and shape.opacity > 0.9
    ]
    assert rims, "pools have an outline"
    assert all(contrast(palette[str(rim)], palette[ground]) >= 2 for rim in rims)


def test_high_ground_has_a_rim_in_black_and_white() -> None:
    palette = ink_palette(Ink.MONO)
    art = draw_art(Art(PaintingPlane.GROUND, "highground", detail=(0,)))
    rims = [shape for shape in shapes_in(art) if isinstance(shape.stroke, str) and not shape.fill]
    assert any(
        contrast(palette[str(rim.stroke)], palette["grass"]) >= 2 and rim.opacity >= 0.6
        for rim in rims
    )
