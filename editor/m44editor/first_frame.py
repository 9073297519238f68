"""What can wait until a window is on the screen, and what would keep it from being there."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

AFTER = 20  # milliseconds after the first frame, in which the window takes what was pressed

_VIEWPORT = "qt_scrollarea_viewport"  # what Qt calls those that it makes itself


def meet_viewport(area: QAbstractScrollArea) -> QWidget:
    """Return the viewport of a scroll area; keep it, and ``area.viewport()`` is quick as well.

    For a widget that Python does not know yet PySide makes all classes of widgets there are, to see
    which of them it is: 13 ms, at the start of the editor. What is found by name is taken as asked.
    """
    child = Qt.FindChildOption.FindDirectChildrenOnly
    return area.findChild(QWidget, _VIEWPORT, child) or area.viewport()


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
