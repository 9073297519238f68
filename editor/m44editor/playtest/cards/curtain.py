"""Hides a hand until the one it belongs to is alone before the screen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QVBoxLayout, QWidget

from m44core.messages.message import Message
from m44editor.interface_text import tr

_OPEN = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Curtain(QFrame):
    """Covers the cards until the one they belong to says that he is alone.

    Board, dice and log stay in view: they are for both, and the last throw of a turn is seen.
    A key or a click that follows at once is still meant for what was there before: it opens
    nothing, and neither does one that follows upon that.

    Signals:
        opened: Space or Enter was pressed, or it was clicked on.
        clicked: It was a click: another one may follow at once.
    """

    opened = Signal()
    clicked = Signal()

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
        self._side: Message | None = None
        self._pressed = False
        self._resting = QTimer(self)  # runs while what is pressed may be meant for what was there
        self._resting.setSingleShot(True)
        over.installEventFilter(self)
        self.hide()

    @property
    def is_closed(self) -> bool:
        """Whether it covers the cards."""
        return not self.isHidden()

    @property
    def rests(self) -> bool:
        """Whether it was just closed, so that a key or a click does not open it yet."""
        return self._resting.isActive()

    def close_for(self, side: Message) -> None:
        """Cover the cards until a side is alone; take the keyboard where it was not closed so."""
        if self.is_closed and side == self._side:
            return
        self._side = side
        words = tr("{side}, press Space when you are alone.", side=side)
        self.words.setText(words)
        self.setAccessibleName(words)
        self.setGeometry(self._over.rect())
        self._pressed = False
        self._rest()
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
        if self.rests or event.isAutoRepeat():
            self._rest()
        else:
            self._pressed = event.key() in _OPEN

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Open when Space or Enter is let go, so that nothing else notices it."""
        if self._pressed and event.key() in _OPEN and not event.isAutoRepeat():
            self._open()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep a click from what lies below, and notice one that began here."""
        self._pressed = not self.rests
        if self.rests:
            self._rest()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take a second click as any other."""
        self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open by a click."""
        if self._pressed and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
            self._open()

    def _rest(self) -> None:
        self._resting.start(QApplication.doubleClickInterval())

    def _open(self) -> None:
        self.hide()
        self.opened.emit()
