"""Drawings of the whole board, kept as one picture while that is small enough."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPixmap

from m44core.drawing.shapes import Drawing
from m44editor.board.geometry import Zoom
from m44editor.board.painter import Palette, paint

_ROOM = 12 * 1024 * 1024  # bytes; a larger picture is not kept but painted each time


class BoardLayer:
    """A drawing as large as the board: the frame, or the lines on it."""

    def __init__(self, drawing: Drawing, size: tuple[float, float], palette: Palette) -> None:
        self._drawing = drawing
        self._size = QSizeF(*size)
        self._palette = palette
        self._pixmap = QPixmap()
        self._pitch = 0

    def paint(self, painter: QPainter, zoom: Zoom, origin: QPoint, *, quick: bool) -> None:
        """Paint it with its corner at *origin*, in device pixels.

        Args:
            painter: In device pixels.
            zoom: The size of the board.
            origin: Where its upper left corner goes.
            quick: Rather show an older picture scaled than render a new one.
        """
        size = zoom.device_transform.mapRect(QRectF(QPointF(), self._size)).size().toSize()
        if size.width() * size.height() * 4 > _ROOM:
            self._paint_at(painter, zoom, origin)
            return
        if self._pitch != zoom.pitch and not (quick and self._pitch):
            self._render(zoom, QPixmap(size))
        painter.drawPixmap(QRect(origin, size), self._pixmap)

    def _render(self, zoom: Zoom, pixmap: QPixmap) -> None:
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self._paint_at(painter, zoom, QPoint())
        painter.end()
        self._pixmap, self._pitch = pixmap, zoom.pitch

    def _paint_at(self, painter: QPainter, zoom: Zoom, origin: QPoint) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(origin)
        painter.setTransform(zoom.device_transform, True)
        paint(painter, self._drawing, self._palette)
        painter.restore()
