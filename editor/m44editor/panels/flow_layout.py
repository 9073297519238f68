"""A layout that wraps widgets like words in a paragraph."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Places widgets from left to right and wraps to the next line."""

    def __init__(self, parent: QWidget | None = None, spacing: int = 4) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = spacing
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Append an item."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, or None if the index is out of range."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove an item and return it, or None if the index is out of range."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return no direction, because the layout never takes more space than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return True, because the height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height in pixels that the items need when wrapped to *width*."""
        margins = self.contentsMargins()
        inner_width = width - margins.left() - margins.right()
        bottoms = [rect.bottom() + 1 for _, rect in self._placements(inner_width)]
        return max(bottoms, default=0) + margins.top() + margins.bottom()

    def sizeHint(self) -> QSize:
        """Return the size needed to show all items on one line."""
        sizes = [item.sizeHint() for item in self._visible_items()]
        width = sum(size.width() + self._gap for size in sizes)
        height = max((size.height() for size in sizes), default=0)
        return QSize(width, height).grownBy(self.contentsMargins())

    def minimumSize(self) -> QSize:
        """Return the smallest size that fits the largest item."""
        size = QSize()
        for item in self._visible_items():
            size = size.expandedTo(item.minimumSize())
        return size.grownBy(self.contentsMargins())

    def setGeometry(self, rect: QRect) -> None:
        """Place the items inside *rect*."""
        super().setGeometry(rect)
        inner_rect = rect.marginsRemoved(self.contentsMargins())
        for item, item_rect in self._placements(inner_rect.width()):
            item.setGeometry(item_rect.translated(inner_rect.topLeft()))

    def _visible_items(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _placements(self, width: int) -> Iterator[tuple[QLayoutItem, QRect]]:
        """Yield the visible items with their rectangles when wrapped to *width*.

        Items of different heights are centered on their line.
        """
        top = 0
        for line in self._lines(width):
            line_height, left = max(size.height() for _, size in line), 0
            for item, size in line:
                yield item, QRect(QPoint(left, top + (line_height - size.height()) // 2), size)
                left += size.width() + self._gap
            top += line_height + self._gap

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return the visible items with their sizes, in lines no wider than *width*."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        used_width = 0
        for item in self._visible_items():
            size = item.sizeHint().boundedTo(QSize(max(width, item.minimumSize().width()), 9999))
            if not lines or used_width + size.width() > width:
                lines.append([])
                used_width = 0
            lines[-1].append((item, size))
            used_width += size.width() + self._gap
        return lines
