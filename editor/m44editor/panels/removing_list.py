"""A list in which the Delete key is about its items and not about the hexes of the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget


class RemovingList(QListWidget):
    """Tells of the Delete key, and keeps it and its other keys from the window.

    Signals:
        removed: The current item is to go.
    """

    removed = Signal()

    def is_ours(self, event: QKeyEvent) -> bool:
        """Tell whether a key is about the items."""
        return event.key() == Qt.Key.Key_Delete

    def event(self, event: QEvent) -> bool:
        """Keep its keys from the window."""
        asks = event.type() == QEvent.Type.ShortcutOverride
        if asks and isinstance(event, QKeyEvent) and self.is_ours(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove an item."""
        if event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)
