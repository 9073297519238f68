"""Saved panel layouts, from menus and dialogs."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QDockWidget, QMenu
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, choose_language
from tests.editor.windows.test_main_window import open_window

from m44editor.documents.document import Document
from m44editor.windows.command_palette import palette_entries
from m44editor.windows.layouts import saved_layouts
from m44editor.windows.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    return open_window(qtbot, document, tmp_path)


def panels_shown(window: MainWindow) -> set[str]:
    return {name for name, dock in window.docks.items() if not dock.isHidden()}


def menu_entries(window: MainWindow) -> list[str]:
    """Open the menu and return its entries."""
    menu = window.menus["layouts"]
    menu.aboutToShow.emit()
    return [action.text().replace("&", "") for action in menu.actions() if action.text()]


def save_layout_as(window: MainWindow, answers: DialogAnswerer, name: str) -> None:
    def act(dialog: QDialog) -> None:
        (field,) = dialog.findChildren(QComboBox)
        field.setEditText("")
        QTest.keyClicks(field, name)
        dialog.accept()

    answers.do(act)
    window.commands["layout-keep"].trigger()


def choose_layout(menu: QMenu, name: str) -> None:
    next(action for action in menu.actions() if action.text() == name).trigger()
    QApplication.processEvents()


def store_layout(window: MainWindow, name: str, state: bytes) -> None:
    window.settings.setValue("layouts", json.dumps({name: b64encode(state).decode()}))


def test_a_layout_is_saved_and_restored_by_name(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    window.docks["problems"].hide()
    window.docks["stamps"].reveal()
    before = panels_shown(window)
    save_layout_as(window, answers, "only painting")
    window.commands["layout-usual"].trigger()
    assert panels_shown(window) != before
    assert menu_entries(window) == [
        "only painting",
        "Default Layout",
        "Save Layout…",
        "Delete Layout…",
    ]
    choose_layout(window.menus["layouts"], "only painting")
    assert panels_shown(window) == before
    assert window.focusWidget() is window.view


def test_the_default_layout_is_that_of_the_first_session(window: MainWindow) -> None:
    before, geometries = panels_shown(window), {n: d.geometry() for n, d in window.docks.items()}
    window.docks["palette"].setFloating(True)
    window.docks["problems"].hide()
    window.tool_bar.hide()
    window.commands["layout-usual"].trigger()
    QApplication.processEvents()
    assert panels_shown(window) == before
    assert not window.docks["palette"].isFloating()
    assert window.tool_bar.isVisible()
    assert window.docks["palette"].width() == pytest.approx(geometries["palette"].width(), abs=4)


def test_an_existing_layout_can_be_replaced_and_deleted(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    save_layout_as(window, answers, "mine")
    window.docks["problems"].hide()
    save_layout_as(window, answers, "  mine ")
    assert list(saved_layouts(window.settings)) == ["mine"]
    window.commands["layout-usual"].trigger()
    choose_layout(open_filled_menu(window), "mine")
    assert "problems" not in panels_shown(window)
    answers.do(QDialog.accept)
    window.commands["layout-forget"].trigger()
    assert not saved_layouts(window.settings)
    assert menu_entries(window)[0] == "Default Layout"


def open_filled_menu(window: MainWindow) -> QMenu:
    menu_entries(window)
    return window.menus["layouts"]


def test_layouts_are_found_by_name_in_the_command_palette(
    window: MainWindow, answers: DialogAnswerer
) -> None:
    save_layout_as(window, answers, "Night & fog")
    (entry,) = [
        each for each in palette_entries(window.context) if each.key == "layout Night & fog"
    ]
    window.docks["problems"].hide()
    entry.run()
    assert "problems" in panels_shown(window)


def test_layouts_stay_in_another_language(window: MainWindow, answers: DialogAnswerer) -> None:
    window.docks["problems"].hide()
    save_layout_as(window, answers, "mine")
    window.commands["layout-usual"].trigger()
    choose_language(window, "fr")
    choose_layout(open_filled_menu(window), "mine")
    assert "problems" not in panels_shown(window)


@pytest.mark.parametrize("text", ["{", "[]", '{"a": 1}', '{"a": "?"}', '{"a": ""}'])
def test_damaged_layouts_are_ignored(window: MainWindow, text: str) -> None:
    window.settings.setValue("layouts", text)
    before = panels_shown(window)
    for name in saved_layouts(window.settings):
        choose_layout(open_filled_menu(window), name)
    assert panels_shown(window) == before
    assert menu_entries(window)[-1] == "Delete Layout…"


@pytest.mark.parametrize("size", [1, 9, 40, 200, 400])
def test_a_truncated_layout_is_reported_and_changes_nothing(window: MainWindow, size: int) -> None:
    state = window.saveState(1).data()[:size]
    store_layout(window, "half", bytes(state))
    before = panels_shown(window)
    choose_layout(open_filled_menu(window), "half")
    assert window.status.currentMessage() == "The layout half can no longer be restored"
    assert panels_shown(window) == before
    assert window.view.isVisible()


def test_a_layout_of_another_version_is_reported_and_changes_nothing(window: MainWindow) -> None:
    window.docks["problems"].hide()
    store_layout(window, "later", bytes(window.saveState(2).data()))
    window.docks["problems"].show()
    choose_layout(open_filled_menu(window), "later")
    assert window.status.currentMessage() == "The layout later can no longer be restored"
    assert "problems" in panels_shown(window)


def test_a_layout_with_unknown_panels_arranges_the_known_ones(window: MainWindow) -> None:
    later_panel = QDockWidget("Weather", window)
    later_panel.setObjectName("weather")
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, later_panel)
    window.docks["problems"].hide()
    store_layout(window, "later", bytes(window.saveState(1).data()))
    window.removeDockWidget(later_panel)
    later_panel.deleteLater()
    window.docks["problems"].show()
    choose_layout(open_filled_menu(window), "later")
    assert "problems" not in panels_shown(window)
    assert "palette" in panels_shown(window)


@pytest.mark.parametrize("size", [0, 9, 200])
def test_a_window_opens_with_a_truncated_layout_of_the_last_session(
    window: MainWindow, document: Document, qtbot: QtBot, size: int
) -> None:
    before = panels_shown(window)
    window.close()
    for key in "window/state", "window/geometry":
        stored = window.settings.value(key)
        assert isinstance(stored, QByteArray)
        window.settings.setValue(key, stored.left(size))
    next_window = MainWindow(document, window.settings)
    qtbot.addWidget(next_window)
    next_window.show()
    assert panels_shown(next_window) == before
    assert next_window.view.width() > 300


def test_a_layout_without_a_name_is_not_saved(window: MainWindow, answers: DialogAnswerer) -> None:
    save_layout_as(window, answers, "  ")
    assert not saved_layouts(window.settings)
