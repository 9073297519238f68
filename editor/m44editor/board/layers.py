"""Drawings of the whole board, kept as one picture while that is small enough; its shadow."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QRegion, QTransform
from PySide6.QtWidgets import QWidget

from m44core.drawing.shapes.shapes import Drawing
from m44editor.board.geometry import Zoom
from m44editor.board.painter import Palette, paint

_ROOM = 12 * 1024 * 1024  # bytes; of a larger picture only what is in sight is kept
_SHADOW = 7  # logical pixels the board's shadow is wide
_EDGE = 16  # logical pixels from the edge of a board in which nothing of its shadow is seen
_SPARE = 256  # device pixels kept beyond that, so that not every scroll renders anew


class BoardLayer:
    """A drawing as large as the board: the frame, or the lines on it."""

    def __init__(self, drawing: Drawing, size: tuple[float, float], palette: Palette) -> None:
        self._drawing = drawing
        self._size = QSizeF(*size)
        self._palette = palette
        self._pixmap = QPixmap()
        self._kept = QRect()  # the part that is kept, in device pixels at the zoom below
        self._zoom: Zoom | None = None

    def paint(self, painter: QPainter, zoom: Zoom, origin: QPoint, *, quick: bool) -> None:
        """Paint it with its corner at *origin*, in device pixels.

        Args:
            painter: In device pixels.
            zoom: The size of the board.
            origin: Where its upper left corner goes.
            quick: Rather show an older picture scaled than render a new one.
        """
        wanted = self._wanted(painter, zoom, origin)
        stale = self._zoom != zoom or not self._kept.contains(wanted)
        if wanted.isEmpty():
            return
        if self._zoom is None or (stale and not quick):
            self._render(zoom, wanted)
        painter.drawPixmap(self._place(zoom).translated(origin), self._pixmap)

    def forget(self) -> None:
        """Keep no picture of it."""
        self._pixmap, self._kept, self._zoom = QPixmap(), QRect(), None

    def draw(self, painter: QPainter) -> None:
        """Draw it in units."""
        paint(painter, self._drawing, self._palette)

    def _wanted(self, painter: QPainter, zoom: Zoom, origin: QPoint) -> QRect:
        """Return the whole picture, or of one too large to keep what is in sight."""
        size = zoom.device_transform.mapRect(QRectF(QPointF(), self._size)).size().toSize()
        whole = QRect(QPoint(), size)
        if size.width() * size.height() * 4 <= _ROOM:
            return whole
        sight = QRect(QPoint(), _device_size(painter)).translated(-origin)
        if zoom == self._zoom and self._kept.contains(sight & whole):
            return sight & whole
        return sight.adjusted(-_SPARE, -_SPARE, _SPARE, _SPARE) & whole

    def _place(self, zoom: Zoom) -> QRect:
        """Return where the kept part lies at *zoom*, seen from the board's corner."""
        if self._zoom is None or self._zoom == zoom:
            return self._kept
        (across, down), (x, y) = zoom.device_scales, self._zoom.device_scales
        return QTransform.fromScale(across / x, down / y).mapRect(self._kept)

    def _render(self, zoom: Zoom, part: QRect) -> None:
        pixmap = QPixmap(part.size())
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-part.topLeft())
            painter.setTransform(zoom.device_transform, True)
            self.draw(painter)
        self._pixmap, self._kept, self._zoom = pixmap, part, zoom


def _device_size(painter: QPainter) -> QSize:
    """Return the device pixels of what is painted on."""
    device = painter.device()
    size = QSize(device.width(), device.height())
    return size * device.devicePixelRatioF() if isinstance(device, QWidget) else size


def paint_shadow(painter: QPainter, board: QRectF, shown: QRect) -> None:
    """Paint the shadow of a board, as far as it is shown."""
    if board.contains(QRectF(shown)):
        return
    painter.save()
    below = board.toAlignedRect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)  # the board covers it
    painter.setClipRegion(QRegion(shown) - QRegion(below), Qt.ClipOperation.IntersectClip)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 14))
    for width in range(1, _SHADOW + 1):
        painter.drawRoundedRect(board.adjusted(-width, 2 - width, width, 2 + width), width, width)
    painter.restore()
