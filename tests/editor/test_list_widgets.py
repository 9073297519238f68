"""Lists show wrapped items completely, even with spacing between the items."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QListWidget, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from m44core.messages.message import message
from m44core.translate.translation_memory import MemoryEntry, MemoryMatch
from m44editor.list_widgets import ListWithHint
from m44editor.playtest.game.game_log import LogLine
from m44editor.playtest.side_panel.log_view import LogView
from m44editor.translating.translation_suggestions import SuggestionPanel

WORDS = "Units of the American infantry on a hill attack German tanks in the woods with two dice"


def draw_list(list_widget: QListWidget, mode: Qt.TextElideMode) -> QImage:
    list_widget.setTextElideMode(mode)
    return list_widget.grab().toImage()


def widths_with_ellipses(list_widget: QListWidget) -> list[int]:
    """Return the widths of the list at which a text is drawn with an ellipsis."""
    elide_mode, widths = list_widget.textElideMode(), list[int]()
    for width in range(180, 240):
        list_widget.resize(width, 1000)
        QApplication.processEvents()
        if draw_list(list_widget, elide_mode) != draw_list(list_widget, Qt.TextElideMode.ElideNone):
            widths.append(width)
    return widths


def test_the_log_of_a_game_is_shown_completely(qtbot: QtBot) -> None:
    expected_words = WORDS.split()
    log = LogView()
    qtbot.addWidget(log)
    log.show()
    texts = [" ".join(expected_words[:word_count]) for word_count in range(3, len(expected_words))]
    log.show_log([LogLine(number, message(text)) for number, text in enumerate(texts)], None)
    assert widths_with_ellipses(log) == []


def test_a_row_is_as_high_as_its_text_in_any_font(qtbot: QtBot) -> None:
    panel = SuggestionPanel()
    qtbot.addWidget(panel)
    panel.show()
    panel.show_texts((), [MemoryMatch(MemoryEntry(WORDS, "碉堡归轴心国所有。qgj", "a.yaml"), 100)])
    height = panel.texts.sizeHintForRow(0)
    assert ink_rows(panel.texts, height) == ink_rows(panel.texts, 2 * height)


def ink_rows(list_widget: QListWidget, height: int) -> int:
    """Return the number of rows of pixels with ink when the first item is painted that high."""
    image = QImage(list_widget.viewport().width(), height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    option = QStyleOptionViewItem()
    option.font, option.rect = list_widget.font(), image.rect()
    painter = QPainter(image)
    list_widget.itemDelegate().paint(painter, option, list_widget.model().index(0, 0))
    painter.end()
    rows = range(height)
    return sum(
        any(image.pixelColor(x, y).lightness() < 128 for x in range(image.width())) for y in rows
    )


def test_an_empty_list_says_why(qtbot: QtBot) -> None:
    listing = ListWithHint()
    qtbot.addWidget(listing)
    listing.resize(240, 120)
    listing.show()
    blank = listing.grab().toImage()
    listing.hint = "No similar text found"
    assert listing.grab().toImage() != blank
    listing.addItem("")
    listing.hint = ""
    with_item = listing.grab().toImage()
    listing.hint = "No similar text found"
    assert listing.grab().toImage() == with_item
