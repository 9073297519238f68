"""List and tree widgets with check boxes or an Enter key, the rows of a tree, and wrapped items."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QHeaderView,
    QListView,
    QListWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from m44editor.theme_tokens import Space


def wrap_items(list_view: QListView) -> None:
    """Wrap the items of a list, so that each is shown whole."""
    list_view.setWordWrap(True)
    list_view.setItemDelegate(_WrappedItemDelegate(list_view))


def wrap_tree_column(tree: QTreeWidget, column: int) -> None:
    """Wrap the texts of a column, which takes the width that the other columns leave."""
    tree.setWordWrap(True)
    tree.setItemDelegateForColumn(column, _WrappedColumnDelegate(tree))
    header = tree.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
    header.sectionResized.connect(tree.scheduleDelayedItemsLayout)


def fill_behind_scroll_bars(view: QAbstractScrollArea) -> None:
    """Give the scroll bars of a list the background of the list, not that of the window."""
    view.setAutoFillBackground(True)
    view.setBackgroundRole(QPalette.ColorRole.Base)


class EnterList(QListWidget):
    """A list in which Enter activates the current item, and not the dialog's default button."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle a key, and keep Enter from reaching the dialog."""
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class ListWithHint(QListWidget):
    """A list that shows a hint in faint text while it is empty.

    Attributes:
        hint: The text of the hint.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hint = ""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the items, or the hint if there are none."""
        super().paintEvent(event)
        if not self.count():
            place = (
                self.viewport()
                .rect()
                .adjusted(Space.MEDIUM, Space.MEDIUM, -Space.MEDIUM, -Space.MEDIUM)
            )
            with QPainter(self.viewport()) as painter:
                painter.setPen(self.palette().placeholderText().color())
                painter.drawText(place, _HINT_FLAGS, self.hint)


_HINT_FLAGS = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap


class CheckList(QListWidget):
    """A list whose items have check boxes that stand out in every theme."""


class CheckTree(QTreeWidget):
    """A tree whose items have check boxes that stand out in every theme."""


def top_level_items(tree: QTreeWidget) -> list[QTreeWidgetItem]:
    """Return the top-level items in order."""
    return children_of(tree.invisibleRootItem())


def children_of(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """Return the children of an item in order."""
    children = (item.child(number) for number in range(item.childCount()))
    return [child for child in children if child is not None]


def rows_below_headings(tree: QTreeWidget) -> list[QTreeWidgetItem]:
    """Return the children of all top-level items in order."""
    return [child for heading in top_level_items(tree) for child in children_of(heading)]


class _WrappedItemDelegate(QStyledItemDelegate):
    """Makes wrapped list items high enough for their text, which would otherwise be elided.

    Qt measures them as if spacing did not make them narrower than the list, and rounds down the
    height of lines in mixed fonts, such as Chinese text with a Latin name.
    """

    def __init__(self, list_view: QListView) -> None:
        super().__init__(list_view)
        self._list_view = list_view

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the size of the text, wrapped to the width left by the spacing on both sides."""
        narrow_option = QStyleOptionViewItem(option)
        narrow_option.rect = option.rect.adjusted(0, 0, -2 * self._list_view.spacing(), 0)
        return super().sizeHint(narrow_option, index).grownBy(QMargins(0, 0, 0, 1))


class _WrappedColumnDelegate(QStyledItemDelegate):
    """Makes the rows of a tree high enough for the wrapped texts of a column."""

    def __init__(self, tree: QTreeWidget) -> None:
        super().__init__(tree)
        self._tree = tree

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the size of the text, wrapped to the width of the column."""
        narrow_option = QStyleOptionViewItem(option)
        width = self._tree.columnWidth(index.column())
        narrow_option.rect = QRect(0, 0, width, narrow_option.fontMetrics.height())
        return super().sizeHint(narrow_option, index)
