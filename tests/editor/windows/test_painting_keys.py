"""Painting in the whole window with the keyboard: paths, stamps, figures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44editor.documents.document import Document
from m44editor.windows.main_window import MainWindow

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
Key = Qt.Key


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    settings = QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat)
    window = MainWindow(Document(edits.new_scenario()), settings)
    window.resize(1200, 800)
    with qtbot.waitExposed(window):
        window.show()
    QTest.qWaitForWindowActive(window)
    window.view.setFocus()
    yield window
    window.document.undo_stack.setClean()
    window.close()


def content_at(window: MainWindow, name: str) -> HexContent:
    return window.document.scenario.at(hex_of(window, name))


def hex_of(window: MainWindow, name: str) -> Hex:
    return window.view.board.hex(name)


def pick_up(window: MainWindow, name: str) -> None:
    window.brush.pick_up(base_catalogue().elements[name])


def test_c_draws_a_line_and_r_changes_its_bridge(window: MainWindow) -> None:
    user = MouseAndKeyboard(window.view)
    user.press_key(Key.Key_C)
    pick_up(window, "river")
    user.drag("A5", "M5")
    pick_up(window, "road")
    assert window.commands["path"].isChecked()
    user.drag("e6", "E5", "d4")
    assert content_at(window, "E5").structure == Piece("bridge", 2)
    assert window.status.currentMessage() == "Crosses at E5: press R for a different crossing"
    user.press_key(Key.Key_R)
    assert content_at(window, "E5").structure == Piece("pontoon", 2)
    user.press_key(Key.Key_Z, CONTROL)
    assert content_at(window, "E5") == HexContent(terrain=Piece("river"))


def test_picking_up_a_piece_without_lines_returns_to_the_brush(window: MainWindow) -> None:
    MouseAndKeyboard(window.view).press_key(Key.Key_C)
    pick_up(window, "woods")
    assert window.toolbox.tool.name == "brush"


def test_control_b_stamps_x_mirrors_and_alt_chooses_parts(window: MainWindow) -> None:
    contents = {hex_of(window, "C5"): HexContent(Piece("curve", 1), unit=Unit("infus"))}
    window.document.edit("Put", window.document.scenario.with_hexes(contents))
    user = MouseAndKeyboard(window.view)
    user.press_key(Key.Key_V)
    user.click("C5")
    user.press_key(Key.Key_B, CONTROL)
    user.press_key(Key.Key_X)
    user.click("F5")
    assert content_at(window, "F5") == HexContent(Piece("curve", 4), unit=Unit("infus"))
    user.press_key(Key.Key_3, ALT)
    user.click("H5")
    assert content_at(window, "H5") == HexContent(unit=Unit("infus"))
    user.press_key(Key.Key_2, ALT)
    user.click("J5")
    assert content_at(window, "J5") == HexContent(Piece("curve", 4))
    user.press_key(Key.Key_Escape)
    user.press_key(Key.Key_Escape)
    assert window.toolbox.tool.name == "select"


def test_digits_give_units_their_figures_while_painting(window: MainWindow) -> None:
    user = MouseAndKeyboard(window.view)
    user.press_key(Key.Key_B)
    pick_up(window, "infger")
    user.press_key(Key.Key_2)
    user.click("G5")
    user.press_key(Key.Key_0)
    user.click("H5")
    assert [content_at(window, name).unit for name in ("G5", "H5")] == [
        Unit("infger", figures=2),
        Unit("infger"),
    ]


def test_alt_shift_digits_set_the_reach_of_the_eraser(window: MainWindow) -> None:
    user, hex_ = MouseAndKeyboard(window.view), hex_of(window, "C5")
    full_content = HexContent(Piece("woods"), obstacle=Piece("wire"), unit=Unit("infus"))
    window.document.edit("Put", window.document.scenario.with_hexes({hex_: full_content}))
    user.press_key(Key.Key_3, ALT | Qt.KeyboardModifier.ShiftModifier)
    assert (window.toolbox.tool.name, window.commands["reach-obstacles"].isChecked()) == (
        "eraser",
        True,
    )
    user.click("C5")
    assert content_at(window, "C5") == HexContent(Piece("woods"), unit=Unit("infus"))


def test_m_mirrors_painting_and_s_switches_to_the_enemy_unit(window: MainWindow) -> None:
    user = MouseAndKeyboard(window.view)
    user.press_key(Key.Key_B)
    pick_up(window, "infger")
    user.press_key(Key.Key_S)
    assert window.brush.element.name == "infus"
    user.press_key(Key.Key_M)
    assert window.status.currentMessage() == "Painting is mirrored horizontally"
    assert window.commands["symmetry-left-right"].isChecked()
    user.press_key(Key.Key_M)
    user.click("C7")
    assert [content_at(window, name).unit for name in ("C7", "C3")] == [
        Unit("infus"),
        Unit("infger"),
    ]


def test_w_selects_the_wand_and_alt_arrows_move_its_selection(window: MainWindow) -> None:
    woods = {hex_of(window, name): HexContent(Piece("woods")) for name in ("C5", "D5")}
    window.document.edit("Put", window.document.scenario.with_hexes(woods))
    user = MouseAndKeyboard(window.view)
    user.press_key(Key.Key_W)
    user.click("C5")
    for key in (Key.Key_Right, Key.Key_Right, Key.Key_PageUp, Key.Key_Up):
        user.press_key(key, ALT)
    tiles = {window.view.board.name(h) for h in window.document.scenario.hexes}
    assert tiles == {"E7", "F7"}
    user.press_key(Key.Key_Z, CONTROL)
    assert window.document.scenario.hexes == woods
