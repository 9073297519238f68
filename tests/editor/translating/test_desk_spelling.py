"""Spell checking in the translation window: underlines, suggestions, missing dictionaries."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from tests.editor.panels.forms.dictionary import Words
from tests.editor.translating.conftest import Hand

from m44editor.panels.forms.spell_checking import Speller, speller_for


def underlined(hand: Hand) -> list[str]:
    marks = hand.translation_window.unit_editor.target.extraSelections()
    return [mark.cursor.selectedText() for mark in marks]


def test_unknown_words_are_underlined_while_typing(hand: Hand) -> None:
    hand.translation_window.unit_editor.set_spell_checker(Speller(Words("пляж", "меч")))
    hand.type("Пляж Мечч")
    assert underlined(hand) == ["Мечч"]
    QTest.keyClick(hand.translation_window.unit_editor.target, Qt.Key.Key_Backspace)
    assert underlined(hand) == []


def test_names_of_the_source_and_capitals_are_passed_over(hand: Hand) -> None:
    hand.translation_window.unit_editor.set_spell_checker(Speller(Words("на")))
    hand.type("Beach на ЖЩ 𝄞 Beech")
    assert underlined(hand) == ["Beech"]


def test_a_correction_is_chosen_from_the_context_menu_by_keyboard(hand: Hand) -> None:
    hand.translation_window.unit_editor.set_spell_checker(Speller(Words("пляж", "меч")))
    hand.type("Пляж Мечч")
    target = hand.translation_window.unit_editor.target
    at = target.cursorRect().center()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard,
        at,
        target.mapToGlobal(at),
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(target, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.actions()[0].text() == "меч"
    menu.actions()[0].trigger()
    menu.close()
    assert hand.text("name") == "Пляж меч"


def test_without_a_dictionary_nothing_is_underlined(hand: Hand) -> None:
    assert speller_for("xx") is None
    hand.translation_window.unit_editor.set_spell_checker(None)
    hand.type("Мечч")
    assert underlined(hand) == []


def test_a_dictionary_of_the_system_is_asked_in_whatever_country_it_is() -> None:
    enchant = pytest.importorskip("enchant", reason="pyenchant or libenchant is not here")
    for tag in enchant.list_languages():
        found = speller_for(tag.split("_")[0])
        assert found is not None
        assert [*found.misspelled("xqzwv")] == [(0, 5)]
