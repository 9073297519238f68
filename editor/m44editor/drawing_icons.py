"""Drawings of m44core as Qt icons and pixmaps, in the colors of the current theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QIconEngine, QPainter, QPalette, QPixmap

from m44core.catalogue.catalogue import Catalogue
from m44core.drawing.board.piece_drawing import piece_icon
from m44core.drawing.shapes.pixel_grid import fit_to_pixels
from m44core.drawing.shapes.shapes import Drawing
from m44core.drawing.shapes.tool_icons import BOX_SIZE
from m44editor.board.painter import Palette, bounds, paint
from m44editor.board.pixmaps import compact_copy
from m44editor.theme import art_palette, theme_name


def drawing_pixmap(drawing: Drawing, size: QSize, ratio: float, palette: Palette) -> QPixmap:
    """Return *drawing* scaled to fit *size* logical pixels; a null pixmap if the size is empty."""
    pixmap = QPixmap(size * ratio)
    if pixmap.isNull():
        return pixmap
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    area = bounds(drawing)
    scale = min(size.width() / max(area.width(), 1), size.height() / max(area.height(), 1))
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(QRectF(0, 0, size.width(), size.height()).center())
        painter.scale(scale, scale)
        painter.translate(-area.center())
        paint(painter, drawing, palette)
    return compact_copy(pixmap)


class ElementPixmaps:
    """Pictures of elements in one size, created on first use.

    Attributes:
        size: The side length in logical pixels.
        catalogue: The catalogue of the elements.
    """

    def __init__(self, size: int, catalogue: Catalogue) -> None:
        self.size = size
        self.catalogue = catalogue
        self._theme = ""
        self._pixmaps: dict[tuple[str, float], QPixmap] = {}

    def get(self, name: str, ratio: float) -> QPixmap:
        """Return the picture of an element for a screen of *ratio* device pixels per pixel."""
        self._drop_outdated()
        key = name, ratio
        if key not in self._pixmaps:
            size = QSize(self.size, self.size)
            self._pixmaps[key] = drawing_pixmap(
                piece_icon(name, self.catalogue), size, ratio, art_palette()
            )
        return self._pixmaps[key]

    def is_cached(self, name: str, ratio: float) -> bool:
        """Return whether the picture of an element exists already."""
        self._drop_outdated()
        return (name, ratio) in self._pixmaps

    def _drop_outdated(self) -> None:
        """Drop the pictures of an earlier theme."""
        if self._theme != theme_name():
            self._theme = theme_name()
            self._pixmaps.clear()


@lru_cache(maxsize=2)
def element_pixmaps(size: int, catalogue: Catalogue) -> ElementPixmaps:
    """Return the pictures of elements in one size; all windows share them."""
    return ElementPixmaps(size, catalogue)


def line_icon(drawing: Drawing) -> QIcon:
    """Return a single-color drawing as an icon in the text color of the current theme."""
    return _line_icon(
        drawing, QGuiApplication.palette().color(QPalette.ColorRole.WindowText).name()
    )


@lru_cache(maxsize=256)
def _line_icon(drawing: Drawing, ink: str) -> QIcon:
    """Return an icon in a color; all windows share what it has painted."""
    return QIcon(_LineEngine(drawing, {"ink": ink}))


def drawing_icon(drawing: Drawing, palette: Palette) -> QIcon:
    """Return *drawing* as an icon, sharp at every size; it is painted on first use."""
    return QIcon(_DrawingEngine(drawing, palette))


class _DrawingEngine(QIconEngine):
    """Paints a drawing in the requested size, faintly if the icon is disabled."""

    def __init__(self, drawing: Drawing, palette: Palette) -> None:
        super().__init__()
        self._drawing = drawing
        self._palette = palette
        self._pixmaps: dict[tuple[int, int, QIcon.Mode, float], QPixmap] = {}

    def clone(self) -> QIconEngine:
        """Return an engine for a copy of the icon."""
        return type(self)(self._drawing, self._palette)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the drawing in *size* device pixels."""
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        """Return the drawing in *size* logical pixels of *scale* device pixels each."""
        key = (size.width(), size.height(), mode, scale)
        if key not in self._pixmaps:
            self._pixmaps[key] = self._render(size, mode, scale)
        return self._pixmaps[key]

    def _render(self, size: QSize, mode: QIcon.Mode, scale: float) -> QPixmap:
        pixmap = drawing_pixmap(self._fitted_drawing(size, scale), size, scale, self._palette)
        if mode != QIcon.Mode.Disabled or pixmap.isNull():
            return pixmap
        return _faint_copy(pixmap)

    def _fitted_drawing(self, size: QSize, scale: float) -> Drawing:
        """Return the drawing for a size in logical pixels of *scale* device pixels each."""
        return self._drawing

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint the drawing into *rect*; do nothing if the rectangle is empty."""
        if rect.isEmpty():
            return
        device = painter.device()
        scale = device.devicePixelRatio() if device else 1.0
        painter.drawPixmap(rect, self.scaledPixmap(rect.size(), mode, state, scale))


class _LineEngine(_DrawingEngine):
    """Paints an icon of lines, fitted to the pixels of each size."""

    def _fitted_drawing(self, size: QSize, scale: float) -> Drawing:
        side = min(size.width(), size.height()) * scale
        return fit_to_pixels(self._drawing, side / BOX_SIZE) if side > 0 else self._drawing


def _faint_copy(pixmap: QPixmap) -> QPixmap:
    result = QPixmap(pixmap.size())
    result.setDevicePixelRatio(pixmap.devicePixelRatio())
    result.fill(Qt.GlobalColor.transparent)
    with QPainter(result) as painter:
        painter.setOpacity(0.35)
        painter.drawPixmap(0, 0, pixmap)
    return result
