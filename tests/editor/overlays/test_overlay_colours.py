"""Overlays and marks of the playtest can be distinguished with any color vision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from tests.editor.colour_blindness import SIGHTS, simulated_colour
from tests.editor.contrast import contrast_ratio

from m44core.drawing.board.overlay import AREA_STYLES, CASING, area_swatch, draw_overlay
from m44core.drawing.shapes.palettes import drawing_palette
from m44core.drawing.shapes.shapes import HEX_HEIGHT, HEX_WIDTH
from m44core.drawing.units.unit_counter import COUNTER_BOX
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44editor.board.geometry import centre
from m44editor.board.painter import paint
from m44editor.overlays.overlay_mark import OverlayMark
from m44editor.playtest import game_marks
from m44editor.playtest.game.game_log import TraceKind

pytestmark = pytest.mark.usefixtures("qapp")

_WIDTH, _HEIGHT = 64, 40
_MIN_LIGHTNESS_DIFFERENCE = 12  # of 255: the minimum average difference in lightness of two samples
GROUNDS = ("grass", "winter", "desert", "ocean")


def overlay_sample(role: str, place: int, ground: str, theme: str) -> QImage:
    """Return an image of a ground color with an area of an overlay on it."""
    image = QImage(_WIDTH, _HEIGHT, QImage.Format.Format_RGB32)
    image.fill(QColor(drawing_palette(theme)[ground]))
    painter = QPainter(image)
    paint(painter, area_swatch(role, place, _WIDTH, _HEIGHT), {})
    painter.end()
    return image


def lightness_difference(one: QImage, other: QImage, sight: str) -> float:
    """Return the average difference in lightness of two samples, for a kind of color vision."""
    points = [(x, y) for x in range(0, _WIDTH, 4) for y in range(0, _HEIGHT, 4)]

    def grey(image: QImage, point: tuple[int, int]) -> int:
        return QColor(simulated_colour(image.pixelColor(*point).name(), SIGHTS[sight])).lightness()

    pairs = ((grey(one, spot), grey(other, spot)) for spot in points)
    differences = [abs(a - b) for a, b in pairs]
    return sum(differences) / len(differences)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast-light", "contrast-dark"])
@pytest.mark.parametrize("sight", SIGHTS)
def test_areas_of_overlays_differ_in_pattern(sight: str, theme: str) -> None:
    for ground in GROUNDS:
        for place in (0, 1):
            pictures = {
                role: overlay_sample(role, place, ground, theme) for role in AREA_STYLES[place]
            }
            for a, b in combinations(pictures, 2):
                pattern_difference = lightness_difference(pictures[a], pictures[b], sight)
                assert pattern_difference >= _MIN_LIGHTNESS_DIFFERENCE, (
                    ground,
                    place,
                    a,
                    b,
                    pattern_difference,
                )


def test_roles_differ_in_line_and_hatching() -> None:
    for styles in AREA_STYLES:
        assert len({style.slopes for style in styles.values()}) == len(styles)
        assert len({style.dash for style in styles.values()}) == len(styles)


def test_lines_of_overlays_are_visible_on_their_casing() -> None:
    for styles in AREA_STYLES:
        for role, style in styles.items():
            min_contrast = 2.0 if role == "half" else 3.0  # that line is dashed, and hatched inside
            assert contrast_ratio(QColor(style.colour), QColor(CASING)) >= min_contrast, role


@pytest.mark.parametrize("sight", SIGHTS)
def test_routes_of_the_playtest_can_be_distinguished(sight: str) -> None:
    lines: Mapping[TraceKind, QColor] = game_marks.TRACE_COLOURS
    for a, b in combinations(lines, 2):
        one, other = (QColor(simulated_colour(lines[way].name(), SIGHTS[sight])) for way in (a, b))
        colour_difference = (
            one.red() - other.red(),
            one.green() - other.green(),
            one.blue() - other.blue(),
        )
        assert max(map(abs, colour_difference)) >= 30, (a, b)


def test_units_keep_their_colours_under_an_overlay(pegasus: Scenario) -> None:
    board = pegasus.board
    unit, other = board.hex("E7"), board.hex("F7")
    areas: list[tuple[str, frozenset[Hex]]] = [("closed", frozenset({unit, other}))]
    mark = OverlayMark(areas, {}, 0, frozenset({unit}))
    overlay = draw_overlay(areas, {}, 0, frozenset({unit}))
    for hex_, is_expected_blank in ((unit, True), (other, False)):
        assert is_blank(lambda painter: mark.paint(painter, 1.0), hex_) is is_expected_blank
        assert is_blank(lambda painter: paint(painter, overlay, {}), hex_) is is_expected_blank


def is_blank(draw: Callable[[QPainter], None], hex_: Hex) -> bool:
    """Return whether *draw* paints nothing in the area of a unit's counter."""
    image = QImage(round(HEX_WIDTH), round(HEX_HEIGHT), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.translate(HEX_WIDTH / 2, HEX_HEIGHT / 2)
    painter.translate(-centre(hex_))
    draw(painter)
    painter.end()
    left, top, width, height = (round(each) for each in COUNTER_BOX)
    columns, lines = range(3, width - 3, 4), range(3, height - 3, 4)
    points = [(left + x, top + y) for x in columns for y in lines]
    middle = image.rect().center()
    return not any(image.pixelColor(middle.x() + x, middle.y() + y).alpha() for x, y in points)
