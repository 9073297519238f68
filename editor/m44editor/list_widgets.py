"""List and tree widgets with check boxes, and the rows of a tree."""

from __future__ import annotations

from PySide6.QtWidgets import QListWidget, QTreeWidget, QTreeWidgetItem


class CheckList(QListWidget):
    """A list whose items have check boxes that stand out in every theme."""


class CheckTree(QTreeWidget):
    """A tree whose items have check boxes that stand out in every theme."""


def headings(tree: QTreeWidget) -> list[QTreeWidgetItem]:
    """Return the items on the outermost level, top down."""
    return below(tree.invisibleRootItem())


def below(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """Return the items right below another, top down."""
    found = (item.child(number) for number in range(item.childCount()))
    return [child for child in found if child is not None]


def lines(tree: QTreeWidget) -> list[QTreeWidgetItem]:
    """Return the items below headings, top down."""
    return [line for heading in headings(tree) for line in below(heading)]
