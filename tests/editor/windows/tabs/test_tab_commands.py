"""The context menu of a tab, and View > Tabs and Windows for the current one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QUrl, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer
from tests.editor.windows.tabs.conftest import TabsDriver
from tests.editor.windows.tabs.test_tabs import paint_hills

from m44editor.windows.command_palette import CommandPalette
from m44editor.windows.tab_commands import tab_menu

RIGHT = Qt.MouseButton.RightButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def three_tabs(tabs_driver: TabsDriver) -> TabsDriver:
    """A window with Arracourt, Toulon and Vassieux open; Vassieux is shown."""
    tabs_driver.window.open_path(tabs_driver.copy("vassieux"))
    QApplication.processEvents()
    return tabs_driver


def labels_of(menu: QMenu) -> list[str]:
    return [action.text().replace("&", "") for action in menu.actions() if action.text()]


def open_tab_menu(tabs_driver: TabsDriver, index: int) -> QMenu:
    """Click on a tab with the right button, and return the menu."""
    tabs_driver.window.activateWindow()  # no window manager does it after a dialog
    assert QTest.qWaitForWindowActive(tabs_driver.window)
    handle, tab_point = tabs_driver.window.windowHandle(), tabs_driver.point(index)
    for point in (QPoint(1, 1), tab_point):  # where the last test left the pointer does not matter
        QTest.mouseMove(handle, point)
        QApplication.processEvents()
    QTest.mouseClick(handle, RIGHT, pos=tab_point)
    for _ in range(100):
        if QApplication.activePopupWidget() is None:
            QTest.qWait(50)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def menu_entry(menu: QMenu, entry_label: str) -> QAction:
    labels = [(each, each.text().split("\t")[0].replace("&", "")) for each in menu.actions()]
    (action,) = (each for each, label in labels if label == entry_label)
    assert action.isEnabled()
    return action


def choose_menu_entry(menu: QMenu, label: str) -> None:
    """Choose an entry with the mouse."""
    point = menu.actionGeometry(menu_entry(menu, label)).center()
    QTest.mouseClick(menu.windowHandle(), Qt.MouseButton.LeftButton, pos=point)
    QApplication.processEvents()


def test_the_tab_below_the_pointer_is_closed_not_the_current_one(three_tabs: TabsDriver) -> None:
    choose_menu_entry(open_tab_menu(three_tabs, 0), "Close")
    assert three_tabs.names == ["toulon.m44", "vassieux.m44"]
    assert three_tabs.current_file == "vassieux.m44"


def test_close_others_closes_all_other_tabs(three_tabs: TabsDriver) -> None:
    choose_menu_entry(open_tab_menu(three_tabs, 1), "Close Others")
    assert three_tabs.names == ["toulon.m44"]
    assert three_tabs.current_file == "toulon.m44"


def test_close_to_the_right_closes_the_tabs_to_the_right(three_tabs: TabsDriver) -> None:
    choose_menu_entry(open_tab_menu(three_tabs, 0), "Close to the Right")
    assert three_tabs.names == ["arracourt.m44"]
    assert three_tabs.window.files.reopen()
    assert three_tabs.names == ["arracourt.m44", "vassieux.m44"]


def test_closing_other_tabs_asks_once_about_all_unsaved_changes(
    three_tabs: TabsDriver, answers: DialogAnswerer
) -> None:
    for index in (0, 1):
        three_tabs.click(index)
        paint_hills(three_tabs, "G5")
    menu = tab_menu(three_tabs.window.context, three_tabs.window.files.sheets[2])
    answers.press("Cancel")
    menu_entry(menu, "Close Others").trigger()
    assert len(three_tabs.names) == 3
    answers.press("Discard All")
    menu_entry(menu, "Close Others").trigger()
    assert three_tabs.names == ["vassieux.m44"]


def test_copy_path_copies_the_path_of_the_tab(three_tabs: TabsDriver) -> None:
    choose_menu_entry(open_tab_menu(three_tabs, 1), "Copy Path")
    assert QGuiApplication.clipboard().text() == str(three_tabs.folder / "toulon.m44")


class Desktop(QObject):
    """Records the folders that would be opened on the desktop."""

    def __init__(self) -> None:
        super().__init__()
        self.opened_folders: list[str] = []

    @Slot(QUrl)
    def show(self, url: QUrl) -> None:
        self.opened_folders.append(url.toLocalFile())


@pytest.fixture
def desktop(qtbot: QtBot) -> Iterator[Desktop]:
    new_desktop = Desktop()
    QDesktopServices.setUrlHandler("file", new_desktop, "show")  # type: ignore[arg-type]  # wrong stub
    yield new_desktop
    QDesktopServices.unsetUrlHandler("file")


def test_show_in_folder_opens_the_folder_of_the_tab(
    three_tabs: TabsDriver, desktop: Desktop
) -> None:
    choose_menu_entry(open_tab_menu(three_tabs, 1), "Show in Folder")
    assert desktop.opened_folders == [str(three_tabs.folder)]


def test_an_unsaved_tab_has_no_path(three_tabs: TabsDriver) -> None:
    three_tabs.window.files.show_as_unsaved_work(three_tabs.window.document.scenario)
    QApplication.processEvents()
    menu = open_tab_menu(three_tabs, 3)
    enabled_by_label = {
        action.text().replace("&", ""): action.isEnabled() for action in menu.actions()
    }
    assert not enabled_by_label["Copy Path"]
    assert not enabled_by_label["Show in Folder"]
    menu.close()


def test_any_two_tabs_are_compared(three_tabs: TabsDriver) -> None:
    choose_menu_entry(open_tab_menu(three_tabs, 1), "Compare with “arracourt.m44”")
    (comparison,) = three_tabs.window.context.comparisons.windows
    assert "arracourt.m44" in comparison.windowTitle()
    assert "toulon.m44" in comparison.windowTitle()
    assert three_tabs.current_file == "toulon.m44", "the compared tab can be edited"
    three_tabs.window.context.comparisons.close_all()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_the_view_menu_offers_the_tab_commands_for_the_current_tab(three_tabs: TabsDriver) -> None:
    menu = three_tabs.window.menus["tabs"]
    for _ in range(2):  # it is refilled each time
        menu.aboutToShow.emit()
        assert labels_of(menu).count("Close Others") == 1
    assert "Compare with “toulon.m44”" in labels_of(menu)
    assert "Compare with “vassieux.m44”" not in labels_of(menu)


def test_the_menu_key_opens_the_menu_of_the_current_tab(three_tabs: TabsDriver) -> None:
    tab_bar, point = three_tabs.window.tabs, QPoint(2, 2)  # as the platform does at the menu key
    menu_event = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard, point, tab_bar.mapToGlobal(point)
    )
    QApplication.sendEvent(tab_bar, menu_event)
    QApplication.processEvents()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert "Compare with “vassieux.m44”" not in labels_of(menu)
    choose_menu_entry(menu, "Close")
    assert three_tabs.names == ["arracourt.m44", "toulon.m44"]


RunInPalette = Callable[[str], str]


@pytest.fixture
def run_in_palette(three_tabs: TabsDriver, answers: DialogAnswerer) -> RunInPalette:
    """Return a function that runs a command by its name in the palette.

    The function returns the message in the status bar.
    """

    def run(label: str) -> str:
        def act(dialog: QDialog) -> None:
            assert isinstance(dialog, CommandPalette)
            QTest.keyClicks(dialog.search, label)
            QTest.keyClick(dialog.search, Qt.Key.Key_Return)

        answers.do(act)
        three_tabs.window.activateWindow()  # no window manager does it after a dialog
        assert QTest.qWaitForWindowActive(three_tabs.window)
        three_tabs.window.statusBar().clearMessage()
        QTest.keyClick(three_tabs.window.windowHandle(), Qt.Key.Key_P, CONTROL | SHIFT)
        QApplication.processEvents()
        return three_tabs.window.statusBar().currentMessage()

    return run


def test_the_palette_runs_tab_commands_on_the_current_tab(
    three_tabs: TabsDriver, run_in_palette: RunInPalette
) -> None:
    three_tabs.click(1)
    run_in_palette("Copy Path")
    assert QGuiApplication.clipboard().text() == str(three_tabs.folder / "toulon.m44")
    run_in_palette("Close to the Right")
    assert three_tabs.names == ["arracourt.m44", "toulon.m44"]
    assert run_in_palette("Close to the Right") == ("There is no tab to the right of this one")
    run_in_palette("Close Others")
    assert three_tabs.names == ["toulon.m44"]
    assert run_in_palette("Close Others") == "There is no other tab in this window"
    assert run_in_palette("Move to New Window") == "There is no other tab in this window"


def test_copy_path_reports_that_the_scenario_has_no_file(
    three_tabs: TabsDriver, run_in_palette: RunInPalette
) -> None:
    three_tabs.window.files.show_as_unsaved_work(three_tabs.window.document.scenario)
    QApplication.processEvents()
    status = run_in_palette("Copy Path")
    assert status == "The scenario has not been saved yet, so there is no file"
