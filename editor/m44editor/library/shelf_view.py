"""The list of cards."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, QTimer, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from m44editor.interface_text import tr
from m44editor.library.cards import Cards
from m44editor.library.files import File, Files
from m44editor.library.model import LibraryModel

_SOON = 30  # milliseconds after the list stands still that what is in sight is looked into
_AROUND = 1.0  # screens below what is in sight that are looked into next


class ShelfView(QListView):
    """Shows files as cards, as many beside each other as there is room for.

    Signals:
        in_sight: The paths of the files that are in sight are others now.
    """

    in_sight = Signal(list)

    def __init__(self, files: Files, model: LibraryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._cards = Cards(files, self)
        self.setModel(model)
        self.setItemDelegate(self._cards)
        self.setAccessibleName(tr("Scenarios"))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setUniformItemSizes(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.verticalScrollBar().setSingleStep(48)
        self._looked_at: list[str] = []
        self._soon = QTimer(self, interval=_SOON, singleShot=True)
        self._soon.timeout.connect(self._tell_sight)
        self._share_width()

    def show_files(self, files: list[File]) -> None:
        """Show files; what is chosen, and what is at the top, stays so as far as it is there."""
        chosen, current = [file.path for file in self.chosen()], self.current()
        top = self.verticalScrollBar().value()
        if self._model.show(files):
            self._choose(chosen, current.path if current else None)
            self.verticalScrollBar().setValue(top)
        self._soon.start()

    def chosen(self) -> list[File]:
        """Return the files that are chosen, in their order."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self._model.shown[row] for row in rows]

    def current(self) -> File | None:
        """Return the file the keyboard is at."""
        return self._model.file(self.currentIndex())

    def choose(self, path: str) -> None:
        """Choose one file and show it."""
        row = self._model.row_of(path)
        if row is not None:
            self.setCurrentIndex(self._model.index(row))
            self.scrollTo(self._model.index(row))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is in sight, with as many cards as there is time for; have it looked into."""
        self._cards.begin_frame()
        super().paintEvent(event)
        if self._cards.is_late:
            self.viewport().update()
        if not self._soon.isActive():
            self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width evenly."""
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        size = self._cards.size(self.fontMetrics())
        width = self.viewport().width() - 1
        columns = max(1, width // size.width())
        size.setWidth(max(size.width(), width // columns))
        if size != self.gridSize():
            self.setGridSize(size)

    def _choose(self, paths: Iterable[str], current: str | None) -> None:
        rows = sorted(row for path in paths if (row := self._model.row_of(path)) is not None)
        selection = QItemSelection()
        for first, last in _ranges(rows):
            selection.select(self._model.index(first), self._model.index(last))
        row = self._model.row_of(current) if current else None
        chooser = self.selectionModel()
        if row is not None:
            none = QItemSelectionModel.SelectionFlag.NoUpdate
            chooser.setCurrentIndex(self._model.index(row), none)
        chooser.select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _tell_sight(self) -> None:
        """Tell which files are in sight, and after them those just below."""
        paths = [file.path for file in self._files_in_sight()]
        if paths != self._looked_at:
            self._looked_at = paths
            self.in_sight.emit(paths)

    def _files_in_sight(self) -> list[File]:
        if not self._model.shown:
            return []
        grid, viewport = self.gridSize(), self.viewport()
        columns = max(1, (viewport.width()) // grid.width())
        first = max(0, self.verticalOffset() // grid.height()) * columns
        rows = int(viewport.height() * (1 + _AROUND)) // grid.height() + 2
        return list(self._model.shown[first : first + rows * columns])

    def cell(self, path: str) -> QPoint:
        """Return the middle of a file's card, in the viewport."""
        row = self._model.row_of(path)
        assert row is not None, f"{path} is shown"
        return self.visualRect(self._model.index(row)).center()


def _ranges(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Return rows that follow one another as their first and their last."""
    ranges: list[tuple[int, int]] = []
    for row in rows:
        if ranges and ranges[-1][1] == row - 1:
            ranges[-1] = (ranges[-1][0], row)
        else:
            ranges.append((row, row))
    return ranges
