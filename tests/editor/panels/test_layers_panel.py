"""The layers panel, driven by mouse and keyboard: hiding, locking and dimming."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard
from tests.editor.windows.test_main_window import open_window

from m44core.model import edits
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44editor.board.geometry import hex_bounding_rect
from m44editor.documents.board_layers import Layer
from m44editor.documents.document import Document
from m44editor.panels.layers_panel import LayersPanel
from m44editor.windows.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
FULL_CONTENT = HexContent(Piece("woods"), obstacle=Piece("wire"), unit=Unit("infus"))


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """Return a window with pieces on one hex, and the layers panel open."""
    scenario = edits.new_scenario()
    scenario = scenario.with_hexes({scenario.board.hex("C5"): FULL_CONTENT})
    window = open_window(qtbot, Document(scenario), tmp_path)
    window.docks["layers"].reveal()
    QApplication.processEvents()
    window.view.setFocus()
    return window


def layers_panel_of(window: MainWindow) -> LayersPanel:
    panel = window.docks["layers"].panel()
    assert isinstance(panel, LayersPanel)
    return panel


def click_button(button: QAbstractButton) -> None:
    QTest.mouseClick(button, LEFT, pos=button.rect().center())


def content_at(window: MainWindow, name: str) -> HexContent:
    return window.document.scenario.at(window.view.board.hex(name))


def picture_of_full_hex(window: MainWindow) -> QImage:
    """Return an image of the hex with pieces once everything is rendered."""
    view = window.view
    while not view.grab().isNull() and not view.complete:
        QApplication.processEvents()
    area = view.area_from_units(hex_bounding_rect(view.board.hex("C5"))).toAlignedRect()
    return view.viewport().grab(area).toImage()


def test_a_locked_layer_is_neither_painted_nor_erased(window: MainWindow) -> None:
    click_button(layers_panel_of(window).locks[Layer.TERRAIN])
    user = MouseAndKeyboard(window.view)
    user.press_key(Qt.Key.Key_B)
    user.click("G5")
    assert window.document.undo_stack.count() == 0
    assert window.status.currentMessage() == "This layer is locked: Terrain"
    user.press_key(Qt.Key.Key_E)
    for _ in range(3):
        user.click("C5")
    assert content_at(window, "C5") == HexContent(Piece("woods"))
    assert window.status.currentMessage() == "Everything here is locked or hidden"


def test_nothing_on_a_locked_layer_is_moved_or_selected(window: MainWindow) -> None:
    click_button(layers_panel_of(window).locks[Layer.UNITS])
    user = MouseAndKeyboard(window.view)
    user.press_key(Qt.Key.Key_V)
    user.drag("C5", "E5", "F5")
    assert (content_at(window, "C5"), content_at(window, "F5")) == (
        HexContent(Piece("woods"), unit=Unit("infus")),
        HexContent(obstacle=Piece("wire")),
    )
    user.click("C5")
    window.editing.select_same_side()
    assert window.selection.hexes == frozenset()


def test_repeated_nudges_do_not_move_a_locked_layer(window: MainWindow) -> None:
    click_button(layers_panel_of(window).locks[Layer.TERRAIN])
    user = MouseAndKeyboard(window.view)
    user.click("C5")
    for _ in range(2):
        user.press_key(Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert content_at(window, "C5") == HexContent(Piece("woods"))
    assert content_at(window, "E5") == HexContent(obstacle=Piece("wire"), unit=Unit("infus"))
    assert window.document.undo_stack.count() == 1


def test_pieces_on_a_hidden_layer_stay_unchanged_and_the_layer_is_reported(
    window: MainWindow,
) -> None:
    click_button(layers_panel_of(window).eyes[Layer.TERRAIN])
    assert not window.commands["terrain"].isChecked()
    user = MouseAndKeyboard(window.view)
    user.click("C5")
    user.press_key(Qt.Key.Key_Delete)
    assert content_at(window, "C5") == HexContent(Piece("woods"))
    user.press_key(Qt.Key.Key_B)
    user.click("G5")
    assert window.status.currentMessage() == "This layer is hidden: Terrain"
    click_button(layers_panel_of(window).eyes[Layer.TERRAIN])
    assert window.commands["terrain"].isChecked()


def test_a_slider_dims_a_layer_and_the_printed_ground_shows(window: MainWindow) -> None:
    opaque_picture = picture_of_full_hex(window)
    slider = layers_panel_of(window).sliders[Layer.TERRAIN]
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Home)
    assert (window.layers.opacity(Layer.TERRAIN), slider.value()) == (0.2, 20)
    dimmed = picture_of_full_hex(window)
    click_button(layers_panel_of(window).eyes[Layer.TERRAIN])
    assert opaque_picture != dimmed != picture_of_full_hex(window)
    click_button(layers_panel_of(window).eyes[Layer.TERRAIN])
    QTest.keyClick(slider, Qt.Key.Key_End)
    assert picture_of_full_hex(window) == opaque_picture


def test_locking_in_the_menu_is_shown_in_the_panel(window: MainWindow) -> None:
    window.commands["lock-units"].trigger()
    button = layers_panel_of(window).locks[Layer.UNITS]
    assert button.isChecked()
    assert button.toolTip() == "Units: locked, click to unlock"
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert not window.commands["lock-units"].isChecked()


def test_the_state_of_layers_is_restored_in_the_next_session(qtbot: QtBot, tmp_path: Path) -> None:
    first = open_window(qtbot, Document(edits.new_scenario()), tmp_path)
    click_button(layers_panel_of(first).locks[Layer.UNITS])
    click_button(layers_panel_of(first).eyes[Layer.LABELS])
    layers_panel_of(first).sliders[Layer.TAGS].setValue(40)
    first.close()
    second = open_window(qtbot, Document(edits.new_scenario()), tmp_path)
    layers = second.layers
    assert (layers.is_locked(Layer.UNITS), layers.is_shown(Layer.LABELS)) == (True, False)
    assert layers.opacity(Layer.TAGS) == pytest.approx(0.4)
    assert second.commands["lock-units"].isChecked()


def test_mirroring_the_board_includes_locked_layers(window: MainWindow) -> None:
    click_button(layers_panel_of(window).locks[Layer.TERRAIN])
    window.commands["mirror-east-west"].trigger()
    assert content_at(window, "K5").terrain == Piece("woods")


def test_a_click_next_to_the_handle_of_a_slider_changes_the_opacity(window: MainWindow) -> None:
    slider = layers_panel_of(window).sliders[Layer.UNITS]
    QTest.mouseClick(slider, LEFT, pos=QPoint(3, slider.height() // 2))
    assert window.layers.opacity(Layer.UNITS) < 1
