"""Filtering the texts of the translation window, and find and replace, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot
from tests.editor.conftest import choose_language
from tests.editor.translating.conftest import CONTROL, Hand, untranslated

from m44core.messages.languages import languages
from m44core.model.edits import set_text
from m44core.translate.record import UnitState
from m44core.translate.translation_units import TranslationUnit
from m44editor.translating.folder_list import FolderList
from m44editor.windows.translate_commands import open_translation_window

Key = Qt.Key


def listed(hand: Hand) -> Sequence[TranslationUnit]:
    """Return the visible units of the list."""
    units = hand.translation_window.unit_list.unit_model.units
    return [
        unit for n, unit in enumerate(units) if not hand.translation_window.unit_list.isRowHidden(n)
    ]


def limit(hand: Hand, key: str) -> None:
    """Choose the filter *key* with the keyboard."""
    box = hand.translation_window.list_filter
    box.setFocus()
    while box.currentData() != key:
        step = Key.Key_Down if box.currentIndex() < box.findData(key) else Key.Key_Up
        QTest.keyClick(box, step)
    QApplication.processEvents()


def click(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def search(hand: Hand, words: str, by: str = "") -> None:
    """Press Ctrl+F and type the text to find and its replacement."""
    hand.key(Key.Key_F, CONTROL)
    assert hand.translation_window.find_bar.isVisible()
    for box, text in (
        (hand.translation_window.find_bar.search_field, words),
        (hand.translation_window.find_bar.replacement_field, by),
    ):
        box.clear()
        box.insert(text)  # QTest has Latin keys only


def test_only_texts_of_a_state_are_listed(hand: Hand) -> None:
    hand.type("\u041c\u0435\u0447")
    hand.key(Key.Key_Return, CONTROL)
    limit(hand, UnitState.NEW)
    assert {unit.state for unit in listed(hand)} == {UnitState.NEW}
    assert len(listed(hand)) == 4
    limit(hand, "all")
    assert len(listed(hand)) == 5


def test_the_current_text_stays_listed_until_another_is_selected(hand: Hand) -> None:
    limit(hand, UnitState.NEW)
    hand.type("\u041c\u0435\u0447")
    assert len(listed(hand)) == 5
    hand.key(Key.Key_Return, CONTROL)
    assert [unit.field for unit in listed(hand)] == [
        *("historical", "description", "victory", "rules"),
    ]


def test_texts_with_findings_are_listed(hand: Hand) -> None:
    hand.choose("rules")
    hand.type("{name}")
    limit(hand, "found")
    assert [unit.field for unit in listed(hand)] == ["rules"]


def test_words_are_replaced_in_all_texts_as_one_step(hand: Hand) -> None:
    for text in ("\u041c\u0435\u0447", "\u041e\u0431 \u043c\u0435\u0447\u0435"):
        hand.type(text)
        hand.key(Key.Key_Return, CONTROL)
    steps = hand.window.document.undo_stack.count()
    search(hand, "\u043c\u0435\u0447", "\u0449\u0438\u0442")
    click(hand.translation_window.find_bar.all_button)
    assert (hand.text("name"), hand.text("historical")) == (
        "\u0449\u0438\u0442",
        "\u041e\u0431 \u0449\u0438\u0442\u0435",
    )
    assert hand.states[:2] == ["done", "done"]
    assert hand.window.document.undo_stack.count() == steps + 1
    assert hand.translation_window.statusBar().currentMessage() == "Replaced 2 occurrences"
    hand.key(Key.Key_Z, CONTROL)
    assert (hand.text("name"), hand.text("historical")) == (
        "\u041c\u0435\u0447",
        "\u041e\u0431 \u043c\u0435\u0447\u0435",
    )


def test_words_are_found_one_after_the_other_and_replaced_one_by_one(hand: Hand) -> None:
    for text in ("\u041c\u0435\u0447", "\u041e\u0431 \u043c\u0435\u0447\u0435"):
        hand.type(text)
        hand.key(Key.Key_Return, CONTROL)
    search(hand, "\u043c\u0435\u0447", "$1\\1")
    hand.translation_window.find_bar.search_field.setFocus()
    QTest.keyClick(hand.translation_window.find_bar.search_field, Key.Key_Return)
    assert hand.translation_window.unit is not None
    assert hand.translation_window.unit.field == "name"
    click(hand.translation_window.find_bar.replace_button)
    assert (hand.text("name"), hand.text("historical")[:3]) == ("$1\\1", "\u041e\u0431 ")
    assert hand.translation_window.unit.field == "historical"
    hand.translation_window.find_bar.match_case.setChecked(True)
    search(hand, "\u041c\u0415\u0427")
    click(hand.translation_window.find_bar.next_button)
    assert hand.translation_window.statusBar().currentMessage() == "No matches in the translations"
    QTest.keyClick(hand.translation_window.find_bar.search_field, Key.Key_Escape)
    assert not hand.translation_window.find_bar.isVisible()


def test_a_finding_is_shown_once_at_the_first_translated_paragraph(
    hand: Hand,
) -> None:
    def seen() -> list[bool]:
        told = []
        for number in (1, 2, 3):
            hand.choose("rules", number)
            told.append("extra spaces" in hand.translation_window.unit_editor.problems.text())
        return told

    document = hand.window.document
    document.edit("Write", set_text(document.scenario, "en", "rules", "One\nTwo\nThree"))
    hand.choose("rules", 2)
    hand.type("\u0414\u0432\u0430  \u0440\u0430\u0437\u0430")
    hand.qtbot.waitUntil(
        lambda: "extra spaces" in hand.translation_window.unit_editor.problems.text()
    )
    assert seen() == [False, True, False]
    hand.choose("rules", 1)
    hand.type("\u041e\u0434\u0438\u043d")
    hand.qtbot.waitUntil(
        lambda: "extra spaces" in hand.translation_window.unit_editor.problems.text()
    )
    assert seen() == [True, False, False]


def test_the_find_bar_keeps_its_position_while_typing(hand: Hand) -> None:
    hand.choose("rules")
    box = hand.translation_window.unit_editor.target
    before = box.mapTo(hand.translation_window, QPoint(0, 0)), box.size()
    for words in ("{name} ", "\u0431\u0443\u043d\u043a\u0435\u0440 " * 80, "<br>" * 40):
        hand.type(words)
        QApplication.processEvents()
        assert (box.mapTo(hand.translation_window, QPoint(0, 0)), box.size()) == before


def test_a_long_file_name_is_elided_with_a_full_tool_tip(hand: Hand, tmp_path: Path) -> None:
    name = f"{'a-very-long-name-' * 8}.yaml"
    (tmp_path / "folder").mkdir()
    path = untranslated("arracourt.yaml", tmp_path / "folder" / name)
    hand.translation_window.show_folder(path.parent)
    hand.wait_for_suggestions()
    folder: FolderList = hand.translation_window.folder_list
    (item,) = folder.findItems(name, Qt.MatchFlag.MatchEndsWith)
    assert item.toolTip() == str(path)
    assert folder.visualItemRect(item).width() <= folder.viewport().width()
    assert folder.textElideMode() is not Qt.TextElideMode.ElideNone


@pytest.mark.parametrize("code", ["it", "pt-BR"])
def test_the_language_stays_the_same_across_files_and_openings(
    hand: Hand, tmp_path: Path, code: str, qtbot: QtBot
) -> None:
    line = hand.translation_window.language_choice.target.lineEdit()
    assert line is not None
    line.setText(code)
    QTest.keyClick(line, Key.Key_Return)
    assert hand.translation_window.language_choice.languages == ("en", code)
    line.setText(code)  # by its code once more: it is shown by its name
    QTest.keyClick(line, Key.Key_Return)
    assert hand.translation_window.language_choice.target.currentData() == code
    assert f"({code})" in line.text() or line.text() == "pt-BR"
    for name in ("arracourt.yaml", "toulon.yaml"):
        hand.window.open_path(untranslated(name, tmp_path / name, "it"))
        assert hand.translation_window.language_choice.languages == ("en", code)
    hand.translation_window.close()
    assert open_translation_window(hand.window.context).language_choice.languages == ("en", code)


def test_a_default_language_is_kept_for_the_next_file(hand: Hand, tmp_path: Path) -> None:
    first = hand.translation_window.language_choice.languages
    hand.window.open_path(untranslated("arracourt.yaml", tmp_path / "next.yaml", "ru"))
    assert hand.translation_window.language_choice.languages == first


@pytest.mark.parametrize("language", [code for code in languages() if code != "en"])
def test_the_window_with_the_find_bar_fits_on_a_small_screen(hand: Hand, language: str) -> None:
    choose_language(hand.window, language)
    hand.translation_window.find_bar.open_with()
    QApplication.processEvents()
    assert hand.translation_window.minimumSizeHint().width() <= 1024
