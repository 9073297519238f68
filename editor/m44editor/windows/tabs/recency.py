"""Ctrl + Tab: the tabs in the order in which they were shown, the latest first."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from m44editor.documents.document import Sheets
from m44editor.documents.sheet import Sheet

_ENDS = (QEvent.Type.ApplicationDeactivate, QEvent.Type.WindowDeactivate)


class Recency(QObject):
    """Goes through the tabs while Ctrl is held; the one it is let go at is then the latest."""

    def __init__(self, sheets: Sheets, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sheets = sheets
        self._order = [sheets.current, *(each for each in sheets if each is not sheets.current)]
        self._walks = False
        sheets.added.connect(self._add)
        sheets.removed.connect(self._remove)
        sheets.shown.connect(self._show)

    @property
    def before(self) -> Sheet:
        """The sheet that was shown before the one that is shown now; that one where it is alone."""
        return self._order[min(1, len(self._order) - 1)]

    def step(self, by: int) -> None:
        """Show the tab that was shown before (1), or after (-1), the one that is shown now."""
        if len(self._order) == 1:
            return
        place = self._order.index(self._sheets.current)
        if not self._walks:
            self._walks = True
            QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]  # there is an application by now
        self._sheets.show(self._order[(place + by) % len(self._order)])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice that Ctrl is let go, or that somebody goes elsewhere."""
        if event.type() in _ENDS or _lets_go(event):
            self._end()
        return super().eventFilter(watched, event)

    def _end(self) -> None:
        self._walks = False
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]  # there is an application by now
        self._show(self._sheets.current)

    def _add(self, sheet: Sheet, _place: int) -> None:
        self._order.insert(1, sheet)

    def _remove(self, sheet: Sheet) -> None:
        self._order.remove(sheet)

    def _show(self, sheet: Sheet) -> None:
        if not self._walks:
            self._order.remove(sheet)
            self._order.insert(0, sheet)


def _lets_go(event: QEvent) -> bool:
    """Tell whether Ctrl is let go."""
    if event.type() != QEvent.Type.KeyRelease or not isinstance(event, QKeyEvent):
        return False
    return event.key() == Qt.Key.Key_Control
