"""Memory of closed lists and menus."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QMainWindow, QMenu, QWidget
from pytestqt.qtbot import QtBot

from m44editor.process_memory import destroy_hidden_popups

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    main_window = QMainWindow()
    qtbot.addWidget(main_window)
    main_window.menuBar().setNativeMenuBar(False)
    menu = main_window.menuBar().addMenu("Board")
    menu.addAction("Larger")
    menu.addMenu("Face").addAction("Winter")
    field = QComboBox()
    field.addItems(["town", "forest", "hill"])
    main_window.setCentralWidget(field)
    main_window.show()
    qtbot.waitExposed(main_window)
    return main_window


def popup_of(field: QComboBox) -> QWidget:
    return field.view().window()


def open_menu(qtbot: QtBot, window: QMainWindow) -> QMenu:
    bar = window.menuBar()
    action = bar.actions()[0]
    menu = action.menu()
    assert isinstance(menu, QMenu)
    QTest.mouseClick(bar, LEFT, pos=bar.actionGeometry(action).center())
    qtbot.waitUntil(menu.isVisible)
    return menu


def test_closed_lists_and_menus_release_their_windows_and_reopen(
    qtbot: QtBot, window: QMainWindow
) -> None:
    field = window.centralWidget()
    assert isinstance(field, QComboBox)
    for expected_entry in ("forest", "hill"):
        QTest.mouseClick(field, LEFT)
        qtbot.waitUntil(popup_of(field).isVisible)
        QTest.keyClick(field.view(), Qt.Key.Key_Down)
        QTest.keyClick(field.view(), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: not popup_of(field).isVisible())
        assert field.currentText() == expected_entry
        menu = open_menu(qtbot, window)
        QTest.keyClick(menu, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda menu=menu: not menu.isVisible())  # type: ignore[misc]  # mypy infers no lambda with a default
        assert all(popup.windowHandle() for popup in (popup_of(field), menu))
        destroy_hidden_popups()
        assert not any(popup.windowHandle() for popup in (popup_of(field), menu))


def test_open_menus_and_windows_are_not_destroyed(qtbot: QtBot, window: QMainWindow) -> None:
    menu = open_menu(qtbot, window)
    submenu = menu.actions()[1].menu()
    assert isinstance(submenu, QMenu)
    submenu.popup(menu.mapToGlobal(QPoint(5, 30)))
    qtbot.waitUntil(submenu.isVisible)
    destroy_hidden_popups()
    assert menu.isVisible()
    assert submenu.isVisible()
    submenu.close()
    menu.close()
    window.hide()
    destroy_hidden_popups()
    assert window.windowHandle() is not None


def test_popups_stay_while_a_dialog_is_open(qtbot: QtBot, window: QMainWindow) -> None:
    menu = open_menu(qtbot, window)
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not menu.isVisible())
    dialog = QDialog(window)
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.waitUntil(dialog.isVisible)
    destroy_hidden_popups()
    assert menu.windowHandle() is not None
    dialog.reject()
    destroy_hidden_popups()
    assert menu.windowHandle() is None


def test_popups_stay_while_a_nested_event_loop_runs(qtbot: QtBot, window: QMainWindow) -> None:
    menu = open_menu(qtbot, window)
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not menu.isVisible())
    outer, inner = QEventLoop(), QEventLoop()

    def wait() -> None:
        QTimer.singleShot(0, destroy_hidden_popups)
        QTimer.singleShot(1, inner.quit)
        inner.exec()
        outer.quit()

    QTimer.singleShot(0, wait)
    outer.exec()
    assert menu.windowHandle() is not None
    destroy_hidden_popups()
    assert menu.windowHandle() is None
