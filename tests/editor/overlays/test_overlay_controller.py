"""Overlays on the board, toggled by keys, following the mouse and the arrow keys."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard, mark_all_saved

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.rules.overlays.overlay_types import AreaRole
from m44editor.documents.document import Document
from m44editor.overlays.overlay_controller import Legend, Overlays, overlay_drawing
from m44editor.overlays.overlay_mark import make_hex_pictures
from m44editor.windows.main_window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, document: Document) -> MainWindow:
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    main_window = MainWindow(document, settings)
    qtbot.addWidget(main_window, before_close_func=mark_all_saved)
    with qtbot.waitExposed(main_window):
        main_window.show()
    main_window.view.setFocus()
    return main_window


@pytest.fixture
def user(window: MainWindow) -> MouseAndKeyboard:
    user = MouseAndKeyboard(window.view)
    user.move_to(QPoint(2, 2))  # away from where the last test left it
    return user


def overlays_of(window: MainWindow) -> Overlays:
    overlays = window.view.findChild(Overlays)
    assert overlays is not None
    return overlays


def visible_hex_names(window: MainWindow) -> frozenset[str]:
    areas = overlays_of(window).results["sight"].areas
    return frozenset(
        window.view.board.name(hex_) for a in areas if a.role is AreaRole.OPEN for hex_ in a.hexes
    )


def test_a_key_shows_the_sight_overlay(window: MainWindow, user: MouseAndKeyboard) -> None:
    user.press_key(Qt.Key.Key_1, CTRL)
    user.move("E5")
    assert "E3" in visible_hex_names(window)
    assert window.commands["overlay-sight"].isChecked()
    assert window.status.rules.text().startswith("Line of sight from E5 (infantry): 39 visible")


def test_the_same_key_hides_the_overlay(window: MainWindow, user: MouseAndKeyboard) -> None:
    user.press_key(Qt.Key.Key_1, CTRL)
    user.press_key(Qt.Key.Key_1, CTRL)
    assert not overlays_of(window).legend.isVisible()
    assert not window.commands["overlay-sight"].isChecked()
    assert window.status.rules.isHidden()


def test_pictures_are_released_soon_after_overlays_are_turned_off(
    window: MainWindow, user: MouseAndKeyboard, qtbot: QtBot
) -> None:
    def are_created() -> bool:
        return make_hex_pictures(0, *window.view.zoom.device_scales, deadline=0.0)

    user.press_key(Qt.Key.Key_1, CTRL)
    qtbot.waitUntil(are_created)
    user.press_key(Qt.Key.Key_1, CTRL)
    assert are_created()
    overlays_of(window)._release_timer.start(1)  # not half a minute
    qtbot.waitUntil(lambda: not are_created())


def test_sight_follows_the_pointer_and_the_arrow_keys(
    window: MainWindow, user: MouseAndKeyboard, qtbot: QtBot
) -> None:
    user.press_key(Qt.Key.Key_1, CTRL)
    user.move("E5")
    qtbot.waitUntil(lambda: window.status.rules.text().startswith("Line of sight from E5"))
    user.press_key(Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: window.status.rules.text().startswith("Line of sight from F5"))
    assert window.view.accessibleDescription().startswith("F5: Forest\nLine of sight from F5")


def test_a_legend_explains_the_areas(window: MainWindow, user: MouseAndKeyboard) -> None:
    user.press_key(Qt.Key.Key_1, CTRL)
    user.move("E5")
    legend = overlays_of(window).legend
    assert legend.isVisible()
    assert legend.entries == ("Sight", "visible", "hidden by units", "hidden by terrain")


def test_an_edit_updates_overlays_immediately(window: MainWindow, user: MouseAndKeyboard) -> None:
    user.press_key(Qt.Key.Key_1, CTRL)
    user.move("E5")
    before = visible_hex_names(window)
    user.press_key(Qt.Key.Key_B)
    user.click("e4")
    user.move("E5")
    QApplication.processEvents()
    assert visible_hex_names(window) != before


def test_nothing_is_computed_while_no_overlay_is_on(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    user.move("E5")
    assert window.view.findChild(Overlays) is None
    user.press_key(Qt.Key.Key_1, CTRL)
    user.press_key(Qt.Key.Key_1, CTRL)
    user.move("F5")
    assert overlays_of(window).results == {}
    assert "m44editor.overlays.overlay_controller" in sys.modules


def test_a_third_overlay_replaces_the_first(window: MainWindow, user: MouseAndKeyboard) -> None:
    for key in (Qt.Key.Key_1, Qt.Key.Key_5, Qt.Key.Key_8):
        user.press_key(key, CTRL)
    assert overlays_of(window).active_names == ("danger-axis", "sections")
    assert not window.commands["overlay-sight"].isChecked()


def test_a_selected_unit_stays_the_subject_of_the_overlay(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    user.press_key(Qt.Key.Key_2, CTRL)
    user.click("M3")
    user.move("E5")
    QApplication.processEvents()
    assert window.status.rules.text().startswith("Hexes within reach of the unit on M3")


def test_overlays_follow_a_unit_while_it_is_dragged(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    before = window.document.scenario
    user.press_key(Qt.Key.Key_2, CTRL)
    user.press_key(Qt.Key.Key_3, CTRL)
    user.press("M3")
    messages = []
    for name in ("l4", "K5"):
        user.move(name)
        QApplication.processEvents()
        messages.append(window.status.rules.text())
        assert messages[-1].startswith(f"Hexes within reach of the unit on {name}")
        assert f"Range of the unit on {name}" in messages[-1]
    assert window.document.scenario is before
    user.press_key(Qt.Key.Key_Escape)
    user.release("K5")
    QApplication.processEvents()
    assert window.status.rules.text().startswith("Hexes within reach of the unit on M3")


def test_sight_is_shown_from_the_hex_below_a_dragged_unit(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    user.press_key(Qt.Key.Key_1, CTRL)
    user.drag("M3", "l4", "K5")
    assert window.document.scenario.at(window.view.board.hex("K5")).unit
    after_drop = visible_hex_names(window), window.status.rules.text()
    user.press_key(Qt.Key.Key_Z, CTRL)
    user.press("M3")
    user.move("K5")
    QApplication.processEvents()
    during_drag = visible_hex_names(window), window.status.rules.text()
    user.release("K5")
    assert during_drag == after_drop


def test_a_unit_to_paint_counts_as_placed_under_the_pointer(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    user.press_key(Qt.Key.Key_2, CTRL)
    window.brush.pick_up(base_catalogue().elements["tankger"])
    user.move("E5")
    QApplication.processEvents()
    assert window.status.rules.text().startswith("Hexes within reach of the unit on E5")
    window.brush.pick_up(base_catalogue().elements["woods"])
    QApplication.processEvents()
    assert window.status.rules.text().startswith("Select a unit")


def test_an_exported_picture_includes_the_overlays(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    assert overlay_drawing(window.view) == ()
    user.press_key(Qt.Key.Key_1, CTRL)
    user.move("E5")
    assert len(overlay_drawing(window.view)) > 6


def test_the_legend_avoids_the_corner_with_the_pointer(
    window: MainWindow, user: MouseAndKeyboard
) -> None:
    window.commands["actual-size"].trigger()
    user.press_key(Qt.Key.Key_8, CTRL)
    (legend,) = window.view.viewport().findChildren(Legend)
    first_geometry, covered_point = legend.geometry(), legend.geometry().center()
    assert window.view.hex_under(covered_point.toPointF()) is not None
    user.move_to(window.view.viewport().mapTo(window, covered_point))
    assert legend.geometry().top() < first_geometry.top()
    assert not legend.geometry().contains(covered_point)


def test_pictures_are_rendered_in_idle_time(
    window: MainWindow, user: MouseAndKeyboard, qtbot: QtBot
) -> None:
    def are_rendered() -> bool:
        return make_hex_pictures(0, *window.view.zoom.device_scales, deadline=0.0)

    assert not are_rendered()
    user.press_key(Qt.Key.Key_1, CTRL)
    qtbot.waitUntil(are_rendered)
    window.commands["zoom-out"].trigger()
    assert not are_rendered()
    qtbot.waitUntil(are_rendered)
