"""File > Write Standard Sentences."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from tests.editor.conftest import Answers

from m44core.model.edits import set_text
from m44core.sentences.inserting import Standing, offers
from m44core.translate.record_file import read_record
from m44editor.translating.sentences_dialog import SentencesDialog
from m44editor.windows.beside.translating import records_of
from m44editor.windows.main_window import MainWindow


def choose(window: MainWindow, answers: Answers, *steps: str, code: str = "fr") -> list[str]:
    """Go through the dialog, and return what it offered."""
    offered: list[str] = []

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, SentencesDialog)
        dialog.language.setCurrentIndex(dialog.language.findData(code))
        offered.extend(each.text() for each in dialog._items())
        for step in steps:
            if step == "first off":
                dialog.list.setCurrentRow(0)
                QTest.keyClick(dialog.list, Qt.Key.Key_Space)
            elif step == "write":
                QTest.mouseClick(dialog.insert, Qt.MouseButton.LeftButton)
            else:
                QTest.keyClick(dialog, Qt.Key.Key_Escape)

    answers.do(act)
    window.commands["sentences"].trigger()
    QApplication.processEvents()
    return offered


def standing(window: MainWindow, code: str = "fr") -> set[Standing]:
    record = records_of(window).record
    return {each.standing for each in offers(window.document.scenario, record, code)}


def test_what_is_ticked_is_written_into_the_texts_as_one_step(
    window: MainWindow, answers: Answers
) -> None:
    document = window.document
    document.edit("Clear", set_text(document.scenario, "fr", "description", None))
    steps = document.undo_stack.count()
    offered = choose(window, answers, "first off", "write")
    first, *others = (text.split("“")[1].rstrip("”") for text in offered)
    texts = document.scenario.texts["fr"]
    said = " ".join(filter(None, (texts.description, texts.victory, texts.rules)))
    assert first not in said
    assert all(sentence in said for sentence in others)
    assert document.undo_stack.count() == steps + 1
    assert document.undo_stack.undoText() == "Standard Sentences"


def test_after_a_change_of_the_data_a_sentence_is_offered_anew(
    window: MainWindow, answers: Answers
) -> None:
    document = window.document
    for name in ("description", "victory", "rules"):
        document.edit("Clear", set_text(document.scenario, "fr", name, None))
    choose(window, answers, "write")
    assert standing(window) == {Standing.SAME}
    window.commands["save"].trigger()
    path = document.path
    assert path is not None
    assert read_record(path).sentences["fr"]

    scenario = document.scenario
    briefing = scenario.briefing
    player = replace(briefing.bottom, cards=(briefing.bottom.cards or 0) + 1)
    document.edit("Cards", replace(scenario, briefing=replace(briefing, bottom=player)))
    assert Standing.CHANGED in standing(window)
    offered = choose(window, answers, "write")
    assert "in place of" in offered[0]
    assert standing(window) == {Standing.SAME}


def test_what_a_person_changed_is_left_alone(window: MainWindow, answers: Answers) -> None:
    document = window.document
    document.edit("Clear", set_text(document.scenario, "fr", "description", None))
    choose(window, answers, "write")
    said = document.scenario.texts["fr"].description or ""
    document.edit(
        "Type", set_text(document.scenario, "fr", "description", said.replace("5", "cinq"))
    )
    mine = document.scenario.texts["fr"].description
    assert choose(window, answers, "leave") == []
    assert document.scenario.texts["fr"].description == mine
