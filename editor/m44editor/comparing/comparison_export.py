"""Exporting a comparison as a PNG file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QSizeF
from PySide6.QtGui import QImage, QImageWriter, QPainter

from m44core.comparing.comparison_picture import comparison_drawing, picture_size
from m44core.comparing.differences import Comparison
from m44core.drawing.shapes.palettes import LIGHT
from m44core.io.files.save import write
from m44editor.board.painter import Palette, colour, paint
from m44editor.interface_text import current_renderer

_MAX_SIZE = 16384  # pixels of the longer side


def export_comparison(
    comparison: Comparison,
    before: str,
    after: str,
    path: Path,
    scale: float = 1.0,
    palette: Palette = LIGHT,
) -> None:
    """Write a PNG file with both boards drawn as one, replacing it atomically.

    Args:
        comparison: The comparison.
        before: The name of the first scenario.
        after: The name of the second scenario.
        path: The file.
        scale: Pixels per unit; reduced if the longer side would exceed 16384 pixels.
        palette: The colors.

    Raises:
        WriteError: the file cannot be written.
    """
    write(_comparison_png(comparison, before, after, scale, palette), path, backup=False)


def _comparison_png(
    comparison: Comparison, before: str, after: str, scale: float, palette: Palette
) -> bytes:
    width, height = picture_size(comparison)
    scale = min(scale, _MAX_SIZE / max(width, height))
    image_size = QSizeF(width * scale, height * scale).toSize()
    image = QImage(image_size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(colour("frame", palette))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        paint(painter, comparison_drawing(comparison, before, after, current_renderer()), palette)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"png").write(image)
    return bytes(buffer.data().data())
