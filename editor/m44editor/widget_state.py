"""Where somebody was looking in a panel or a window, carried to the one that takes its place.

Both show the same things, made by the same code in two languages, so that their parts correspond:
the third scroll bar of the one is the third of the other. What they show of a document is the same
already; what differs is what somebody scrolled to, chose, searched for or is typing into.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QScrollBar,
    QSplitter,
    QTabBar,
    QWidget,
)

_KINDS = (QSplitter, QTabBar, QAbstractButton, QComboBox, QLineEdit, QAbstractItemView, QScrollBar)
"""What is carried over, in the order in which one decides about the others."""


def carry_over(before: QWidget, after: QWidget, focused: QWidget | None = None) -> None:
    """Look in *after*, which is laid out, where somebody looked in *before*.

    Args:
        before: A widget, still as it was left.
        after: One like it.
        focused: What of *before* had the focus, if anything.
    """
    for kind in _KINDS:
        old, new = _parts(before, kind), _parts(after, kind)
        if len(old) == len(new):
            for was, part in zip(old, new, strict=True):
                _look_there(was, part)
    _focus(before, after, focused)


def _parts(widget: QWidget, kind: type[QWidget]) -> list[QWidget]:
    """Return what of a widget is of a kind; of buttons, those that stay pressed."""
    parts: list[QWidget] = widget.findChildren(kind)
    if isinstance(widget, kind):
        parts = [widget, *parts]
    return [part for part in parts if not isinstance(part, QAbstractButton) or part.isCheckable()]


def _look_there(was: QWidget, part: QWidget) -> None:
    match was, part:
        case QSplitter(), QSplitter():
            part.setSizes(was.sizes())
        case (QTabBar(), QTabBar()) | (QComboBox(), QComboBox()):
            _choose_there(was, part)
        case QAbstractButton(), QAbstractButton():
            part.setChecked(was.isChecked())
        case QLineEdit(), QLineEdit() if not isinstance(part.parentWidget(), QAbstractSpinBox):
            part.setText(part.text() or was.text())
        case QAbstractItemView(), QAbstractItemView():
            _stand_there(was, part)
        case QScrollBar(), QScrollBar():
            part.setValue(was.value())


def _choose_there(was: QWidget, part: QWidget) -> None:
    for kind in (QTabBar, QComboBox):
        if isinstance(was, kind) and isinstance(part, kind) and was.count() == part.count():
            part.setCurrentIndex(was.currentIndex())


def _stand_there(was: QAbstractItemView, part: QAbstractItemView) -> None:
    model, rows, at = part.model(), [], was.currentIndex()
    if model is None or not at.isValid():
        return
    column = at.column()
    while at.isValid():
        rows.append(at.row())
        at = at.parent()
    found = QModelIndex()
    for row in reversed(rows):
        found = model.index(row, column, found)
    if found.isValid() and part.currentIndex() != found:
        part.setCurrentIndex(found)


def _focus(before: QWidget, after: QWidget, focused: QWidget | None) -> None:
    old, new = ([widget, *widget.findChildren(QWidget)] for widget in (before, after))
    if focused in old and len(old) == len(new):
        new[old.index(focused)].setFocus()
