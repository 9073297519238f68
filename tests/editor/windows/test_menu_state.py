"""Menus offer only what is available; shortcuts report why a command is unavailable."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar
from pytestqt.qtbot import QtBot
from tests.editor.windows.test_main_window import open_window

from m44core.board import BoardType
from m44core.model.edits import new_scenario
from m44core.resources import scenarios_folder
from m44editor.board.mini_map import MiniMap
from m44editor.documents.document import Document
from m44editor.menu_commands import SINGLE_TAB_COMMANDS
from m44editor.windows.closing import closed_tabs
from m44editor.windows.main_window import MainWindow

SWORD = scenarios_folder() / "sword-beach.yaml"
TOULON = scenarios_folder() / "toulon.yaml"
COMMANDS_FOR_SEVERAL_TABS = ("recent-tab", "recent-tab-back", "next-tab", "previous-tab")


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    closed_tabs.cache_clear()
    return open_window(qtbot, Document(new_scenario()), tmp_path)


def open_submenu(window: MainWindow, name: str) -> QMenu:
    """Open a menu with the mouse and its submenu with the keyboard; return the submenu."""
    bar = window.menuBar()
    assert isinstance(bar, QMenuBar)
    menu = window.menus[name]
    for action in bar.actions():
        top_menu = action.menu()
        if isinstance(top_menu, QMenu) and menu.menuAction() in top_menu.actions():
            QTest.mouseClick(
                bar, Qt.MouseButton.LeftButton, pos=bar.actionGeometry(action).center()
            )
            QApplication.processEvents()
            assert top_menu.isVisible()
            top_menu.setActiveAction(menu.menuAction())
            QTest.keyClick(top_menu, Qt.Key.Key_Right)
            QApplication.processEvents()
            assert menu.isVisible()
            return menu
    raise AssertionError(name)


def close_menus(window: MainWindow) -> None:
    while popup := QApplication.activePopupWidget():
        popup.close()
        QApplication.processEvents()


def enabled_commands(window: MainWindow, *names: str) -> set[str]:
    return {name for name in names if window.commands[name].isEnabled()}


def test_the_tabs_menu_offers_commands_for_one_unsaved_tab(window: MainWindow) -> None:
    open_submenu(window, "tabs")
    assert enabled_commands(
        window, *COMMANDS_FOR_SEVERAL_TABS, "other-board", *SINGLE_TAB_COMMANDS
    ) == {"show-beside"}
    close_menus(window)
    assert enabled_commands(window, *COMMANDS_FOR_SEVERAL_TABS, "other-board") == {
        *COMMANDS_FOR_SEVERAL_TABS,
        "other-board",
    }


def test_the_tabs_menu_offers_more_with_several_files(window: MainWindow) -> None:
    window.open_path(SWORD)
    window.open_path(TOULON)
    window.commands["split-across"].trigger()
    window.commands["previous-tab"].trigger()
    open_submenu(window, "tabs")
    tab_commands = (*COMMANDS_FOR_SEVERAL_TABS, "other-board", *SINGLE_TAB_COMMANDS)
    assert enabled_commands(window, *tab_commands) == {*tab_commands}
    close_menus(window)


def test_a_shortcut_of_an_unavailable_command_states_the_reason(window: MainWindow) -> None:
    open_submenu(window, "tabs")
    close_menus(window)
    control = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F6, control)
    assert window.status.currentMessage() == "The window is not split"


def test_zoom_commands_are_enabled_within_their_limits(window: MainWindow) -> None:
    for name, other in (("zoom-in", "zoom-out"), ("zoom-out", "zoom-in")):
        for _ in range(40):
            window.commands[name].trigger()
        assert enabled_commands(window, name, other) == {other}
    window.commands["fit"].trigger()
    assert enabled_commands(window, "zoom-in", "zoom-out") == {"zoom-in", "zoom-out"}


@pytest.mark.parametrize("kind", BoardType)
def test_the_mini_map_is_offered_exactly_if_it_would_be_shown(
    qtbot: QtBot, tmp_path: Path, kind: BoardType
) -> None:
    window = open_window(qtbot, Document(new_scenario(kind)), tmp_path)
    for command in ("fit", "actual-size", "zoom-in", "zoom-in", "fit"):
        window.commands[command].trigger()
        QApplication.processEvents()
        mini_map = window.findChild(MiniMap)
        assert window.commands["mini-map"].isEnabled() == bool(mini_map and mini_map.isVisible()), (
            command
        )
