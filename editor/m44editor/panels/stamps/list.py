"""The list of the stamps panel: stamps are dragged where they are to lie."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from m44editor.panels.removing_list import RemovingList

_ALT = Qt.KeyboardModifier.AltModifier
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 2,
    Qt.Key.Key_Down: 2,
}
"""Where Alt and an arrow key put a stamp, from the place it has: before the one that lies there."""


class StampList(RemovingList):
    """The stamps; Alt + arrow keys are about them, too.

    Signals:
        moved: The stamp of a row is to lie before that of another; behind the last is none.
    """

    moved = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pressed: tuple[int, QPoint] | None = None
        self._place: int | None = None

    # The keyboard

    def is_ours(self, event: QKeyEvent) -> bool:
        """Tell whether a key is about the stamps."""
        return self._is_step(event) or super().is_ours(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove a stamp, or put it a place on."""
        if self._is_step(event):
            self.moved.emit(self.currentRow(), self.currentRow() + _STEPS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _is_step(self, event: QKeyEvent) -> bool:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return held == _ALT and event.key() in _STEPS

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a stamp."""
        super().mousePressEvent(event)
        at, item = event.position().toPoint(), self.itemAt(event.position().toPoint())
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = (self.row(item), at) if is_left and item is not None else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where it would lie."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        at = event.position().toPoint()
        way = (at - self._pressed[1]).manhattanLength()
        if self._place is not None or way >= QApplication.startDragDistance():
            self._place = self._place_at(at)
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Put it there; without a drag it is a click."""
        pressed, place = self._pressed, self._place
        self._pressed = self._place = None
        if pressed is None or place is None:
            super().mouseReleaseEvent(event)
            return
        self.setState(QAbstractItemView.State.NoState)
        self.viewport().update()
        if self.viewport().rect().contains(event.position().toPoint()):
            self.moved.emit(pressed[0], place)

    def _place_at(self, at: QPoint) -> int:
        """Return how many stamps lie before a point, row by row."""
        areas = [self.visualItemRect(self.item(row)) for row in range(self.count())]
        return sum(
            area.bottom() < at.y() or (area.top() <= at.y() and area.center().x() < at.x())
            for area in areas
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the stamps, and a line where the dragged one would lie."""
        super().paintEvent(event)
        if self._place is None:
            return
        is_last = self._place >= self.count()
        area = self.visualItemRect(self.item(min(self._place, self.count() - 1)))
        x = area.right() if is_last else area.left()
        with QPainter(self.viewport()) as painter:
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 3))
            painter.drawLine(x, area.top() + 2, x, area.bottom() - 2)
