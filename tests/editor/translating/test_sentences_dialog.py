"""File > Write Standard Sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from tests.editor.conftest import DialogAnswerer

from m44core.model.edits import set_text
from m44core.standard_sentences.sentence_insertion import SentenceStatus, sentence_offers
from m44core.translate.text_record_file import read_record
from m44editor.panels.texts_panel import TextsPanel
from m44editor.translating.sentences_dialog import SentencesDialog
from m44editor.windows.main_window import MainWindow
from m44editor.windows.translate_commands import records_of_window


def carry_out_steps(
    window: MainWindow, answers: DialogAnswerer, *steps: str, code: str = "fr"
) -> list[str]:
    """Open the dialog, choose a language and carry out *steps*.

    Return the sentences that were checked at first.
    """
    offered: list[str] = []

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, SentencesDialog)
        dialog.language.setCurrentIndex(dialog.language.findData(code))
        checked_items = (
            each for each in dialog._items() if each.checkState() is Qt.CheckState.Checked
        )
        offered.extend(each.text() for each in checked_items)
        for step in steps:
            if step == "uncheck first":
                dialog.list.setCurrentRow(0)
                QTest.keyClick(dialog.list, Qt.Key.Key_Space)
            elif step == "write":
                QTest.mouseClick(dialog.apply_button, Qt.MouseButton.LeftButton)
            else:
                QTest.keyClick(dialog, Qt.Key.Key_Escape)

    answers.do(act)
    window.commands["sentences"].trigger()
    QApplication.processEvents()
    return offered


def sentence_statuses(window: MainWindow, code: str = "fr") -> set[SentenceStatus]:
    record = records_of_window(window.context).record
    return {each.status for each in sentence_offers(window.document.scenario, record, code)}


def test_checked_sentences_are_written_as_one_undo_step(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    document = window.document
    document.edit("Clear", set_text(document.scenario, "fr", "description", None))
    steps = document.undo_stack.count()
    offered_sentences = carry_out_steps(window, answers, "uncheck first", "write")
    first, *others = (text.split("“")[1].rstrip("”") for text in offered_sentences)
    texts = document.scenario.texts["fr"]
    content = " ".join(filter(None, (texts.description, texts.victory, texts.rules)))
    assert first not in content
    assert all(sentence in content for sentence in others)
    assert document.undo_stack.count() == steps + 1
    assert document.undo_stack.undoText() == "Standard Sentences"


def test_a_sentence_is_offered_again_after_its_data_changed(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    document = window.document
    for name in ("description", "victory", "rules"):
        document.edit("Clear", set_text(document.scenario, "fr", name, None))
    carry_out_steps(window, answers, "write")
    assert sentence_statuses(window) == {SentenceStatus.SAME}
    window.commands["save"].trigger()
    path = document.path
    assert path is not None
    assert read_record(path).sentences["fr"]

    scenario = document.scenario
    briefing = scenario.briefing
    player = replace(briefing.bottom, cards=(briefing.bottom.cards or 0) + 1)
    document.edit("Cards", replace(scenario, briefing=replace(briefing, bottom=player)))
    assert SentenceStatus.CHANGED in sentence_statuses(window)
    offered_sentences = carry_out_steps(window, answers, "write")
    assert "becomes" in offered_sentences[0]
    assert sentence_statuses(window) == {SentenceStatus.SAME}


def test_a_sentence_changed_by_a_person_is_not_replaced(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    document = window.document
    document.edit("Clear", set_text(document.scenario, "fr", "description", None))
    carry_out_steps(window, answers, "write")
    description = document.scenario.texts["fr"].description or ""
    document.edit(
        "Type", set_text(document.scenario, "fr", "description", description.replace("5", "cinq"))
    )
    own_text = document.scenario.texts["fr"].description
    assert carry_out_steps(window, answers, "leave") == []
    assert document.scenario.texts["fr"].description == own_text


def inspect_dialog(
    window: MainWindow, answers: DialogAnswerer, act: Callable[[SentencesDialog], None]
) -> None:
    """Open the dialog by the panel's button, pass it to *act*, and close it."""

    def answer(dialog: QDialog) -> None:
        assert isinstance(dialog, SentencesDialog)
        act(dialog)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    answers.do(answer)
    window.panels.docks["texts"].reveal()
    panel = window.panels.docks["texts"].panel()
    assert isinstance(panel, TextsPanel)
    QTest.mouseClick(panel.sentences_button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def test_the_current_language_comes_first_and_those_of_the_scenario_next(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    window.panels.docks["texts"].reveal()
    panel = window.panels.docks["texts"].panel()
    assert isinstance(panel, TextsPanel)
    document = window.document
    kept_texts = {code: document.scenario.texts[code] for code in ("en", "de", "it")}
    document.edit("Keep", replace(document.scenario, texts=kept_texts))
    QApplication.processEvents()
    QTest.mouseClick(panel.tabs, Qt.MouseButton.LeftButton, pos=panel.tabs.tabRect(1).center())
    assert panel.language == "de"
    language_lists: list[list[object]] = []

    def act(dialog: SentencesDialog) -> None:
        box = dialog.language
        language_lists.append([box.itemData(n) for n in range(box.count())])
        assert (box.currentData(), dialog.is_new_language) == ("de", False)

    inspect_dialog(window, answers, act)
    assert language_lists == [["de", "en", "it", None, "fr", "ru", "zh-Hans", "zh-Hant"]]


def test_a_sentence_the_author_already_has_is_listed_but_not_checked(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    document, checked_texts, unchecked_texts = window.document, list[str](), list[str]()
    text = "Axis Player: Take 4 command cards\nAllied Player: Take 5 command cards."
    document.edit("Write", set_text(document.scenario, "en", "description", text))

    def act(dialog: SentencesDialog) -> None:
        dialog.language.setCurrentIndex(dialog.language.findData("en"))
        for item in dialog._items():
            is_checked = item.checkState() is Qt.CheckState.Checked
            (checked_texts if is_checked else unchecked_texts).append(item.text())

    inspect_dialog(window, answers, act)
    assert not any("command card" in each for each in checked_texts)
    assert (
        sum("command card" in each and "worded differently" in each for each in unchecked_texts)
        == 2
    )


def test_adding_a_language_is_announced_before_it_happens(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    document = window.document
    kept_texts = {"en": document.scenario.texts["en"]}
    document.edit("Keep", replace(document.scenario, texts=kept_texts))
    labels: list[tuple[str, str]] = []

    def act(dialog: SentencesDialog) -> None:
        for code in ("en", "fr"):
            dialog.language.setCurrentIndex(dialog.language.findData(code))
            labels.append((dialog.apply_button.text(), dialog._summary_label.text()))

    inspect_dialog(window, answers, act)
    (update_label, update_summary), (add_label, add_summary) = labels
    assert update_label == "&Update Scenario Text"
    assert "has no text in" not in update_summary
    assert add_label == "&Add français and Update"
    assert add_summary.startswith("The scenario has no text in fran\u00e7ais yet")
    assert list(document.scenario.texts) == ["en"]
