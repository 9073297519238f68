"""The pages of a sheet, one below the other, as wide as there is room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from m44editor.words import tr

_GAP = 12  # logical pixels round each page
_SMALLEST = 160  # logical pixels a page is wide at least


class Page(QWidget):
    """One page, drawn as large as the widget is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image = QImage()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the page; smooth, for its letters are small."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self.rect(), self.image)


class Pages(QScrollArea):
    """Shows the pages of a sheet; where one looked stays in view when they are made anew."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Pages of the sheet"))
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setWidgetResizable(True)
        self.setMinimumSize(QSize(220, 160))
        self._column = QWidget(self)
        self._rows = QVBoxLayout(self._column)
        self._rows.setContentsMargins(_GAP, _GAP, _GAP, _GAP)
        self._rows.setSpacing(_GAP)
        self._rows.addStretch()
        self.setWidget(self._column)
        self.pages: list[Page] = []

    def show_pages(self, pictures: tuple[bytes, ...]) -> None:
        """Show other pages."""
        while len(self.pages) > len(pictures):
            self.pages.pop().deleteLater()
        while len(self.pages) < len(pictures):
            page = Page(self._column)
            self._rows.insertWidget(len(self.pages), page, 0, Qt.AlignmentFlag.AlignHCenter)
            self.pages.append(page)
        for number, (page, data) in enumerate(zip(self.pages, pictures, strict=True), 1):
            page.image = QImage.fromData(data)
            page.setAccessibleName(tr("Page {number}", number=number))
            page.update()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the pages as wide as there is room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = max(self.viewport().width() - 2 * _GAP, _SMALLEST)
        for page in self.pages:
            high = page.image.height() / max(page.image.width(), 1)
            page.setFixedSize(width, round(width * high))
