"""Moving and copying the selection: by keys, hex by hex, and with Ctrl held."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tests.editor.tools.conftest import Table

from m44core.model import edits
from m44core.model.parts import HexContent, Piece, Unit
from m44editor.tools.edit_commands import NudgeDirection

SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
UNIT, WOODS = Unit("infus"), Piece("woods")


@pytest.fixture
def table(table: Table) -> Table:
    """Return a table with two units, and woods two hexes to the right of the second one."""
    there = {
        "C5": HexContent(unit=UNIT),
        "D5": HexContent(unit=UNIT),
        "F5": HexContent(terrain=WOODS),
    }
    hexes = {table.hex(name): content for name, content in there.items()}
    table.document.replace(edits.new_scenario().with_hexes(hexes), None)
    table.view.set_scenario(table.document.scenario)
    return table


def select(table: Table, *names: str) -> None:
    table.selection.select({table.hex(name) for name in names})


def units(table: Table) -> set[str]:
    return {table.view.board.name(hex_) for hex_, _ in table.document.scenario.units()}


@pytest.mark.parametrize(
    ("way", "there"),
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
    table: Table, way: NudgeDirection, there: str
) -> None:
    select(table, "C5")
    table.commands.delete()
    select(table, "D5")
    table.commands.nudge(NudgeDirection.LEFT)
    table.commands.nudge(way)
    assert (units(table), table.selected) == ({there}, {there})


def test_a_run_of_nudges_is_one_step_and_leaves_passed_pieces(table: Table) -> None:
    before = table.document.scenario
    select(table, "C5", "D5")
    for _ in range(4):
        table.commands.nudge(NudgeDirection.RIGHT)
    assert units(table) == {"G5", "H5"}
    assert table.at("F5") == HexContent(terrain=WOODS)
    assert table.steps == 1
    table.document.undo_stack.undo()
    assert table.document.scenario == before


def test_a_unit_that_is_moved_into_woods_stands_in_them(table: Table) -> None:
    select(table, "C5", "D5")
    for _ in range(2):
        table.commands.nudge(NudgeDirection.RIGHT)
    assert table.at("F5") == HexContent(terrain=WOODS, unit=UNIT)


def test_straight_up_is_along_the_column(table: Table) -> None:
    select(table, "C5")
    for _ in range(4):
        table.commands.nudge(NudgeDirection.UP)
    assert units(table) == {"C9", "D5"}


def test_pieces_that_would_leave_the_board_stay_and_that_is_reported(table: Table) -> None:
    said: list[str] = []
    table.commands.status_message.connect(said.append)
    select(table, "C5", "D5")
    for _ in range(3):
        table.commands.nudge(NudgeDirection.LEFT)
    assert units(table) == {"A5", "B5"}
    assert said == ["The selection would move off the board"]


def test_another_step_begins_after_anything_else_was_done(table: Table) -> None:
    select(table, "C5")
    table.commands.nudge(NudgeDirection.LEFT)
    table.commands.set_figures(2)
    table.commands.nudge(NudgeDirection.LEFT)
    assert table.steps == 3


def test_control_drag_copies_the_piece_under_the_pointer(table: Table) -> None:
    table.hand.drag("C5", "E5", "F5", keys=CONTROL)
    assert table.at("F5") == HexContent(terrain=WOODS, unit=UNIT)
    assert units(table) == {"C5", "D5", "F5"}
    assert table.steps == 1


def test_control_drag_copies_the_selection(table: Table) -> None:
    select(table, "C5", "D5")
    table.hand.drag("C5", "G5", "H5", keys=CONTROL)
    assert units(table) == {"C5", "D5", "H5", "I5"}
    assert table.selected == {"H5", "I5"}


def test_a_dragged_copy_is_previewed(table: Table) -> None:
    table.hand.press("C5", keys=CONTROL)
    table.hand.move("H5")
    assert set(table.view._ghost) == {table.hex("H5")}
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.release("H5", keys=CONTROL)
    assert units(table) == {"C5", "D5"}


def test_control_click_still_adds_and_removes(table: Table) -> None:
    table.hand.click("C5")
    table.hand.click("D5", keys=CONTROL)
    assert table.selected == {"C5", "D5"}
    table.hand.click("D5", keys=CONTROL)
    assert table.selected == {"C5"}


def test_control_shift_click_paints_a_circle_about_the_last_hex(table: Table) -> None:
    table.toolbox.use("brush")
    table.take("hills")
    table.hand.click("I5")
    table.hand.move("K5")
    table.hand.press("K5", keys=CONTROL | SHIFT)
    table.hand.move("J5")
    table.hand.release("J5", keys=CONTROL | SHIFT)
    board, scenario = table.view.board, table.document.scenario
    hills = {board.name(h) for h, c in scenario.hexes.items() if c.terrain == Piece("hills")}
    assert hills == {"I5", "H5", "J5", "h6", "i6", "h4", "i4"}
    assert table.steps == 2
