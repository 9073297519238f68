"""A covered or hidden widget never keeps the focus; the board gets it."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTabBar, QTextEdit, QWidget
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot
from shiboken6 import delete
from tests.core.m44_special_rules import briefing_of
from tests.editor.windows.test_main_window import open_window

from m44core.diagnostics import Severity
from m44core.model.edits import set_briefing
from m44editor.documents.document import Document
from m44editor.panels.briefing_panel import BriefingPanel
from m44editor.panels.panel_dock import PanelDock
from m44editor.panels.texts_panel import TextsPanel
from m44editor.windows.main_window import MainWindow

RIGHT_PANELS = ("properties", "briefing", "texts", "history")
LEFT_PANELS = ("palette", "stamps", "layers", "victory")
CONTROL, NO_MODIFIER = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
Key = Qt.Key


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    window = open_window(qtbot, document, tmp_path)
    QTest.qWaitForWindowActive(window)
    for name in (*LEFT_PANELS, *RIGHT_PANELS):
        window.docks[name].reveal()
        QApplication.processEvents()
    window.selection.select({window.view.board.hex("E7")})  # which has a unit
    QApplication.processEvents()
    return window


def press_key(window: QWidget, key: Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
    QTest.keyClick(window.windowHandle(), key, modifiers)
    QApplication.processEvents()


def focusable_widgets(dock: PanelDock) -> list[QWidget]:
    """Return the widgets of a panel that can take keyboard focus now."""
    qwidgets = dock.findChildren(QWidget)
    usable_widgets = (each for each in qwidgets if each.isVisible() and each.isEnabled())
    return [each for each in usable_widgets if each.focusPolicy() & Qt.FocusPolicy.TabFocus]


def click_tab(window: MainWindow, dock: PanelDock) -> None:
    """Click the tab of a panel that is docked together with others."""
    for bar in window.findChildren(QTabBar):
        texts = [bar.tabText(each) for each in range(bar.count())]
        if bar.parent() is window and dock.windowTitle() in texts:
            middle = bar.tabRect(texts.index(dock.windowTitle())).center()
            point = bar.mapTo(window, middle)
            QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, NO_MODIFIER, point)
            QApplication.processEvents()
            return
    raise AssertionError(f"no tab is called {dock.windowTitle()}")


def focus_with_keyboard(field: QWidget) -> bool:
    """Focus a field like Tab; return whether it took the focus."""
    field.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    return field.hasFocus()


@pytest.mark.parametrize("area", [RIGHT_PANELS, LEFT_PANELS], ids=["right", "left"])
def test_no_field_behind_another_tab_keeps_the_focus(
    window: MainWindow, area: tuple[str, ...]
) -> None:
    field_count = 0
    for behind, front in permutations(area, 2):
        click_tab(window, window.docks[behind])
        for field in focusable_widgets(window.docks[behind]):
            if focus_with_keyboard(field):
                click_tab(window, window.docks[front])
                assert window.view.hasFocus(), (behind, front, field)
                field_count += 1
                click_tab(window, window.docks[behind])
    assert field_count > 30


def test_a_letter_typed_after_switching_tabs_goes_to_the_board(window: MainWindow) -> None:
    click_tab(window, window.docks["texts"])
    title = window.docks["texts"].panel().findChildren(QLineEdit)[0]
    QTest.mouseClick(title, Qt.MouseButton.LeftButton)
    assert title.hasFocus()
    before = title.text()
    click_tab(window, window.docks["history"])
    press_key(window, Key.Key_B)
    assert title.text() == before
    assert window.toolbox.tool.name == "brush"
    assert not window.isWindowModified()


def focus_text_field(window: MainWindow, name: str) -> QWidget:
    window.docks[name].reveal()
    QApplication.processEvents()
    kinds = (QLineEdit, QPlainTextEdit, QTextEdit)
    field = next(each for each in focusable_widgets(window.docks[name]) if isinstance(each, kinds))
    assert focus_with_keyboard(field)
    return field


@pytest.mark.parametrize("closing_method", ["closed", "floated", "alone", "covered"])
def test_a_closed_panel_gives_the_focus_to_the_board(
    window: MainWindow, closing_method: str, subtests: pytest.Subtests
) -> None:
    for name in ("palette", "texts", "briefing"):
        window.commands["select"].trigger()
        focus_text_field(window, name)
        with subtests.test(name):
            hide_panel(window, name, closing_method)
            QApplication.processEvents()
            assert window.view.hasFocus()
            press_key(window, Key.Key_E)
            assert window.toolbox.tool.name == "eraser"
        if closing_method == "alone":
            press_key(window, Key.Key_F11)


def hide_panel(window: MainWindow, name: str, closing_method: str) -> None:
    dock = window.docks[name]
    if closing_method == "closed":
        dock.close()
    elif closing_method == "floated":
        dock.setFloating(True)
        window.activateWindow()
    elif closing_method == "alone":
        press_key(window, Key.Key_F11)
    else:
        window.docks["history" if name != "palette" else "layers"].reveal()


def test_a_closed_floating_panel_gives_the_focus_to_the_board(
    window: MainWindow,
) -> None:
    dock = window.docks["texts"]
    dock.setFloating(True)
    QApplication.processEvents()
    focus_text_field(window, "texts").activateWindow()
    QApplication.processEvents()
    dock.close()
    QApplication.processEvents()
    assert window.view.hasFocus()


def test_an_answered_notice_gives_the_focus_to_the_board(window: MainWindow) -> None:
    bar = window.files.bar
    bar.show_notice(Severity.INFO, "Something happened.", ("Well", lambda: None))
    QApplication.processEvents()
    assert focus_with_keyboard(bar.buttons[0])
    press_key(window, Key.Key_Space)
    assert not bar.isVisible()
    assert window.view.hasFocus()


def test_a_hidden_or_deleted_field_gives_the_focus_to_the_board(window: MainWindow) -> None:
    field = focus_text_field(window, "texts")
    field.hide()
    assert window.view.hasFocus()
    field.show()
    assert focus_with_keyboard(field)
    field.setParent(None)
    QApplication.processEvents()
    assert window.view.hasFocus()


def test_f8_leaves_no_focused_field_behind_the_shown_panel(
    window: MainWindow,
) -> None:
    focus_text_field(window, "texts")
    window.tabifyDockWidget(window.docks["texts"], window.docks["problems"])
    window.docks["texts"].reveal()
    QApplication.processEvents()
    old_field = focus_text_field(window, "texts")
    press_key(window, Key.Key_F8)
    assert not old_field.hasFocus()
    focused_widget = QApplication.focusWidget()
    assert focused_widget is not None
    assert not window.docks["texts"].isAncestorOf(focused_widget)


def test_a_click_into_a_front_panel_keeps_the_focus_there(window: MainWindow) -> None:
    click_tab(window, window.docks["texts"])
    field = window.docks["texts"].panel().findChildren(QLineEdit)[0]
    QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    window.docks["layers"].reveal()  # in another area
    QApplication.processEvents()
    assert field.hasFocus()


def test_escape_returns_to_the_board_from_every_field_of_every_panel(window: MainWindow) -> None:
    for name, dock in window.docks.items():
        dock.reveal()
        QApplication.processEvents()
        for field in focusable_widgets(dock):
            if focus_with_keyboard(field):
                press_key(window, Key.Key_Escape)
                assert window.view.hasFocus(), (name, field)


def test_f6_cycles_through_all_front_panels_both_ways(window: MainWindow) -> None:
    click_tab(window, window.docks["briefing"])
    click_tab(window, window.docks["palette"])
    window.view.setFocus()
    for modifier, names in (
        (NO_MODIFIER, ["palette", "briefing", "problems", "", ""]),  # the status bar, the board
        (Qt.KeyboardModifier.ShiftModifier, ["", "problems", "briefing", "palette", ""]),
    ):
        for name in names:
            press_key(window, Key.Key_F6, modifier)
            focused_widget = QApplication.focusWidget()
            assert focused_widget is not None
            focused_panels = [
                each for each, dock in window.docks.items() if dock.isAncestorOf(focused_widget)
            ]
            assert focused_panels == ([name] if name else [])
        assert window.view.hasFocus()


def test_a_panel_chosen_by_name_is_shown_and_focused(window: MainWindow) -> None:
    for name in (*RIGHT_PANELS, *LEFT_PANELS, "problems"):
        action = window.docks[name].shown_action
        if action.isChecked():
            action.trigger()
            assert not window.docks[name].isVisible()
        action.trigger()
        QApplication.processEvents()
        focused_widget = QApplication.focusWidget()
        assert focused_widget is not None
        assert window.docks[name].isAncestorOf(focused_widget), name
        assert action.isChecked()


def test_a_panel_that_passes_the_focus_on_keeps_it(window: MainWindow) -> None:
    rules = briefing_of({"draw_extra": {"AXIS": [[1, 1], [3, 2]]}})
    window.document.edit("Rules", set_briefing(window.document.scenario, rules))
    window.docks["briefing"].reveal()
    QApplication.processEvents()
    panel = window.docks["briefing"].panel()
    assert isinstance(panel, BriefingPanel)
    row = next(
        each for each in panel.form.rows() if each.field.pointer.endswith("draw-extra/axis/0")
    )
    assert focus_with_keyboard(row.remove_button)
    press_key(window, Key.Key_Space)
    focused_widget = QApplication.focusWidget()
    assert focused_widget is not None
    assert window.docks["briefing"].isAncestorOf(focused_widget), "the next row takes it"


def test_switching_the_language_of_texts_moves_the_focus_along(window: MainWindow) -> None:
    click_tab(window, window.docks["texts"])
    panel = window.docks["texts"].panel()
    assert isinstance(panel, TextsPanel)
    focus_text_field(window, "texts")
    panel.tabs.setCurrentIndex(1)
    QApplication.processEvents()
    focused_widget = QApplication.focusWidget()
    assert focused_widget is not None
    assert window.docks["texts"].isAncestorOf(focused_widget)


def test_deleting_a_visible_window_causes_no_errors(
    qtbot: QtBot, document: Document, tmp_path: Path
) -> None:
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    window = MainWindow(document, settings)
    with qtbot.waitExposed(window):
        window.show()
    QTest.qWaitForWindowActive(window)
    window.docks["texts"].reveal()
    QApplication.processEvents()
    window.docks["texts"].panel().findChildren(QLineEdit)[0].setFocus()
    with capture_exceptions() as raised:
        delete(window)  # as happens to open windows at the end of the program
        QApplication.processEvents()
    assert raised == []
