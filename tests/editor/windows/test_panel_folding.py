"""In a small window panels fold into icons, and the board has at least half of the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard, choose_language, mark_all_saved

from m44editor.documents.document import Document
from m44editor.panels.palette_panel import PalettePanel
from m44editor.windows.main_window import MainWindow

RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    """A window of 1024 by 680 pixels, as the program shows it."""
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    window = MainWindow(document, settings)
    qtbot.addWidget(window, before_close_func=mark_all_saved)
    window.context.folding.start()
    resize_window(window, 1024, 680)
    with qtbot.waitExposed(window):
        window.show()
    return window


def resize_window(window: MainWindow, width: int, height: int) -> None:
    window.resize(width, height)
    QApplication.processEvents()


def visible_panels(window: MainWindow) -> set[str]:
    return {name for name, dock in window.docks.items() if not dock.isHidden()}


def panel_icon(window: MainWindow, name: str) -> QToolButton:
    """Return the icon of a folded panel."""
    bar = window.context.folding.bars[RIGHT]
    action = next(each for each in bar.actions() if each.objectName() == name)
    button = bar.widgetForAction(action)
    assert isinstance(button, QToolButton)
    return button


def click_button(button: QToolButton) -> None:
    QTest.mouseClick(button, LEFT, pos=QPoint(10, 10))
    QApplication.processEvents()


@pytest.mark.parametrize("size", [(1024, 680), (800, 500)])
def test_the_board_has_at_least_half_of_a_small_window(
    window: MainWindow, size: tuple[int, int]
) -> None:
    resize_window(window, *size)
    board = window.view.viewport()
    assert board.width() * board.height() >= size[0] * size[1] / 2


def test_a_click_on_an_icon_opens_its_panel_and_closes_the_last_one(window: MainWindow) -> None:
    assert visible_panels(window) == {"palette"}
    click_button(panel_icon(window, "briefing"))
    assert visible_panels(window) == {"palette", "briefing"}
    assert panel_icon(window, "briefing").isChecked()
    click_button(panel_icon(window, "texts"))
    assert visible_panels(window) == {"palette", "texts"}
    assert not panel_icon(window, "briefing").isChecked()
    click_button(panel_icon(window, "texts"))
    assert visible_panels(window) == {"palette"}


def test_the_panels_are_restored_in_a_large_window(window: MainWindow) -> None:
    resize_window(window, 1400, 880)
    assert visible_panels(window) == {
        "palette",
        "properties",
        "briefing",
        "texts",
        "history",
        "problems",
    }
    assert not window.context.folding.bars[RIGHT].isVisible()
    window.docks["texts"].reveal()
    window.docks["problems"].hide()
    QApplication.processEvents()
    resize_window(window, 1024, 680)
    resize_window(window, 1400, 880)
    front = window.panels.front_panel_of(window.docks["properties"])
    assert front is window.docks["texts"]
    assert "problems" not in visible_panels(window)


def test_a_click_on_a_piece_opens_its_properties_until_nothing_is_selected(
    window: MainWindow,
) -> None:
    user = MouseAndKeyboard(window.view)
    user.click("H5")
    assert visible_panels(window) == {"palette"}, "nothing is there"
    user.click("E7")
    assert visible_panels(window) == {"palette", "properties"}
    user.press_key(Qt.Key.Key_Escape)
    assert visible_panels(window) == {"palette"}


def test_a_double_click_shows_the_piece_of_its_first_click(window: MainWindow) -> None:
    """The panel that the first click opens moves the board below the pointer."""
    user = MouseAndKeyboard(window.view)
    window_point = user.point("E7")
    user.click("E7")
    view = window.view.viewport()
    point = QPointF(view.mapFrom(window, window_point))
    double_click = QMouseEvent(
        QEvent.Type.MouseButtonDblClick,
        *(point, QPointF(view.mapToGlobal(point)), LEFT, LEFT, Qt.KeyboardModifier.NoModifier),
    )  # QTest would send another click before it
    QApplication.sendEvent(view, double_click)
    QTest.mouseRelease(window.windowHandle(), LEFT, Qt.KeyboardModifier.NoModifier, window_point)
    QApplication.processEvents()
    assert visible_panels(window) == {"palette", "properties"}
    assert window.view.hex_under(point) != window.view.board.hex("E7")
    assert window.selection.hexes == {window.view.board.hex("E7")}


def test_a_panel_hidden_by_selecting_a_hex_reopens_when_the_selection_is_cleared(
    window: MainWindow,
) -> None:
    user = MouseAndKeyboard(window.view)
    click_button(panel_icon(window, "briefing"))
    user.click("E7")
    assert visible_panels(window) == {"palette", "properties"}
    user.press_key(Qt.Key.Key_Escape)
    assert visible_panels(window) == {"palette", "briefing"}


def test_clicking_the_number_of_problems_opens_the_problems_panel(
    window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: bool(window.status.problems.text()))
    QTest.mouseClick(window.status.problems, LEFT)
    assert "problems" in visible_panels(window)


def test_the_description_of_a_piece_makes_room_for_the_list(window: MainWindow) -> None:
    panel = window.docks["palette"].panel()
    assert isinstance(panel, PalettePanel)
    QApplication.processEvents()
    assert not panel.card.isVisible()
    assert panel.list.currentIndex().data(Qt.ItemDataRole.ToolTipRole)
    resize_window(window, 1024, 900)
    assert panel.card.isVisible()


def test_the_layout_is_stored_as_in_a_large_window(
    window: MainWindow, qtbot: QtBot, document: Document
) -> None:
    window.close()
    next_window = MainWindow(document, window.settings)
    qtbot.addWidget(next_window, before_close_func=mark_all_saved)
    assert not next_window.docks["properties"].isHidden()
    assert not next_window.docks["problems"].isHidden()
    assert not next_window.context.folding.bars


def test_folded_panels_stay_folded_in_another_language(window: MainWindow) -> None:
    choose_language(window, "fr")
    assert visible_panels(window) == {"palette"}
    click_button(panel_icon(window, "history"))
    assert visible_panels(window) == {"palette", "history"}
    choose_language(window, "en")
    resize_window(window, 1400, 880)
    assert {"properties", "problems"} <= visible_panels(window)


def test_folding_can_be_turned_off(window: MainWindow) -> None:
    window.commands["fold-panels"].trigger()
    assert {"properties", "problems"} <= visible_panels(window)
    window.commands["fold-panels"].trigger()
    assert visible_panels(window) == {"palette"}


def test_hidden_panels_stay_hidden_in_a_larger_window(window: MainWindow) -> None:
    window.commands["clear-view"].trigger()
    resize_window(window, 1400, 880)
    assert visible_panels(window) == set()
    window.commands["clear-view"].trigger()
    QApplication.processEvents()
    assert {"palette", "properties", "problems"} <= visible_panels(window)
