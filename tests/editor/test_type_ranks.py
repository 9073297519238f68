"""The ranks of text: one size and weight each, in any font."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from m44editor.theme_tokens import TYPE_SCALE
from m44editor.type_ranks import ranked_font, set_text_rank


@pytest.mark.usefixtures("qapp")
def test_titles_are_largest_and_hints_smallest() -> None:
    font = QApplication.font()
    sizes = [ranked_font(font, rank).pointSizeF() for rank in ("title", "section", "hint")]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[1] > sizes[2]
    assert ranked_font(font, "section").bold()
    assert not ranked_font(font, "label").bold()


def test_setting_a_rank_twice_has_the_same_effect(qtbot: QtBot) -> None:
    label = QLabel("Text")
    qtbot.addWidget(label)
    set_text_rank(label, "hint")
    small_font = label.font()
    assert label.foregroundRole() is QPalette.ColorRole.PlaceholderText
    set_text_rank(label, "hint")
    assert label.font() == small_font
    set_text_rank(label, "section")
    assert label.font().pointSizeF() == QApplication.font().pointSizeF()
    assert label.foregroundRole() is not QPalette.ColorRole.PlaceholderText


@pytest.mark.usefixtures("qapp")
def test_fonts_that_are_missing_or_sized_in_pixels_are_kept() -> None:
    font = QFont("No such font")
    font.setPixelSize(15)
    for rank in ("title", "section", "label", "hint"):
        assert rank in TYPE_SCALE
        assert ranked_font(font, rank).pixelSize() == 15


@pytest.mark.usefixtures("qapp")
def test_hints_of_a_small_font_stay_readable() -> None:
    font = QFont(QApplication.font())
    font.setPointSizeF(7.5)
    assert ranked_font(font, "hint").pointSizeF() >= 7
