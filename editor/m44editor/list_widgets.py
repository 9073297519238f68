"""List and tree widgets with check boxes, and the rows of a tree."""

from __future__ import annotations

from PySide6.QtWidgets import QListWidget, QTreeWidget, QTreeWidgetItem


class CheckList(QListWidget):
    """A list whose items have check boxes that stand out in every theme."""


class CheckTree(QTreeWidget):
    """A tree whose items have check boxes that stand out in every theme."""


def headings(tree: QTreeWidget) -> list[QTreeWidgetItem]:
    """Return the top-level items in order."""
    return children_of(tree.invisibleRootItem())


def children_of(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """Return the children of an item in order."""
    children = (item.child(number) for number in range(item.childCount()))
    return [child for child in children if child is not None]


def rows_below_headings(tree: QTreeWidget) -> list[QTreeWidgetItem]:
    """Return the children of all top-level items in order."""
    return [line for heading in headings(tree) for line in children_of(heading)]
