"""Drawings of m44core as Qt icons and pixmaps, in the colours of the present theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPalette, QPixmap

from m44core.drawing.palettes import DARK, LIGHT
from m44core.drawing.pieces import icon
from m44core.drawing.shapes import Drawing
from m44editor.board.painter import Palette, bounds, paint


def is_dark() -> bool:
    """Tell whether the windows of the application are dark."""
    return QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128


def art_palette() -> Palette:
    """Return the colours of drawings that go with the present theme."""
    return DARK if is_dark() else LIGHT


def drawing_pixmap(drawing: Drawing, size: QSize, ratio: float, palette: Palette) -> QPixmap:
    """Return *drawing*, as large as it goes into *size* logical pixels."""
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    area = bounds(drawing)
    scale = min(size.width() / max(area.width(), 1), size.height() / max(area.height(), 1))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(QRectF(0, 0, size.width(), size.height()).center())
    painter.scale(scale, scale)
    painter.translate(-area.center())
    paint(painter, drawing, palette)
    painter.end()
    return pixmap


@lru_cache(maxsize=512)
def _element_pixmap(name: str, size: int, ratio: float, dark: bool) -> QPixmap:
    return drawing_pixmap(icon(name), QSize(size, size), ratio, DARK if dark else LIGHT)


def element_pixmap(name: str, size: int, ratio: float) -> QPixmap:
    """Return the picture of an element in a square of *size* logical pixels."""
    return _element_pixmap(name, size, ratio, is_dark())


def forget_pictures() -> None:
    """Let go of every picture, for the theme changed."""
    _element_pixmap.cache_clear()


def drawing_icon(drawing: Drawing, palette: Palette, sizes: tuple[int, ...] = (20, 24)) -> QIcon:
    """Return *drawing* as an icon, sharp at *sizes* on usual and on fine screens."""
    result = QIcon()
    for size in sizes:
        for ratio in (1.0, 2.0):
            result.addPixmap(drawing_pixmap(drawing, QSize(size, size), ratio, palette))
    return result
