"""Rows of the suggestion lists: a number, a gray line about the suggestion, and its text."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from m44editor.theme_tokens import TYPE_SCALE, Space

NUMBER = Qt.ItemDataRole.UserRole + 1
"""The number of the row's shortcut; empty without one."""
TEXT = Qt.ItemDataRole.UserRole + 2
"""The text to insert, wrapped."""
NOTE = Qt.ItemDataRole.UserRole + 3
"""Where the text is from, elided to one line; empty for no line."""

_Index = QModelIndex | QPersistentModelIndex
_MARGINS = QMargins(Space.SMALL, Space.TIGHT, Space.SMALL, Space.TIGHT)
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop


class SuggestionDelegate(QStyledItemDelegate):
    """Paints the number in a column of its own, and the note above the text."""

    def __init__(self, list_view: QListView) -> None:
        super().__init__(list_view)
        self._list_view = list_view

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the size of a row, its text wrapped to the width of the list."""
        text_width = self._text_rect(option.font, self._list_view.viewport().rect()).width()
        text_bounds = QFontMetrics(option.font).boundingRect(
            QRect(0, 0, text_width, 1 << 20), _WRAPPED, index.data(TEXT) or ""
        )
        note_height = QFontMetrics(_note_font(option.font)).height() if index.data(NOTE) else 0
        height = _MARGINS.top() + note_height + text_bounds.height() + _MARGINS.bottom()
        return QSize(0, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a row like an item of any other list, but with a number and a note."""
        self.initStyleOption(option, index)
        option.text = ""
        style = self._list_view.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, self._list_view)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        roles = QPalette.ColorRole
        text_role = roles.HighlightedText if is_selected else roles.Text
        note_role = roles.HighlightedText if is_selected else roles.PlaceholderText
        palette, inner_rect = option.palette, option.rect.marginsRemoved(_MARGINS)
        text_rect = self._text_rect(option.font, option.rect).intersected(inner_rect)
        painter.save()
        painter.setFont(option.font)
        painter.setPen(palette.color(note_role))
        painter.drawText(inner_rect, Qt.AlignmentFlag.AlignTop, index.data(NUMBER) or "")
        if note := index.data(NOTE):
            note_font = _note_font(option.font)
            metrics = QFontMetrics(note_font)
            painter.setFont(note_font)
            elided_note = metrics.elidedText(note, Qt.TextElideMode.ElideRight, text_rect.width())
            painter.drawText(text_rect, Qt.AlignmentFlag.AlignTop, elided_note)
            text_rect.setTop(text_rect.top() + metrics.height())
        painter.setFont(option.font)
        painter.setPen(palette.color(text_role))
        painter.drawText(text_rect, _WRAPPED, index.data(TEXT) or "")
        painter.restore()

    @staticmethod
    def _text_rect(font: QFont, row: QRect) -> QRect:
        """Return the part of a row to the right of the number."""
        number_width = QFontMetrics(font).horizontalAdvance("0") + Space.MEDIUM
        return row.marginsRemoved(_MARGINS).adjusted(number_width, 0, 0, 0)


def _note_font(font: QFont) -> QFont:
    """Return the smaller font of the notes."""
    note_font = QFont(font)
    note_font.setPointSizeF(font.pointSizeF() * TYPE_SCALE["hint"])
    return note_font
