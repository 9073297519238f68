"""Lists and trees with a check box at each row; the theme outlines the boxes."""

from __future__ import annotations

from PySide6.QtWidgets import QListWidget, QTreeWidget


class CheckList(QListWidget):
    """A list whose items have check boxes that stand out in every theme."""


class CheckTree(QTreeWidget):
    """A tree whose items have check boxes that stand out in every theme."""
