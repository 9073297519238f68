"""The texts panel, driven by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from tests.editor.panels.forms.fake_dictionary import FakeDictionary

from m44core.hexes import Hex
from m44core.messages.languages import languages
from m44core.model.edits import new_scenario, set_texts
from m44core.model.scenario_parts import Texts
from m44editor.documents.document import Document
from m44editor.interface_language import switch_language
from m44editor.panels.display_names import OTHER_LANGUAGES
from m44editor.panels.forms.inputs import TextBox
from m44editor.panels.forms.spell_checking import Speller
from m44editor.panels.texts_panel import TextsPanel, language_name

ENGLISH = Texts("Pegasus Bridge", historical="On the night ...", rules="Gliders.")
FRENCH = Texts("Le pont", extra={"sdate": "6 juin 1944"})


class TextsDriver:
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

    def switch_to(self, language: str) -> None:
        index = list(self.document.scenario.texts).index(language)
        point = self.panel.tabs.tabRect(index).center()
        QTest.mouseClick(self.panel.tabs, Qt.MouseButton.LeftButton, pos=point)

    def texts(self, language: str) -> Texts:
        return self.document.scenario.texts[language]


@pytest.fixture
def texts_driver(qtbot: QtBot) -> TextsDriver:
    return TextsDriver(qtbot, {"en": ENGLISH, "fr": FRENCH})


def test_typing_changes_the_text_of_the_visible_language(texts_driver: TextsDriver) -> None:
    texts_driver.switch_to("fr")
    texts_driver.type_into("name", " de Bénouville"[:3])
    assert texts_driver.texts("fr").name == "Le pont de"
    assert texts_driver.texts("en") == ENGLISH


def test_a_burst_of_typing_is_one_undo_step(texts_driver: TextsDriver) -> None:
    texts_driver.type_into("historical", "Dark.")
    assert texts_driver.document.undo_stack.count() == 1
    texts_driver.document.undo_stack.undo()
    assert texts_driver.texts("en") == ENGLISH
    assert texts_driver.panel.page.rows["historical"].box.hasFocus()


def test_a_pause_in_typing_starts_a_new_undo_step(texts_driver: TextsDriver, qtbot: QtBot) -> None:
    texts_driver.type_into("rules", "One")
    qtbot.waitUntil(lambda: not texts_driver.panel.page.is_typing)
    texts_driver.type_into("rules", "Two")
    assert texts_driver.document.undo_stack.count() == 2


def test_typing_into_another_text_starts_a_new_undo_step(texts_driver: TextsDriver) -> None:
    texts_driver.type_into("rules", "One")
    texts_driver.type_into("victory", "Two")
    assert texts_driver.document.undo_stack.count() == 2


def test_undo_acts_on_the_document_and_moves_the_caret_to_the_change(
    texts_driver: TextsDriver,
) -> None:
    box = texts_driver.panel.page.rows["historical"].box
    texts_driver.type_into("historical", "Dark.")
    QTest.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert texts_driver.texts("en") == ENGLISH
    QTest.keyClicks(box, "Bright.")
    assert texts_driver.texts("en").historical == "On the night ...Bright."


def test_line_breaks_and_any_script_are_kept(texts_driver: TextsDriver) -> None:
    box = texts_driver.panel.page.rows["description"].box
    box.setFocus()
    QGuiApplication.clipboard().setText("Штурм 🂡\n战斗\tЩит")
    QTest.keyClick(box, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert texts_driver.texts("en").description == "Штурм 🂡\n战斗\tЩит"
    texts_driver.document.undo_stack.undo()
    texts_driver.document.undo_stack.redo()
    assert box.toPlainText() == "Штурм 🂡\n战斗\tЩит"  # type: ignore[union-attr]  # this row has such a box


def test_a_cleared_text_is_removed(texts_driver: TextsDriver) -> None:
    box = texts_driver.panel.page.rows["rules"].box
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(box, Qt.Key.Key_Delete)
    assert texts_driver.texts("en").rules is None


def test_unknown_keys_of_a_language_are_kept(texts_driver: TextsDriver) -> None:
    texts_driver.switch_to("fr")
    texts_driver.type_into("rules", "Planeurs")
    assert texts_driver.texts("fr").extra == FRENCH.extra


def test_the_source_text_is_next_to_the_translation(
    texts_driver: TextsDriver, qtbot: QtBot
) -> None:
    texts_driver.switch_to("fr")
    row = texts_driver.panel.page.rows["historical"]
    assert row.source.isVisible()
    assert row.source.text() == ENGLISH.historical
    qtbot.waitUntil(lambda: row.source.x() > row.box.width())
    assert row.box.placeholderText() == "Not translated yet"


def test_the_source_is_below_the_text_in_a_narrow_panel(
    texts_driver: TextsDriver, qtbot: QtBot
) -> None:
    texts_driver.switch_to("fr")
    texts_driver.panel.resize(420, 800)
    row = texts_driver.panel.page.rows["historical"]
    qtbot.waitUntil(lambda: row.source.y() > row.box.y())


def test_every_text_has_the_same_width_next_to_the_source(
    texts_driver: TextsDriver, qtbot: QtBot
) -> None:
    texts_driver.switch_to("fr")
    rows = texts_driver.panel.page.rows.values()
    qtbot.waitUntil(lambda: len({row.box.width() for row in rows}) == 1)
    assert not texts_driver.panel.page.rows["victory"].source.isVisible()


def test_tabs_show_the_number_of_missing_texts(texts_driver: TextsDriver) -> None:
    assert texts_driver.panel.tabs.tabText(1) == "Français (2 missing)"
    texts_driver.switch_to("fr")
    texts_driver.type_into("rules", "P")
    assert texts_driver.panel.tabs.tabText(1) == "Français (1 missing)"


def test_a_language_is_added_from_the_menu_and_shown(texts_driver: TextsDriver) -> None:
    menu = texts_driver.panel.add_button.menu()
    menu.aboutToShow.emit()
    next(a for a in menu.actions() if a.text() == "Deutsch").trigger()
    assert list(texts_driver.document.scenario.texts) == ["en", "fr", "de"]
    assert texts_driver.panel.language == "de"
    texts_driver.type_into("name", "Die")
    assert texts_driver.texts("de") == Texts("Die")


def test_languages_of_the_program_are_offered_first_and_the_others_by_name(
    texts_driver: TextsDriver,
) -> None:
    menu = texts_driver.panel.add_button.menu()
    for code, others in {
        "en": ["Czech", "Danish", "Dutch", "Finnish", "Greek", "Hungarian", "Japanese"],
        "de": [],  # translated names, in the order of the alphabet of the language
    }.items():
        switch_language(code)
        menu.aboutToShow.emit()
        action_texts = [action.text() for action in menu.actions()]
        ours = [language_name(each) for each in languages() if each not in ("en", "fr")]
        assert action_texts[: len(ours) + 1] == [*ours, ""]
        other_languages = action_texts[len(ours) + 1 : -2]
        assert other_languages[: len(others)] == others
        assert len(other_languages) == len(OTHER_LANGUAGES)


def test_a_language_is_not_offered_again_if_a_file_spells_its_code_differently(
    texts_driver: TextsDriver,
) -> None:
    after = set_texts(texts_driver.document.scenario, "zh_Hans", Texts("桥"))
    texts_driver.document.edit("Add", after)
    menu = texts_driver.panel.add_button.menu()
    menu.aboutToShow.emit()
    assert language_name("zh-Hans") not in [action.text() for action in menu.actions()]


def test_undo_restores_a_removed_language(texts_driver: TextsDriver) -> None:
    texts_driver.switch_to("fr")
    QTest.mouseClick(texts_driver.panel.remove_button, Qt.MouseButton.LeftButton)
    assert list(texts_driver.document.scenario.texts) == ["en"]
    texts_driver.document.undo_stack.undo()
    assert texts_driver.texts("fr") == FRENCH


def test_a_button_places_the_labels_of_a_language_on_the_board(texts_driver: TextsDriver) -> None:
    before, hill = texts_driver.document.scenario, Hex(4, 0)
    french_texts = replace(before.texts["fr"], labels={"Hill": "Colline"})
    labelled_scenario = replace(before, labels={hill: ("Hill",)})
    texts_driver.document.edit("Labels", set_texts(labelled_scenario, "fr", french_texts))
    assert not texts_driver.panel.labels_button.isVisible(), "the English texts have none"
    texts_driver.switch_to("fr")
    QTest.mouseClick(texts_driver.panel.labels_button, Qt.MouseButton.LeftButton)
    assert texts_driver.document.scenario.labels[hill] == ("Colline",)
    assert texts_driver.document.scenario.with_labels_in("en").labels[hill] == ("Hill",)
    assert not texts_driver.panel.labels_button.isVisible()
    texts_driver.document.undo_stack.undo()
    assert texts_driver.document.scenario.labels[hill] == ("Hill",)


def test_removing_the_last_language_leaves_disabled_boxes(texts_driver: TextsDriver) -> None:
    for _ in range(2):
        QTest.mouseClick(texts_driver.panel.remove_button, Qt.MouseButton.LeftButton)
    assert texts_driver.document.scenario.texts == {}
    assert not texts_driver.panel.remove_button.isEnabled()
    assert not texts_driver.panel.page.rows["name"].box.isEnabled()


def test_the_visible_language_stays_while_others_change(texts_driver: TextsDriver) -> None:
    texts_driver.switch_to("fr")
    changed_scenario = set_texts(texts_driver.document.scenario, "en", Texts("Bridge"))
    texts_driver.document.edit("Rename", changed_scenario)
    assert texts_driver.panel.language == "fr"


def test_a_json_pointer_leads_to_its_text(texts_driver: TextsDriver) -> None:
    assert texts_driver.panel.show_field("/texts/fr/rules")
    assert texts_driver.panel.language == "fr"
    assert texts_driver.panel.page.rows["rules"].box.hasFocus()
    assert not texts_driver.panel.show_field("/texts/xx/rules")
    assert not texts_driver.panel.show_field("/briefing/top")


def test_tab_leaves_a_text(texts_driver: TextsDriver) -> None:
    box = texts_driver.panel.page.rows["historical"].box
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Tab)
    assert not box.hasFocus()
    assert texts_driver.texts("en") == ENGLISH


@pytest.mark.parametrize(
    ("code", "name"), [("en", "English"), ("fr", "Français"), ("c", "Other"), ("qq", "qq")]
)
def test_languages_are_listed_by_their_own_names(code: str, name: str) -> None:
    assert language_name(code) == name


def test_another_file_shows_its_own_languages(texts_driver: TextsDriver) -> None:
    texts_driver.document.replace(replace(new_scenario(), texts={"de": Texts("Neu")}), None)
    assert texts_driver.panel.language == "de"
    assert texts_driver.panel.page.rows["name"].box.text() == "Neu"  # type: ignore[union-attr]  # this row has such a box


def test_a_new_scenario_has_hints_and_no_texts(qtbot: QtBot) -> None:
    texts_driver = TextsDriver(qtbot, dict(new_scenario().texts))
    box = texts_driver.panel.page.rows["victory"].box
    assert isinstance(box, TextBox)
    assert box.toPlainText() == ""
    assert box.placeholderText() == "How many medals are needed to win."
    texts_driver.type_into("victory", "5 Medals")
    assert texts_driver.texts("en").victory == "5 Medals"
    assert texts_driver.texts("en").rules == ""
    texts_driver.document.undo_stack.undo()
    assert texts_driver.texts("en") == new_scenario().texts["en"]


def underlined_words(texts_driver: TextsDriver, key: str) -> list[str]:
    """Return the words that are underlined in a text."""
    box = texts_driver.panel.page.rows[key].box
    assert isinstance(box, TextBox)
    return [mark.cursor.selectedText() for mark in box.extraSelections()]


def test_unknown_words_are_underlined_except_for_names(
    qtbot: QtBot, texts_driver: TextsDriver
) -> None:
    known_words = FakeDictionary("on", "the", "night", "le", "pont")
    texts_driver.panel.page.speller_for = lambda code: (
        Speller(known_words) if code == "en" else None
    )
    texts_driver.type_into("historical", " Pegasus nigth")
    qtbot.waitUntil(lambda: underlined_words(texts_driver, "historical") == ["nigth"])
    box = texts_driver.panel.page.rows["historical"].box
    caret_point = box.cursorRect().center()
    keyboard, no_modifier = QContextMenuEvent.Reason.Keyboard, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(
        box, QContextMenuEvent(keyboard, caret_point, box.mapToGlobal(caret_point), no_modifier)
    )
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.actions()[0].text() == "night"
    menu.actions()[0].trigger()
    menu.close()
    assert texts_driver.texts("en").historical == "On the night ... Pegasus night"
    qtbot.waitUntil(lambda: not underlined_words(texts_driver, "historical"))
    texts_driver.document.undo_stack.undo()
    assert texts_driver.texts("en").historical != "On the night ... Pegasus night"
    texts_driver.type_into("rules", " Glidders")
    qtbot.waitUntil(lambda: underlined_words(texts_driver, "rules") == ["Gliders", "Glidders"])
    texts_driver.switch_to("fr")
    qtbot.waitUntil(lambda: not underlined_words(texts_driver, "rules"))
