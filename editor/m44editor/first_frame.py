"""What can wait until a window is on the screen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

AFTER = 20  # milliseconds after the first frame, in which the window takes what was pressed


def after_first_frame(widget: QWidget, act: Callable[[], object]) -> None:
    """Call *act* soon after *widget* was painted for the first time."""
    widget.installEventFilter(_FirstFrame(widget, act))


class _FirstFrame(QObject):
    def __init__(self, widget: QWidget, act: Callable[[], object]) -> None:
        super().__init__(widget)
        self._act = act

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the painting; stop nothing."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(AFTER, watched, self._act)
            self.deleteLater()
        return False
