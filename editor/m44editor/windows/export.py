"""The board as a file: PNG and PDF by Qt, SVG by the core, all from the same drawing."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSaveFile, QSizeF
from PySide6.QtGui import (
    QColor,
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
)
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMessageBox, QWidget

from m44core.drawing.board.board import EVERYTHING, Show, board_size, draw_scenario
from m44core.drawing.shapes.palettes import LIGHT
from m44core.drawing.shapes.shapes import Drawing
from m44core.drawing.shapes.svg import to_svg
from m44core.errors import M44Error, WriteError
from m44core.messages.message import message
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44editor.board.painter import Palette, paint
from m44editor.panels.problems.sayings import full_stop
from m44editor.screen import for_a_box
from m44editor.screen_reader import announce
from m44editor.words import file_filter, spoken, told, tr
from m44editor.work.course import Course

if TYPE_CHECKING:
    from m44editor.work.jobs import Jobs

_DOTS = 300  # an inch, in a PDF
_LARGEST = 16384  # pixels of a PNG's longer side
_SCALE = 1.5  # pixels a unit of a PNG
_PAINTED = 0.8  # of the work; the rest is packing and writing it
_MESSAGE = 6000  # milliseconds a message stays in the status bar
_LONG_SIDE = 273.0  # millimetres of an A4 sheet inside its margins
FILTERS = (
    (message("PNG image"), "*.png"),
    (message("SVG drawing"), "*.svg"),
    (message("PDF document"), "*.pdf"),
)


def export_picture(
    scenario: Scenario,
    path: Path,
    show: Show = EVERYTHING,
    scale: float = 1.0,
    palette: Palette = LIGHT,
    over: Drawing = (),
    course: Course | None = None,
) -> None:
    """Draw a scenario into a PNG, PDF or SVG file, as its suffix says.

    Args:
        scenario: What to draw.
        path: The file; replaced whole or not at all.
        show: What of it to draw.
        scale: For PNG, pixels a unit; at 1.0 a hex is 100 pixels wide.
        palette: In which colours.
        over: What is laid over the board.
        course: Where to tell how far it has come.

    Raises:
        WriteError: the suffix is none of the three, or the file cannot be written.
        CancelledError: it is no longer wanted; nothing is written then.
    """
    course = course or Course()
    match path.suffix.lower():
        case ".png":
            _write(path, png(scenario, show, scale, palette, over, course))
        case ".pdf":
            _write(path, pdf(scenario, show, palette, over, course))
        case ".svg":
            drawing = (*draw_scenario(scenario, show, spoken()), *over)
            _write(
                path,
                to_svg(
                    drawing, *board_size(scenario.board), palette, title=scenario.title
                ).encode(),
            )
        case suffix:
            raise WriteError(
                tr("{file}: {suffix} is not .png, .svg or .pdf", file=str(path), suffix=suffix)
                if suffix
                else tr("{file} has no suffix: .png, .svg or .pdf", file=str(path))
            )


def png(
    scenario: Scenario,
    show: Show = EVERYTHING,
    scale: float = 1.0,
    palette: Palette = LIGHT,
    over: Drawing = (),
    course: Course | None = None,
) -> bytes:
    """Return the board as a PNG file of *scale* pixels a unit, smaller where that is too large."""
    width, height = board_size(scenario.board)
    scale = min(scale, _LARGEST / max(width, height))
    size = QSizeF(width * scale, height * scale).toSize()
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("white"))
    painter = QPainter(image)
    _paint_board(painter, scenario, show, palette, QRectF(image.rect()), course or Course())
    paint(painter, over, palette)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"png").write(image)  # QImage.save wants a str its stub does not take
    return bytes(buffer.data().data())


def pdf(
    scenario: Scenario,
    show: Show = EVERYTHING,
    palette: Palette = LIGHT,
    over: Drawing = (),
    course: Course | None = None,
) -> bytes:
    """Return the board as a PDF file of one page, its longer side as on A4."""
    width, height = board_size(scenario.board)
    scale = _LONG_SIDE / max(width, height)
    page = QPageSize(QSizeF(width * scale, height * scale), QPageSize.Unit.Millimeter)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DOTS)
    writer.setTitle(scenario.title)
    writer.setCreator("M44 Workshop")
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter(writer)
    sheet = QRectF(0, 0, writer.width(), writer.height())
    _paint_board(painter, scenario, show, palette, sheet, course or Course())
    paint(painter, over, palette)
    painter.end()
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
    jobs: Jobs, parent: QWidget, scenario: Scenario, show: Show, place: Path, over: Drawing = ()
) -> None:
    """Ask for a file and draw the board into it, beside the window; say what came of it.

    Args:
        jobs: The work of the window.
        parent: The window.
        scenario: What to draw.
        show: What of it to draw.
        place: The folder to begin in and the name to propose, without a suffix.
        over: What is laid over the board.
    """
    path = ask_for_picture(parent, place)
    if path is None:
        return

    def work(course: Course) -> Path:
        export_picture(scenario, path, show, _SCALE, over=over, course=course)
        return path

    jobs.run(tr("Export picture"), work, partial(_tell, parent), partial(_complain, parent))


def _tell(parent: QWidget, path: Path) -> None:
    said = tr("Wrote {file}", file=str(path))
    if isinstance(parent, QMainWindow):
        parent.statusBar().showMessage(said, _MESSAGE)
    announce(parent, said)


def _complain(parent: QWidget, error: M44Error) -> None:
    QMessageBox.warning(parent, tr("Export picture"), for_a_box(told(full_stop(reason(error)))))


def _paint_board(
    painter: QPainter,
    scenario: Scenario,
    show: Show,
    palette: Palette,
    area: QRectF,
    course: Course,
) -> None:
    width, height = board_size(scenario.board)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(area.topLeft())
    painter.scale(area.width() / width, area.height() / height)
    for node in course.through(draw_scenario(scenario, show, spoken()), 0.0, _PAINTED):
        paint(painter, (node,), palette)


def _write(path: Path, data: bytes) -> None:
    file = QSaveFile(str(path))
    whole = file.open(QIODevice.OpenModeFlag.WriteOnly) and file.write(data) == len(data)
    if not (whole and file.commit()):
        why = file.errorString()
        raise WriteError(tr("{file} cannot be written: {why}", file=str(path), why=why))
