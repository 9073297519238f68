"""The picture as a layer of the board, and the pins by which it is laid."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from m44core.board import Board
from m44core.drawing.board.board import board_size
from m44core.drawing.shapes.palettes import LIGHT
from m44core.hexes import Hex
from m44editor.board.geometry import board_area
from m44editor.board.highlights import Wide
from m44editor.board.layers import BoardLayer
from m44editor.underlay.placing import Placing

PIN = 9.0  # logical pixels from the middle of a pin to its rim
_LINE, _FILL = QColor(20, 20, 20), QColor(255, 214, 64, 220)


class Underlay(BoardLayer):
    """A picture over the printed board; kept as it is painted, as other layers are.

    Args:
        image: The picture.
        placing: How it lies.
        board: The board.
    """

    def __init__(self, image: QImage, placing: Placing, board: Board) -> None:
        super().__init__((), board_size(board), LIGHT)
        self._image = image
        self._placing = placing

    def draw(self, painter: QPainter) -> None:
        """Draw the picture in units, as it lies."""
        transform = self._placing.transform(self._image.width(), self._image.height())
        if transform is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setOpacity(self._placing.opacity)
        painter.setTransform(transform, True)
        painter.drawImage(QPointF(0, 0), self._image)


class Pins(Wide):
    """Where the pins of a picture are, over the board."""

    def __init__(self, placing: Placing, board: Board, held: int | None = None) -> None:
        self.hexes: frozenset[Hex] = frozenset(board.hexes)
        corners = [QPointF(*point) for point in placing.points]
        margin = 60.0
        self.reach: QRectF = board_area(board).adjusted(-margin, -margin, margin, margin)
        self._corners = corners
        self._held = held

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint a ring with a cross at each pin, and lines between them."""
        pen = QPen(_FILL, 1.5 / scale, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(self._corners)
        for number, corner in enumerate(self._corners):
            radius = PIN / scale * (1.3 if number == self._held else 1.0)
            painter.setPen(QPen(_LINE, 1.5 / scale))
            painter.setBrush(QColor(_FILL.red(), _FILL.green(), _FILL.blue(), 90))
            painter.drawEllipse(corner, radius, radius)
            across, down = QPointF(radius, 0), QPointF(0, radius)
            painter.drawLine(corner - across, corner + across)
            painter.drawLine(corner - down, corner + down)
