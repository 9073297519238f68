"""Small icons of pieces and severities for lists, headings and menus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

from m44core.catalogue.catalogue import Catalogue
from m44core.diagnostics import Severity
from m44core.drawing.board.piece_drawing import piece_icon
from m44core.drawing.shapes.palettes import drawing_palette
from m44editor.drawing_icons import drawing_icon
from m44editor.theme import theme_colour, theme_name
from m44editor.theme_tokens import ColourName

_SEVERITY_COLOURS: Mapping[Severity, ColourName] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "info",
}  # the shapes differ as well

_FAINT_OPACITY = 0.45
ICON_SIZES = (16, 20, 24, 32, 40, 48, 64)  # of icons at 1x and 2x


def element_icon(name: str, catalogue: Catalogue) -> QIcon:
    """Return the icon of an element for the current theme."""
    return _element_icon(name, catalogue, theme_name())


def severity_icon(severity: Severity, *, faint: bool = False) -> QIcon:
    """Return the icon of a severity: a disc with a cross, a warning triangle or an info sign.

    Args:
        severity: The severity.
        faint: Whether to draw it translucent.
    """
    return _severity_icon(severity, theme_name(), _FAINT_OPACITY if faint else 1.0)


def safe_icon() -> QIcon:
    """Return a disc with a check mark, for a safe fix or a clean result."""
    return _safe_icon(theme_name())


def todo_icon() -> QIcon:
    """Return an empty ring, for work not begun."""
    return _todo_icon(theme_name())


def severity_colour(severity: Severity) -> QColor:
    """Return the text color for findings of a severity."""
    return theme_colour(_SEVERITY_COLOURS[severity])


@lru_cache(maxsize=512)
def _element_icon(name: str, catalogue: Catalogue, theme: str) -> QIcon:
    return drawing_icon(piece_icon(name, catalogue), drawing_palette(theme))


@lru_cache(maxsize=24)
def _severity_icon(severity: Severity, theme: str, opacity: float) -> QIcon:
    colour, symbol_colour = severity_colour(severity), theme_colour("on_sign")
    return _make_icon(
        lambda painter: _paint_severity(painter, severity, colour, symbol_colour),
        opacity,
        _info_on_selection_painter() if severity is Severity.INFO else None,
    )


def _info_on_selection_painter() -> Callable[[QPainter], None]:
    """Return a function that draws an info sign on a selected row, which is as blue as the sign."""
    colour, symbol_colour = theme_colour("on_accent"), theme_colour("accent")
    return lambda painter: _paint_severity(painter, Severity.INFO, colour, symbol_colour)


@lru_cache(maxsize=4)
def _safe_icon(theme: str) -> QIcon:
    colour, symbol_colour = theme_colour("safe"), theme_colour("on_sign")
    return _make_icon(lambda painter: _paint_tick(painter, colour, symbol_colour))


@lru_cache(maxsize=4)
def _todo_icon(theme: str) -> QIcon:
    colour, selected_colour = theme_colour("hint"), theme_colour("on_accent")
    return _make_icon(
        lambda painter: _paint_ring(painter, colour),
        paint_selected=lambda painter: _paint_ring(painter, selected_colour),
    )


def _make_icon(
    paint: Callable[[QPainter], None],
    opacity: float = 1.0,
    paint_selected: Callable[[QPainter], None] | None = None,
) -> QIcon:
    """Return an icon in all sizes, drawn by *paint* in a square of 16 by 16 units.

    *paint_selected* draws it on a selected row, where it would otherwise look the same.
    """
    result = QIcon()
    for size in ICON_SIZES:
        pixmap = _icon_pixmap(size, paint, opacity)
        selected = _icon_pixmap(size, paint_selected, opacity) if paint_selected else pixmap
        result.addPixmap(pixmap)
        result.addPixmap(selected, QIcon.Mode.Selected)
    return result


def _icon_pixmap(size: int, paint: Callable[[QPainter], None], opacity: float) -> QPixmap:
    pixmap = _blank_pixmap(size)
    painter = _antialiased_painter(pixmap)
    painter.scale(size / 16, size / 16)
    painter.setOpacity(opacity)
    paint(painter)
    painter.end()
    return pixmap


def _paint_tick(painter: QPainter, colour: QColor, symbol_colour: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(QRectF(1, 1, 14, 14))
    painter.setPen(QPen(symbol_colour, 1.8, c=Qt.PenCapStyle.RoundCap))
    painter.drawPolyline([QPointF(4.6, 8.4), QPointF(7, 10.8), QPointF(11.4, 5.6)])


def _paint_ring(painter: QPainter, colour: QColor) -> None:
    painter.setPen(QPen(colour, 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QRectF(1.8, 1.8, 12.4, 12.4))


def _paint_severity(
    painter: QPainter, severity: Severity, colour: QColor, symbol_colour: QColor
) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    pen = QPen(symbol_colour, 1.8, c=Qt.PenCapStyle.RoundCap)
    match severity:
        case Severity.ERROR:
            painter.drawEllipse(QRectF(1, 1, 14, 14))
            painter.setPen(pen)
            painter.drawLine(QPointF(5.5, 5.5), QPointF(10.5, 10.5))
            painter.drawLine(QPointF(5.5, 10.5), QPointF(10.5, 5.5))
        case Severity.WARNING:
            painter.drawPath(_triangle_path())
            painter.setPen(pen)
            painter.drawLine(QPointF(8, 6), QPointF(8, 9.5))
            painter.drawPoint(QPointF(8, 12.3))
        case Severity.INFO:
            painter.drawRoundedRect(QRectF(1.5, 1.5, 13, 13), 3, 3)
            painter.setPen(pen)
            painter.drawLine(QPointF(8, 7.5), QPointF(8, 11.5))
            painter.drawPoint(QPointF(8, 4.6))


def _triangle_path() -> QPainterPath:
    path = QPainterPath()
    path.moveTo(8, 1)
    path.lineTo(15.5, 14.5)
    path.lineTo(0.5, 14.5)
    path.closeSubpath()
    return path


def _blank_pixmap(size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap


def _antialiased_painter(pixmap: QPixmap) -> QPainter:
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter
