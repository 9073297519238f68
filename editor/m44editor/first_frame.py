"""Postponing work until a window is on screen, and finding viewports quickly at startup."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

DELAY_MS = 20  # milliseconds after the first frame, in which the window can react to input

_VIEWPORT = "qt_scrollarea_viewport"  # Qt's name of the viewports it creates itself


def find_viewport(area: QAbstractScrollArea) -> QWidget:
    """Return the viewport of a scroll area; while it is kept, ``area.viewport()`` is fast, too.

    For a widget not yet known to Python, PySide creates all widget classes to determine its class,
    which takes 13 ms when the editor starts. A widget found by name and type skips that.
    """
    options = Qt.FindChildOption.FindDirectChildrenOnly
    return area.findChild(QWidget, _VIEWPORT, options) or area.viewport()


def after_first_frame(widget: QWidget, callback: Callable[[], object]) -> None:
    """Call *callback* soon after *widget* is first painted."""
    widget.installEventFilter(_FirstFrameFilter(widget, callback))


class _FirstFrameFilter(QObject):
    def __init__(self, widget: QWidget, callback: Callable[[], object]) -> None:
        super().__init__(widget)
        self._callback = callback

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the first paint event; never consume an event."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(DELAY_MS, watched, self._callback)
            self.deleteLater()
        return False
