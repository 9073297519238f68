"""View state of widgets (options, sorting, selection, input, focus), copied to a replacement.

Both widgets show the same document and come from the same code, in two languages, so their parts
correspond: the third scroll bar of one matches the third of the other. They can differ only in the
user's options, sorting, scroll positions, selections, searches and unfinished input.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QScrollBar,
    QSplitter,
    QTabBar,
    QWidget,
)

_KINDS = (
    *(QSplitter, QTabBar, QAbstractButton, QComboBox, QLineEdit),
    *(QHeaderView, QAbstractItemView, QScrollBar),
)
"""The kinds of widgets to copy, ordered so that later ones depend on earlier ones."""


def copy_widget_state(before: QWidget, after: QWidget, focused: QWidget | None = None) -> None:
    """Copy the view state of *before* to *after*, which must be laid out already.

    Args:
        before: The old widget, left unchanged.
        after: Its replacement.
        focused: The widget in *before* that had the focus, if any.
    """
    _copy_checked_entries(before, after)
    for kind in _KINDS:
        old_parts, new_parts = (
            _self_and_descendants(before, kind),
            _self_and_descendants(after, kind),
        )
        if len(old_parts) == len(new_parts):
            for old_part, new_part in zip(old_parts, new_parts, strict=True):
                _copy_state(old_part, new_part)
    _copy_focus(before, after, focused)


def _copy_checked_entries(before: QWidget, after: QWidget) -> None:
    """Copy which checkable entries of the menus are checked."""
    old_actions, new_actions = (
        [action for action in widget.findChildren(QAction) if action.isCheckable()]
        for widget in (before, after)
    )
    if len(old_actions) == len(new_actions):
        for old_action, new_action in zip(old_actions, new_actions, strict=True):
            new_action.setChecked(old_action.isChecked())


def _self_and_descendants(widget: QWidget, kind: type[QWidget]) -> list[QWidget]:
    """Return a widget, if it is of a given class, and its descendants of that class.

    Of buttons, only checkable ones are returned.
    """
    parts: list[QWidget] = widget.findChildren(kind)
    if isinstance(widget, kind):
        parts = [widget, *parts]
    return [part for part in parts if not isinstance(part, QAbstractButton) or part.isCheckable()]


def _copy_state(before: QWidget, after: QWidget) -> None:
    match before, after:
        case QSplitter(), QSplitter():
            after.setSizes(before.sizes())
        case (QTabBar(), QTabBar()) | (QComboBox(), QComboBox()):
            _copy_current_index(before, after)
        case QAbstractButton(), QAbstractButton():
            after.setChecked(before.isChecked())
        case QLineEdit(), QLineEdit() if not isinstance(after.parentWidget(), QAbstractSpinBox):
            after.setText(after.text() or before.text())
        case QHeaderView(), QHeaderView():
            _copy_columns(before, after)
        case QAbstractItemView(), QAbstractItemView():
            _copy_current_row(before, after)
        case QScrollBar(), QScrollBar():
            after.setValue(before.value())


def _copy_columns(before: QHeaderView, after: QHeaderView) -> None:
    """Copy the sorting, and the widths of the columns that the user can resize."""
    if before.count() != after.count():
        return
    if before.isSortIndicatorShown():
        after.setSortIndicator(before.sortIndicatorSection(), before.sortIndicatorOrder())
    for section in range(before.count()):
        if before.sectionResizeMode(section) is QHeaderView.ResizeMode.Interactive:
            after.resizeSection(section, before.sectionSize(section))


def _copy_current_index(before: QWidget, after: QWidget) -> None:
    for kind in (QTabBar, QComboBox):
        if isinstance(before, kind) and isinstance(after, kind) and before.count() == after.count():
            after.setCurrentIndex(before.currentIndex())


def _copy_current_row(before: QAbstractItemView, after: QAbstractItemView) -> None:
    model, rows, current_index = after.model(), [], before.currentIndex()
    if model is None or not current_index.isValid():
        return
    column = current_index.column()
    while current_index.isValid():
        rows.append(current_index.row())
        current_index = current_index.parent()
    index = QModelIndex()
    for row in reversed(rows):
        index = model.index(row, column, index)
    if index.isValid() and after.currentIndex() != index:
        after.setCurrentIndex(index)


def _copy_focus(before: QWidget, after: QWidget, focused: QWidget | None) -> None:
    old_widgets, new_widgets = (
        [widget, *widget.findChildren(QWidget)] for widget in (before, after)
    )
    if focused in old_widgets and len(old_widgets) == len(new_widgets):
        new_widgets[old_widgets.index(focused)].setFocus()
