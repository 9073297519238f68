"""The close button of a tab, which shows a dot while the scenario has unsaved changes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from m44editor.interface_text import tr

_CROSS, _DOT = 3.6, 3.4  # half the side of the cross, and the radius of the dot
_HOVERED, _PRESSED = 0.16, 0.3  # opacity of the text color behind the cross


class TabCloseButton(QAbstractButton):
    """Closes a tab. Shows a dot while the tab is modified, and a cross below the pointer.

    The cross is also shown on the current tab and on the tab below the pointer; other tabs show
    nothing.
    """

    WIDTH = 18  # pixels, including the space around the symbol

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_modified = self._is_prominent = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setFixedSize(self.sizeHint())
        self.retranslate()

    @property
    def symbol(self) -> str:
        """The symbol on the button: ``dot``, ``cross``, or empty."""
        if self.underMouse() or (self._is_prominent and not self._is_modified):
            return "cross"
        return "dot" if self._is_modified else ""

    def retranslate(self) -> None:
        """Show the tooltip in the current language."""
        self.setToolTip(tr("Close tab"))
        self.setAccessibleName(tr("Close tab"))

    def set_modified(self, modified: bool) -> None:
        """Set whether the scenario of the tab has unsaved changes."""
        if modified is not self._is_modified:
            self._is_modified = modified
            self.update()

    def set_prominent(self, prominent: bool) -> None:
        """Set whether the tab is current or below the pointer."""
        if prominent is not self._is_prominent:
            self._is_prominent = prominent
            self.update()

    def sizeHint(self) -> QSize:
        """Return the fixed size of the button."""
        return QSize(self.WIDTH, self.WIDTH)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show the cross."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Show the usual symbol again."""
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dot or the cross in the text color of the theme."""
        symbol = self.symbol
        if not symbol:
            return
        ink = self.palette().color(QPalette.ColorRole.WindowText)
        center = QPointF(QRectF(self.rect()).center())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if symbol == "dot":
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(ink)
                painter.drawEllipse(center, _DOT, _DOT)
                return
            if self.underMouse():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setOpacity(_PRESSED if self.isDown() else _HOVERED)
                painter.setBrush(ink)
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)
                painter.setOpacity(1)
            painter.setPen(QPen(ink, 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            diagonal = QPointF(_CROSS, _CROSS)
            other_diagonal = QPointF(_CROSS, -_CROSS)
            painter.drawLine(center - diagonal, center + diagonal)
            painter.drawLine(center - other_diagonal, center + other_diagonal)
