"""The translation window, driven by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot
from tests.editor.conftest import Answers, choose_language
from tests.editor.translating.conftest import ALT, CONTROL, NONE, SHIFT, Hand, untranslated

from m44core.hexes import Hex
from m44core.io.files.open import read_file
from m44core.io.files.save import save
from m44core.model.edits import set_text
from m44core.resources import scenarios_folder
from m44core.translate.record import UnitState
from m44core.translate.record_file import record_path
from m44editor.windows.main_window import MainWindow
from m44editor.windows.translate_commands import open_translation_window

Key = Qt.Key


def test_the_window_opens_at_the_first_unfinished_text(hand: Hand) -> None:
    assert hand.translation_window.language_choice.languages == ("en", "ru")
    assert hand.states == ["new"] * 5
    assert hand.translation_window.unit_editor.source.toPlainText() == "Sword Beach"
    assert hand.translation_window.windowTitle() == "Translating sword-beach.yaml[*]"


def test_typed_text_enters_the_scenario_as_a_draft(hand: Hand) -> None:
    hand.type("Меч")
    assert hand.text("name") == "Меч"
    assert hand.states[0] == "draft"
    assert hand.translation_window.isWindowModified()
    assert hand.window.document.undo_stack.undoText() == "Translate “Title”"


def test_a_typed_space_stays(hand: Hand) -> None:
    hand.type("Пляж ")
    assert hand.translation_window.unit_editor.target.toPlainText() == "Пляж "
    assert hand.text("name") == "Пляж"
    hand.type("Меч")
    assert hand.text("name") == "Пляж Меч"


def test_done_and_next_by_one_key_from_text_to_text(hand: Hand) -> None:
    for word in ("Меч", "История", "Задание", "Победа", "Правила"):
        hand.type(word)
        hand.key(Key.Key_Return, CONTROL)
    assert hand.states == ["done"] * 5
    assert hand.translation_window.statusBar().currentMessage() == "Everything is translated"


def test_an_empty_translation_cannot_be_finished(hand: Hand) -> None:
    hand.key(Key.Key_Return, CONTROL)
    assert hand.states[0] == "new"
    assert hand.translation_window.statusBar().currentMessage() == "There is no translation yet"


def test_keys_go_to_unfinished_texts_and_from_text_to_text(hand: Hand) -> None:
    hand.type("Меч")
    hand.key(Key.Key_Return, CONTROL)
    assert hand.translation_window.unit_list.current_row == 1
    hand.key(Key.Key_Up, CONTROL)
    assert hand.translation_window.unit_list.current_row == 4, "the first is done"
    hand.key(Key.Key_Down, CONTROL)
    assert hand.translation_window.unit_list.current_row == 1
    hand.key(Key.Key_Up, ALT)
    assert hand.translation_window.unit_list.current_row == 0
    hand.key(Key.Key_Down, ALT)
    assert hand.translation_window.unit_list.current_row == 1


def test_a_burst_of_typing_is_one_undo_step_that_restores_the_state(hand: Hand) -> None:
    hand.type("Меч")
    hand.key(Key.Key_Return, CONTROL)
    hand.choose("name")
    hand.type("!")
    assert hand.states[0] == "draft"
    hand.key(Key.Key_Z, CONTROL)
    assert hand.text("name") == "Меч"
    assert hand.states[0] == "done"
    hand.key(Key.Key_Z, CONTROL)
    assert hand.text("name") == ""
    assert hand.states[0] == "new"
    hand.key(Key.Key_Y, CONTROL)
    assert hand.translation_window.unit_editor.target.toPlainText() == "Меч"


def test_an_edited_translation_becomes_a_draft_again(hand: Hand) -> None:
    hand.type("Меч")
    hand.key(Key.Key_Return, CONTROL)
    hand.choose("name")
    hand.key(Key.Key_Return, CONTROL | SHIFT)
    assert hand.states[0] == "draft"


def test_the_source_is_copied(hand: Hand) -> None:
    hand.key(Key.Key_B, CONTROL)
    assert hand.text("name") == "Sword Beach"
    assert "Same as the source" in hand.translation_window.unit_editor.problems.text()


def test_a_glossary_term_is_inserted_at_the_caret(hand: Hand) -> None:
    hand.choose("rules")
    hand.wait_for_suggestions()
    first = hand.translation_window.suggestions.terms.item(0)
    assert first.text().startswith("1  bunker → ")
    assert hand.translation_window.unit_editor.source.extraSelections(), "terms are underlined"
    hand.type("() стоят")
    for _ in range(7):
        QTest.keyClick(hand.translation_window.unit_editor.target, Key.Key_Left)
    hand.key(Key.Key_1, CONTROL)
    assert hand.text("rules").casefold() == "(бункер) стоят"


def test_a_differing_term_is_shown_at_once(hand: Hand) -> None:
    hand.choose("rules")
    hand.type("Доты.")
    assert "bunker → " in hand.translation_window.unit_editor.problems.text()
    hand.translation_window.unit_editor.target.selectAll()
    hand.type("Бункеры.")
    assert "bunker" not in hand.translation_window.unit_editor.problems.text()


def test_wrong_placeholders_are_shown_at_once(hand: Hand) -> None:
    hand.type("Меч {name}")
    assert (
        "Not in the source: '{name}'"
        in hand.translation_window.unit_editor.problems.text().splitlines()
    )


def test_standard_sentences_are_offered_and_inserted(hand: Hand) -> None:
    hand.choose("rules")
    hand.wait_for_suggestions()
    texts = [
        hand.translation_window.suggestions.texts.item(n).text()
        for n in range(hand.translation_window.suggestions.texts.count())
    ]
    place = next(n for n, text in enumerate(texts, 1) if "100% match in sword-beach.yaml" in text)
    hand.key(Key(Key.Key_0 + place), ALT)
    shipped = read_file(Path("scenarios/sword-beach.yaml").absolute())
    assert shipped.scenario is None or hand.text("rules") == shipped.scenario.texts["ru"].rules


def test_a_standard_sentence_is_taken_and_noted_as_one(hand: Hand) -> None:
    hand.choose("rules")
    hand.wait_for_suggestions()
    first = hand.translation_window.suggestions.texts.item(0)
    assert first.text().startswith("1  Standard sentence for part of this text: ")
    hand.key(Key.Key_1, ALT)
    sentence = hand.text("rules")
    noted = hand.translation_window.translation.record.sentences["ru"]
    assert list(noted.values()) == [sentence]
    hand.key(Key.Key_S, CONTROL)
    assert hand.record.sentences["ru"] == noted


def test_a_finished_translation_is_offered_for_an_equal_text(hand: Hand, tmp_path: Path) -> None:
    hand.type("Меч-бич")
    hand.key(Key.Key_Return, CONTROL)
    hand.window.open_path(untranslated("sword-beach.yaml", tmp_path / "again.yaml", "ru"))
    hand.wait_for_suggestions()
    texts = [
        hand.translation_window.suggestions.texts.item(n).text()
        for n in range(hand.translation_window.suggestions.texts.count())
    ]
    assert any("100% match in sword-beach.yaml: Меч-бич" in text for text in texts)


def test_translations_of_this_session_are_offered_after_reopening_the_window(
    hand: Hand, tmp_path: Path
) -> None:
    document = hand.window.document
    document.edit("Write", set_text(document.scenario, "en", "rules", "Mind the mill."))
    hand.choose("rules")
    hand.type("Мельница")
    hand.key(Key.Key_Return, CONTROL)
    hand.translation_window.close()
    path = untranslated("toulon.yaml", tmp_path / "elsewhere.yaml", "ru")
    hand.window.open_path(path)
    document.edit("Write", set_text(document.scenario, "en", "rules", "MIND the mill"))
    open_translation_window(hand.window.context)
    hand.choose("rules")
    hand.wait_for_suggestions()
    assert (
        "99% match in sword-beach.yaml: Мельница"
        in hand.translation_window.suggestions.texts.item(0).text()
    )


def test_the_folder_of_the_file_is_remembered_without_being_asked_for(
    hand: Hand, tmp_path: Path
) -> None:
    (tmp_path / "both").mkdir()
    said = read_file(scenarios_folder() / "arracourt.yaml").scenario
    assert said is not None
    known = set_text(set_text(said, "en", "rules", "Mind the mill."), "ru", "rules", "Мельница")
    save(known, tmp_path / "both" / "known.yaml")
    save(set_text(known, "ru", "rules", None), tmp_path / "both" / "new.yaml")
    hand.window.open_path(tmp_path / "both" / "new.yaml")
    hand.choose("rules")
    hand.wait_for_suggestions()
    assert (
        "100% match in known.yaml: Мельница"
        in hand.translation_window.suggestions.texts.item(0).text()
    )


def test_saving_writes_the_translation_record_beside_the_file(hand: Hand) -> None:
    hand.type("Меч")
    hand.key(Key.Key_Return, CONTROL)
    hand.key(Key.Key_S, CONTROL)
    assert not hand.translation_window.isWindowModified()
    assert hand.recorded_state("name") == UnitState.DONE
    hand.choose("name")
    hand.key(Key.Key_Return, CONTROL | SHIFT)  # only the record changes
    assert hand.translation_window.isWindowModified()
    hand.key(Key.Key_S, CONTROL)
    assert hand.recorded_state("name") == UnitState.DRAFT


def test_saving_in_the_main_window_writes_the_translation_record(hand: Hand) -> None:
    hand.type("Меч")
    hand.translation_window.close()
    hand.window.commands["save"].trigger()
    assert hand.recorded_state("name") == UnitState.DRAFT


def test_the_record_keeps_translations_others_made_into_another_language(hand: Hand) -> None:
    path = hand.window.document.path
    assert path is not None
    hand.type("Меч")
    record_path(path).write_text(
        "format: 1\ntexts:\n  de:\n    name: [s0123456789 draft]\nsaid:\n  s0123456789: Old\n",
        "utf-8",
    )
    hand.key(Key.Key_S, CONTROL)
    assert set(hand.record.texts) == {"de", "ru"}


def test_a_damaged_record_is_reported_and_left_alone(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = window.document.path
    assert path is not None
    record_path(path).write_text("format: [", "utf-8")
    window.settings.setValue("translating/target", "ru")
    hand = Hand(window, open_translation_window(window.context), qtbot)
    assert "sword-beach.texts.yaml" in hand.translation_window.notice.label.text()
    hand.type("Меч")
    hand.key(Key.Key_S, CONTROL)
    assert hand.text("name") == "Меч"
    assert record_path(path).read_text("utf-8") == "format: ["


def test_a_damaged_record_does_not_follow_to_another_file(window: MainWindow, qtbot: QtBot) -> None:
    path = window.document.path
    assert path is not None
    record_path(path).write_text("format: [", "utf-8")
    window.settings.setValue("translating/target", "ru")
    hand = Hand(window, open_translation_window(window.context), qtbot)
    hand.type("Меч")
    assert window.files.save_to(path.with_name("other.yaml"))
    assert hand.recorded_state("name") == UnitState.DRAFT
    assert record_path(path).read_text("utf-8") == "format: ["


def test_the_record_keeps_entries_of_others_that_were_not_edited_here(hand: Hand) -> None:
    path = hand.window.document.path
    assert path is not None
    assert not hand.translation_window.translation.record.texts
    theirs = "format: 1\ntexts:\n  ru:\n    name: [s0123456789 draft]\nsaid:\n  s0123456789: Old\n"
    record_path(path).write_text(theirs, "utf-8")
    document = hand.window.document
    document.edit("Rename", set_text(document.scenario, "en", "name", "Sword Beach, Dawn"))
    hand.key(Key.Key_S, CONTROL)
    assert hand.recorded_state("name") == UnitState.DRAFT


def test_undoing_a_change_of_the_source_restores_the_states(hand: Hand) -> None:
    document = hand.window.document
    text = set_text(document.scenario, "en", "bibliography", "A book.")
    document.edit("Add a source", text)
    hand.choose("bibliography")
    hand.type("Книга")
    hand.key(Key.Key_Return, CONTROL)
    hand.choose("bibliography")
    hand.type(".")
    assert hand.unit_state("bibliography") == "draft"
    hand.key(Key.Key_Z, CONTROL)
    assert hand.text("bibliography") == "Книга"
    assert hand.unit_state("bibliography") == "done"


def test_long_texts_with_rare_signs_are_marked_where_the_words_are(hand: Hand) -> None:
    document = hand.window.document
    text = "\U0001f3d6 bunker " * 3_000
    document.edit("Write", set_text(document.scenario, "en", "rules", text))
    hand.choose("rules")
    marks = hand.translation_window.unit_editor.source.extraSelections()
    assert len(marks) == 1_000
    assert {mark.cursor.selectedText() for mark in marks} == {"bunker"}
    hand.type("Дот")
    assert "bunker → " in hand.translation_window.unit_editor.problems.text()
    document.edit("Write", set_text(document.scenario, "en", "rules", text[::-1]))
    assert (
        hand.translation_window.unit_editor.previous_source.height()
        < hand.translation_window.unit_editor.height() / 2
    )
    assert hand.translation_window.unit_editor.previous_source.verticalScrollBar().maximum() > 0


def test_of_many_signs_that_are_missing_some_are_named(hand: Hand) -> None:
    hand.choose("rules")
    hand.type("".join(f"{{a{n}}}" for n in range(20)))
    (told,) = [
        each
        for each in hand.translation_window.unit_editor.problems.text().splitlines()
        if "{a0}" in each
    ]
    assert told.endswith("'{a11}', …")


def test_a_changed_source_makes_the_translation_stale_and_shows_the_change(hand: Hand) -> None:
    hand.type("Меч")
    hand.key(Key.Key_Return, CONTROL)
    document = hand.window.document
    document.edit("Rename", set_text(document.scenario, "en", "name", "Sword Beach, Dawn"))
    hand.choose("name")
    assert hand.states[0] == "stale"
    assert (
        "text-decoration: underline" in hand.translation_window.unit_editor.previous_source.toHtml()
    )
    assert hand.translation_window.unit_editor.previous_source.isVisible()
    hand.type("!")
    hand.key(Key.Key_Return, CONTROL)
    assert hand.states[0] == "done"


def test_findings_are_shown_beside_their_text(hand: Hand) -> None:
    hand.choose("description")
    hand.type("Союзники: 9 командных карт.")
    hand.qtbot.waitUntil(lambda: "9" in hand.translation_window.unit_editor.problems.text())


def test_a_folder_is_listed_with_the_progress_of_each_file(
    hand: Hand, tmp_path: Path, answers: Answers
) -> None:
    folder = tmp_path / "collection"
    folder.mkdir()
    untranslated("toulon.yaml", folder / "toulon.yaml", "ru")
    untranslated("arracourt.yaml", folder / "arracourt.yaml")
    (folder / "broken.m44").write_text("{", "utf-8")
    answers.do(lambda dialog: choose_folder(dialog, folder))
    QTest.mouseClick(hand.translation_window.folder_button, Qt.MouseButton.LeftButton)
    hand.wait_for_suggestions()
    rows = [
        hand.translation_window.folder_list.item(n).text()
        for n in range(hand.translation_window.folder_list.count())
    ]
    assert rows == ["100 %  arracourt.yaml", "broken.m44", "  0 %  toulon.yaml"]
    assert not hand.translation_window.folder_list.item(1).flags() & Qt.ItemFlag.ItemIsEnabled

    at = hand.translation_window.folder_list.visualItemRect(
        hand.translation_window.folder_list.item(2)
    ).center()
    QTest.mouseClick(
        hand.translation_window.folder_list.viewport(), Qt.MouseButton.LeftButton, NONE, at
    )
    assert hand.window.document.path == folder / "toulon.yaml"
    hand.type("Тулон")
    hand.key(Key.Key_Return, CONTROL)
    assert hand.translation_window.folder_list.item(2).text() != "  0 %  toulon.yaml"


def choose_folder(dialog: object, folder: Path) -> None:
    assert isinstance(dialog, QFileDialog)
    line = dialog.findChild(QLineEdit)
    assert line
    line.setText(str(folder))
    QTest.keyClick(line, Key.Key_Return)


def test_any_language_is_translated_to_any(hand: Hand) -> None:
    line = hand.translation_window.language_choice.target.lineEdit()
    assert line is not None
    line.selectAll()
    QTest.keyClicks(line, "pt-BR")
    QTest.keyClick(line, Key.Key_Return)
    assert hand.translation_window.language_choice.languages == ("en", "pt-BR")
    hand.type("Espada")
    assert hand.text("name", "pt-BR") == "Espada"
    box = hand.translation_window.language_choice.source
    box.setFocus()
    QTest.keyClicks(box, "Deutsch")
    assert hand.translation_window.language_choice.languages == ("de", "pt-BR")
    hand.key(Key.Key_Return, CONTROL)
    QTest.keyClicks(box, "English")
    assert hand.states[0] == "done", "done from one language is done from the other"


@pytest.mark.parametrize("typed", ["", "en", "not a language", "?"])
def test_an_invalid_language_is_rejected(hand: Hand, typed: str) -> None:
    line = hand.translation_window.language_choice.target.lineEdit()
    assert line is not None
    line.selectAll()
    QTest.keyClick(line, Key.Key_Delete)
    QTest.keyClicks(line, typed)
    QTest.keyClick(line, Key.Key_Return)
    assert hand.translation_window.language_choice.languages == ("en", "ru")
    assert line.text() != typed


def test_the_window_follows_the_language_of_the_main_window(hand: Hand) -> None:
    hand.type("Меч")
    choose_language(hand.window, "fr")
    assert hand.translation_window.commands["save"].text() == "&Enregistrer"
    assert hand.translation_window.unit_editor.target.toPlainText() == "Меч"


def test_the_window_follows_the_tab_and_stops_while_it_is_closed(
    hand: Hand, tmp_path: Path
) -> None:
    hand.window.open_path(untranslated("toulon.yaml", tmp_path / "toulon.yaml", "ru"))
    assert hand.translation_window.unit_editor.source.toPlainText() == "Toulon"
    hand.translation_window.close()
    hand.window.files.sheets.step(1)
    assert hand.translation_window.unit_editor.source.toPlainText() == "Toulon"
    assert open_translation_window(hand.window.context) is hand.translation_window
    assert hand.translation_window.unit_editor.source.toPlainText() == "Sword Beach"


def test_a_reopened_window_makes_suggestions_as_before(hand: Hand) -> None:
    hand.choose("rules")
    hand.wait_for_suggestions()
    offered = hand.translation_window.suggestions.texts.count()
    hand.translation_window.close()
    open_translation_window(hand.window.context)
    assert QTest.qWaitForWindowExposed(hand.translation_window)
    hand.choose("rules")
    hand.wait_for_suggestions()
    assert hand.translation_window.suggestions.texts.count() == offered


@pytest.mark.parametrize(
    "text",
    ["\u202eright to left", "e\u0301\u0300\u0301", "x" * 100_000, "<b>&amp;</b>", "\x00\ud800"],
)
def test_pasted_text_is_inserted_unchanged(hand: Hand, text: str) -> None:
    hand.translation_window.editing.replace_text(text)
    assert hand.text("name") == text
    hand.choose("rules")
    hand.choose("name")
    assert hand.text("name") == text


def test_a_label_of_the_board_is_translated_as_the_texts_are(hand: Hand, tmp_path: Path) -> None:
    scenario = hand.window.document.scenario
    labels = {Hex(0, 0): ("Orne", "River"), Hex(4, 0): ("Hill",)}
    hand.window.document.edit("labels", replace(scenario, labels=labels))
    hand.choose("labels")
    assert hand.translation_window.unit_editor.source.toPlainText() == "Orne | River"
    hand.type("Река | Орн")
    hand.key(Key.Key_Return, CONTROL)
    assert hand.translation_window.unit_editor.source.toPlainText() == "Hill"
    assert hand.states[-2:] == ["done", "new"]
    assert hand.window.files.save_to(tmp_path / "beach.yaml")
    read = read_file(tmp_path / "beach.yaml").scenario
    assert read is not None
    assert read.with_labels_in("ru").labels[Hex(0, 0)] == ("Река", "Орн")
    hand.key(Key.Key_Z, CONTROL)
    assert hand.window.document.scenario.with_labels_in("ru").labels == labels
