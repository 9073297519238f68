"""Hides the cards while two people at one screen change places."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

_OPEN = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Curtain(QFrame):
    """Covers a whole widget until the one it is for says that he is alone.

    Signals:
        opened: Space or Enter was pressed, or it was clicked on.
    """

    opened = Signal()

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.words = QLabel(self)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setWordWrap(True)
        font = self.words.font()
        font.setPointSizeF(font.pointSizeF() * 1.8)
        self.words.setFont(font)
        QVBoxLayout(self).addWidget(self.words)
        self._pressed = False
        over.installEventFilter(self)
        self.hide()

    @property
    def is_closed(self) -> bool:
        """Whether it covers everything."""
        return not self.isHidden()

    def close_for(self, name: str) -> None:
        """Cover everything until *name* is alone."""
        words = f"{name}, press Space when you are alone."
        self.words.setText(words)
        self.setAccessibleName(words)
        self.setGeometry(self._over.rect())
        self._pressed = False
        self.raise_()
        self.show()
        self.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as what is covered."""
        if event.type() == QEvent.Type.Resize and watched is self._over:
            self.setGeometry(self._over.rect())
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Notice a key that was pressed here, not one that was down already."""
        self._pressed = event.key() in _OPEN and not event.isAutoRepeat()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Open when Space or Enter is let go, so that nothing else notices it."""
        if self._pressed and event.key() in _OPEN:
            self._open()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open by a click."""
        self._open()

    def _open(self) -> None:
        self.hide()
        self.opened.emit()
