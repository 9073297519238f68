"""The labels on the board follow the language of the texts that are shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabBar
from pytestqt.qtbot import QtBot
from tests.editor.conftest import mark_all_saved

from m44core.drawing.shapes.art import PaintingPlane
from m44core.hexes import Hex
from m44core.model.edits import new_scenario
from m44core.model.scenario_parts import Texts
from m44editor.board.board_view import BoardView
from m44editor.documents.document import Document
from m44editor.panels.texts_panel import TextsPanel
from m44editor.translating.translation_window import TranslationWindow
from m44editor.windows.main_window import MainWindow

HEX = Hex(12, 4)
TEXTS = {
    "en": Texts("The Canal"),
    "fr": Texts("Le canal", labels={"Canal": "Le Canal"}),
    "it": Texts("Il Canale", labels={"Canal": "Il Canale"}),
}
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    scenario = replace(new_scenario(), texts=TEXTS, labels={HEX: ("Canal",)})
    main_window = MainWindow(Document(scenario), settings)
    qtbot.addWidget(main_window, before_close_func=mark_all_saved)
    with qtbot.waitExposed(main_window):
        main_window.show()
    return main_window


def label_on(view: BoardView) -> tuple[object, ...]:
    """Return the lines of the label that a board shows, once it is painted."""
    view.grab()
    (art,) = view._canvas._planes[PaintingPlane.LABEL][HEX]
    return art.detail


def click_panel(window: MainWindow, qtbot: QtBot, title: str, name: str) -> None:
    """Click the tab of a panel at the side, and wait until the panel is shown."""
    for bar in window.findChildren(QTabBar):
        titles = [bar.tabText(index) for index in range(bar.count())]
        if title in titles and bar.isVisible():
            QTest.mouseClick(bar, LEFT, pos=bar.tabRect(titles.index(title)).center())
            qtbot.waitUntil(
                lambda: window.docks[name].is_created and window.docks[name].panel().isVisible()
            )
            return
    raise AssertionError(title)


def click_language(window: MainWindow, name: str) -> None:
    panel = window.docks["texts"].panel()
    assert isinstance(panel, TextsPanel)
    tabs = panel.tabs
    index = next(n for n in range(tabs.count()) if tabs.tabText(n).startswith(name))
    QTest.mouseClick(tabs, LEFT, pos=tabs.tabRect(index).center())


def test_labels_follow_the_texts_panel_while_it_is_in_front(
    window: MainWindow, qtbot: QtBot
) -> None:
    click_panel(window, qtbot, "Text", "texts")
    assert label_on(window.view) == ("Canal",)
    click_language(window, "Français")
    assert label_on(window.view) == ("Le Canal",)
    click_panel(window, qtbot, "Properties", "properties")
    assert label_on(window.view) == ("Canal",)
    click_panel(window, qtbot, "Text", "texts")
    assert label_on(window.view) == ("Le Canal",)
    click_panel(window, qtbot, "Properties", "properties")
    window.files.show_as_unsaved_work(window.document.scenario)
    assert label_on(window.view) == ("Canal",)


def test_labels_follow_the_translation_window(window: MainWindow, qtbot: QtBot) -> None:
    window.commands["translate"].trigger()
    translation_window = window.findChild(TranslationWindow)
    assert translation_window is not None
    assert translation_window.language_choice.languages == ("en", "fr")
    assert label_on(window.view) == ("Le Canal",)
    line = translation_window.language_choice.target.lineEdit()
    assert line is not None
    line.selectAll()
    QTest.keyClicks(line, "it")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert label_on(window.view) == ("Il Canale",)
    translation_window.close()
    assert label_on(window.view) == ("Canal",)


def test_the_second_board_shows_the_same_language(window: MainWindow, qtbot: QtBot) -> None:
    click_panel(window, qtbot, "Text", "texts")
    window.commands["split-across"].trigger()
    click_language(window, "Italiano")
    assert label_on(window.context.split.view) == ("Il Canale",)


def test_editing_changes_the_label_of_the_board(window: MainWindow, qtbot: QtBot) -> None:
    click_panel(window, qtbot, "Text", "texts")
    click_language(window, "Français")
    document = window.document
    document.edit("Label", document.scenario.with_labels({HEX: ("Caen",)}))
    assert label_on(window.view) == ("Caen",)
    document.history.undo()
    assert label_on(window.view) == ("Le Canal",)
