"""The board as a picture: PNG, WebP and PDF by Qt, SVG by the core, all from the same drawing."""

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

from m44core.drawing.board.board_picture import PLAIN, Framing, Picture, picture_of
from m44core.drawing.shapes.palettes import LIGHT
from m44core.drawing.shapes.shapes import Drawing
from m44core.drawing.svg_export import to_svg
from m44core.errors import M44Error, WriteError
from m44core.io.files.save import write
from m44core.messages.message import message
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.work.job_progress import report_each
from m44editor.board.painter import Palette, paint
from m44editor.interface_text import file_filter, spoken, told, tr
from m44editor.panels.finding_labels import with_full_stop
from m44editor.screen import for_a_box
from m44editor.screen_reader import announce

if TYPE_CHECKING:
    from m44editor.work.jobs import Jobs

_DOTS = 300  # an inch, in a PDF
_LARGEST = 16384  # pixels of a PNG's longer side
_SCALE = 1.5  # pixels a unit of a PNG
_QUALITY = 92  # of 100, of a WebP
_PAINTED = 0.8  # of the work; the rest is packing and writing it
_MESSAGE = 6000  # milliseconds a message stays in the status bar
_LONG_SIDE = 273.0  # millimetres of an A4 sheet inside its margins
FILTERS = (
    (message("PNG image"), "*.png"),
    (message("WebP image"), "*.webp"),
    (message("SVG drawing"), "*.svg"),
    (message("PDF document"), "*.pdf"),
)


def export_picture(
    scenario: Scenario,
    path: Path,
    framing: Framing = PLAIN,
    scale: float = 1.0,
    palette: Palette = LIGHT,
    over: Drawing = (),
) -> None:
    """Draw a scenario into a PNG, WebP, PDF or SVG file, as its suffix says.

    Args:
        scenario: What to draw.
        path: The file; replaced whole or not at all.
        framing: What of it to draw, and what round it.
        scale: For PNG and WebP, pixels a unit; at 1.0 a hex is 100 pixels wide.
        palette: In which colours.
        over: What is laid over the board.

    Raises:
        WriteError: the suffix is none of the four, or the file cannot be written.
        CancelledError: the job it is done by was cancelled; nothing is written then.
    """
    made = picture_of(scenario, framing, spoken(), over)
    match path.suffix.lower():
        case ".png" | ".webp" as suffix:
            write(packed(image_of(made, scale, palette), suffix[1:]), path, backup=False)
        case ".pdf":
            write(pdf(made, scenario.title, palette), path, backup=False)
        case ".svg":
            svg = to_svg(made.drawing, made.width, made.height, palette, title=scenario.title)
            write(svg.encode(), path, backup=False)
        case suffix:
            raise WriteError(
                tr(
                    "{file}: {suffix} is not .svg, .png, .webp or .pdf",
                    file=str(path),
                    suffix=suffix,
                )
                if suffix
                else tr("{file} has no suffix: .svg, .png, .webp or .pdf", file=str(path))
            )


def image_of(made: Picture, scale: float = 1.0, palette: Palette = LIGHT) -> QImage:
    """Return a picture of *scale* pixels a unit, smaller where that is too large.

    Where nothing is drawn, it can be seen through.
    """
    scale = min(scale, _LARGEST / max(made.width, made.height))
    size = QSizeF(made.width * scale, made.height * scale).toSize()
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        _paint(painter, made, palette, QRectF(image.rect()))
    return image


def packed(image: QImage, kind: str) -> bytes:
    """Return the file of an image: of ``png`` or ``webp``."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, kind.encode())  # QImage.save wants a str its stub does not take
    if kind == "webp":
        writer.setQuality(_QUALITY)
    writer.write(image)
    return bytes(buffer.data().data())


def pdf(made: Picture, title: str = "", palette: Palette = LIGHT) -> bytes:
    """Return a picture as a PDF file of one page, its longer side as on A4."""
    scale = _LONG_SIDE / max(made.width, made.height)
    page = QPageSize(QSizeF(made.width * scale, made.height * scale), QPageSize.Unit.Millimeter)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DOTS)
    writer.setTitle(title)
    writer.setCreator("M44 Workshop")
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    with QPainter(writer) as painter:
        sheet = QRectF(0, 0, writer.width(), writer.height())
        _paint(painter, made, palette, sheet)
    return bytes(buffer.data().data())


def ask_for_picture(parent: QWidget, place: Path) -> Path | None:
    """Ask for the file of a picture; return it, or None where there is to be none.

    Args:
        parent: The window that asks.
        place: The folder to begin in and the name to propose, without a suffix.
    """
    filters = ";;".join(file_filter(*each) for each in FILTERS)
    proposed = str(place.with_name(f"{place.name}.png"))
    chosen, _ = QFileDialog.getSaveFileName(parent, tr("Export picture"), proposed, filters)
    path = Path(chosen) if chosen else None
    return path.with_suffix(".png") if path and not path.suffix else path


def export_beside(
    jobs: Jobs,
    parent: QWidget,
    scenario: Scenario,
    place: Path,
    framing: Framing = PLAIN,
    scale: float = _SCALE,
    palette: Palette = LIGHT,
    over: Drawing = (),
) -> None:
    """Ask for a file and draw the board into it, beside the window; say what came of it.

    Args:
        jobs: The work of the window.
        parent: The window.
        scenario: What to draw.
        place: The folder to begin in and the name to propose, without a suffix.
        framing: What of it to draw, and what round it.
        scale: Pixels a unit, where it has pixels.
        palette: In which colours.
        over: What is laid over the board.
    """
    path = ask_for_picture(parent, place)
    if path is None:
        return

    def work() -> Path:
        export_picture(scenario, path, framing, scale, palette, over)
        return path

    jobs.run(tr("Export picture"), work, partial(_tell, parent), partial(_complain, parent))


def _tell(parent: QWidget, path: Path) -> None:
    said = tr("Wrote {file}", file=str(path))
    if isinstance(parent, QMainWindow):
        parent.statusBar().showMessage(said, _MESSAGE)
    announce(parent, said)


def _complain(parent: QWidget, error: M44Error) -> None:
    QMessageBox.warning(
        parent, tr("Export picture"), for_a_box(told(with_full_stop(reason(error))))
    )


def _paint(painter: QPainter, made: Picture, palette: Palette, area: QRectF) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(area.topLeft())
    painter.scale(area.width() / made.width, area.height() / made.height)
    for node in report_each(made.drawing, 0.0, _PAINTED):
        paint(painter, (node,), palette)
