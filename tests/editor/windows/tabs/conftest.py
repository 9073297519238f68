"""A window with two open scenarios, and a mouse for its tabs."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar, QToolButton
from pytestqt.qtbot import QtBot
from tests.editor.conftest import mark_all_saved

from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.edits import new_scenario
from m44core.resources import scenarios_folder
from m44editor.app import guard_unsaved_work
from m44editor.documents.document import Document
from m44editor.windows.closing import closed_tabs
from m44editor.windows.main_window import MainWindow
from m44editor.windows.tab_button import TabCloseButton
from m44editor.windows.tab_sessions import session_recorder

NO_MODIFIER = Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@cache
def as_m44(name: str) -> bytes:
    """Return a built-in scenario in the format of .m44 files."""
    scenario = read_file(scenarios_folder() / f"{name}.yaml").scenario
    assert scenario is not None
    return to_bytes(scenario, FileFormat.M44)


class TabsDriver:
    """A window with tabs, a folder of files to open, and mouse and keyboard actions on them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        settings = QSettings(str(folder / "editor.ini"), QSettings.Format.IniFormat)
        self.window = MainWindow(Document(new_scenario()), settings)
        self.recovery = guard_unsaved_work(self.window.context)

    def copy(self, name: str) -> Path:
        """Write a copy of a built-in scenario to the folder, and return its path."""
        path = self.folder / f"{name}.m44"
        path.write_bytes(as_m44(name))
        return path

    @property
    def names(self) -> list[str]:
        """The texts of the tabs."""
        tab_bar = self.window.tabs
        return [tab_bar.tabText(index) for index in range(tab_bar.count())]

    @property
    def modified_tabs(self) -> list[str]:
        """The texts of the tabs that are marked as modified."""
        return [name for index, name in enumerate(self.names) if self.button(index).symbol == "dot"]

    def button(self, index: int) -> TabCloseButton:
        """Return the button of a tab, which shows a dot or a cross."""
        button = self.window.tabs.tabButton(index, QTabBar.ButtonPosition.RightSide)
        assert isinstance(button, TabCloseButton)
        return button

    @property
    def current_file(self) -> str:
        """The name of the file that is shown; empty if the sheet has no file."""
        path = self.window.document.path
        return path.name if path else ""

    def point(self, index: int) -> QPoint:
        """Scroll a tab into view, and return its center in window coordinates."""
        self.scroll_to(index)
        tab_bar = self.window.tabs
        return tab_bar.mapTo(self.window, tab_bar.tabRect(index).center())

    def scroll_to(self, index: int) -> None:
        """Scroll a tab into view with the buttons of the tab bar, if the tabs do not fit."""
        buttons = self.window.tabs.findChildren(QToolButton)
        for button in sorted(buttons, key=QToolButton.objectName):  # left, then right
            while button.isVisible() and button.isEnabled() and not self._is_in_view(index):
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def _is_in_view(self, index: int) -> bool:
        tab_bar = self.window.tabs
        center = tab_bar.tabRect(index).center()
        return tab_bar.rect().contains(center) and tab_bar.childAt(center) is None

    def click(self, index: int, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        """Click on a tab, after scrolling to it."""
        QTest.mouseClick(self.window.windowHandle(), button, NO_MODIFIER, self.point(index))
        QApplication.processEvents()

    def press_key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Press and release a key, once the window is active."""
        self.window.activateWindow()  # no window manager does it after a dialog
        assert QTest.qWaitForWindowActive(self.window)
        QTest.keyClick(self.window.windowHandle(), key, modifiers)
        QApplication.processEvents()

    def end(self) -> None:
        """Close the window without saving or asking."""
        mark_all_saved(self.window)
        self.window.close()


@pytest.fixture
def tabs_driver(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TabsDriver:
    """A window with Arracourt and Toulon open; Toulon is shown."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the editor's goes with the test
    for cached_function in (closed_tabs, session_recorder):
        cached_function.cache_clear()
    driver = TabsDriver(tmp_path)
    qtbot.addWidget(driver.window, before_close_func=lambda _: driver.end())
    driver.window.resize(1200, 800)  # the titles of three tabs fit under the style sheet too
    with qtbot.waitExposed(driver.window):
        driver.window.show()
    for name in ("arracourt", "toulon"):
        driver.window.open_path(driver.copy(name))
    QApplication.processEvents()
    return driver
