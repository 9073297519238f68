"""Ignores the second press of a double click on a widget that the first click has hidden."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QMouseEvent, QWindow
from PySide6.QtWidgets import QApplication, QWidget

_PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class DoubleClickGuard(QObject):
    """Swallows the second press of a double click on a widget that the first click has hidden.

    Otherwise it would act on the widget below.
    """

    def __init__(self, widget: QWidget, window: QWindow) -> None:
        """Watch the mouse events of a window.

        Args:
            widget: The widget that disappears when it is clicked.
            window: The window of the widget.
        """
        super().__init__(widget)
        self._widget, self._window = widget, window
        self._last_release_ms: int | None = None
        self._is_swallowing = False
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Swallow a press, and its release, that completes a double click begun on the widget."""
        if not isinstance(event, QMouseEvent):
            return False
        if event.type() == QEvent.Type.MouseButtonRelease:
            if self._widget.isVisible():
                self._last_release_ms = event.timestamp()
            was_swallowing, self._is_swallowing = self._is_swallowing, False
            return was_swallowing
        if event.type() in _PRESSES and self._widget.isHidden():
            last_ms, limit_ms = self._last_release_ms, QApplication.doubleClickInterval()
            self._is_swallowing = (
                last_ms is not None and 0 <= event.timestamp() - last_ms <= limit_ms
            )
            if not self._is_swallowing:
                self._window.removeEventFilter(self)
        return self._is_swallowing
