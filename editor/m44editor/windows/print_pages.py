"""Prints pictures of pages on a printer, each on its own sheet."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

from m44core.publish.paper_and_ink import Paper

PRINT_DPI = 300.0
"""The resolution of printed pages."""


def ask_printer(title: str, paper: Paper, parent: QWidget) -> QPrinter | None:
    """Ask for a printer and its options; return it, or None if the user cancels.

    Args:
        title: The name of the print job.
        paper: The proposed paper.
        parent: The parent of the dialog.
    """
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title)
    printer.setFullPage(True)
    printer.setPageSize(QPageSize(QSizeF(*paper.size), QPageSize.Unit.Millimeter))
    accepted = QPrintDialog(printer, parent).exec() == QDialog.DialogCode.Accepted
    return printer if accepted else None


def print_pages(pages: Sequence[QImage], printer: QPrinter) -> bool:
    """Print pages, scaled to the paper; return whether the printer accepted them all.

    Landscape pages are printed in landscape. Only the pages that the user chose are printed.
    """
    chosen_pages = _chosen_pages(pages, printer)
    if not chosen_pages:
        return True
    _set_paper_orientation(printer, chosen_pages[0])
    painter = QPainter()
    if not painter.begin(printer):
        return False
    try:
        for number, page in enumerate(chosen_pages):
            if number:
                _set_paper_orientation(printer, page)
                if not printer.newPage():
                    return False
            painter.drawImage(_page_rect(page, printer), page)
    finally:
        is_accepted = painter.end()
    return is_accepted


def _chosen_pages(pages: Sequence[QImage], printer: QPrinter) -> Sequence[QImage]:
    """Return the pages of the range that the user requested."""
    if printer.printRange() != QPrinter.PrintRange.PageRange:
        return pages
    return pages[printer.fromPage() - 1 : printer.toPage()]


def _set_paper_orientation(printer: QPrinter, page: QImage) -> None:
    is_wide = page.width() > page.height()
    orientations = QPageLayout.Orientation
    printer.setPageOrientation(orientations.Landscape if is_wide else orientations.Portrait)
    printer.setPageMargins(QMarginsF())


def _page_rect(page: QImage, printer: QPrinter) -> QRectF:
    """Return the largest centered rectangle on the paper, in dots, with a page's proportions."""
    paper = printer.paperRect(QPrinter.Unit.DevicePixel)
    size = QSizeF(page.size()).scaled(paper.size(), Qt.AspectRatioMode.KeepAspectRatio)
    rect = QRectF(paper.topLeft(), size)
    rect.moveCenter(paper.center())
    return rect
