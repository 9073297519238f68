"""Finding the viewport of a list, a form or a board without delay."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

_NAME = "qt_scrollarea_viewport"  # what Qt calls those that it makes itself
_CHILD = Qt.FindChildOption.FindDirectChildrenOnly


def meet_viewport(area: QAbstractScrollArea) -> QWidget:
    """Return the viewport of a scroll area; keep it, and ``area.viewport()`` is quick as well.

    For a widget that Python does not know yet PySide makes all classes of widgets there are, to see
    which of them it is: 13 ms, at the start of the editor. What is found by name is taken as asked.
    """
    return area.findChild(QWidget, _NAME, _CHILD) or area.viewport()
