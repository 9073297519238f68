"""Dragging tabs: within the tab bar, to another window, to a new one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import Answers
from tests.editor.windows.tabs.conftest import Desk
from tests.editor.windows.tabs.test_tabs import at_g5, paint

from m44core.hexes import Hex
from m44editor.sessions.state_files import recovery_folder
from m44editor.windows.main_window import MainWindow
from m44editor.windows.tab_commands import detach_tab, move_tab

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
G5 = Hex(12, 4)
OUTSIDE = QPoint(5000, 4000)


@pytest.fixture
def three(desk: Desk) -> Iterator[Desk]:
    """A window with Arracourt, Toulon and Vassieux open, the last of them shown."""
    desk.window.open_path(desk.copy("vassieux"))
    QApplication.processEvents()
    yield desk
    for context in tuple(desk.window.context.other_windows.contexts):
        for sheet in context.files.sheets:
            sheet.undo_stack.setClean()
        context.window.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def drag(desk: Desk, place: int, *to: QPoint) -> None:
    """Drag a tab through points of the window, and drop it at the last one."""
    handle = desk.window.windowHandle()
    QTest.mousePress(handle, LEFT, NONE, desk.point(place))
    for point in to:
        QTest.mouseMove(handle, point)
        QApplication.processEvents()
    QTest.mouseRelease(handle, LEFT, NONE, to[-1])
    QApplication.processEvents()


def other_window(desk: Desk) -> MainWindow:
    (context,) = desk.window.context.other_windows.contexts
    assert isinstance(context.window, MainWindow)
    return context.window


def test_a_tab_is_dragged_past_its_neighbour(three: Desk) -> None:
    past = three.window.tabs.tabRect(1).width() * 3 // 4
    here = three.point(0)
    drag(three, 0, here + QPoint(30, 0), here + QPoint(past, 0))
    assert three.names == ["toulon.m44", "arracourt.m44", "vassieux.m44"]
    assert [sheet.name for sheet in three.window.files.sheets] == three.names
    assert three.shown == "arracourt.m44"


@pytest.mark.qt_log_ignore("outside target window", "This plugin does not support", extend=True)
def test_a_tab_dropped_outside_all_windows_opens_in_a_new_window(three: Desk) -> None:
    here = three.point(1)
    drag(three, 1, here + QPoint(0, 30), here + QPoint(0, 300), OUTSIDE)
    assert three.names == ["arracourt.m44", "vassieux.m44"]
    assert [sheet.name for sheet in other_window(three).files.sheets] == ["toulon.m44"]
    assert other_window(three).view.scenario.title == "Toulon"
    assert not other_window(three).tabs.isVisible(), "one tab needs no strip"


def test_a_tab_dropped_over_its_own_window_stays(three: Desk) -> None:
    here = three.point(1)
    drag(three, 1, here + QPoint(0, 30), here + QPoint(0, 300))
    assert three.names == ["arracourt.m44", "toulon.m44", "vassieux.m44"]
    assert not three.window.context.other_windows.contexts


def test_a_tab_let_go_over_another_window_joins_it(three: Desk) -> None:
    first = three.window.files.sheets[0]
    other = detach_tab(three.window.context, first)
    assert other is not None
    other.window.move(three.window.pos() + QPoint(400, 400))
    QApplication.processEvents()
    over = three.window.mapFromGlobal(other.window.mapToGlobal(QPoint(100, 100)))
    here = three.point(0)
    drag(three, 0, here + QPoint(0, 30), here + QPoint(0, 300), over)
    assert [sheet.name for sheet in other.files.sheets] == ["arracourt.m44", "toulon.m44"]
    assert other.document.path == three.folder / "toulon.m44"
    assert [sheet.name for sheet in three.window.files.sheets] == ["vassieux.m44"]


def test_a_moved_tab_keeps_its_history_and_unsaved_work(three: Desk, qtbot: QtBot) -> None:
    before = three.window.document.scenario
    paint(three, "G5")
    painted = three.window.document.scenario
    other = detach_tab(three.window.context, three.window.document.sheet)
    assert other is not None
    assert other.document.scenario == painted
    assert other.window.isWindowModified()
    assert not three.window.isWindowModified()
    qtbot.waitUntil(lambda: any(recovery_folder().glob("*.json")))
    three.window.document.undo_stack.undo()
    assert other.document.scenario == painted, "undo is for the window that is asked"
    other.commands["undo"].trigger()
    assert other.document.scenario == before
    other.commands["redo"].trigger()
    other.commands["save"].trigger()
    assert at_g5(three.folder / "vassieux.m44") is not None
    assert not any(recovery_folder().glob("*.json")) or not other.window.isWindowModified()


def test_moving_the_last_tab_closes_its_window(three: Desk) -> None:
    other = detach_tab(three.window.context, three.window.files.sheets[0])
    assert other is not None
    move_tab(other.files, other.files.sheets.current, three.window.files)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not three.window.context.other_windows.contexts
    assert sorted(three.names) == ["arracourt.m44", "toulon.m44", "vassieux.m44"]
    assert three.shown == "arracourt.m44"


def test_a_file_that_another_window_has_is_shown_there(three: Desk) -> None:
    other = detach_tab(three.window.context, three.window.files.sheets[0])
    assert other is not None
    three.window.open_path(three.folder / "arracourt.m44")
    assert "arracourt.m44" not in [sheet.name for sheet in three.window.files.sheets]
    assert QTest.qWaitForWindowActive(other.window)


def test_quitting_asks_about_the_tabs_of_all_windows(three: Desk, answers: Answers) -> None:
    paint(three, "G5")
    other = detach_tab(three.window.context, three.window.document.sheet)
    assert other is not None
    answers.press("Cancel")
    three.window.commands["quit"].trigger()
    assert three.window.isVisible()
    assert other.window.isVisible()
    answers.press("Discard")
    three.window.commands["quit"].trigger()
    assert not three.window.isVisible()
