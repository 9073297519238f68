from __future__ import annotations

import re
from itertools import combinations

import pytest

from m44core.drawing.shapes import piece_colours
from m44core.drawing.shapes.palettes import DARK, LIGHT, drawing_palette, mix_colours

GROUNDS = ("grass", "winter", "desert", "sand", "ocean")
PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


def lightness(colour: str) -> float:
    """Return the CIE lightness of a color, from 0 to 100; color-blind people also see it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    return float(116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y)


@PALETTES
def test_colours_are_written_as_six_hexadecimal_digits(palette: dict[str, str]) -> None:
    assert all(re.fullmatch("#[0-9a-f]{6}", value) for value in palette.values())


@pytest.mark.parametrize("theme", ["dark", "contrast-light", "contrast-dark"])
def test_all_palettes_have_the_same_names(theme: str) -> None:
    assert drawing_palette(theme).keys() == LIGHT.keys()
    test_colours_are_written_as_six_hexadecimal_digits({**drawing_palette(theme)})


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="sepia"):
        drawing_palette("sepia")


def test_the_palettes_contain_the_colours_of_pieces_unchanged() -> None:
    assert {name: LIGHT[name] for name in piece_colours.LIGHT} == piece_colours.LIGHT
    assert {name: DARK[name] for name in piece_colours.DARK} == piece_colours.DARK


def test_the_map_is_darker_in_the_dark_theme() -> None:
    for name in GROUNDS:
        assert lightness(DARK[name]) < lightness(LIGHT[name]) - 10


@PALETTES
@pytest.mark.parametrize(
    ("mark", "ground", "min_difference"),
    [
        ("frame-text", "frame", 45),
        ("leaf-dark", "grass", 30),
        ("jungle-deep", "leaf", 15),
        ("needle", "winter", 35),
        ("water", "grass", 6),
        ("water-dark", "grass", 18),
        ("water-dark", "winter", 25),
        ("road", "grass", 7),
        ("earth", "grass", 15),
        ("earth", "desert", 20),
        ("mudroad", "winter", 15),
        ("rail-deep", "grass", 30),
        ("rail-deep", "winter", 40),
        ("hill", "grass", 6),
        ("hill-deep", "grass", 30),
        ("tiles", "grass", 15),
        ("ocean", "sand", 15),
        ("section", "grass", 15),
        ("section", "winter", 25),
        ("section", "desert", 20),
        ("ink", "wall", 40),
    ],
)
def test_colours_that_must_be_distinguished_differ_in_lightness_too(
    palette: dict[str, str], mark: str, ground: str, min_difference: float
) -> None:
    scale = 1.0 if palette is LIGHT else 0.55
    assert abs(lightness(palette[mark]) - lightness(palette[ground])) >= min_difference * scale


@PALETTES
def test_the_printed_grounds_differ_in_lightness(palette: dict[str, str]) -> None:
    tones = {name: lightness(palette[name]) for name in ("grass", "winter", "desert", "ocean")}
    assert all(abs(tones[a] - tones[b]) > 4 for a, b in combinations(tones, 2))


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert mix_colours("#000000", "#ffffff", 0) == "#000000"
    assert mix_colours("#000000", "#ffffff", 1) == "#ffffff"
    assert mix_colours("#204060", "#406080", 0.5) == "#305070"
