"""Keyboard only: through the areas with F6, back to the board with Esc, to a panel with G."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QScrollArea, QToolButton, QWidget
from tests.editor.conftest import MouseAndKeyboard

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.resources import scenarios_folder
from m44editor.panels.palette_list import PaletteList
from m44editor.theme import Theme
from m44editor.windows.main_window import MainWindow
from m44editor.windows.welcome import show_welcome_page

SHIFT, NO_MODIFIER = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(window: MainWindow) -> MainWindow:
    """The window with a second tab, folded panels on the right, and the focus on the board."""
    window.open_path(scenarios_folder() / "toulon.yaml")
    window.context.folding.start()
    window.resize(1100, 800)
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    QApplication.processEvents()
    return window


def press_key(
    window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER
) -> QWidget:
    """Press a key, and return the widget that has the focus then."""
    QTest.keyClick(window.windowHandle(), key, modifiers)
    QApplication.processEvents()
    focused_widget = QApplication.focusWidget()
    assert focused_widget is not None
    return focused_widget


def test_f6_cycles_through_the_areas_and_esc_returns_from_each(window: MainWindow) -> None:
    areas = {
        "tabs": window.tab_row,
        "palette": window.docks["palette"],
        "problems": window.docks["problems"],
        "icons": window.context.folding.bars[Qt.DockWidgetArea.RightDockWidgetArea],
        "status": window.status,
    }
    window.docks["problems"].reveal()
    reached_areas = set()
    for steps in range(1, 9):
        window.view.setFocus()
        for _ in range(steps):
            focused_widget = press_key(window, Qt.Key.Key_F6)
        reached_areas |= {name for name, area in areas.items() if area.isAncestorOf(focused_widget)}
        press_key(window, Qt.Key.Key_Escape)
        assert window.view.hasFocus()
    assert reached_areas == set(areas)


def test_scroll_areas_are_not_tab_stops(window: MainWindow) -> None:
    for dock in window.docks.values():
        dock.panel()
    MouseAndKeyboard(window.view).click("H5")
    show_welcome_page(window.context)
    areas = [each for each in window.findChildren(QScrollArea) if each.findChildren(QLineEdit)]
    stops = {each for each in areas if each.focusPolicy() & Qt.FocusPolicy.TabFocus}
    assert len(areas) > 3
    assert stops == set()


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK], indirect=True)
def test_the_focus_is_visible_on_pressed_buttons_and_on_tabs(
    theme: Theme, window: MainWindow
) -> None:
    window.docks["problems"].reveal()
    chip = window.docks["problems"].findChild(QToolButton)
    assert chip is not None
    for widget in (chip, window.tabs):
        window.view.setFocus()
        before = widget.grab().toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        assert widget.grab().toImage() != before, widget.accessibleName()


def test_a_frame_shows_that_a_key_moved_the_focus_to_the_board(window: MainWindow) -> None:
    accent = window.palette().color(QPalette.ColorRole.Highlight)
    press_key(window, Qt.Key.Key_F6)
    press_key(window, Qt.Key.Key_Escape)
    assert edge_colour(window) == accent
    MouseAndKeyboard(window.view).click("H5")
    assert edge_colour(window) != accent


def edge_colour(window: MainWindow) -> QColor:
    """Return the color at the left edge of the board."""
    picture = window.view.viewport().grab().toImage()
    return picture.pixelColor(1, picture.height() // 2)


@pytest.mark.parametrize(
    ("number", "name"),
    [(Qt.Key.Key_1, "palette"), (Qt.Key.Key_3, "briefing"), (Qt.Key.Key_4, "texts")],
)
def test_g_and_a_number_focus_the_first_field_of_a_panel(
    window: MainWindow, number: Qt.Key, name: str
) -> None:
    press_key(window, Qt.Key.Key_G)
    focused_widget = press_key(window, number)
    assert window.docks[name].isAncestorOf(focused_widget)
    assert focused_widget.isVisible()
    assert isinstance(focused_widget, QLineEdit | QComboBox | PaletteList)


def test_f6_stays_on_the_welcome_page(window: MainWindow) -> None:
    page = show_welcome_page(window.context)
    assert page.isAncestorOf(press_key(window, Qt.Key.Key_F6))
    page.close_page()


def test_the_status_bar_describes_the_tool(window: MainWindow) -> None:
    assert window.status.tool.text().startswith("Select and Move · Shift adds")
    window.brush.pick_up(base_catalogue().elements["hills"])
    assert window.status.tool.text() == "Brush: Hill · Shift draws a line, Alt picks up a piece"
    window.brush.pick_up(base_catalogue().elements["woods"])
    assert window.status.tool.text().startswith("Brush: Forest")
    press_key(window, Qt.Key.Key_E)
    assert window.status.tool.text() == "Eraser · Ctrl removes everything"


def test_the_properties_shortcut_focuses_a_field_not_the_remove_button(
    window: MainWindow,
) -> None:
    window.resize(1400, 900)
    MouseAndKeyboard(window.view).click("D5")
    press_key(window, Qt.Key.Key_G)
    assert isinstance(press_key(window, Qt.Key.Key_2), QComboBox)
