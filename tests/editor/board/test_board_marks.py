from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from m44core.board import BOARDS, BoardType
from m44core.drawing.board.scenario_drawing import board_size
from m44core.hexes import Hex
from m44editor.board.board_marks import Arrow, Mark, TextMark
from m44editor.board.geometry import hex_bounding_rect

pytestmark = pytest.mark.usefixtures("qapp")
BOARD = BOARDS[BoardType.STANDARD]
RED = QColor(200, 0, 0)


def paint_mark(mark: Mark, scale: float) -> QImage:
    """Return a transparent image of the size of the board, with only *mark* painted on it."""
    width, height = board_size(BOARD)
    image = QImage(round(width * scale), round(height * scale), QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(scale, scale)
    mark.paint(painter, scale)
    painter.end()
    return image


def painted_pixels(image: QImage) -> list[tuple[int, int]]:
    width, height = image.width(), image.height()
    return [(x, y) for x in range(width) for y in range(height) if image.pixel(x, y)]


@pytest.mark.parametrize("scale", [0.15, 0.5])
@pytest.mark.parametrize(
    "mark",
    [
        TextMark(Hex(6, 4), "12", RED),
        Arrow(BOARD, Hex(6, 4), Hex(8, 4), RED),
        Arrow(BOARD, Hex(2, 8), Hex(15, 1), RED),
    ],
)
def test_a_mark_paints_only_on_its_hexes(mark: Mark, scale: float) -> None:
    points = painted_pixels(paint_mark(mark, scale))
    assert points
    areas = [hex_bounding_rect(hex_).adjusted(-6, -6, 6, 6) for hex_ in mark.hexes]
    for x, y in points:
        assert any(area.contains((x + 0.5) / scale, (y + 0.5) / scale) for area in areas)


def test_texts_stay_readable_on_a_small_board() -> None:
    rows = {y for _, y in painted_pixels(paint_mark(TextMark(Hex(6, 4), "3", RED), 0.15))}
    assert max(rows) - min(rows) >= 12
