"""The history panel: it lists every undo step, and a click goes back to it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QUndoView
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard
from tests.editor.windows.test_main_window import open_window

from m44core.model import edits
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow


def click_on_step(window: MainWindow, number: int) -> None:
    """Click on a step of the list; 0 stands for the file as it was opened."""
    steps = window.docks["history"].panel()
    assert isinstance(steps, QUndoView)
    index = steps.model().index(number, 0)
    steps.scrollTo(index)
    point = steps.visualRect(index).center()
    QTest.mouseClick(steps.viewport(), Qt.MouseButton.LeftButton, pos=point)


def test_a_click_in_the_history_undoes_and_redoes(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, Document(edits.new_scenario()), tmp_path)
    user = MouseAndKeyboard(window.view)
    window.docks["history"].reveal()
    window.view.setFocus()
    user.press_key(Qt.Key.Key_B)
    scenarios = [window.document.scenario]
    for name in ("C5", "E5", "G5"):
        user.click(name)
        scenarios.append(window.document.scenario)
    for number in (1, 3, 0, 2):
        click_on_step(window, number)
        assert window.document.scenario == scenarios[number]


def test_steps_name_the_hexes_they_changed(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, Document(edits.new_scenario()), tmp_path)
    user, undo_stack = MouseAndKeyboard(window.view), window.document.undo_stack
    window.view.setFocus()
    user.press_key(Qt.Key.Key_B)
    user.click("C5")
    user.drag("E5", "F5")
    user.drag("A1", "F1")
    names = [undo_stack.text(number) for number in range(undo_stack.count())]
    assert names == ["Paint Forest: C5", "Paint Forest: E5, F5", "Paint Forest: 6 hexes"]
    assert undo_stack.undoText() == "Paint Forest", "menus stay short"
