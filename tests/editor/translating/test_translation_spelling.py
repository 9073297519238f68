"""Spell checking in the translation window: underlines, suggestions, missing dictionaries."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from tests.editor.panels.forms.fake_dictionary import FakeDictionary
from tests.editor.translating.conftest import TranslatorDriver

from m44editor.panels.forms.spell_checking import Speller, speller_for


def underlined_words(translator: TranslatorDriver) -> list[str]:
    marks = translator.translation_window.unit_editor.target.extraSelections()
    return [mark.cursor.selectedText() for mark in marks]


def test_unknown_words_are_underlined_while_typing(translator: TranslatorDriver) -> None:
    translator.translation_window.unit_editor.set_speller(Speller(FakeDictionary("пляж", "меч")))
    translator.type_text("Пляж Мечч")
    assert underlined_words(translator) == ["Мечч"]
    QTest.keyClick(translator.translation_window.unit_editor.target, Qt.Key.Key_Backspace)
    assert underlined_words(translator) == []


def test_names_of_the_source_and_capitals_are_not_underlined(translator: TranslatorDriver) -> None:
    translator.translation_window.unit_editor.set_speller(Speller(FakeDictionary("на")))
    translator.type_text("Beach на ЖЩ 𝄞 Beech")
    assert underlined_words(translator) == ["Beech"]


def test_a_correction_is_chosen_from_the_context_menu_by_keyboard(
    translator: TranslatorDriver,
) -> None:
    translator.translation_window.unit_editor.set_speller(Speller(FakeDictionary("пляж", "меч")))
    translator.type_text("Пляж Мечч")
    target = translator.translation_window.unit_editor.target
    caret_point = target.cursorRect().center()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard,
        caret_point,
        target.mapToGlobal(caret_point),
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(target, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.actions()[0].text() == "меч"
    menu.actions()[0].trigger()
    menu.close()
    assert translator.text("name") == "Пляж меч"


def test_without_a_dictionary_nothing_is_underlined(translator: TranslatorDriver) -> None:
    assert speller_for("xx") is None
    translator.translation_window.unit_editor.set_speller(None)
    translator.type_text("Мечч")
    assert underlined_words(translator) == []


def test_a_dictionary_of_the_system_is_used_for_any_country() -> None:
    enchant = pytest.importorskip("enchant", reason="pyenchant or libenchant is not here")
    for tag in enchant.list_languages():
        speller = speller_for(tag.split("_")[0])
        assert speller is not None
        assert [*speller.misspelled_ranges("xqzwv")] == [(0, 5)]
