"""The cards of the library: nothing on them overlaps."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from m44core.library.file_facts import FileFacts
from m44core.library.library_settings import FileSettings
from m44editor.library.library_files import LibraryFile
from m44editor.library.scenario_grid import PICTURE_SIZE, _paint_marks, card_title, subtitle

LINE = QRect(0, 0, PICTURE_SIZE.width(), 20)


def picture_of_marks(facts: FileFacts) -> QImage:
    """Return a picture of the line of marks of a card."""
    picture = QImage(LINE.size(), QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.white)
    with QPainter(picture) as painter:
        painter.setFont(QApplication.font())
        _paint_marks(painter, LINE, facts)
    return picture


def inked_columns(picture: QImage) -> set[int]:
    white = QImage(1, 1, picture.format())
    white.fill(Qt.GlobalColor.white)
    rows = range(picture.height())
    return {
        x
        for x in range(picture.width())
        if any(picture.pixel(x, y) != white.pixel(0, 0) for y in rows)
    }


def test_the_mark_for_partly_playable_does_not_cover_the_numbers(qapp: QApplication) -> None:
    facts = FileFacts(errors=12, warnings=34, notes=567, whole=True)
    numbers, both = picture_of_marks(facts), picture_of_marks(replace(facts, whole=False))
    end = max(inked_columns(numbers)) + 1
    assert both.copy(0, 0, end, LINE.height()) == numbers.copy(0, 0, end, LINE.height())
    assert max(inked_columns(both)) > end


def test_a_card_shows_the_name_of_its_file_without_suffix_until_it_is_read() -> None:
    file = LibraryFile("/folder/hill-107.yaml", "", FileSettings(), None)
    assert card_title(file) == "hill-107"
    assert subtitle(file) == ""
