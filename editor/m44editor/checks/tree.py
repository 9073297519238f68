"""The items of a tree in which lines stand below headings."""

from __future__ import annotations

from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem


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
