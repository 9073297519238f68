"""List widgets: a combo box that opens as wide as its entries, a list with a Delete key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QPalette
from PySide6.QtWidgets import QComboBox, QListWidget, QStyleOptionComboBox, QStylePainter

from m44editor.screen import screen_of

_PADDING = 4  # pixels next to an icon and its text


class WideComboBox(QComboBox):
    """A combo box that elides a long current text, and opens as wide as its longest entry."""

    def event(self, event: QEvent) -> bool:
        """Keep Alt+Down and Alt+Up, which open the list, from moving the selection on the board."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_arrow_key = event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up)
            if is_arrow_key and event.modifiers() & Qt.KeyboardModifier.AltModifier:
                event.accept()
                return True
        return super().event(event)

    def showPopup(self) -> None:
        """Open the list as wide as its longest entry, but not wider than the screen."""
        view = self.view()
        list_width = view.sizeHintForColumn(self.modelColumn()) + 2 * view.frameWidth() + _PADDING
        if self.count() > self.maxVisibleItems():
            list_width += view.verticalScrollBar().sizeHint().width()
        screen = screen_of(self)
        view.setMinimumWidth(
            min(list_width, screen.availableSize().width()) if screen else list_width
        )
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the current text, elided if it is too long, or faint if it stands for no value."""
        text_shown = self.currentText() if self.currentIndex() >= 0 else self.placeholderText()
        full_width = self.fontMetrics().horizontalAdvance(text_shown) + self.iconSize().width()
        is_faint = self.isEnabled() and (self.currentIndex() < 0 or self.is_unset())
        fits = full_width + 3 * self.height() < self.width()
        if self.isEditable() or (fits and not is_faint):
            super().paintEvent(event)  # the text fits, whatever arrow the style draws
            return
        from PySide6.QtWidgets import QStyle  # creating its names takes 6 ms at start

        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        if is_faint:
            roles = QPalette.ColorRole
            for role in (roles.ButtonText, roles.Text):  # Text with a style sheet
                option.palette.setBrush(role, self.palette().placeholderText())
        option.currentText = self._elided_text(text_shown, option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def is_unset(self) -> bool:
        """Return whether the current entry means that nothing is set, as a placeholder does."""
        return False

    def full_width(self) -> int:
        """Return the width in pixels at which the current text is not elided."""
        entries = (self.itemText(row) for row in range(self.count()))
        text_width = self.fontMetrics().horizontalAdvance
        frame = self.sizeHint().width() - max(map(text_width, entries), default=0)
        return text_width(self.currentText()) + frame

    def _text_width(self, option: QStyleOptionComboBox) -> int:
        """Return the width in pixels available for text."""
        from PySide6.QtWidgets import QStyle  # Qt's classes are created when they are imported

        kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        return self.style().subControlRect(kind, option, part, self).width() - _PADDING

    def _elided_text(self, text: str, option: QStyleOptionComboBox) -> str:
        available_width = self._text_width(option)
        if not self.itemIcon(self.currentIndex()).isNull():
            available_width -= self.iconSize().width() + _PADDING
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, available_width)


class DeletableList(QListWidget):
    """A list that reports the Delete key and keeps it from the shortcuts of the window.

    Signals:
        delete_pressed: The current item should be removed.
    """

    delete_pressed = Signal()

    def handles_key(self, event: QKeyEvent) -> bool:
        """Return whether the list uses a key itself; subclasses can add keys."""
        return event.key() == Qt.Key.Key_Delete

    def event(self, event: QEvent) -> bool:
        """Keep the keys of the list from triggering shortcuts of the window."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self.handles_key(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Report the Delete key."""
        if event.key() == Qt.Key.Key_Delete:
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)
