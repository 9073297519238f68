"""Playtests of a window, and the positions of those games as scenarios."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import Hand
from tests.editor.windows.test_main_window import open_window

from m44core.catalogue.load import load_catalogue
from m44editor.app import guard
from m44editor.documents.document import Document
from m44editor.panels.briefing.panel import BriefingPanel
from m44editor.windows.main_window import MainWindow


@pytest.fixture
def window(
    qtbot: QtBot, document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MainWindow]:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the editor's goes with the test
    opened = open_window(qtbot, document, tmp_path)
    yield opened
    for position in tuple(opened.others.windows):
        position.document.undo_stack.setClean()
        position.close()


def edited_position(window: MainWindow) -> MainWindow:
    """Play, begin, and edit the position, all with the keyboard and the mouse."""
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F5)
    (playtest,) = window.playing.windows
    QTest.mouseClick(playtest.start_page.start, Qt.MouseButton.LeftButton)
    QTest.keyClick(playtest.windowHandle(), Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()
    (other,) = window.others.windows
    playtest.close()
    return other


def briefing(window: MainWindow) -> BriefingPanel:
    dock = window.panels.docks["briefing"]
    dock.reveal()
    panel = dock.panel()
    assert isinstance(panel, BriefingPanel)
    return panel


def test_a_position_is_edited_beside_the_scenario_it_comes_from(window: MainWindow) -> None:
    window.brush.take(load_catalogue().elements["hills"])
    Hand(window.view).click("G5")
    before, steps = window.document.scenario, window.document.undo_stack.count()
    other = edited_position(window)
    assert other is not window
    assert other.isVisible()
    assert other.isWindowModified(), "no file holds the position yet"
    assert window.document.scenario is before
    assert window.document.undo_stack.count() == steps
    window.document.undo_stack.undo()
    assert window.document.scenario != before


def test_the_scenario_a_position_comes_from_is_not_modified_by_it(window: MainWindow) -> None:
    edited_position(window)
    assert not window.isWindowModified()


def test_nothing_is_left_of_a_position_that_was_closed(qtbot: QtBot, window: MainWindow) -> None:
    other = edited_position(window)
    other.document.undo_stack.setClean()
    recovery = guard(other)
    other.close()
    qtbot.waitUntil(lambda: window.others.windows == [])
    with pytest.raises(RuntimeError, match="already deleted"):
        recovery.parent()


def test_a_position_remembers_the_game_when_it_is_played_on(window: MainWindow) -> None:
    other = edited_position(window)
    position = other.document.scenario.position
    assert position is not None
    QTest.keyClick(other.windowHandle(), Qt.Key.Key_F5)
    (playtest,) = other.playing.windows
    QTest.mouseClick(playtest.start_page.start, Qt.MouseButton.LeftButton)
    state = playtest.table.viewing.state
    assert state is not None
    hands = {side: state.hands[state.field.player(side)] for side in state.field.sides}
    assert hands == position.hands
    assert state.turn == position.turn
    playtest.close()


def test_the_briefing_tells_of_the_game_and_can_forget_it(window: MainWindow) -> None:
    assert briefing(window).position.isHidden()
    other = edited_position(window)
    bar = briefing(other).position
    assert not bar.isHidden()
    assert "turn 1" in bar.label.text()
    QTest.mouseClick(bar.forget, Qt.MouseButton.LeftButton)
    assert other.document.scenario.position is None
    assert bar.isHidden()
    other.document.undo_stack.undo()
    assert other.document.scenario.position is not None
