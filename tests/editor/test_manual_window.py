"""The manual in its window: F1 opens the right page; the menus and keys it names exist."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.conftest import choose_language

from m44core.manual import CONTENTS_PAGE, manual_pages
from m44core.messages.languages import ENGLISH
from m44core.model.scenario import Scenario
from m44core.resources import manual_folder
from m44editor.app import settings
from m44editor.documents.document import Document
from m44editor.manual_window import PAGES, ManualWindow, page_name_about
from m44editor.playtest.playtest_menus import COMMANDS as PLAYTEST_COMMANDS
from m44editor.shortcuts.key_map import DEFAULT_SHORTCUTS
from m44editor.windows.main_window import MainWindow

FRENCH = "fr"
TEXTS = {name: page.text for name, page in manual_pages(ENGLISH).items()}
PATH = re.compile(r"\*\*([^*>]+(?: > [^*>]+)+)\*\*")
KEY = re.compile(r"`((?:(?:Ctrl|Alt|Shift)\+)*(?:F\d{1,2}|[A-Z.]|Return))`")
DIALOG = re.compile(r"^class (\w+)\(QDialog\)", re.MULTILINE)
WITHOUT_PAGES = {"FormPanel", "MainWindow", "ManualWindow", "SuggestionPanel"}
TRANSLATION_KEYS = {"Ctrl+Return"}
OBJECT = "\ufffc"  # stands for a picture in a text
IN_PANELS = ("More > Find Changes…", "Plus > Chercher des modifications…")


@pytest.fixture
def manual(qtbot: QtBot) -> ManualWindow:
    window = ManualWindow()
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.fixture
def editor(qtbot: QtBot, pegasus: Scenario) -> MainWindow:
    window = MainWindow(Document(pegasus), settings())
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def opened_manual(window: QWidget) -> ManualWindow:
    (result,) = window.findChildren(ManualWindow)
    return result


@pytest.mark.parametrize(("panel", "name"), [("problems", "checks"), ("victory", "objectives")])
def test_f1_opens_the_page_about_the_focused_panel(
    editor: MainWindow, qtbot: QtBot, panel: str, name: str
) -> None:
    editor.docks[panel].reveal()
    panel_widget = editor.docks[panel].widget()
    field = next(
        each
        for each in panel_widget.findChildren(QWidget)
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isVisible() and each.isEnabled()
    )
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClick(field, Qt.Key.Key_F1)
    assert opened_manual(editor).name == name
    assert opened_manual(editor).isVisible()


def test_f1_on_the_board_always_opens_the_first_steps_in_the_same_window(
    editor: MainWindow,
) -> None:
    editor.view.setFocus()
    for _ in range(2):
        editor.commands["manual"].trigger()
    assert opened_manual(editor).name == page_name_about(editor.view) == "first-scenario"


def test_every_page_is_shown_with_its_pictures(manual: ManualWindow) -> None:
    for name in TEXTS:
        manual.show_page(name)
        assert manual.name == name
        assert manual.contents.currentItem().text() == manual_pages(ENGLISH)[name].title
        assert manual.page.toPlainText().count(OBJECT) == TEXTS[name].count("![")
        assert manual.page.document().idealWidth() > 0


def test_pictures_are_never_wider_than_the_page(manual: ManualWindow, qtbot: QtBot) -> None:
    manual.show_page("first-scenario")
    for width in (700, 1000):
        manual.resize(width, 600)
        qtbot.waitUntil(lambda: not manual.page.horizontalScrollBar().isVisible())
        text = manual.page.toPlainText()
        assert text.count(OBJECT) == TEXTS["first-scenario"].count("![")


def test_links_open_pages_and_alt_left_goes_back(manual: ManualWindow) -> None:
    manual.show_page(CONTENTS_PAGE)
    manual.page.setSource(manual.page.source().resolved("playtest.md"))
    assert manual.name == "playtest"
    QTest.keyClick(manual, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert manual.name == CONTENTS_PAGE


def test_links_open_the_english_page_if_there_is_no_translation_and_lead_back(
    editor: MainWindow,
) -> None:
    choose_language(editor, "de")
    editor.commands["manual"].trigger()
    window = opened_manual(editor)
    window.show_page(CONTENTS_PAGE)
    assert "Ist es ausgewogen?" in window.page.toPlainText()
    window.page.setSource(window.page.source().resolved("balance.md"))
    assert window.page.toPlainText().startswith("Is it fair?")
    window.page.setSource(window.page.source().resolved("first-scenario.md"))
    assert window.page.toPlainText().startswith("Ihr erstes Szenario")


def test_the_search_finds_the_page_with_all_its_words(manual: ManualWindow) -> None:
    QTest.keyClicks(manual.search, "underlay pins")
    QTest.keyClick(manual.search, Qt.Key.Key_Return)
    assert manual.name == "published-sheet"


def test_classes_with_pages_exist() -> None:
    root = manual_folder().parent.parent / "editor"
    source = "\n".join(path.read_text("utf-8") for path in root.rglob("*.py"))
    for name, page in PAGES.items():
        assert f"class {name}(" in source, name
        assert page in TEXTS


def test_every_window_dialog_and_panel_has_a_page() -> None:
    root = manual_folder().parent.parent / "editor" / "m44editor"
    source = "\n".join(path.read_text("utf-8") for path in root.rglob("*.py"))
    classes = re.findall(r"^class (\w+)\((?:QDialog|QMainWindow)\)", source, re.MULTILINE)
    panels = re.findall(r"^class (\w+Panel)\((?:QWidget|FormPanel)\)", source, re.MULTILINE)
    assert len(classes) > 25
    assert {*classes, *panels} - {*PAGES} - WITHOUT_PAGES == set()


def test_every_dialog_opens_the_manual_with_f1() -> None:
    root = manual_folder().parent.parent / "editor" / "m44editor"
    texts = [path.read_text("utf-8") for path in root.rglob("*.py")]
    source_of_dialog = {name: text for text in texts for name in DIALOG.findall(text)}
    dialogs_without_manual = {
        name for name, text in source_of_dialog.items() if "add_help_keys(self)" not in text
    }
    assert dialogs_without_manual == {"ShortcutsDialog"}  # its keys are caught by the field


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_menus_named_in_the_manual_exist(editor: MainWindow, language: str) -> None:
    if language != ENGLISH:
        choose_language(editor, language)
    existing_paths = {*menu_paths(editor.menuBar().actions()), *IN_PANELS}
    page_texts = [" ".join(page.text.split()) for page in manual_pages(language).values()]
    paths_in_manual = {path for text in page_texts for path in PATH.findall(text)}
    assert len(paths_in_manual) > 20
    assert paths_in_manual - existing_paths == set()


def menu_paths(actions: list[QAction], parent_path: str = "") -> set[str]:
    paths = set()
    for action in actions:
        path = parent_path + action.text().replace("&", "").split("\t")[0]
        paths.add(path)
        menu = action.menu()
        if isinstance(menu, QMenu):
            paths |= menu_paths(menu.actions(), f"{path} > ")
    return paths


def test_keys_named_in_the_manual_are_assigned() -> None:
    assigned_keys = {key for keys in DEFAULT_SHORTCUTS.values() for key in keys}
    assigned_keys |= {key for command in PLAYTEST_COMMANDS.values() for key in command.keys}
    assigned_keys |= TRANSLATION_KEYS | {
        f"{modifier}+{n}" for modifier in ("Ctrl", "Alt") for n in "19"
    }
    assigned_keys |= {"Shift+Q", "Q", "Ctrl+Z"}
    keys_in_manual = {key for text in TEXTS.values() for key in KEY.findall(text)}
    assert len(keys_in_manual) > 20
    assert keys_in_manual - assigned_keys == set()


def test_headings_are_larger_than_the_text_and_smaller_than_the_title(manual: ManualWindow) -> None:
    manual.show_page("index")
    sizes = {}
    block = manual.page.document().begin()
    while block.isValid():
        sizes[block.text()] = QTextCursor(block).charFormat().fontPointSize()
        block = block.next()
    text_size = manual.page.document().defaultFont().pointSizeF()
    assert text_size < sizes["Install"] < sizes["M44 Workshop manual"]
