"""Selecting with the lasso and the wand, and picking up areas with the eyedropper."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tests.editor.tools.conftest import BoardDriver

from m44core.model import edits
from m44core.model.scenario_parts import Piece

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
RING = ("C7", "E7", "E5", "C5", "C7")
LASSO_HEXES = {"C7", "D7", "E7", "c6", "d6", "C5", "D5", "E5"}


@pytest.fixture
def board_driver(board_driver: BoardDriver) -> BoardDriver:
    board_driver.document.replace(edits.new_scenario(), None)
    board_driver.view.set_scenario(board_driver.document.scenario)
    board_driver.toolbox.use("lasso")
    return board_driver


def test_the_lasso_selects_enclosed_hexes(board_driver: BoardDriver) -> None:
    board_driver.user.drag(*RING)
    assert {"C7", "E7", "E5", "C5", "c6", "d6"} <= board_driver.selected <= LASSO_HEXES


@pytest.mark.parametrize(
    ("modifiers", "expected_hexes"),
    [(SHIFT, {"D5", "M5", "c6"}), (CONTROL, {"M5"}), (SHIFT | CONTROL, {"c6"})],
)
def test_modifier_keys_add_remove_and_intersect(
    board_driver: BoardDriver, modifiers: Qt.KeyboardModifier, expected_hexes: set[str]
) -> None:
    board_driver.selection.select({board_driver.hex("c6"), board_driver.hex("M5")})
    board_driver.user.drag(*RING, modifiers=modifiers)
    assert expected_hexes <= board_driver.selected | {"D5"}
    assert ("M5" in board_driver.selected) == ("M5" in expected_hexes)
    assert ("c6" in board_driver.selected) == ("c6" in expected_hexes)


def test_escape_restores_the_previous_selection(board_driver: BoardDriver) -> None:
    board_driver.selection.select({board_driver.hex("M5")})
    board_driver.user.press("C7")
    board_driver.user.move("E7")
    board_driver.user.press_key(Qt.Key.Key_Escape)
    board_driver.user.release("E7")
    assert board_driver.selected == {"M5"}


def test_a_drag_with_the_eyedropper_picks_up_a_stamp(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    board_driver.user.drag("C5", "D5")
    board_driver.toolbox.use("eyedropper")
    board_driver.user.drag("C5", "D5")
    assert board_driver.toolbox.tool.name == "paste"
    board_driver.user.click("H5")
    tiles = {board_driver.view.board.name(h) for h in board_driver.document.scenario.hexes}
    assert len(tiles) == 4
    assert board_driver.at("H5").terrain == Piece("woods")


def test_a_click_with_the_eyedropper_picks_up_a_piece(board_driver: BoardDriver) -> None:
    board_driver.pick_up("hills")
    board_driver.toolbox.use("brush")
    board_driver.user.click("C5")
    board_driver.pick_up("woods")
    board_driver.toolbox.use("eyedropper")
    board_driver.user.click("C5")
    assert (board_driver.brush.element.name, board_driver.toolbox.tool.name) == ("hills", "brush")


def test_a_drag_with_alt_and_the_right_button_picks_up_a_stamp_and_keeps_the_brush(
    board_driver: BoardDriver,
) -> None:
    board_driver.toolbox.use("brush")
    board_driver.user.drag("C5", "D5")
    board_driver.pick_up("hills")
    board_driver.user.drag("C5", "D5", button=Qt.MouseButton.RightButton, modifiers=ALT)
    assert (board_driver.toolbox.tool.name, board_driver.brush.element.name) == ("paste", "hills")
    board_driver.user.drag("H5", "H5")
    assert board_driver.at("H5").terrain == Piece("woods")
    board_driver.user.press_key(Qt.Key.Key_Escape)
    board_driver.user.press_key(Qt.Key.Key_Escape)
    assert board_driver.toolbox.tool.name == "brush"


def test_escape_cancels_a_drag_with_the_right_button(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    board_driver.user.drag("C5", "D5")
    board_driver.user.press("C5", Qt.MouseButton.RightButton, ALT)
    board_driver.user.move("D5")
    assert board_driver.view._highlights["changing"].hexes == {
        board_driver.hex("C5"),
        board_driver.hex("D5"),
    }
    board_driver.user.press_key(Qt.Key.Key_Escape)
    board_driver.user.release("D5", Qt.MouseButton.RightButton)
    assert board_driver.toolbox.tool.name == "brush"
    assert "changing" not in board_driver.view._highlights


def test_alt_and_a_right_click_on_an_empty_hex_keep_the_tool(board_driver: BoardDriver) -> None:
    board_driver.user.click("C5", Qt.MouseButton.RightButton, ALT)
    assert board_driver.toolbox.tool.name == "lasso"


@pytest.fixture
def woods_driver(board_driver: BoardDriver) -> BoardDriver:
    """Return a board with the wand in use, three connected hexes of woods, and a separate one."""
    board_driver.toolbox.use("brush")
    board_driver.user.drag("C5", "D5", "d6")
    board_driver.user.click("H5")
    board_driver.toolbox.use("wand")
    return board_driver


def test_the_wand_selects_connected_hexes_of_the_same_terrain(woods_driver: BoardDriver) -> None:
    woods_driver.user.click("D5")
    assert woods_driver.selected == {"C5", "D5", "d6"}
    assert woods_driver.undo_step_count == 2


def test_the_wand_adds_removes_and_intersects(woods_driver: BoardDriver) -> None:
    woods_driver.user.click("D5")
    woods_driver.user.click("H5", modifiers=SHIFT)
    assert woods_driver.selected == {"C5", "D5", "d6", "H5"}
    woods_driver.user.click("D5", modifiers=CONTROL)
    assert woods_driver.selected == {"H5"}
    woods_driver.commands.select_all()
    woods_driver.user.click("D5", modifiers=SHIFT | CONTROL)
    assert woods_driver.selected == {"C5", "D5", "d6"}


def test_the_wand_previews_its_selection(woods_driver: BoardDriver) -> None:
    woods_driver.user.move("d6")
    previewed_hexes = woods_driver.view._highlights["changing"].hexes
    assert {woods_driver.view.board.name(hex_) for hex_ in previewed_hexes} == {"C5", "D5", "d6"}


def test_the_wand_works_by_keyboard(woods_driver: BoardDriver) -> None:
    woods_driver.view.show_hex(woods_driver.hex("C5"))
    woods_driver.user.press_key(Qt.Key.Key_Space)
    assert woods_driver.selected == {"C5", "D5", "d6"}
