"""The colors of printed maps: grounds stay distinguishable in black and white."""

import pytest

from m44core.drawing.shapes.palettes import LIGHT
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
