"""The files that are shown, as a model for a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QUrl,
)

from m44editor.interface_text import tr
from m44editor.library.files import File, Files
from m44editor.library.words import details

FILE = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class LibraryModel(QAbstractListModel):
    """Lists files; what they look like is the delegate's.

    Attributes:
        shown: The files, in their order.
    """

    def __init__(self, files: Files, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self.shown: Sequence[File] = ()
        self._rows: dict[str, int] = {}
        files.pictured.connect(self._show_pictures)

    def show(self, files: Sequence[File]) -> bool:
        """Show these files; tell whether they are others, or in another order."""
        before = self.shown
        others = len(files) != len(before) or any(
            one.path != other.path for one, other in zip(files, before, strict=True)
        )
        if others:
            self.beginResetModel()
        self.shown = files
        if others:
            self._rows = {file.path: row for row, file in enumerate(files)}
            self.endResetModel()
        else:
            self._tell_known_better(before)
        return others

    def _tell_known_better(self, before: Sequence[File]) -> None:
        for row, (file, was) in enumerate(zip(self.shown, before, strict=True)):
            if file is not was:
                self.dataChanged.emit(self.index(row), self.index(row))

    def row_of(self, path: str) -> int | None:
        """Return where a file is shown."""
        return self._rows.get(path)

    def file(self, index: _Index) -> File | None:
        """Return the file of an index."""
        return self.shown[index.row()] if index.isValid() else None

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return how many files are shown."""
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is shown and read aloud of a file."""
        file = self.file(index)
        if file is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return file.title
            case Qt.ItemDataRole.ToolTipRole:
                return _tool_tip(file)
            case Qt.ItemDataRole.AccessibleTextRole:
                return in_words(file)
            case _:
                return file if role == FILE else None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Let files be chosen and dragged away."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def mimeTypes(self) -> list[str]:
        """Return that files are dragged as files are."""
        return ["text/uri-list"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return some files as other windows take them."""
        data = QMimeData()
        files = filter(None, map(self.file, indexes))
        data.setUrls([QUrl.fromLocalFile(file.path) for file in files])
        return data

    def _show_pictures(self, paths: Iterable[str]) -> None:
        rows = [self._rows[path] for path in paths if path in self._rows]
        for row in rows:
            index = self.index(row)
            self.dataChanged.emit(index, index, [Qt.ItemDataRole.DecorationRole])


def in_words(file: File) -> str:
    """Return all that is shown of a file, for people who listen."""
    if file.known is None:
        return tr("{title}, being looked into", title=file.title)
    said = "; ".join(f"{heading}: {words}" for heading, words in details(file.facts, file.name))
    return f"{file.title}. {said}"


def _tool_tip(file: File) -> str:
    if file.known is None:
        return escape(file.path)
    rows = "".join(
        f"<tr><td>{escape(heading)}&nbsp;&nbsp;</td><td>{escape(words)}</td></tr>"
        for heading, words in details(file.facts, file.path)
    )
    return f"<b>{escape(file.title)}</b><table>{rows}</table>"
