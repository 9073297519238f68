"""Dragging tabs: within the tab bar, to another window, to a new one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer
from tests.editor.windows.tabs.conftest import TabsDriver
from tests.editor.windows.tabs.test_tabs import paint_hills, piece_at_g5

from m44core.hexes import Hex
from m44editor.sessions.state_files import recovery_folder
from m44editor.windows.main_window import MainWindow
from m44editor.windows.tab_commands import detach_tab, move_tab

LEFT, NO_MODIFIER = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
G5 = Hex(12, 4)
POINT_OUTSIDE = QPoint(5000, 4000)


@pytest.fixture
def three_tabs(tabs_driver: TabsDriver) -> Iterator[TabsDriver]:
    """A window with Arracourt, Toulon and Vassieux open; Vassieux is shown."""
    tabs_driver.window.open_path(tabs_driver.copy("vassieux"))
    QApplication.processEvents()
    yield tabs_driver
    for context in tuple(tabs_driver.window.context.window_opener.contexts):
        for sheet in context.files.sheets:
            sheet.undo_stack.setClean()
        context.window.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def drag_tab(tabs_driver: TabsDriver, index: int, *end: QPoint) -> None:
    """Drag a tab through points of the window, and drop it at the last one."""
    handle = tabs_driver.window.windowHandle()
    QTest.mousePress(handle, LEFT, NO_MODIFIER, tabs_driver.point(index))
    for point in end:
        QTest.mouseMove(handle, point)
        QApplication.processEvents()
    QTest.mouseRelease(handle, LEFT, NO_MODIFIER, end[-1])
    QApplication.processEvents()


def other_window(tabs_driver: TabsDriver) -> MainWindow:
    (context,) = tabs_driver.window.context.window_opener.contexts
    assert isinstance(context.window, MainWindow)
    return context.window


def test_a_tab_is_dragged_past_its_neighbor(three_tabs: TabsDriver) -> None:
    distance = three_tabs.window.tabs.tabRect(1).width() * 3 // 4
    tab_point = three_tabs.point(0)
    drag_tab(three_tabs, 0, tab_point + QPoint(30, 0), tab_point + QPoint(distance, 0))
    assert three_tabs.names == ["toulon.m44", "arracourt.m44", "vassieux.m44"]
    assert [sheet.name for sheet in three_tabs.window.files.sheets] == three_tabs.names
    assert three_tabs.current_file == "arracourt.m44"


@pytest.mark.qt_log_ignore("outside target window", "This plugin does not support", extend=True)
def test_a_tab_dropped_outside_all_windows_opens_in_a_new_window(three_tabs: TabsDriver) -> None:
    tab_point = three_tabs.point(1)
    drag_tab(three_tabs, 1, tab_point + QPoint(0, 30), tab_point + QPoint(0, 300), POINT_OUTSIDE)
    assert three_tabs.names == ["arracourt.m44", "vassieux.m44"]
    assert [sheet.name for sheet in other_window(three_tabs).files.sheets] == ["toulon.m44"]
    assert other_window(three_tabs).view.scenario.title == "Toulon"
    assert not other_window(three_tabs).tabs.isVisible(), "a single tab needs no tab bar"


def test_a_tab_dropped_over_its_own_window_stays(three_tabs: TabsDriver) -> None:
    tab_point = three_tabs.point(1)
    drag_tab(three_tabs, 1, tab_point + QPoint(0, 30), tab_point + QPoint(0, 300))
    assert three_tabs.names == ["arracourt.m44", "toulon.m44", "vassieux.m44"]
    assert not three_tabs.window.context.window_opener.contexts


def test_a_tab_dropped_on_another_window_joins_it(three_tabs: TabsDriver) -> None:
    first_sheet = three_tabs.window.files.sheets[0]
    other = detach_tab(three_tabs.window.context, first_sheet)
    assert other is not None
    other.window.move(three_tabs.window.pos() + QPoint(400, 400))
    QApplication.processEvents()
    drop_point = three_tabs.window.mapFromGlobal(other.window.mapToGlobal(QPoint(100, 100)))
    tab_point = three_tabs.point(0)
    drag_tab(three_tabs, 0, tab_point + QPoint(0, 30), tab_point + QPoint(0, 300), drop_point)
    assert [sheet.name for sheet in other.files.sheets] == ["arracourt.m44", "toulon.m44"]
    assert other.document.path == three_tabs.folder / "toulon.m44"
    assert [sheet.name for sheet in three_tabs.window.files.sheets] == ["vassieux.m44"]


def test_a_moved_tab_keeps_its_history_and_unsaved_work(
    three_tabs: TabsDriver, qtbot: QtBot
) -> None:
    before = three_tabs.window.document.scenario
    paint_hills(three_tabs, "G5")
    painted_scenario = three_tabs.window.document.scenario
    other = detach_tab(three_tabs.window.context, three_tabs.window.document.sheet)
    assert other is not None
    assert other.document.scenario == painted_scenario
    assert other.window.isWindowModified()
    assert not three_tabs.window.isWindowModified()
    qtbot.waitUntil(lambda: any(recovery_folder().glob("*.json")))
    three_tabs.window.document.undo_stack.undo()
    assert other.document.scenario == painted_scenario, "undo affects only its own window"
    other.commands["undo"].trigger()
    assert other.document.scenario == before
    other.commands["redo"].trigger()
    other.commands["save"].trigger()
    assert piece_at_g5(three_tabs.folder / "vassieux.m44") is not None
    assert not any(recovery_folder().glob("*.json")) or not other.window.isWindowModified()


def test_moving_the_last_tab_closes_its_window(three_tabs: TabsDriver) -> None:
    other = detach_tab(three_tabs.window.context, three_tabs.window.files.sheets[0])
    assert other is not None
    move_tab(other.files, other.files.sheets.current, three_tabs.window.files)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not three_tabs.window.context.window_opener.contexts
    assert sorted(three_tabs.names) == ["arracourt.m44", "toulon.m44", "vassieux.m44"]
    assert three_tabs.current_file == "arracourt.m44"


def test_a_file_open_in_another_window_is_shown_there(three_tabs: TabsDriver) -> None:
    other = detach_tab(three_tabs.window.context, three_tabs.window.files.sheets[0])
    assert other is not None
    three_tabs.window.open_path(three_tabs.folder / "arracourt.m44")
    assert "arracourt.m44" not in [sheet.name for sheet in three_tabs.window.files.sheets]
    assert QTest.qWaitForWindowActive(other.window)


def test_quitting_asks_about_the_tabs_of_all_windows(
    three_tabs: TabsDriver, answers: DialogAnswerer
) -> None:
    paint_hills(three_tabs, "G5")
    other = detach_tab(three_tabs.window.context, three_tabs.window.document.sheet)
    assert other is not None
    answers.press("Cancel")
    three_tabs.window.commands["quit"].trigger()
    assert three_tabs.window.isVisible()
    assert other.window.isVisible()
    answers.press("Discard")
    three_tabs.window.commands["quit"].trigger()
    assert not three_tabs.window.isVisible()
