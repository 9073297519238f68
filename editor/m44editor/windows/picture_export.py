"""Exporting the board as a picture: PNG, WebP and PDF with Qt, SVG with the core."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
)
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMessageBox, QWidget

from m44core.drawing.board.board_picture import BOARD_ONLY, Framing, Picture, picture_of
from m44core.drawing.shapes.palettes import LIGHT
from m44core.drawing.shapes.shapes import Drawing
from m44core.drawing.svg_export import to_svg
from m44core.errors import M44Error, WriteError
from m44core.io.files.save import write
from m44core.messages.message import message
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.work.job_progress import iterate_with_progress
from m44editor.board.painter import Palette, paint
from m44editor.interface_text import current_renderer, file_filter, tr, translated
from m44editor.panels.finding_labels import with_full_stop
from m44editor.screen import shortened_for_message_box
from m44editor.screen_reader import announce

if TYPE_CHECKING:
    from m44editor.background_jobs import BackgroundJobs

_DPI = 300  # dots per inch of a PDF
_MAX_PIXELS = 16384  # pixels of the longer side of a PNG or WebP
_PNG_SCALE = 1.5  # pixels per unit of a PNG
_WEBP_QUALITY = 92  # of 100, for WebP
_PAINTING_SHARE = 0.8  # share of the progress; the rest is encoding and writing
_MESSAGE_TIME = 6000  # milliseconds a message stays in the status bar
_LONG_SIDE_MM = 273.0  # millimetres of an A4 sheet inside its margins
FILTERS = (
    (message("PNG image"), "*.png"),
    (message("WebP image"), "*.webp"),
    (message("SVG drawing"), "*.svg"),
    (message("PDF document"), "*.pdf"),
)


def export_picture(
    scenario: Scenario,
    path: Path,
    framing: Framing = BOARD_ONLY,
    scale: float = 1.0,
    palette: Palette = LIGHT,
    overlay: Drawing = (),
) -> None:
    """Draw a scenario to a PNG, WebP, PDF or SVG file, depending on the suffix.

    Args:
        scenario: The scenario to draw.
        path: The file; written atomically.
        framing: The part of the board to draw, and its surroundings.
        scale: Pixels per unit for PNG and WebP; at 1.0 a hex is 100 pixels wide.
        palette: The colors.
        overlay: A drawing on top of the board.

    Raises:
        WriteError: the suffix is not one of the four, or the file cannot be written.
        CancelledError: the job was canceled; nothing is written.
    """
    picture = picture_of(scenario, framing, current_renderer(), overlay)
    match path.suffix.lower():
        case ".png" | ".webp" as suffix:
            write(encode_image(image_of(picture, scale, palette), suffix[1:]), path, backup=False)
        case ".pdf":
            write(picture_pdf(picture, scenario.title, palette), path, backup=False)
        case ".svg":
            svg = to_svg(
                picture.drawing, picture.width, picture.height, palette, title=scenario.title
            )
            write(svg.encode(), path, backup=False)
        case suffix:
            raise WriteError(
                tr(
                    "{file}: {suffix} is not supported; use .svg, .png, .webp or .pdf",
                    file=str(path),
                    suffix=suffix,
                )
                if suffix
                else tr("{file} has no extension; use .svg, .png, .webp or .pdf", file=str(path))
            )


def image_of(picture: Picture, scale: float = 1.0, palette: Palette = LIGHT) -> QImage:
    """Return a picture as an image of *scale* pixels per unit.

    The scale is reduced if the longer side would exceed 16384 pixels. Undrawn areas are
    transparent.
    """
    scale = min(scale, _MAX_PIXELS / max(picture.width, picture.height))
    size = QSizeF(picture.width * scale, picture.height * scale).toSize()
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        _paint_picture(painter, picture, palette, QRectF(image.rect()))
    return image


def encode_image(image: QImage, image_format: str) -> bytes:
    """Return an image encoded as ``png`` or ``webp``."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, image_format.encode())  # the stub of QImage.save lacks str
    if image_format == "webp":
        writer.setQuality(_WEBP_QUALITY)
    writer.write(image)
    return bytes(buffer.data().data())


def picture_pdf(picture: Picture, title: str = "", palette: Palette = LIGHT) -> bytes:
    """Return a picture as a one-page PDF whose longer side fits inside the margins of A4."""
    scale = _LONG_SIDE_MM / max(picture.width, picture.height)
    page = QPageSize(
        QSizeF(picture.width * scale, picture.height * scale), QPageSize.Unit.Millimeter
    )
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DPI)
    writer.setTitle(title)
    writer.setCreator("M44 Workshop")
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    with QPainter(writer) as painter:
        sheet = QRectF(0, 0, writer.width(), writer.height())
        _paint_picture(painter, picture, palette, sheet)
    return bytes(buffer.data().data())


def ask_picture_path(parent: QWidget, default_path: Path) -> Path | None:
    """Ask for the file of a picture; return it, with a suffix, or None if the user cancels.

    Args:
        parent: The parent of the dialog.
        default_path: The proposed path without suffix.
    """
    filters = ";;".join(file_filter(*each) for each in FILTERS)
    proposed_path = str(default_path.with_name(f"{default_path.name}.png"))
    chosen_path, _ = QFileDialog.getSaveFileName(
        parent, tr("Export Picture"), proposed_path, filters
    )
    path = Path(chosen_path) if chosen_path else None
    return path.with_suffix(".png") if path and not path.suffix else path


def export_in_background(
    jobs: BackgroundJobs,
    parent: QWidget,
    scenario: Scenario,
    default_path: Path,
    framing: Framing = BOARD_ONLY,
    scale: float = _PNG_SCALE,
    palette: Palette = LIGHT,
    overlay: Drawing = (),
) -> None:
    """Ask for a file, draw the board to it in the background and report the result.

    Args:
        jobs: The background jobs of the window.
        parent: The window.
        scenario: The scenario to draw.
        default_path: The proposed path without suffix.
        framing: The part of the board to draw, and its surroundings.
        scale: Pixels per unit; PDF and SVG ignore it.
        palette: The colors.
        overlay: A drawing on top of the board.
    """
    path = ask_picture_path(parent, default_path)
    if path is None:
        return

    def draw_to_file() -> Path:
        export_picture(scenario, path, framing, scale, palette, overlay)
        return path

    jobs.run(
        tr("Export Picture"),
        draw_to_file,
        partial(_report_written, parent),
        partial(_report_error, parent),
    )


def _report_written(parent: QWidget, path: Path) -> None:
    text = tr("Saved {file}", file=str(path))
    if isinstance(parent, QMainWindow):
        parent.statusBar().showMessage(text, _MESSAGE_TIME)
    announce(parent, text)


def _report_error(parent: QWidget, error: M44Error) -> None:
    QMessageBox.warning(
        parent,
        tr("Export Picture"),
        shortened_for_message_box(translated(with_full_stop(message_of_error(error)))),
    )


def _paint_picture(painter: QPainter, picture: Picture, palette: Palette, area: QRectF) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(area.topLeft())
    painter.scale(area.width() / picture.width, area.height() / picture.height)
    for node in iterate_with_progress(picture.drawing, 0.0, _PAINTING_SHARE):
        paint(painter, (node,), palette)
