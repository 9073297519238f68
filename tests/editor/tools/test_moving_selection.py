"""Moving and copying the selection: by keys, hex by hex, and with Ctrl held."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tests.editor.tools.conftest import BoardDriver

from m44core.model import edits
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44editor.tools.edit_commands import NudgeDirection

SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
UNIT, WOODS = Unit("infus"), Piece("woods")


@pytest.fixture
def board_driver(board_driver: BoardDriver) -> BoardDriver:
    """Return a board with two units, and woods two hexes to the right of the second one."""
    contents = {
        "C5": HexContent(unit=UNIT),
        "D5": HexContent(unit=UNIT),
        "F5": HexContent(terrain=WOODS),
    }
    hexes = {board_driver.hex(name): content for name, content in contents.items()}
    board_driver.document.replace(edits.new_scenario().with_hexes(hexes), None)
    board_driver.view.set_scenario(board_driver.document.scenario)
    return board_driver


def select_hexes(board_driver: BoardDriver, *names: str) -> None:
    board_driver.selection.select({board_driver.hex(name) for name in names})


def unit_hex_names(board_driver: BoardDriver) -> set[str]:
    return {
        board_driver.view.board.name(hex_) for hex_, _ in board_driver.document.scenario.units()
    }


@pytest.mark.parametrize(
    ("direction", "target_hex"),
    [
        (NudgeDirection.LEFT, "B5"),
        (NudgeDirection.RIGHT, "D5"),
        (NudgeDirection.UP_LEFT, "b6"),
        (NudgeDirection.UP_RIGHT, "c6"),
        (NudgeDirection.DOWN_LEFT, "b4"),
        (NudgeDirection.DOWN_RIGHT, "c4"),
    ],
)
def test_the_selection_moves_in_six_directions(
    board_driver: BoardDriver, direction: NudgeDirection, target_hex: str
) -> None:
    select_hexes(board_driver, "C5")
    board_driver.commands.delete()
    select_hexes(board_driver, "D5")
    board_driver.commands.nudge(NudgeDirection.LEFT)
    board_driver.commands.nudge(direction)
    assert (unit_hex_names(board_driver), board_driver.selected) == ({target_hex}, {target_hex})


def test_repeated_nudges_are_one_step_and_keep_passed_pieces(board_driver: BoardDriver) -> None:
    before = board_driver.document.scenario
    select_hexes(board_driver, "C5", "D5")
    for _ in range(4):
        board_driver.commands.nudge(NudgeDirection.RIGHT)
    assert unit_hex_names(board_driver) == {"G5", "H5"}
    assert board_driver.at("F5") == HexContent(terrain=WOODS)
    assert board_driver.undo_step_count == 1
    board_driver.document.undo_stack.undo()
    assert board_driver.document.scenario == before


def test_a_unit_moved_into_woods_keeps_the_woods(board_driver: BoardDriver) -> None:
    select_hexes(board_driver, "C5", "D5")
    for _ in range(2):
        board_driver.commands.nudge(NudgeDirection.RIGHT)
    assert board_driver.at("F5") == HexContent(terrain=WOODS, unit=UNIT)


def test_moving_straight_up_keeps_the_column(board_driver: BoardDriver) -> None:
    select_hexes(board_driver, "C5")
    for _ in range(4):
        board_driver.commands.nudge(NudgeDirection.UP)
    assert unit_hex_names(board_driver) == {"C9", "D5"}


def test_pieces_that_would_leave_the_board_stay_and_are_reported(
    board_driver: BoardDriver,
) -> None:
    messages: list[str] = []
    board_driver.commands.status_message.connect(messages.append)
    select_hexes(board_driver, "C5", "D5")
    for _ in range(3):
        board_driver.commands.nudge(NudgeDirection.LEFT)
    assert unit_hex_names(board_driver) == {"A5", "B5"}
    assert messages == ["The selection would move off the board"]


def test_a_new_undo_step_begins_after_any_other_action(board_driver: BoardDriver) -> None:
    select_hexes(board_driver, "C5")
    board_driver.commands.nudge(NudgeDirection.LEFT)
    board_driver.commands.set_figures(2)
    board_driver.commands.nudge(NudgeDirection.LEFT)
    assert board_driver.undo_step_count == 3


def test_control_drag_copies_the_piece_under_the_pointer(board_driver: BoardDriver) -> None:
    board_driver.user.drag("C5", "E5", "F5", modifiers=CONTROL)
    assert board_driver.at("F5") == HexContent(terrain=WOODS, unit=UNIT)
    assert unit_hex_names(board_driver) == {"C5", "D5", "F5"}
    assert board_driver.undo_step_count == 1


def test_control_drag_copies_the_selection(board_driver: BoardDriver) -> None:
    select_hexes(board_driver, "C5", "D5")
    board_driver.user.drag("C5", "G5", "H5", modifiers=CONTROL)
    assert unit_hex_names(board_driver) == {"C5", "D5", "H5", "I5"}
    assert board_driver.selected == {"H5", "I5"}


def test_a_dragged_copy_is_previewed(board_driver: BoardDriver) -> None:
    board_driver.user.press("C5", modifiers=CONTROL)
    board_driver.user.move("H5")
    assert set(board_driver.view._ghost) == {board_driver.hex("H5")}
    board_driver.user.press_key(Qt.Key.Key_Escape)
    board_driver.user.release("H5", modifiers=CONTROL)
    assert unit_hex_names(board_driver) == {"C5", "D5"}


def test_control_click_still_adds_and_removes(board_driver: BoardDriver) -> None:
    board_driver.user.click("C5")
    board_driver.user.click("D5", modifiers=CONTROL)
    assert board_driver.selected == {"C5", "D5"}
    board_driver.user.click("D5", modifiers=CONTROL)
    assert board_driver.selected == {"C5"}


def test_control_shift_click_paints_a_circle_about_the_last_hex(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    board_driver.pick_up("hills")
    board_driver.user.click("I5")
    board_driver.user.move("K5")
    board_driver.user.press("K5", modifiers=CONTROL | SHIFT)
    board_driver.user.move("J5")
    board_driver.user.release("J5", modifiers=CONTROL | SHIFT)
    board, scenario = board_driver.view.board, board_driver.document.scenario
    hills = {board.name(h) for h, c in scenario.hexes.items() if c.terrain == Piece("hills")}
    assert hills == {"I5", "H5", "J5", "h6", "i6", "h4", "i4"}
    assert board_driver.undo_step_count == 2
