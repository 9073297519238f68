"""A row of scenarios with pictures and titles on the welcome page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QImage, QKeyEvent, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from m44core.catalogue.search_words import fold_text
from m44core.messages.message import Message, message_in
from m44core.model.scenario import Scenario
from m44core.resources import shipped_templates
from m44editor.interface_text import language, translated

LARGE, SMALL = QSize(208, 136), QSize(150, 98)
"""The maximum sizes of pictures in large and in small rows, in logical pixels."""

PATH_ROLE = Qt.ItemDataRole.UserRole
"""The item data role of the path."""

_MARGIN, _TITLE_MARGIN = 14, 12  # pixels around a picture, and around its title
_TEMPLATES: Mapping[str, Message] = {
    "airborne": message_in("template", "Airborne"),
    "beach-landing": message_in("template", "Beach landing"),
    "city": message_in("template", "City"),
    "river-crossing": message_in("template", "River crossing"),
}


class ScenarioRow(QListWidget):
    """A list of scenario thumbnails, just tall enough to show all of them.

    Attributes:
        paths: The files of the scenarios.
        picture_size: The maximum size of a picture, in logical pixels.
    """

    def __init__(self, paths: Iterable[Path], picture_size: QSize) -> None:
        super().__init__()
        self.paths = list(paths)
        self.picture_size = picture_size
        self._cell = QSize()
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setIconSize(picture_size)
        self.setItemDelegate(_PictureDelegate(self))
        self.setViewportMargins(-_MARGIN // 2, 0, 0, 0)  # pictures start where headings do
        self.setWordWrap(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._items: dict[str, list[QListWidgetItem]] = {}
        self._scenarios: dict[str, Scenario] = {}
        self.viewport().setAutoFillBackground(False)
        blank_picture = _blank_picture(picture_size, self.palette())
        for path in self.paths:
            item = QListWidgetItem(QIcon(blank_picture), path.stem, self)
            item.setData(PATH_ROLE, str(path))
            item.setToolTip(str(path))
            self._items.setdefault(str(path), []).append(item)
        self._fit_height()

    def retranslate(self, name: str) -> None:
        """Show the titles of the scenarios read so far in the current language.

        Args:
            name: The heading of the list, used as its accessible name.
        """
        self.setAccessibleName(name)
        for path in self.paths:
            self._update_title(path)
        self._fit_height()

    def show_loaded_scenario(self, path: str, scenario: Scenario, picture: QImage) -> None:
        """Show the title and the picture of a file that was read, if it is in this list."""
        items = self.items_of(path)
        if not items:
            return
        self._scenarios[path] = scenario
        self._update_title(Path(path))
        for item in items if not picture.isNull() else ():
            item.setIcon(QIcon(QPixmap.fromImage(picture)))
        self._fit_height()

    def _update_title(self, path: Path) -> None:
        template_name, scenario = _template_name(path), self._scenarios.get(str(path))
        title = scenario.title_in(language()) if scenario else ""
        for item in self.items_of(str(path)):
            if name := translated(template_name) if template_name else title:
                item.setText(name)
                item.setToolTip(f"{name}\n{path}")

    def filter(self, words: Sequence[str]) -> bool:
        """Show only scenarios whose title or path contains all words; return whether any does."""
        any_shown = False
        for row in range(self.count()):
            item = self.item(row)
            text = fold_text(f"{item.text()} {item.data(PATH_ROLE)}")
            matches = all(word in text for word in words)
            self.setRowHidden(row, not matches)
            any_shown = any_shown or matches
        self._fit_height()
        return any_shown

    def items_of(self, path: str) -> Sequence[QListWidgetItem]:
        """Return the list items of a file; empty if it is not in this list."""
        return self._items.get(path, ())

    def event(self, event: QEvent) -> bool:
        """Adapt the height to the new width."""
        if event.type() == QEvent.Type.Resize:
            self._fit_height()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Esc to the welcome page."""
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _fit_height(self) -> None:
        """Make the cells high enough for the longest title, and the list for all cells."""
        if not self.count():
            return
        metrics, width = self.fontMetrics(), self.picture_size.width() + _MARGIN
        rows = [row for row in range(self.count()) if not self.isRowHidden(row)]
        has_long_title = any(
            metrics.horizontalAdvance(self.item(row).text()) > width - _MARGIN for row in rows
        )
        title_height = (2 if has_long_title else 1) * metrics.lineSpacing() + _TITLE_MARGIN
        self._cell = QSize(width, self.picture_size.height() + title_height)
        if self._cell != self.gridSize():
            self.setGridSize(self._cell)
        width = self.width() + _MARGIN // 2  # the viewport is not resized yet
        columns = max(1, width // self._cell.width())
        self.setFixedHeight(-(-len(rows) // columns) * self._cell.height() + 4)


class _PictureDelegate(QStyledItemDelegate):
    """Reserves the same space for every picture, so that all titles are at the same height."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Put a picture at the bottom of the space for pictures."""
        super().initStyleOption(option, index)
        row = self.parent()
        assert isinstance(row, ScenarioRow)
        option.decorationSize = row.picture_size
        option.decorationAlignment = _BOTTOM_CENTER


_BOTTOM_CENTER = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom


def _template_name(path: Path) -> Message | None:
    """Return the name of a built-in template; None if the file is not a template."""
    return _TEMPLATES.get(path.stem) if path in shipped_templates() else None


def _blank_picture(size: QSize, palette: QPalette) -> QPixmap:
    """Return a neutral frame in place of a picture that is not drawn yet."""
    pixmap = QPixmap(size)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1))
        painter.setBrush(palette.color(QPalette.ColorRole.AlternateBase))
        painter.drawRoundedRect(QRectF(pixmap.rect()).adjusted(1, 1, -1, -1), 4, 4)
    return pixmap
