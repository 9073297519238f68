"""The texts panel, driven by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from tests.editor.panels.forms.dictionary import Words

from m44core.hexes import Hex
from m44core.messages.languages import languages
from m44core.model.edits import new_scenario, set_texts
from m44core.model.parts import Texts
from m44editor.documents.document import Document
from m44editor.interface_language import switch_language
from m44editor.panels.display_names import OTHER_LANGUAGES
from m44editor.panels.forms.inputs import TextBox
from m44editor.panels.forms.spell_checking import Speller
from m44editor.panels.texts_panel import TextsPanel, language_name

ENGLISH = Texts("Pegasus Bridge", historical="On the night ...", rules="Gliders.")
FRENCH = Texts("Le pont", extra={"sdate": "6 juin 1944"})


class Desk:
    """A texts panel on a document with two languages."""

    def __init__(self, qtbot: QtBot, texts: dict[str, Texts]) -> None:
        self.document = Document(replace(new_scenario(), texts=texts))
        self.panel = TextsPanel(self.document)
        qtbot.addWidget(self.panel)
        self.panel.resize(820, 800)
        with qtbot.waitExposed(self.panel):
            self.panel.show()
        self.panel.activateWindow()

    def type_into(self, key: str, text: str) -> None:
        box = self.panel.page.rows[key].box
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(box, text)

    def turn_to(self, language: str) -> None:
        index = list(self.document.scenario.texts).index(language)
        spot = self.panel.tabs.tabRect(index).center()
        QTest.mouseClick(self.panel.tabs, Qt.MouseButton.LeftButton, pos=spot)

    def texts(self, language: str) -> Texts:
        return self.document.scenario.texts[language]


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk(qtbot, {"en": ENGLISH, "fr": FRENCH})


def test_typing_changes_the_text_of_the_language_on_show(desk: Desk) -> None:
    desk.turn_to("fr")
    desk.type_into("name", " de Bénouville"[:3])
    assert desk.texts("fr").name == "Le pont de"
    assert desk.texts("en") == ENGLISH


def test_a_burst_of_typing_is_one_undo_step(desk: Desk) -> None:
    desk.type_into("historical", "Dark.")
    assert desk.document.undo_stack.count() == 1
    desk.document.undo_stack.undo()
    assert desk.texts("en") == ENGLISH
    assert desk.panel.page.rows["historical"].box.hasFocus()


def test_a_pause_begins_a_new_step(desk: Desk, qtbot: QtBot) -> None:
    desk.type_into("rules", "One")
    qtbot.waitUntil(lambda: not desk.panel.page.is_typing)
    desk.type_into("rules", "Two")
    assert desk.document.undo_stack.count() == 2


def test_another_text_begins_a_new_step(desk: Desk) -> None:
    desk.type_into("rules", "One")
    desk.type_into("victory", "Two")
    assert desk.document.undo_stack.count() == 2


def test_undo_goes_to_the_document_and_leaves_the_caret_where_it_changed(desk: Desk) -> None:
    box = desk.panel.page.rows["historical"].box
    desk.type_into("historical", "Dark.")
    QTest.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert desk.texts("en") == ENGLISH
    QTest.keyClicks(box, "Bright.")
    assert desk.texts("en").historical == "On the night ...Bright."


def test_line_breaks_and_any_script_are_kept(desk: Desk) -> None:
    box = desk.panel.page.rows["description"].box
    box.setFocus()
    QGuiApplication.clipboard().setText("Штурм 🂡\n战斗\tЩит")
    QTest.keyClick(box, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert desk.texts("en").description == "Штурм 🂡\n战斗\tЩит"
    desk.document.undo_stack.undo()
    desk.document.undo_stack.redo()
    assert box.toPlainText() == "Штурм 🂡\n战斗\tЩит"  # type: ignore[union-attr]  # this row has such a box


def test_a_cleared_text_is_removed(desk: Desk) -> None:
    box = desk.panel.page.rows["rules"].box
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(box, Qt.Key.Key_Delete)
    assert desk.texts("en").rules is None


def test_unknown_keys_of_a_language_are_kept(desk: Desk) -> None:
    desk.turn_to("fr")
    desk.type_into("rules", "Planeurs")
    assert desk.texts("fr").extra == FRENCH.extra


def test_the_source_text_stands_beside_the_translation(desk: Desk, qtbot: QtBot) -> None:
    desk.turn_to("fr")
    row = desk.panel.page.rows["historical"]
    assert row.source.isVisible()
    assert row.source.text() == ENGLISH.historical
    qtbot.waitUntil(lambda: row.source.x() > row.box.width())
    assert row.box.placeholderText() == "Not translated yet"


def test_the_source_is_below_the_text_in_a_narrow_panel(desk: Desk, qtbot: QtBot) -> None:
    desk.turn_to("fr")
    desk.panel.resize(420, 800)
    row = desk.panel.page.rows["historical"]
    qtbot.waitUntil(lambda: row.source.y() > row.box.y())


def test_every_text_has_the_same_width_beside_the_source(desk: Desk, qtbot: QtBot) -> None:
    desk.turn_to("fr")
    rows = desk.panel.page.rows.values()
    qtbot.waitUntil(lambda: len({row.box.width() for row in rows}) == 1)
    assert not desk.panel.page.rows["victory"].source.isVisible()


def test_tabs_show_how_many_texts_are_missing(desk: Desk) -> None:
    assert desk.panel.tabs.tabText(1) == "Français (2 missing)"
    desk.turn_to("fr")
    desk.type_into("rules", "P")
    assert desk.panel.tabs.tabText(1) == "Français (1 missing)"


def test_a_language_is_added_from_the_menu_and_shown(desk: Desk) -> None:
    menu = desk.panel.add_button.menu()
    menu.aboutToShow.emit()
    next(a for a in menu.actions() if a.text() == "Deutsch").trigger()
    assert list(desk.document.scenario.texts) == ["en", "fr", "de"]
    assert desk.panel.language == "de"
    desk.type_into("name", "Die")
    assert desk.texts("de") == Texts("Die")


def test_the_languages_of_the_program_are_offered_first_and_the_others_by_their_names(
    desk: Desk,
) -> None:
    menu = desk.panel.add_button.menu()
    for code, others in {
        "en": ["Czech", "Danish", "Dutch", "Finnish", "Greek", "Hungarian", "Japanese"],
        "de": [],  # translated names, in the order of the alphabet of the language
    }.items():
        switch_language(code)
        menu.aboutToShow.emit()
        offered = [action.text() for action in menu.actions()]
        ours = [language_name(each) for each in languages() if each not in ("en", "fr")]
        assert offered[: len(ours) + 1] == [*ours, ""]
        rest = offered[len(ours) + 1 : -2]
        assert rest[: len(others)] == others
        assert len(rest) == len(OTHER_LANGUAGES)


def test_a_language_is_not_offered_again_if_a_file_spells_its_code_differently(
    desk: Desk,
) -> None:
    after = set_texts(desk.document.scenario, "zh_Hans", Texts("桥"))
    desk.document.edit("Add", after)
    menu = desk.panel.add_button.menu()
    menu.aboutToShow.emit()
    assert language_name("zh-Hans") not in [action.text() for action in menu.actions()]


def test_a_removed_language_comes_back_by_undo(desk: Desk) -> None:
    desk.turn_to("fr")
    QTest.mouseClick(desk.panel.remove_button, Qt.MouseButton.LeftButton)
    assert list(desk.document.scenario.texts) == ["en"]
    desk.document.undo_stack.undo()
    assert desk.texts("fr") == FRENCH


def test_the_labels_of_a_language_are_put_on_the_board(desk: Desk) -> None:
    before, hill = desk.document.scenario, Hex(4, 0)
    of = replace(before.texts["fr"], labels={"Hill": "Colline"})
    labelled = replace(before, labels={hill: ("Hill",)})
    desk.document.edit("Labels", set_texts(labelled, "fr", of))
    assert not desk.panel.labels_button.isVisible(), "the English texts have none"
    desk.turn_to("fr")
    QTest.mouseClick(desk.panel.labels_button, Qt.MouseButton.LeftButton)
    assert desk.document.scenario.labels[hill] == ("Colline",)
    assert desk.document.scenario.with_labels_in("en").labels[hill] == ("Hill",)
    assert not desk.panel.labels_button.isVisible()
    desk.document.undo_stack.undo()
    assert desk.document.scenario.labels[hill] == ("Hill",)


def test_removing_the_last_language_leaves_disabled_boxes(desk: Desk) -> None:
    for _ in range(2):
        QTest.mouseClick(desk.panel.remove_button, Qt.MouseButton.LeftButton)
    assert desk.document.scenario.texts == {}
    assert not desk.panel.remove_button.isEnabled()
    assert not desk.panel.page.rows["name"].box.isEnabled()


def test_the_language_on_show_stays_while_others_change(desk: Desk) -> None:
    desk.turn_to("fr")
    changed = set_texts(desk.document.scenario, "en", Texts("Bridge"))
    desk.document.edit("Rename", changed)
    assert desk.panel.language == "fr"


def test_a_pointer_leads_to_its_text(desk: Desk) -> None:
    assert desk.panel.show_field("/texts/fr/rules")
    assert desk.panel.language == "fr"
    assert desk.panel.page.rows["rules"].box.hasFocus()
    assert not desk.panel.show_field("/texts/xx/rules")
    assert not desk.panel.show_field("/briefing/top")


def test_tab_leaves_a_text(desk: Desk) -> None:
    box = desk.panel.page.rows["historical"].box
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Tab)
    assert not box.hasFocus()
    assert desk.texts("en") == ENGLISH


@pytest.mark.parametrize(
    ("code", "name"), [("en", "English"), ("fr", "Français"), ("c", "Other"), ("qq", "qq")]
)
def test_languages_are_listed_by_their_own_names(code: str, name: str) -> None:
    assert language_name(code) == name


def test_another_file_shows_its_own_languages(desk: Desk) -> None:
    desk.document.replace(replace(new_scenario(), texts={"de": Texts("Neu")}), None)
    assert desk.panel.language == "de"
    assert desk.panel.page.rows["name"].box.text() == "Neu"  # type: ignore[union-attr]  # this row has such a box


def test_a_new_scenario_has_hints_and_no_texts(qtbot: QtBot) -> None:
    desk = Desk(qtbot, dict(new_scenario().texts))
    box = desk.panel.page.rows["victory"].box
    assert isinstance(box, TextBox)
    assert box.toPlainText() == ""
    assert box.placeholderText() == "How many medals are needed to win."
    desk.type_into("victory", "5 Medals")
    assert desk.texts("en").victory == "5 Medals"
    assert desk.texts("en").rules == ""
    desk.document.undo_stack.undo()
    assert desk.texts("en") == new_scenario().texts["en"]


def wrong(desk: Desk, key: str) -> list[str]:
    """Return the words that are underlined in a text."""
    box = desk.panel.page.rows[key].box
    assert isinstance(box, TextBox)
    return [mark.cursor.selectedText() for mark in box.extraSelections()]


def test_unknown_words_are_underlined_except_for_names(qtbot: QtBot, desk: Desk) -> None:
    words = Words("on", "the", "night", "le", "pont")
    desk.panel.page.speller_for = lambda code: Speller(words) if code == "en" else None
    desk.type_into("historical", " Pegasus nigth")
    qtbot.waitUntil(lambda: wrong(desk, "historical") == ["nigth"])
    box = desk.panel.page.rows["historical"].box
    at = box.cursorRect().center()
    keyboard, none = QContextMenuEvent.Reason.Keyboard, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(box, QContextMenuEvent(keyboard, at, box.mapToGlobal(at), none))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.actions()[0].text() == "night"
    menu.actions()[0].trigger()
    menu.close()
    assert desk.texts("en").historical == "On the night ... Pegasus night"
    qtbot.waitUntil(lambda: not wrong(desk, "historical"))
    desk.document.undo_stack.undo()
    assert desk.texts("en").historical != "On the night ... Pegasus night"
    desk.type_into("rules", " Glidders")
    qtbot.waitUntil(lambda: wrong(desk, "rules") == ["Gliders", "Glidders"])
    desk.turn_to("fr")
    qtbot.waitUntil(lambda: not wrong(desk, "rules"))
