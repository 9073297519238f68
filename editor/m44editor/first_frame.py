"""Postponing work until a window is on screen, and finding viewports quickly at startup."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

DELAY_MS = 20  # milliseconds after the first frame, in which the window can react to input

_VIEWPORT = "qt_scrollarea_viewport"  # Qt's name of the viewports it creates itself


def find_viewport(area: QAbstractScrollArea) -> QWidget:
    """Return the viewport of a scroll area; keep it, and ``area.viewport()`` is fast, too.

    For a widget not yet known to Python, PySide creates all widget classes to determine its class,
    which takes 13 ms when the editor starts. A widget found by name and type skips that.
    """
    child = Qt.FindChildOption.FindDirectChildrenOnly
    return area.findChild(QWidget, _VIEWPORT, child) or area.viewport()


def after_first_frame(widget: QWidget, act: Callable[[], object]) -> None:
    """Call *act* soon after *widget* is first painted."""
    widget.installEventFilter(_FirstFrame(widget, act))


class _FirstFrame(QObject):
    def __init__(self, widget: QWidget, act: Callable[[], object]) -> None:
        super().__init__(widget)
        self._act = act

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the first paint event; never consume an event."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(DELAY_MS, watched, self._act)
            self.deleteLater()
        return False
