"""Playtests opened from a window, and their positions edited as scenarios."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard
from tests.editor.windows.test_main_window import open_window

from m44core.catalogue.catalogue_loader import base_catalogue
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet
from m44editor.panels.briefing_panel import BriefingPanel
from m44editor.windows.main_window import MainWindow


@pytest.fixture
def window(
    qtbot: QtBot, document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> MainWindow:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the editor's goes with the test
    return open_window(qtbot, document, tmp_path)


def edit_playtest_position(window: MainWindow) -> Sheet:
    """Start a playtest, edit its position, and return the new sheet."""
    before = tuple(window.files.sheets)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F5)
    (playtest,) = window.context.playtests.windows
    QTest.mouseClick(playtest.start_page.start, Qt.MouseButton.LeftButton)
    QTest.keyClick(playtest.windowHandle(), Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    QApplication.processEvents()
    (sheet,) = (sheet for sheet in window.files.sheets if sheet not in before)
    playtest.close()
    return sheet


def briefing(window: MainWindow) -> BriefingPanel:
    dock = window.panels.docks["briefing"]
    dock.reveal()
    panel = dock.panel()
    assert isinstance(panel, BriefingPanel)
    return panel


def test_a_position_is_edited_in_a_tab_next_to_its_scenario(
    window: MainWindow,
) -> None:
    window.brush.pick_up(base_catalogue().elements["hills"])
    MouseAndKeyboard(window.view).click("G5")
    first_sheet = window.document.sheet
    before, steps = first_sheet.scenario, first_sheet.undo_stack.count()
    sheet = edit_playtest_position(window)
    assert window.document.sheet is sheet
    assert window.isWindowModified(), "no file holds the position yet"
    assert first_sheet.scenario is before
    assert first_sheet.undo_stack.count() == steps
    assert tuple(window.files.sheets) == (first_sheet, sheet)


def test_editing_a_position_does_not_modify_its_scenario(window: MainWindow) -> None:
    edit_playtest_position(window)
    window.files.sheets.step(-1)
    assert not window.isWindowModified()


def test_an_edited_position_comes_to_the_front(window: MainWindow, qtbot: QtBot) -> None:
    edit_playtest_position(window)
    qtbot.waitUntil(window.isActiveWindow)


def test_a_playtest_continues_a_position_with_its_hands_and_turn(window: MainWindow) -> None:
    position = edit_playtest_position(window).scenario.position
    assert position is not None
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F5)
    (playtest,) = window.context.playtests.windows
    QTest.mouseClick(playtest.start_page.start, Qt.MouseButton.LeftButton)
    state = playtest.table.playback.state
    assert state is not None
    hands = {side: state.hands[state.field.player(side)] for side in state.field.sides}
    assert hands == position.hands
    assert state.turn == position.turn
    playtest.close()


def test_the_briefing_describes_the_position_and_can_discard_it(window: MainWindow) -> None:
    bar = briefing(window).position
    assert bar.isHidden()
    sheet = edit_playtest_position(window)
    assert not bar.isHidden()
    assert "turn 1" in bar.label.text()
    QTest.mouseClick(bar.discard_button, Qt.MouseButton.LeftButton)
    assert sheet.scenario.position is None
    assert bar.isHidden()
    sheet.undo_stack.undo()
    assert sheet.scenario.position is not None
