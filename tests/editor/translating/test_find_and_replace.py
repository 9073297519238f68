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
from tests.editor.translating.conftest import CONTROL, TranslatorDriver, write_untranslated

from m44core.messages.languages import languages
from m44core.model.edits import set_text
from m44core.translate.text_record import TranslationState
from m44core.translate.translation_units import TranslationUnit
from m44editor.translating.folder_list import FolderList
from m44editor.windows.translate_commands import open_translation_window

Key = Qt.Key


def visible_units(translator: TranslatorDriver) -> Sequence[TranslationUnit]:
    """Return the visible units of the list."""
    units = translator.translation_window.unit_list.unit_model.units
    return [
        unit
        for n, unit in enumerate(units)
        if not translator.translation_window.unit_list.isRowHidden(n)
    ]


def choose_filter(translator: TranslatorDriver, key: str) -> None:
    """Choose the filter *key* with the keyboard."""
    box = translator.translation_window.list_filter
    box.setFocus()
    while box.currentData() != key:
        step = Key.Key_Down if box.currentIndex() < box.findData(key) else Key.Key_Up
        QTest.keyClick(box, step)
    QApplication.processEvents()


def click(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def fill_find_bar(translator: TranslatorDriver, query: str, replacement: str = "") -> None:
    """Press Ctrl+F and type the text to find and its replacement."""
    translator.press_key(Key.Key_F, CONTROL)
    assert translator.translation_window.find_bar.isVisible()
    for box, text in (
        (translator.translation_window.find_bar.search_field, query),
        (translator.translation_window.find_bar.replacement_field, replacement),
    ):
        box.clear()
        box.insert(text)  # QTest has Latin keys only


def test_only_texts_in_the_chosen_state_are_listed(translator: TranslatorDriver) -> None:
    translator.type_text("\u041c\u0435\u0447")
    translator.press_key(Key.Key_Return, CONTROL)
    choose_filter(translator, TranslationState.NEW)
    assert {unit.state for unit in visible_units(translator)} == {TranslationState.NEW}
    assert len(visible_units(translator)) == 4
    choose_filter(translator, "all")
    assert len(visible_units(translator)) == 5


def test_the_current_text_stays_listed_until_another_is_selected(
    translator: TranslatorDriver,
) -> None:
    choose_filter(translator, TranslationState.NEW)
    translator.type_text("\u041c\u0435\u0447")
    assert len(visible_units(translator)) == 5
    translator.press_key(Key.Key_Return, CONTROL)
    assert [unit.field for unit in visible_units(translator)] == [
        *("historical", "description", "victory", "rules"),
    ]


def test_texts_with_problems_are_listed(translator: TranslatorDriver) -> None:
    translator.choose("rules")
    translator.type_text("{name}")
    choose_filter(translator, "found")
    assert [unit.field for unit in visible_units(translator)] == ["rules"]


def test_words_are_replaced_in_all_texts_as_one_step(translator: TranslatorDriver) -> None:
    for text in ("\u041c\u0435\u0447", "\u041e\u0431 \u043c\u0435\u0447\u0435"):
        translator.type_text(text)
        translator.press_key(Key.Key_Return, CONTROL)
    steps = translator.window.document.undo_stack.count()
    fill_find_bar(translator, "\u043c\u0435\u0447", "\u0449\u0438\u0442")
    click(translator.translation_window.find_bar.all_button)
    assert (translator.text("name"), translator.text("historical")) == (
        "\u0449\u0438\u0442",
        "\u041e\u0431 \u0449\u0438\u0442\u0435",
    )
    assert translator.states[:2] == ["done", "done"]
    assert translator.window.document.undo_stack.count() == steps + 1
    assert translator.translation_window.statusBar().currentMessage() == "Replaced 2 occurrences"
    translator.press_key(Key.Key_Z, CONTROL)
    assert (translator.text("name"), translator.text("historical")) == (
        "\u041c\u0435\u0447",
        "\u041e\u0431 \u043c\u0435\u0447\u0435",
    )


def test_words_are_found_and_replaced_one_by_one(
    translator: TranslatorDriver,
) -> None:
    for text in ("\u041c\u0435\u0447", "\u041e\u0431 \u043c\u0435\u0447\u0435"):
        translator.type_text(text)
        translator.press_key(Key.Key_Return, CONTROL)
    fill_find_bar(translator, "\u043c\u0435\u0447", "$1\\1")
    translator.translation_window.find_bar.search_field.setFocus()
    QTest.keyClick(translator.translation_window.find_bar.search_field, Key.Key_Return)
    assert translator.translation_window.unit is not None
    assert translator.translation_window.unit.field == "name"
    click(translator.translation_window.find_bar.replace_button)
    assert (translator.text("name"), translator.text("historical")[:3]) == (
        "$1\\1",
        "\u041e\u0431 ",
    )
    assert translator.translation_window.unit.field == "historical"
    translator.translation_window.find_bar.match_case.setChecked(True)
    fill_find_bar(translator, "\u041c\u0415\u0427")
    click(translator.translation_window.find_bar.next_button)
    assert (
        translator.translation_window.statusBar().currentMessage()
        == "No matches in the translations"
    )
    QTest.keyClick(translator.translation_window.find_bar.search_field, Key.Key_Escape)
    assert not translator.translation_window.find_bar.isVisible()


def test_a_problem_is_shown_once_at_the_first_translated_paragraph(
    translator: TranslatorDriver,
) -> None:
    def has_problem_by_paragraph() -> list[bool]:
        shown = []
        for number in (1, 2, 3):
            translator.choose("rules", number)
            shown.append(
                "extra spaces" in translator.translation_window.unit_editor.problems.text()
            )
        return shown

    document = translator.window.document
    document.edit("Write", set_text(document.scenario, "en", "rules", "One\nTwo\nThree"))
    translator.choose("rules", 2)
    translator.type_text("\u0414\u0432\u0430  \u0440\u0430\u0437\u0430")
    translator.qtbot.waitUntil(
        lambda: "extra spaces" in translator.translation_window.unit_editor.problems.text()
    )
    assert has_problem_by_paragraph() == [False, True, False]
    translator.choose("rules", 1)
    translator.type_text("\u041e\u0434\u0438\u043d")
    translator.qtbot.waitUntil(
        lambda: "extra spaces" in translator.translation_window.unit_editor.problems.text()
    )
    assert has_problem_by_paragraph() == [True, False, False]


def test_the_find_bar_keeps_its_position_while_typing(translator: TranslatorDriver) -> None:
    translator.choose("rules")
    box = translator.translation_window.unit_editor.target
    before = box.mapTo(translator.translation_window, QPoint(0, 0)), box.size()
    for text in ("{name} ", "\u0431\u0443\u043d\u043a\u0435\u0440 " * 80, "<br>" * 40):
        translator.type_text(text)
        QApplication.processEvents()
        assert (box.mapTo(translator.translation_window, QPoint(0, 0)), box.size()) == before


def test_a_long_file_name_is_elided_with_a_full_tool_tip(
    translator: TranslatorDriver, tmp_path: Path
) -> None:
    name = f"{'a-very-long-name-' * 8}.yaml"
    (tmp_path / "folder").mkdir()
    path = write_untranslated("arracourt.yaml", tmp_path / "folder" / name)
    translator.translation_window.show_folder(path.parent)
    translator.wait_for_suggestions()
    folder: FolderList = translator.translation_window.folder_list
    (item,) = folder.findItems(name, Qt.MatchFlag.MatchEndsWith)
    assert item.toolTip() == str(path)
    assert folder.visualItemRect(item).width() <= folder.viewport().width()
    assert folder.textElideMode() is not Qt.TextElideMode.ElideNone


@pytest.mark.parametrize("code", ["it", "pt-BR"])
def test_the_language_is_kept_for_other_files_and_when_the_window_reopens(
    translator: TranslatorDriver, tmp_path: Path, code: str, qtbot: QtBot
) -> None:
    line = translator.translation_window.language_choice.target.lineEdit()
    assert line is not None
    line.setText(code)
    QTest.keyClick(line, Key.Key_Return)
    assert translator.translation_window.language_choice.languages == ("en", code)
    line.setText(code)  # typed as a code again, it is shown by its name
    QTest.keyClick(line, Key.Key_Return)
    assert translator.translation_window.language_choice.target.currentData() == code
    assert f"({code})" in line.text() or line.text() == "pt-BR"
    for name in ("arracourt.yaml", "toulon.yaml"):
        translator.window.open_path(write_untranslated(name, tmp_path / name, "it"))
        assert translator.translation_window.language_choice.languages == ("en", code)
    translator.translation_window.close()
    assert open_translation_window(translator.window.context).language_choice.languages == (
        "en",
        code,
    )


def test_a_default_language_is_kept_for_the_next_file(
    translator: TranslatorDriver, tmp_path: Path
) -> None:
    languages_before = translator.translation_window.language_choice.languages
    translator.window.open_path(write_untranslated("arracourt.yaml", tmp_path / "next.yaml", "ru"))
    assert translator.translation_window.language_choice.languages == languages_before


@pytest.mark.parametrize("language", [code for code in languages() if code != "en"])
def test_the_window_with_the_find_bar_fits_on_a_small_screen(
    translator: TranslatorDriver, language: str
) -> None:
    choose_language(translator.window, language)
    translator.translation_window.find_bar.open_with()
    QApplication.processEvents()
    assert translator.translation_window.minimumSizeHint().width() <= 1024
