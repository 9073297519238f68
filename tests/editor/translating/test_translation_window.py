"""The translation window, driven by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QStyleOptionViewItem
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, choose_language
from tests.editor.translating.conftest import (
    ALT,
    CONTROL,
    NO_MODIFIER,
    SHIFT,
    TranslatorDriver,
    write_untranslated,
)

from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.io.files.save import save
from m44core.messages.languages import languages
from m44core.model.edits import set_label, set_text
from m44core.resources import scenarios_folder
from m44core.standard_sentences.sentence_recognition import StandardTranslation
from m44core.translate.text_record import KeptTranslation, TranslationState
from m44core.translate.text_record_file import read_record, record_path, write_record
from m44editor.interface_language import switch_language
from m44editor.interface_text import language
from m44editor.translating.language_choice import LanguageChoice
from m44editor.translating.translation_suggestions import SuggestionPanel
from m44editor.windows.main_window import MainWindow
from m44editor.windows.translate_commands import open_translation_window

Key = Qt.Key


def test_the_window_opens_at_the_first_unfinished_text(translator: TranslatorDriver) -> None:
    assert translator.translation_window.language_choice.languages == ("en", "ru")
    assert translator.states == ["new"] * 5
    assert translator.translation_window.unit_editor.source.toPlainText() == "Sword Beach"
    assert translator.translation_window.windowTitle() == "Translating sword-beach.yaml[*]"


def test_a_label_without_a_translation_is_optional(translator: TranslatorDriver) -> None:
    document = translator.window.document
    document.edit("Label", set_label(document.scenario, Hex(4, 2), ("Howard",)))
    model = translator.translation_window.unit_list.unit_model
    states = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert states == ["New"] * 5 + ["Optional"]


def test_typed_text_enters_the_scenario_as_a_draft(translator: TranslatorDriver) -> None:
    translator.type_text("Меч")
    assert translator.text("name") == "Меч"
    assert translator.states[0] == "draft"
    assert translator.translation_window.isWindowModified()
    assert translator.window.document.undo_stack.undoText() == "Translate “Title”"


def test_a_trailing_space_stays_in_the_field_but_is_not_stored(
    translator: TranslatorDriver,
) -> None:
    translator.type_text("Пляж ")
    assert translator.translation_window.unit_editor.target.toPlainText() == "Пляж "
    assert translator.text("name") == "Пляж"
    translator.type_text("Меч")
    assert translator.text("name") == "Пляж Меч"


def test_one_key_marks_a_text_as_done_and_goes_to_the_next(translator: TranslatorDriver) -> None:
    for word in ("Меч", "История", "Задание", "Победа", "Правила"):
        translator.type_text(word)
        translator.press_key(Key.Key_Return, CONTROL)
    assert translator.states == ["done"] * 5
    assert translator.translation_window.statusBar().currentMessage() == "Everything is translated"


def test_an_empty_translation_cannot_be_finished(translator: TranslatorDriver) -> None:
    translator.press_key(Key.Key_Return, CONTROL)
    assert translator.states[0] == "new"
    assert (
        translator.translation_window.statusBar().currentMessage() == "There is no translation yet"
    )


def test_keys_move_to_unfinished_texts_and_to_the_next_text(translator: TranslatorDriver) -> None:
    translator.type_text("Меч")
    translator.press_key(Key.Key_Return, CONTROL)
    assert translator.translation_window.unit_list.current_row == 1
    translator.press_key(Key.Key_Up, CONTROL)
    assert translator.translation_window.unit_list.current_row == 4, "the first is done"
    translator.press_key(Key.Key_Down, CONTROL)
    assert translator.translation_window.unit_list.current_row == 1
    translator.press_key(Key.Key_Up, ALT)
    assert translator.translation_window.unit_list.current_row == 0
    translator.press_key(Key.Key_Down, ALT)
    assert translator.translation_window.unit_list.current_row == 1


def test_a_burst_of_typing_is_one_undo_step_that_restores_the_state(
    translator: TranslatorDriver,
) -> None:
    translator.type_text("Меч")
    translator.press_key(Key.Key_Return, CONTROL)
    translator.choose("name")
    translator.type_text("!")
    assert translator.states[0] == "draft"
    translator.press_key(Key.Key_Z, CONTROL)
    assert translator.text("name") == "Меч"
    assert translator.states[0] == "done"
    translator.press_key(Key.Key_Z, CONTROL)
    assert translator.text("name") == ""
    assert translator.states[0] == "new"
    translator.press_key(Key.Key_Y, CONTROL)
    assert translator.translation_window.unit_editor.target.toPlainText() == "Меч"


def test_an_edited_translation_becomes_a_draft_again(translator: TranslatorDriver) -> None:
    translator.type_text("Меч")
    translator.press_key(Key.Key_Return, CONTROL)
    translator.choose("name")
    translator.press_key(Key.Key_Return, CONTROL | SHIFT)
    assert translator.states[0] == "draft"


def test_the_source_can_be_copied_to_the_translation(translator: TranslatorDriver) -> None:
    translator.press_key(Key.Key_B, CONTROL)
    assert translator.text("name") == "Sword Beach"
    assert "Same as the source" in translator.translation_window.unit_editor.problems.text()


def test_a_glossary_term_is_inserted_at_the_caret(translator: TranslatorDriver) -> None:
    translator.choose("rules")
    translator.wait_for_suggestions()
    first_term = translator.translation_window.suggestions.terms.item(0)
    assert first_term.text().startswith("1  bunker → ")
    assert translator.translation_window.unit_editor.source.extraSelections(), (
        "terms are underlined"
    )
    translator.type_text("() стоят")
    for _ in range(7):
        QTest.keyClick(translator.translation_window.unit_editor.target, Key.Key_Left)
    translator.press_key(Key.Key_1, CONTROL)
    assert translator.text("rules").casefold() == "(бункер) стоят"


def test_a_differing_term_is_shown_at_once(translator: TranslatorDriver) -> None:
    translator.choose("rules")
    translator.type_text("Доты.")
    assert "bunkers → " in translator.translation_window.unit_editor.problems.text()
    translator.translation_window.unit_editor.target.selectAll()
    translator.type_text("Бункеры.")
    assert "bunker" not in translator.translation_window.unit_editor.problems.text()


def test_wrong_placeholders_are_shown_at_once(translator: TranslatorDriver) -> None:
    translator.type_text("Меч {name}")
    assert (
        "Not in the source: '{name}'"
        in translator.translation_window.unit_editor.problems.text().splitlines()
    )


def test_a_different_number_is_shown_at_once(translator: TranslatorDriver) -> None:
    translator.choose("description", 1)
    translator.type_text("4 и 9")
    problems = translator.translation_window.unit_editor.problems.text()
    assert "Numbers differ: 5 in the source, 9 in the translation" in problems


def test_a_translation_is_no_longer_offered_after_its_correction(
    translator: TranslatorDriver,
) -> None:
    for text in ("Мяч", "Меч"):
        translator.choose("name")
        translator.translation_window.unit_editor.target.selectAll()
        translator.type_text(text)
        translator.press_key(Key.Key_Return, CONTROL)
    translator.choose("name")
    translator.wait_for_suggestions()
    texts = translator.translation_window.suggestions.texts
    offers = " ".join(texts.item(n).text() for n in range(texts.count()))
    assert "Мяч" not in offers
    assert "Меч" not in offers, "it is the translation shown"
    translator.translation_window.unit_editor.target.selectAll()
    translator.type_text("Пляж")
    translator.wait_for_suggestions()
    assert any("Меч" in texts.item(n).text() for n in range(texts.count()))


def record_kept_translation(translator: TranslatorDriver, why: str) -> KeptTranslation:
    """Record a Russian title that is not in the scenario, as an import does, and return it.

    The file is reopened under a new name.
    """
    path = translator.window.document.path
    assert path is not None
    kept = KeptTranslation("ru", "name", "Sword Beach", "Пляж Меч", why)
    write_record(replace(read_record(path), source="en", kept=(kept,)), path)
    path.with_name("sword-beach.texts.yaml").rename(path.with_name("other.texts.yaml"))
    translator.window.open_path(path.rename(path.with_name("other.yaml")))
    return kept


@pytest.mark.parametrize("key", [Key.Key_1, None])
def test_a_conflicting_translation_is_offered_until_one_is_marked_as_done(
    translator: TranslatorDriver, key: Qt.Key | None
) -> None:
    translator.type_text("Меч")
    translator.press_key(Key.Key_S, CONTROL)
    record_kept_translation(translator, "conflict")
    translator.choose("name")
    translator.wait_for_suggestions()
    offer = translator.translation_window.suggestions.texts.item(0)
    assert offer.text() == "1  Other version: Пляж Меч"
    assert "another version" in translator.translation_window.unit_editor.problems.text()
    if key is not None:
        translator.press_key(key, ALT)
    translator.press_key(Key.Key_Return, CONTROL)
    translator.press_key(Key.Key_S, CONTROL)
    assert translator.text("name") == ("Пляж Меч" if key else "Меч")
    assert translator.record.kept == ()


def test_a_translation_whose_source_is_gone_is_offered(translator: TranslatorDriver) -> None:
    kept = record_kept_translation(translator, "unplaced")
    translator.choose("name")
    translator.wait_for_suggestions()
    offer = translator.translation_window.suggestions.texts.item(0)
    assert offer.text() == f"1  Translation of text that no longer exists: {kept.target}"
    translator.press_key(Key.Key_1, ALT)
    translator.press_key(Key.Key_S, CONTROL)
    assert (translator.text("name"), translator.record.kept) == (kept.target, ())


def test_standard_sentences_are_offered_and_inserted(translator: TranslatorDriver) -> None:
    translator.choose("rules")
    translator.wait_for_suggestions()
    texts = [
        translator.translation_window.suggestions.texts.item(n).text()
        for n in range(translator.translation_window.suggestions.texts.count())
    ]
    number = next(n for n, text in enumerate(texts, 1) if "100% match in sword-beach.yaml" in text)
    translator.press_key(Key(Key.Key_0 + number), ALT)
    shipped_result = read_file(Path("scenarios/sword-beach.yaml").absolute())
    assert (
        shipped_result.scenario is None
        or translator.text("rules") == shipped_result.scenario.texts["ru"].rules
    )


def test_an_inserted_standard_sentence_is_recorded_as_one(translator: TranslatorDriver) -> None:
    translator.choose("rules")
    translator.wait_for_suggestions()
    first_text = translator.translation_window.suggestions.texts.item(0)
    assert first_text.text().startswith("1  Standard sentence for part of this text: ")
    translator.press_key(Key.Key_1, ALT)
    sentence = translator.text("rules")
    recorded_sentences = translator.translation_window.translation.record.sentences["ru"]
    assert list(recorded_sentences.values()) == [sentence]
    translator.press_key(Key.Key_S, CONTROL)
    assert translator.record.sentences["ru"] == recorded_sentences


def test_a_finished_translation_is_offered_for_an_equal_text(
    translator: TranslatorDriver, tmp_path: Path
) -> None:
    translator.type_text("Меч-бич")
    translator.press_key(Key.Key_Return, CONTROL)
    translator.window.open_path(
        write_untranslated("sword-beach.yaml", tmp_path / "again.yaml", "ru")
    )
    translator.wait_for_suggestions()
    texts = [
        translator.translation_window.suggestions.texts.item(n).text()
        for n in range(translator.translation_window.suggestions.texts.count())
    ]
    assert any("100% match in sword-beach.yaml: Меч-бич" in text for text in texts)


def test_translations_of_this_session_are_offered_after_reopening_the_window(
    translator: TranslatorDriver, tmp_path: Path
) -> None:
    document = translator.window.document
    document.edit("Write", set_text(document.scenario, "en", "rules", "Mind the mill."))
    translator.choose("rules")
    translator.type_text("Мельница")
    translator.press_key(Key.Key_Return, CONTROL)
    translator.translation_window.close()
    path = write_untranslated("toulon.yaml", tmp_path / "elsewhere.yaml", "ru")
    translator.window.open_path(path)
    document.edit("Write", set_text(document.scenario, "en", "rules", "MIND the mill"))
    open_translation_window(translator.window.context)
    translator.choose("rules")
    translator.wait_for_suggestions()
    assert (
        "99% match in sword-beach.yaml: Мельница"
        in translator.translation_window.suggestions.texts.item(0).text()
    )


def test_translations_in_the_folder_are_suggested_automatically(
    translator: TranslatorDriver, tmp_path: Path
) -> None:
    (tmp_path / "both").mkdir()
    arracourt = read_file(scenarios_folder() / "arracourt.yaml").scenario
    assert arracourt is not None
    translated_scenario = set_text(
        set_text(arracourt, "en", "rules", "Mind the mill."), "ru", "rules", "Мельница"
    )
    save(translated_scenario, tmp_path / "both" / "known.yaml")
    save(set_text(translated_scenario, "ru", "rules", None), tmp_path / "both" / "new.yaml")
    translator.window.open_path(tmp_path / "both" / "new.yaml")
    translator.choose("rules")
    translator.wait_for_suggestions()
    assert (
        "100% match in known.yaml: Мельница"
        in translator.translation_window.suggestions.texts.item(0).text()
    )


def test_saving_writes_the_translation_record_next_to_the_file(
    translator: TranslatorDriver,
) -> None:
    translator.type_text("Меч")
    translator.press_key(Key.Key_Return, CONTROL)
    translator.press_key(Key.Key_S, CONTROL)
    assert not translator.translation_window.isWindowModified()
    assert translator.recorded_state("name") == TranslationState.DONE
    translator.choose("name")
    translator.press_key(Key.Key_Return, CONTROL | SHIFT)  # only the record changes
    assert translator.translation_window.isWindowModified()
    translator.press_key(Key.Key_S, CONTROL)
    assert translator.recorded_state("name") == TranslationState.DRAFT


def test_saving_in_the_main_window_writes_the_translation_record(
    translator: TranslatorDriver,
) -> None:
    translator.type_text("Меч")
    translator.translation_window.close()
    translator.window.commands["save"].trigger()
    assert translator.recorded_state("name") == TranslationState.DRAFT


def test_the_record_keeps_translations_by_others_into_another_language(
    translator: TranslatorDriver,
) -> None:
    path = translator.window.document.path
    assert path is not None
    translator.type_text("Меч")
    record_path(path).write_text(
        "format: 1\ntexts:\n  de:\n    name: [s0123456789 draft]\nsaid:\n  s0123456789: Old\n",
        "utf-8",
    )
    translator.press_key(Key.Key_S, CONTROL)
    assert set(translator.record.texts) == {"de", "ru"}


def test_a_damaged_record_is_reported_and_not_changed(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = window.document.path
    assert path is not None
    record_path(path).write_text("format: [", "utf-8")
    window.settings.setValue("translating/target", "ru")
    translator = TranslatorDriver(window, open_translation_window(window.context), qtbot)
    assert "sword-beach.texts.yaml" in translator.translation_window.notice.label.text()
    translator.type_text("Меч")
    translator.press_key(Key.Key_S, CONTROL)
    assert translator.text("name") == "Меч"
    assert record_path(path).read_text("utf-8") == "format: ["


def test_a_damaged_record_does_not_affect_another_file(window: MainWindow, qtbot: QtBot) -> None:
    path = window.document.path
    assert path is not None
    record_path(path).write_text("format: [", "utf-8")
    window.settings.setValue("translating/target", "ru")
    translator = TranslatorDriver(window, open_translation_window(window.context), qtbot)
    translator.type_text("Меч")
    assert window.files.save_to(path.with_name("other.yaml"))
    assert translator.recorded_state("name") == TranslationState.DRAFT
    assert record_path(path).read_text("utf-8") == "format: ["


def test_the_record_keeps_entries_of_others_that_were_not_edited_here(
    translator: TranslatorDriver,
) -> None:
    path = translator.window.document.path
    assert path is not None
    assert not translator.translation_window.translation.record.texts
    theirs = "format: 1\ntexts:\n  ru:\n    name: [s0123456789 draft]\nsaid:\n  s0123456789: Old\n"
    record_path(path).write_text(theirs, "utf-8")
    document = translator.window.document
    document.edit("Rename", set_text(document.scenario, "en", "name", "Sword Beach, Dawn"))
    translator.press_key(Key.Key_S, CONTROL)
    assert translator.recorded_state("name") == TranslationState.DRAFT


def test_undoing_a_change_of_the_source_restores_the_states(translator: TranslatorDriver) -> None:
    document = translator.window.document
    changed_scenario = set_text(document.scenario, "en", "bibliography", "A book.")
    document.edit("Add a source", changed_scenario)
    translator.choose("bibliography")
    translator.type_text("Книга")
    translator.press_key(Key.Key_Return, CONTROL)
    translator.choose("bibliography")
    translator.type_text(".")
    assert translator.unit_state("bibliography") == "draft"
    translator.press_key(Key.Key_Z, CONTROL)
    assert translator.text("bibliography") == "Книга"
    assert translator.unit_state("bibliography") == "done"


def test_terms_are_marked_correctly_after_characters_outside_the_bmp(
    translator: TranslatorDriver,
) -> None:
    document = translator.window.document
    text = "\U0001f3d6 bunker " * 3_000
    document.edit("Write", set_text(document.scenario, "en", "rules", text))
    translator.choose("rules")
    marks = translator.translation_window.unit_editor.source.extraSelections()
    assert len(marks) == 1_000
    assert {mark.cursor.selectedText() for mark in marks} == {"bunker"}
    translator.type_text("Дот")
    assert "bunker → " in translator.translation_window.unit_editor.problems.text()
    document.edit("Write", set_text(document.scenario, "en", "rules", text[::-1]))
    assert (
        translator.translation_window.unit_editor.previous_source.height()
        < translator.translation_window.unit_editor.height() / 2
    )
    assert (
        translator.translation_window.unit_editor.previous_source.verticalScrollBar().maximum() > 0
    )


def test_only_some_of_many_wrong_placeholders_are_named(translator: TranslatorDriver) -> None:
    translator.choose("rules")
    translator.type_text("".join(f"{{a{n}}}" for n in range(20)))
    (line,) = [
        each
        for each in translator.translation_window.unit_editor.problems.text().splitlines()
        if "{a0}" in each
    ]
    assert line.endswith("'{a11}', …")


def test_a_changed_source_makes_the_translation_outdated_and_shows_the_change(
    translator: TranslatorDriver,
) -> None:
    translator.type_text("Меч")
    translator.press_key(Key.Key_Return, CONTROL)
    document = translator.window.document
    document.edit("Rename", set_text(document.scenario, "en", "name", "Sword Beach, Dawn"))
    translator.choose("name")
    assert translator.states[0] == "stale"
    assert (
        "text-decoration: underline"
        in translator.translation_window.unit_editor.previous_source.toHtml()
    )
    assert translator.translation_window.unit_editor.previous_source.isVisible()
    translator.type_text("!")
    translator.press_key(Key.Key_Return, CONTROL)
    assert translator.states[0] == "done"


def test_problems_are_shown_next_to_their_text(translator: TranslatorDriver) -> None:
    translator.choose("description")
    translator.type_text("Союзники: 9 командных карт.")
    translator.qtbot.waitUntil(
        lambda: "9" in translator.translation_window.unit_editor.problems.text()
    )


def test_a_folder_is_listed_with_the_progress_of_each_file(
    translator: TranslatorDriver, tmp_path: Path, answers: DialogAnswerer
) -> None:
    folder = tmp_path / "collection"
    folder.mkdir()
    write_untranslated("toulon.yaml", folder / "toulon.yaml", "ru")
    write_untranslated("arracourt.yaml", folder / "arracourt.yaml")
    others = ("en", "de", "it", "ru", "zh-Hans", "zh-Hant")
    write_untranslated("vassieux.yaml", folder / "vassieux.yaml", *others)  # from French
    (folder / "broken.m44").write_text("{", "utf-8")
    answers.do(lambda dialog: choose_folder(dialog, folder))
    QTest.mouseClick(translator.translation_window.folder_button, Qt.MouseButton.LeftButton)
    translator.wait_for_suggestions()
    rows = [
        translator.translation_window.folder_list.item(n).text()
        for n in range(translator.translation_window.folder_list.count())
    ]
    assert rows == [
        "100 %  arracourt.yaml",
        "broken.m44",
        "  0 %  toulon.yaml",
        "  0 %  vassieux.yaml",
    ]
    assert not translator.translation_window.folder_list.item(1).flags() & Qt.ItemFlag.ItemIsEnabled

    point = translator.translation_window.folder_list.visualItemRect(
        translator.translation_window.folder_list.item(2)
    ).center()
    QTest.mouseClick(
        translator.translation_window.folder_list.viewport(),
        Qt.MouseButton.LeftButton,
        NO_MODIFIER,
        point,
    )
    assert translator.window.document.path == folder / "toulon.yaml"
    translator.type_text("Тулон")
    translator.press_key(Key.Key_Return, CONTROL)
    assert translator.translation_window.folder_list.item(2).text() != "  0 %  toulon.yaml"


def choose_folder(dialog: object, folder: Path) -> None:
    assert isinstance(dialog, QFileDialog)
    line = dialog.findChild(QLineEdit)
    assert line
    line.setText(str(folder))
    QTest.keyClick(line, Key.Key_Return)


def test_any_language_can_be_translated_into_any_other(translator: TranslatorDriver) -> None:
    line = translator.translation_window.language_choice.target.lineEdit()
    assert line is not None
    line.selectAll()
    QTest.keyClicks(line, "pt-BR")
    QTest.keyClick(line, Key.Key_Return)
    assert translator.translation_window.language_choice.languages == ("en", "pt-BR")
    translator.type_text("Espada")
    assert translator.text("name", "pt-BR") == "Espada"
    box = translator.translation_window.language_choice.source
    box.setFocus()
    QTest.keyClicks(box, "Deutsch")
    assert translator.translation_window.language_choice.languages == ("de", "pt-BR")
    translator.press_key(Key.Key_Return, CONTROL)
    QTest.keyClicks(box, "English")
    assert translator.states[0] == "done", "done from one language is done from the other"


@pytest.mark.parametrize("typed_code", ["", "en", "not a language", "?"])
def test_an_invalid_language_is_rejected(translator: TranslatorDriver, typed_code: str) -> None:
    line = translator.translation_window.language_choice.target.lineEdit()
    assert line is not None
    line.selectAll()
    QTest.keyClick(line, Key.Key_Delete)
    QTest.keyClicks(line, typed_code)
    QTest.keyClick(line, Key.Key_Return)
    assert translator.translation_window.language_choice.languages == ("en", "ru")
    assert line.text() != typed_code


def test_a_language_typed_after_a_click_replaces_the_old_one(translator: TranslatorDriver) -> None:
    line = translator.translation_window.language_choice.target.lineEdit()
    assert line is not None
    translator.translation_window.activateWindow()
    translator.translation_window.unit_editor.target.setFocus()
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=line.rect().center())
    QTest.keyClicks(line, "Deu")
    QTest.keyClick(line, Key.Key_Return)
    assert translator.translation_window.language_choice.languages == ("en", "de")


def test_a_typed_word_that_is_no_language_is_reported(translator: TranslatorDriver) -> None:
    line = translator.translation_window.language_choice.target.lineEdit()
    assert line is not None
    line.setText("Klingonish?")
    QTest.keyClick(line, Key.Key_Return)
    message = translator.translation_window.statusBar().currentMessage()
    assert message.startswith("Unknown language “Klingonish?”: choose one")


def test_the_labels_of_the_languages_are_not_cut_off(translator: TranslatorDriver) -> None:
    """An underlined letter is not kerned, so that the label is wider than Qt's size hint."""
    for label in translator.translation_window.language_choice.findChildren(QLabel):
        painted_pixels = count_painted_pixels(label)
        label.resize(label.width() + 20, label.height())
        assert count_painted_pixels(label) == painted_pixels, label.text()


def count_painted_pixels(label: QLabel) -> int:
    image = label.grab().toImage()
    background = image.pixel(0, 0)
    return sum(
        image.pixel(x, y) != background for x in range(image.width()) for y in range(image.height())
    )


def test_the_window_follows_the_language_of_the_main_window(translator: TranslatorDriver) -> None:
    translator.type_text("Меч")
    choose_language(translator.window, "fr")
    assert translator.translation_window.commands["save"].text() == "&Enregistrer"
    assert translator.translation_window.unit_editor.target.toPlainText() == "Меч"


def test_the_window_follows_the_tab_and_stops_while_it_is_closed(
    translator: TranslatorDriver, tmp_path: Path
) -> None:
    translator.window.open_path(write_untranslated("toulon.yaml", tmp_path / "toulon.yaml", "ru"))
    assert translator.translation_window.unit_editor.source.toPlainText() == "Toulon"
    translator.translation_window.close()
    translator.window.files.sheets.step(1)
    assert translator.translation_window.unit_editor.source.toPlainText() == "Toulon"
    assert open_translation_window(translator.window.context) is translator.translation_window
    assert translator.translation_window.unit_editor.source.toPlainText() == "Sword Beach"


def test_a_reopened_window_makes_the_same_suggestions(translator: TranslatorDriver) -> None:
    translator.choose("rules")
    translator.wait_for_suggestions()
    suggestion_count = translator.translation_window.suggestions.texts.count()
    translator.translation_window.close()
    open_translation_window(translator.window.context)
    assert QTest.qWaitForWindowExposed(translator.translation_window)
    translator.choose("rules")
    translator.wait_for_suggestions()
    assert translator.translation_window.suggestions.texts.count() == suggestion_count


@pytest.mark.parametrize(
    "text",
    ["\u202eright to left", "e\u0301\u0300\u0301", "x" * 100_000, "<b>&amp;</b>", "\x00\ud800"],
)
def test_pasted_text_is_inserted_unchanged(translator: TranslatorDriver, text: str) -> None:
    translator.translation_window.editing.replace_text(text)
    assert translator.text("name") == text
    translator.choose("rules")
    translator.choose("name")
    assert translator.text("name") == text


def test_a_label_of_the_board_is_translated_like_the_texts(
    translator: TranslatorDriver, tmp_path: Path
) -> None:
    scenario = translator.window.document.scenario
    labels = {Hex(0, 0): ("Orne", "River"), Hex(4, 0): ("Hill",)}
    translator.window.document.edit("labels", replace(scenario, labels=labels))
    translator.choose("labels")
    assert translator.translation_window.unit_editor.source.toPlainText() == "Orne | River"
    translator.type_text("Река | Орн")
    translator.press_key(Key.Key_Return, CONTROL)
    assert translator.translation_window.unit_editor.source.toPlainText() == "Hill"
    assert translator.states[-2:] == ["done", "new"]
    assert translator.window.files.save_to(tmp_path / "beach.yaml")
    scenario_read = read_file(tmp_path / "beach.yaml").scenario
    assert scenario_read is not None
    assert scenario_read.with_labels_in("ru").labels[Hex(0, 0)] == ("Река", "Орн")
    translator.press_key(Key.Key_Z, CONTROL)
    assert translator.window.document.scenario.with_labels_in("ru").labels == labels


def test_suggestions_do_not_overlap_if_a_scroll_bar_narrows_the_list(
    qtbot: QtBot,
) -> None:
    panel = SuggestionPanel()
    qtbot.addWidget(panel)
    panel.resize(260, 400)
    with qtbot.waitExposed(panel):
        panel.show()
    sentence = StandardTranslation((), "The garrison wakes up too late. " * 4, False)
    panel.show_texts([sentence] * 9, [])
    bar, delegate = panel.texts.verticalScrollBar(), panel.texts.itemDelegate()
    qtbot.waitUntil(bar.isVisible)

    def is_each_row_high_enough() -> bool:
        option = QStyleOptionViewItem()
        option.initFrom(panel.texts)
        rows = [panel.texts.item(number) for number in range(panel.texts.count())]
        return all(
            panel.texts.visualItemRect(row).height()
            >= delegate.sizeHint(option, panel.texts.indexFromItem(row)).height()
            for row in rows
        )

    qtbot.waitUntil(is_each_row_high_enough)


def test_the_labels_of_the_languages_are_shown_whole(
    qtbot: QtBot, subtests: pytest.Subtests
) -> None:
    """A mnemonic divides a label into parts, which need more room than the text without it."""
    before = language()
    for code in languages():
        switch_language(code)
        choice = LanguageChoice()
        qtbot.addWidget(choice)
        choice.retranslate()
        choice.resize(900, 40)
        choice.show()
        for label in choice.findChildren(QLabel):
            with subtests.test(f"{code} {label.text()}"):
                before_key, _, key = label.text().partition("&")
                advance = label.fontMetrics().horizontalAdvance
                assert label.width() >= advance(before_key) + advance(key[0]) + advance(key[1:])
    switch_language(before)


def test_the_text_boxes_have_visible_labels(translator: TranslatorDriver) -> None:
    editor = translator.translation_window.unit_editor
    QApplication.processEvents()
    for box in (editor.source, editor.target):
        labels = [
            each for each in editor.findChildren(QLabel) if each.text() == box.accessibleName()
        ]
        (label,) = labels
        assert label.isVisible()
        assert label.geometry().bottom() < box.y()
