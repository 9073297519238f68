"""Undo, other tools and other tabs in the middle of a drag or a stroke."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import (
    LEFT,
    NO_MODIFIER,
    MouseAndKeyboard,
    choose_language,
    mark_all_saved,
)

from m44core.model.edits import new_scenario
from m44editor.documents.document import Document
from m44editor.windows.file_dialogs import NewScenarioDialog
from m44editor.windows.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    document = Document(new_scenario())
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    window = MainWindow(document, settings)
    qtbot.addWidget(window, before_close_func=mark_all_saved)
    with qtbot.waitExposed(window):
        window.show()
    window.view.setFocus()
    return window


Interruptions = dict[str, Callable[[MainWindow, MouseAndKeyboard], object]]

MIDWAY: Interruptions = {
    "escape": lambda window, user: user.press_key(Qt.Key.Key_Escape),
    "undo": lambda window, user: user.press_key(Qt.Key.Key_Z, CONTROL),
    "another tool": lambda window, user: user.press_key(Qt.Key.Key_V),
    "resize": lambda window, user: window.resize(window.width() - 200, window.height() - 100),
    "zoom": lambda window, user: window.view.zoom_in(),
    "turned board": lambda window, user: window.commands["mirror-east-west"].trigger(),
    "another board": lambda window, user: window.commands["board-OVERLORD"].trigger(),
    "outside": lambda window, user: user.move_to(QPoint(-400, -300)),
    "right button": lambda window, user: user.click("G5", Qt.MouseButton.RightButton),
    "language": lambda window, user: window.commands["language-fr"].trigger(),
    "theme": lambda window, user: window.commands["theme-dark"].trigger(),
}


@pytest.mark.parametrize("interruption", MIDWAY)
def test_an_interrupted_drag_leaves_a_consistent_history(
    window: MainWindow, interruption: str, subtests: pytest.Subtests
) -> None:
    size = window.size()
    for tool in (Qt.Key.Key_B, Qt.Key.Key_V, Qt.Key.Key_E):
        with subtests.test(tool.name):
            interrupt_drag(window, tool, MIDWAY[interruption])
            if interruption == "language":
                choose_language(window, "en")
        window.resize(size)
        window.view.fit()
        undo_everything(window.document)


def interrupt_drag(
    window: MainWindow, tool: Qt.Key, interrupt: Callable[[MainWindow, MouseAndKeyboard], object]
) -> None:
    document, user = window.document, MouseAndKeyboard(window.view)
    user.press_key(Qt.Key.Key_B)
    user.click("E5")
    before = document.scenario
    assert before != new_scenario()
    user.press_key(tool)
    user.press("E5")
    user.move("F5")
    interrupt(window, user)
    QApplication.processEvents()
    user.move("H5")
    user.release("H5")
    if menu := QApplication.activePopupWidget():
        menu.close()
    undo_everything(document)
    assert document.scenario == new_scenario()
    document.undo_stack.redo()
    assert document.scenario == before


def undo_everything(document: Document) -> None:
    while document.undo_stack.canUndo():
        document.undo_stack.undo()


def test_double_clicks_act_like_clicks(window: MainWindow) -> None:
    user = MouseAndKeyboard(window.view)
    user.press_key(Qt.Key.Key_B)
    for name in ("A1", "G5", "M9"):
        QTest.mouseDClick(window.windowHandle(), LEFT, NO_MODIFIER, user.point(name))
        QApplication.processEvents()
    names = {window.view.board.name(hex_) for hex_ in window.document.scenario.hexes}
    assert names == {"A1", "G5", "M9"}


def test_the_title_of_an_unsaved_scenario_follows_typing(window: MainWindow) -> None:
    window.docks["texts"].reveal()
    QApplication.processEvents()
    for title in ("O", "Om", "Omaha"):
        scenario = window.document.scenario
        texts = replace(scenario.texts["en"], name=title)
        window.document.edit("Name", replace(scenario, texts={"en": texts}), stroke=7)
    assert window.windowTitle().startswith("Omaha[*]")


def test_the_dialog_of_a_new_scenario_starts_at_the_first_field(qtbot: QtBot) -> None:
    dialog = NewScenarioDialog(None)
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog):
        dialog.show()
    assert dialog.board_box.hasFocus()
    QTest.keyClick(dialog, Qt.Key.Key_Tab)
    assert dialog.face_box.hasFocus()
