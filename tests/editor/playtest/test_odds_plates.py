"""The odds plates on neighboring targets do not touch in any language."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QBitmap, QImage, QPainter, QRegion
from pytestqt.qtbot import QtBot

from m44core.drawing.shapes.shapes import HEX_WIDTH
from m44core.hexes import Hex
from m44core.messages.languages import languages
from m44editor.board.geometry import centre
from m44editor.board.painter import bounds
from m44editor.interface_text import language, set_language
from m44editor.playtest.game.forecast import Odds
from m44editor.playtest.game_marks import OddsPlate

HERE = Hex(2, 2)


def painted_width(dice: int, scale: float) -> float:
    """Return the width of the plate as painted, in units of the board."""
    image = QImage(600, 400, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(200 / scale - centre(HERE).x(), 200 / scale - centre(HERE).y())
    OddsPlate(HERE, Odds(dice, 12.5, 1.0, 0.2)).paint(painter, scale)
    painter.end()
    painted_rect = QRegion(QBitmap.fromImage(image.createAlphaMask())).boundingRect()
    return (painted_rect.width() - 1) / scale


@pytest.mark.parametrize("code", languages())
def test_a_plate_is_no_wider_than_its_hex(qtbot: QtBot, code: str) -> None:
    before = language()
    set_language(code)
    widths = {(dice, scale): painted_width(dice, scale) for dice in (3, 8) for scale in (0.6, 1.3)}
    set_language(before)
    assert {key: width for key, width in widths.items() if width > HEX_WIDTH} == {}


@pytest.mark.parametrize("code", languages())
def test_both_lines_of_a_plate_are_legible_and_fit_on_it(qtbot: QtBot, code: str) -> None:
    before = language()
    set_language(code)
    plate, scale = OddsPlate(HERE, Odds(3, 1.5, 0.12, 0.2)), 0.66  # a board on a small screen
    lines = plate.lines(scale)
    area = plate.area(lines)
    set_language(before)
    assert len(lines) == 2
    assert min(line.size * scale for line in lines) >= 9
    assert area.contains(bounds(lines))
