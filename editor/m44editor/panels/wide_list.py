"""A list to choose from in little room: it opens as wide as its entries are."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent, QPalette
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter

_AIR = 4  # pixels beside a picture and its words


class WideList(QComboBox):
    """Shows what is chosen with an ellipsis where it is too long, and all of it when opened."""

    def showPopup(self) -> None:
        """Open the list, wide enough for every entry."""
        view = self.view()
        room = view.sizeHintForColumn(self.modelColumn()) + 2 * view.frameWidth() + _AIR
        if self.count() > self.maxVisibleItems():
            room += view.verticalScrollBar().sizeHint().width()
        view.setMinimumWidth(min(room, self.screen().availableSize().width()))
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is chosen with an ellipsis where it is too long, which Qt does not."""
        if self.isEditable():
            super().paintEvent(event)
            return
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        text = self.currentText()
        if self.currentIndex() < 0:
            text, faint = self.placeholderText(), self.palette().placeholderText()
            option.palette.setBrush(QPalette.ColorRole.ButtonText, faint)
        option.currentText = self._elided(text, option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def _elided(self, text: str, option: QStyleOptionComboBox) -> str:
        kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(kind, option, part, self).width() - _AIR
        if not self.itemIcon(self.currentIndex()).isNull():
            room -= self.iconSize().width() + _AIR
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
