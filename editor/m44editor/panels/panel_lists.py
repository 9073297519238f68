"""List widgets: a combo box that opens as wide as its entries, a list with a Delete key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QPalette
from PySide6.QtWidgets import QComboBox, QListWidget, QStyleOptionComboBox, QStylePainter

from m44editor.screen import screen_of

_PADDING = 4  # pixels beside a picture and its words


class WideComboBox(QComboBox):
    """Shows what is chosen with an ellipsis where it is too long, and all of it when opened."""

    def event(self, event: QEvent) -> bool:
        """Keep Alt + Down for opening the list, which on the board moves what is selected."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            opens = event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up)
            if opens and event.modifiers() & Qt.KeyboardModifier.AltModifier:
                event.accept()
                return True
        return super().event(event)

    def showPopup(self) -> None:
        """Open the list, wide enough for every entry."""
        view = self.view()
        room = view.sizeHintForColumn(self.modelColumn()) + 2 * view.frameWidth() + _PADDING
        if self.count() > self.maxVisibleItems():
            room += view.verticalScrollBar().sizeHint().width()
        screen = screen_of(self)
        view.setMinimumWidth(min(room, screen.availableSize().width()) if screen else room)
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is chosen with an ellipsis where it is too long, which Qt does not."""
        words = self.currentText() if self.currentIndex() >= 0 else self.placeholderText()
        wide = self.fontMetrics().horizontalAdvance(words) + self.iconSize().width()
        if self.isEditable() or wide + 3 * self.height() < self.width():
            super().paintEvent(event)  # there is room beside whatever arrow a style has
            return
        from PySide6.QtWidgets import QStyle  # its names take 6 ms to make, at start

        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        text = self.currentText()
        if self.currentIndex() < 0:
            text, faint = self.placeholderText(), self.palette().placeholderText()
            option.palette.setBrush(QPalette.ColorRole.ButtonText, faint)
        option.currentText = self._elided(text, option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def full_width(self) -> int:
        """Return how wide it has to be to show what is chosen without an ellipsis."""
        entries = (self.itemText(row) for row in range(self.count()))
        words = self.fontMetrics().horizontalAdvance
        frame = self.sizeHint().width() - max(map(words, entries), default=0)
        return words(self.currentText()) + frame

    def _text_width(self, option: QStyleOptionComboBox) -> int:
        """Return the width there is for words."""
        from PySide6.QtWidgets import QStyle  # Qt's classes are made when they are imported

        kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        return self.style().subControlRect(kind, option, part, self).width() - _PADDING

    def _elided(self, text: str, option: QStyleOptionComboBox) -> str:
        room = self._text_width(option)
        if not self.itemIcon(self.currentIndex()).isNull():
            room -= self.iconSize().width() + _PADDING
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)


class DeletableList(QListWidget):
    """Tells of the Delete key, and keeps it and its other keys from the window.

    Signals:
        removed: The current item is to go.
    """

    delete_pressed = Signal()

    def handles_key(self, event: QKeyEvent) -> bool:
        """Tell whether a key is about the items."""
        return event.key() == Qt.Key.Key_Delete

    def event(self, event: QEvent) -> bool:
        """Keep its keys from the window."""
        asks = event.type() == QEvent.Type.ShortcutOverride
        if asks and isinstance(event, QKeyEvent) and self.handles_key(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove an item."""
        if event.key() == Qt.Key.Key_Delete:
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)
