"""A label that is shown beyond its hex is selected with a click on its text."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSettings, QSizeF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from tests.editor.conftest import mark_all_saved

from m44core.hexes import Hex
from m44core.model.edits import new_scenario, place_unit
from m44core.model.scenario_parts import Unit
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow

HEX = Hex(12, 4)
LEFT = Qt.MouseButton.LeftButton
DARK_LIGHTNESS = 60  # of letters in the light theme


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    scenario = place_unit(new_scenario(), Unit("infger"), [HEX])
    scenario = scenario.with_labels({HEX: ("Sainte-Mère-Église",)})
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    main_window = MainWindow(Document(scenario), settings)
    qtbot.addWidget(main_window, before_close_func=mark_all_saved)
    main_window.resize(1000, 700)
    with qtbot.waitExposed(main_window):
        main_window.show()
    return main_window


def end_of_label(window: MainWindow) -> QPoint:
    """Return a point of the view on the last letters of the label, beyond its hex."""
    window.view.grab()
    small = window.view._canvas._small_labels
    assert small is not None
    area = small.area(small.placed[HEX])
    point = QPointF(area.right() - area.width() / 4, area.center().y())
    return window.view.area_from_units(QRectF(point, QSizeF())).topLeft().toPoint()


def test_a_click_on_a_label_selects_its_hex(window: MainWindow) -> None:
    point = end_of_label(window)
    assert window.view.hex_under(QPointF(point)) != HEX
    QTest.mouseClick(window.view.viewport(), LEFT, pos=point)
    assert window.selection.hexes == {HEX}
    assert window.docks["properties"].isVisible()


def test_a_right_click_on_a_label_opens_the_menu_of_its_hex(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMenu, "popup", lambda *_: None)  # it would wait for a user
    point = end_of_label(window)
    where = window.view.viewport().mapToGlobal(point)
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(window.view.viewport(), QContextMenuEvent(reason, point, where))
    assert window.selection.hexes == {HEX}


def test_other_tools_use_the_hex_under_the_pointer(window: MainWindow) -> None:
    point = end_of_label(window)
    hex_ = window.view.hex_under(QPointF(point))
    window.commands["brush"].trigger()
    QTest.mouseClick(window.view.viewport(), LEFT, pos=point)
    assert hex_ is not None
    assert window.document.scenario.at(hex_).terrain
    assert not window.document.scenario.at(HEX).terrain


def test_a_hex_with_pieces_of_its_own_is_selected_under_a_label(window: MainWindow) -> None:
    point = end_of_label(window)
    hex_ = window.view.hex_under(QPointF(point))
    assert hex_ is not None
    document = window.document
    document.edit("Town", place_unit(document.scenario, Unit("infus"), [hex_]))
    QTest.mouseClick(window.view.viewport(), LEFT, pos=point)
    assert window.selection.hexes == {hex_}


def test_the_mark_of_the_selection_does_not_cover_the_label(window: MainWindow) -> None:
    end_of_label(window)
    view = window.view
    small = view._canvas._small_labels
    assert small is not None
    area = view.area_from_units(small.area(small.placed[HEX])).toAlignedRect()
    window.toolbox.use("hand")  # no hex under the pointer is marked
    before = view.viewport().grab(area).toImage()
    letters = [
        (x, y)
        for x in range(area.width())
        for y in range(area.height())
        if before.pixelColor(x, y).lightness() < DARK_LIGHTNESS
    ]
    window.selection.select({HEX})
    after = view.viewport().grab(area).toImage()
    assert len(letters) > 100
    assert all(after.pixelColor(*each).lightness() < 2 * DARK_LIGHTNESS for each in letters)
