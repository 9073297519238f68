"""Search results with their replacement: the old words struck through, and the new ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from m44editor.theme import theme_colour
from m44editor.theme_tokens import ColourName, Space

PREVIEW_ROLE = Qt.ItemDataRole.UserRole + 1
"""The :class:`ReplacementPreview` of a row; None for a row that is shown as its text."""


class ReplacementPreview(NamedTuple):
    """The parts of a line in which words are replaced.

    Attributes:
        before: The text before the words.
        old: The words to replace.
        new: The replacement.
        after: The text after the words.
    """

    before: str
    old: str
    new: str
    after: str


class _TextPart(NamedTuple):
    text: str
    font: QFont
    ink: ColourName | None = None
    ground: ColourName | None = None


class ReplacementDelegate(QStyledItemDelegate):
    """Paints rows with a preview in the colors of removed and added text."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint a row; if it has a preview, draw each part of its text in its own colors."""
        preview = index.data(PREVIEW_ROLE)
        if preview is None:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        widget = self.parent()
        assert isinstance(widget, QWidget)
        style = widget.style()
        area = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, widget)
        option.text = ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        roles = QPalette.ColorRole
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(area)
        ink = option.palette.color(roles.HighlightedText if is_selected else roles.Text)
        margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, widget) + 1
        left = area.left() + margin
        for part in _text_parts(preview, option.font):
            metrics = QFontMetrics(part.font)
            room = area.right() - margin - left
            text = metrics.elidedText(part.text, Qt.TextElideMode.ElideRight, max(room, 0))
            padding = Space.HAIR if part.ground else 0
            place = QRect(left, area.top(), metrics.horizontalAdvance(text), area.height())
            if part.ground and text:
                ground_place = place.adjusted(0, 1, 2 * padding, -1)
                painter.fillRect(ground_place, theme_colour(part.ground))
            painter.setFont(part.font)
            painter.setPen(theme_colour(part.ink) if part.ink else ink)
            painter.drawText(place.translated(padding, 0), Qt.AlignmentFlag.AlignVCenter, text)
            left += place.width() + 2 * padding
        painter.restore()


def _text_parts(preview: ReplacementPreview, font: QFont) -> Iterator[_TextPart]:
    struck = QFont(font)
    struck.setStrikeOut(True)
    yield _TextPart(preview.before, font)
    yield _TextPart(preview.old, struck, "removed_text", "removed")
    if preview.new:
        yield _TextPart(preview.new, font, "added_text", "added")
    yield _TextPart(preview.after, font)
