"""Paints the drawings of m44core with Qt."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QTransform,
)

from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Node, Paint, Shape, Text

if TYPE_CHECKING:
    from PySide6.QtGui import QLinearGradient, QRadialGradient

Palette = Mapping[str, str]

_SEGMENT = re.compile(r"([MLHVCQZ])([^MLHVCQZ]*)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_EM_UNITS = 100  # text outlines are cached at this size and scaled
_FONT_FAMILIES = ["DejaVu Sans", "Noto Sans", "Liberation Sans", "Arial", "sans-serif"]
_HALO_WIDTH = 0.16  # width of the halo around text, in ems
_MAX_CACHED_TEXTS = 256  # text outlines; a line of text takes 20 kB
_MAX_CACHED_PATHS = 1024  # path outlines, 4 kB each


def paint(painter: QPainter, drawing: Drawing, palette: Palette) -> None:
    """Paint *drawing* in the painter's coordinates, the lowest node first."""
    for node in drawing:
        match node:
            case Shape():
                _paint_shape(painter, node, palette)
            case Text():
                _paint_text(painter, node, palette)
            case Group():
                _paint_group(painter, node, palette)


def bounds(drawing: Drawing) -> QRectF:
    """Return a rectangle that contains everything *drawing* paints, in its coordinates."""
    return _bounds(drawing, {})


def _bounds(drawing: Drawing, cache: dict[int, QRectF]) -> QRectF:
    """Return the bounds of a drawing; *cache* holds those of all drawings, keyed by identity."""
    area = cache.get(id(drawing))
    if area is None:
        area = QRectF()
        for node in drawing:
            area = area.united(_node_bounds(node, cache))
        cache[id(drawing)] = area
    return area


def colour(name: str, palette: Palette) -> QColor:
    """Return the color given as ``#rrggbb`` or by its name in *palette*."""
    return QColor(name if name.startswith("#") else palette[name])


@lru_cache(maxsize=_MAX_CACHED_PATHS)
def outline(path: str) -> QPainterPath:
    """Return SVG path data (absolute M, L, H, V, C, Q, Z) as a cached Qt path; do not modify it."""
    result = QPainterPath()
    result.setFillRule(Qt.FillRule.WindingFill)
    for command, arguments in _SEGMENT.findall(path):
        numbers = [float(number) for number in _NUMBER.findall(arguments)]
        length, draw = _SEGMENTS[command]
        if len(numbers) == length:
            draw(result, *numbers)
        else:
            _add_segments(result, command, numbers)
    return result


def _add_segments(path: QPainterPath, command: str, numbers: Sequence[float]) -> None:
    """Add several segments of one command; all points of an M after the first become lines."""
    length, draw = _SEGMENTS[command]
    for start in range(0, len(numbers), length or 1):
        draw(path, *numbers[start : start + length])
        draw = QPainterPath.lineTo if command == "M" else draw


def _add_horizontal_line(path: QPainterPath, x: float) -> None:
    path.lineTo(x, path.currentPosition().y())


def _add_vertical_line(path: QPainterPath, y: float) -> None:
    path.lineTo(path.currentPosition().x(), y)


_SEGMENTS: Mapping[str, tuple[int, Callable[..., None]]] = {
    "M": (2, QPainterPath.moveTo),
    "L": (2, QPainterPath.lineTo),
    "H": (1, _add_horizontal_line),
    "V": (1, _add_vertical_line),
    "C": (6, QPainterPath.cubicTo),
    "Q": (4, QPainterPath.quadTo),
    "Z": (0, QPainterPath.closeSubpath),
}


@lru_cache(maxsize=_MAX_CACHED_TEXTS)
def _centred_text(text: str, bold: bool) -> QPainterPath:
    """Return the outline of *text* at 100 units per em, centered on the origin."""
    font = QFont(_FONT_FAMILIES)
    font.setPixelSize(_EM_UNITS)
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    metrics = QFontMetricsF(font)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    middle = QPointF(-metrics.horizontalAdvance(text) / 2, metrics.capHeight() / 2)
    path.addText(middle, font, text)
    return path


@lru_cache(maxsize=_MAX_CACHED_TEXTS)
def _text_outline(text: str, bold: bool, size: float, x: float, y: float) -> QPainterPath:
    transform = QTransform.fromTranslate(x, y).scale(size / _EM_UNITS, size / _EM_UNITS)
    return transform.map(_centred_text(text, bold))


def _paint_shape(painter: QPainter, shape: Shape, palette: Palette) -> None:
    old_opacity = painter.opacity()
    painter.setOpacity(old_opacity * shape.opacity)
    painter.setPen(_pen(shape, palette))
    painter.setBrush(_brush(shape.fill, palette))
    painter.drawPath(outline(shape.path))
    painter.setOpacity(old_opacity)


def _paint_text(painter: QPainter, text: Text, palette: Palette) -> None:
    path = _text_outline(text.text, text.bold, text.size, text.x, text.y)
    if text.halo:
        pen = QPen(colour(text.halo, palette), text.size * _HALO_WIDTH * 2)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    painter.fillPath(path, colour(text.fill, palette))


def _paint_group(painter: QPainter, group: Group, palette: Palette) -> None:
    painter.save()
    painter.setTransform(_group_transform(group), True)
    if group.clip is not None:
        painter.setClipPath(outline(group.clip), Qt.ClipOperation.IntersectClip)
    painter.setOpacity(painter.opacity() * group.opacity)
    paint(painter, group.children, palette)
    painter.restore()


def clear_outline_caches() -> None:
    """Release the cached outlines, which take 8 MB after a few hundred pieces and labels."""
    for function in (outline, _centred_text, _text_outline):
        function.cache_clear()


@lru_cache(maxsize=2048)
def _cached_transform(dx: float, dy: float, turn: float, scale: float, flip: bool) -> QTransform:
    """Return the transform that mirrors if *flip*, scales, rotates by *turn* degrees and moves."""
    transform = QTransform.fromTranslate(dx, dy)
    transform.rotate(turn)
    transform.scale(-scale if flip else scale, scale)
    return transform


def _group_transform(group: Group) -> QTransform:
    return _cached_transform(group.dx, group.dy, group.turn, group.scale, group.flip)


def _pen(shape: Shape, palette: Palette) -> QPen:
    if shape.stroke is None:
        return QPen(Qt.PenStyle.NoPen)
    pen = QPen(_brush(shape.stroke, palette), shape.width)
    round_ = shape.round
    pen.setCapStyle(Qt.PenCapStyle.RoundCap if round_ else Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin if round_ else Qt.PenJoinStyle.MiterJoin)
    if shape.dash:
        pen.setDashPattern([length / shape.width for length in shape.dash])
    return pen


def _brush(fill: Paint | None, palette: Palette) -> QBrush:
    if fill is None:
        return QBrush(Qt.BrushStyle.NoBrush)
    if isinstance(fill, str):
        return QBrush(colour(fill, palette))
    return QBrush(_gradient(fill, palette))


def _gradient(fill: Gradient, palette: Palette) -> QLinearGradient | QRadialGradient:
    from PySide6.QtGui import QLinearGradient, QRadialGradient  # with 169 presets, slow to import

    start, end = QPointF(*fill.start), QPointF(*fill.end)
    direction = end - start
    length = (direction.x() ** 2 + direction.y() ** 2) ** 0.5
    gradient = QRadialGradient(start, length) if fill.radial else QLinearGradient(start, end)
    for offset, name in fill.stops:
        gradient.setColorAt(offset, colour(name, palette))
    return gradient


def _node_bounds(node: Node, cache: dict[int, QRectF]) -> QRectF:
    match node:
        case Shape():
            area = outline(node.path).controlPointRect()
            half_stroke = node.width / 2 if node.stroke else 0.0
        case Text():
            path = _text_outline(node.text, node.bold, node.size, node.x, node.y)
            area = path.controlPointRect()
            half_stroke = node.size * _HALO_WIDTH if node.halo else 0.0
        case Group():
            return _group_bounds(node, cache)
    return area.adjusted(-half_stroke, -half_stroke, half_stroke, half_stroke)


def _group_bounds(group: Group, cache: dict[int, QRectF]) -> QRectF:
    area = _bounds(group.children, cache)
    if group.clip is not None:
        area = area.intersected(outline(group.clip).controlPointRect())
    return _group_transform(group).mapRect(area)
