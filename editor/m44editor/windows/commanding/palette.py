"""Ctrl+Shift+P: every command, piece, problem and hex by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.search_words import plain
from m44editor.documents.settings import names
from m44editor.screen import resize_to_screen
from m44editor.windows.commanding.entries import COMMAND, PANEL, Entry, entries_of, hexes_of
from m44editor.windows.commanding.matching import fit
from m44editor.words import told, tr

if TYPE_CHECKING:
    from m44editor.windows.context import EditorContext

_RECENT = "commands/recent"
_REMEMBERED = 12
_LISTED = 160  # more than anybody reads
_FIRST = (COMMAND, PANEL)
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class CommandPalette(QDialog):
    """Finds something by its name; Enter does it.

    Attributes:
        search: Where one types; the arrow keys move in the list from here.
        list: What fits, the best first; what was used last before anything is typed.
        chosen: What was chosen, or None.
    """

    def __init__(
        self,
        entries: tuple[Entry, ...],
        hexes: Callable[[str], tuple[Entry, ...]],
        recent: list[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._entries, self._hexes, self._recent = entries, hexes, recent
        self._shown: tuple[Entry, ...] = ()
        self.chosen: Entry | None = None
        self.setWindowTitle(tr("Commands"))
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(_placeholder(only_hexes=not entries))
        self.search.setAccessibleName(_placeholder(only_hexes=not entries))
        self.search.installEventFilter(self)
        self.list = _list(self)
        self.nothing = QLabel(tr("Nothing is called that."), self)
        self.nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        column = QVBoxLayout(self)
        for widget in (self.search, self.nothing, self.list):
            column.addWidget(widget, int(widget is self.list))
        self.search.textChanged.connect(self._show_fitting)
        self.search.returnPressed.connect(self._take)
        self.list.itemActivated.connect(self._take)
        self.list.itemClicked.connect(self._take)
        resize_to_screen(self, 680, 460)
        self._show_fitting()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list with the arrow keys while one types."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            moves = event.key() in _MOVES
            if moves:
                self.list.keyPressEvent(event)
            return moves
        return super().eventFilter(watched, event)

    def _show_fitting(self) -> None:
        typed = self.search.text()
        self._shown = (*self._hexes(typed), *self._fitting(tuple(plain(typed).split())))[:_LISTED]
        self.list.clear()
        for entry in self._shown:
            row = QTreeWidgetItem([entry.name, told(entry.kind), entry.keys])
            row.setToolTip(0, entry.name)
            self.list.addTopLevelItem(row)
        if first := self.list.topLevelItem(0):
            self.list.setCurrentItem(first)
        self.nothing.setVisible(bool(typed) and not self._shown)

    def _fitting(self, typed: tuple[str, ...]) -> list[Entry]:
        """Return what fits, the nearest first; of the equally near what was used last."""
        if not typed:
            listed = [
                each for each in self._entries if each.kind in _FIRST or self._is_recent(each)
            ]
            return sorted(listed, key=self._age)
        found = ((fit(typed, each.found_by), each) for each in self._entries)
        near = [
            (away, self._age(each), len(each.name), each)
            for away, each in found
            if away is not None
        ]
        return [each for *_, each in sorted(near, key=lambda one: one[:3])]

    def _is_recent(self, entry: Entry) -> bool:
        return entry.key in self._recent

    def _age(self, entry: Entry) -> int:
        return self._recent.index(entry.key) if self._is_recent(entry) else len(self._recent)

    def _take(self) -> None:
        row = self.list.currentIndex().row()
        if row >= 0:
            self.chosen = self._shown[row]
            self.accept()


def _placeholder(only_hexes: bool) -> str:
    if only_hexes:
        return tr("Name of a hex, such as G5")
    return tr("Name of a command, a piece, a problem or a hex")


def _list(parent: QWidget) -> QTreeWidget:
    made = QTreeWidget(parent)
    made.setColumnCount(3)
    made.setHeaderHidden(True)
    made.setRootIsDecorated(False)
    made.setUniformRowHeights(True)
    made.setAccessibleName(tr("Commands"))
    made.setTabKeyNavigation(False)
    header = made.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    return made


def open_palette(context: EditorContext, only_hexes: bool = False) -> None:
    """Ask for something by its name and do it.

    Args:
        context: That of the window.
        only_hexes: Whether nothing but hexes is to be found.
    """
    recent = names(context.settings, _RECENT)
    entries = () if only_hexes else entries_of(context)
    dialog = CommandPalette(entries, lambda typed: hexes_of(context, typed), recent, context.window)
    dialog.exec()
    dialog.deleteLater()
    if dialog.chosen is not None:
        _remember(context, dialog.chosen, recent)
        dialog.chosen.do()


def _remember(context: EditorContext, entry: Entry, recent: list[str]) -> None:
    if not entry.key.startswith(("problem ", "hex ")):
        kept = [key for key in recent if key != entry.key]
        context.settings.setValue(_RECENT, [entry.key, *kept][:_REMEMBERED])
