"""Selecting by kind and side, and figures by digits."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tests.editor.tools.conftest import Table

from m44core.model import edits
from m44core.model.parts import HexContent, Piece, Unit
from m44editor.documents import clip_text
from m44editor.tools.edit_commands import NudgeDirection

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


@pytest.fixture
def table(table: Table) -> Table:
    """Return a table with units of both sides and two hexes of woods."""
    there = {
        "C5": HexContent(terrain=Piece("woods"), unit=Unit("infger")),
        "D5": HexContent(terrain=Piece("woods")),
        "E5": HexContent(unit=Unit("tankger")),
        "F5": HexContent(unit=Unit("infus")),
        "G5": HexContent(unit=Unit("infger")),
    }
    hexes = {table.hex(name): content for name, content in there.items()}
    table.document.replace(edits.new_scenario().with_hexes(hexes), None)
    table.view.set_scenario(table.document.scenario)
    return table


def test_all_of_a_kind_are_selected_and_counted(table: Table) -> None:
    said: list[str] = []
    table.commands.status_message.connect(said.append)
    table.hand.click("C5")
    table.commands.select_kind()
    assert table.selected == {"C5", "G5"}
    table.hand.click("D5")
    table.commands.select_kind()
    assert table.selected == {"C5", "D5"}
    assert said == ["2 pieces selected, without the rest of their hexes"] * 2


def test_all_units_of_a_side_are_selected(table: Table) -> None:
    table.hand.click("E5")
    table.commands.select_side()
    assert table.selected == {"C5", "E5", "G5"}


def test_inverting_the_selection_selects_all_other_hexes(table: Table) -> None:
    table.commands.select_all()
    table.commands.invert_selection()
    assert table.selected == set()
    table.hand.click("E5")
    table.commands.invert_selection()
    assert len(table.selected) == len(table.view.board.hexes) - 1


def test_digits_change_the_figures_of_selected_units(table: Table) -> None:
    table.hand.click("C5")
    table.commands.select_kind()
    table.commands.set_figures(2)
    assert [table.at(name).unit for name in ("C5", "G5")] == [Unit("infger", figures=2)] * 2
    assert table.steps == 1


def test_digits_change_the_figures_of_the_unit_in_hand(table: Table) -> None:
    table.take("infger")
    table.toolbox.use("brush")
    table.commands.set_figures(3)
    table.hand.drag("I5", "J5")
    table.commands.set_figures(None)
    table.hand.click("K5")
    placed = [table.at(name).unit for name in ("I5", "J5", "K5")]
    assert placed == [Unit("infger", figures=3)] * 2 + [Unit("infger")]


# Selecting by kind or side selects pieces, and edits act only on these


GROUND = {"C5": "woods", "D5": "woods"}


def ground(table: Table) -> dict[str, str]:
    """Return the names of the tiles on the board, keyed by hex name."""
    scenario = table.document.scenario
    tiles = ((h, c.terrain) for h, c in scenario.hexes.items())
    return {scenario.board.name(h): tile.name for h, tile in tiles if tile}


def units(table: Table) -> set[str]:
    """Return the hex and the name of each unit, as in ``C5 infger``."""
    scenario = table.document.scenario
    return {f"{scenario.board.name(h)} {unit.name}" for h, unit in scenario.units()}


def select_germans(table: Table) -> None:
    table.hand.key(Key.Key_V)
    table.hand.click("E5")
    table.commands.select_side()


def test_units_selected_by_side_are_nudged_and_the_ground_stays(table: Table) -> None:
    select_germans(table)
    for _ in range(2):
        table.commands.nudge(NudgeDirection.UP_RIGHT)
    assert units(table) == {"D7 infger", "F7 tankger", "H7 infger", "F5 infus"}
    assert ground(table) == GROUND
    assert table.selected == {"D7", "F7", "H7"}
    assert table.steps == 1
    table.document.history.undo()
    assert units(table) == {"C5 infger", "E5 tankger", "G5 infger", "F5 infus"}


def test_units_selected_by_side_are_dragged_and_the_ground_stays(table: Table) -> None:
    select_germans(table)
    table.hand.drag("E5", "E7")
    assert units(table) == {"C7 infger", "E7 tankger", "G7 infger", "F5 infus"}
    assert ground(table) == GROUND
    table.hand.drag("E7", "E3")
    assert units(table) == {"C3 infger", "E3 tankger", "G3 infger", "F5 infus"}
    assert ground(table) == GROUND


def test_units_selected_by_side_are_copied_by_a_drag_and_the_ground_is_not(table: Table) -> None:
    select_germans(table)
    table.hand.drag("E5", "E7", keys=CONTROL)
    assert units(table) >= {"C5 infger", "C7 infger", "E7 tankger", "G7 infger"}
    assert ground(table) == GROUND


def test_units_selected_by_side_are_deleted_and_cut_and_the_ground_stays(table: Table) -> None:
    select_germans(table)
    table.commands.delete()
    assert (units(table), ground(table)) == ({"F5 infus"}, GROUND)
    table.document.history.undo()
    table.commands.cut()
    assert (units(table), ground(table)) == ({"F5 infus"}, GROUND)


def test_pasting_units_does_not_change_the_ground(table: Table) -> None:
    select_germans(table)
    table.commands.copy()
    table.commands.paste()
    table.hand.click("F5")  # the unit from E5, the middle one of the three, is placed there
    assert units(table) >= {"D5 infger", "F5 tankger", "H5 infger", "C5 infger"}
    assert ground(table) == GROUND
    table.hand.key(Key.Key_V)
    table.hand.drag("F5", "F3")
    assert units(table) >= {"D3 infger", "F3 tankger", "H3 infger"}
    assert ground(table) == GROUND


def test_tiles_selected_by_kind_are_moved_from_under_their_units(table: Table) -> None:
    table.hand.click("D5")
    table.commands.select_kind()
    table.commands.nudge(NudgeDirection.UP_RIGHT)
    table.commands.nudge(NudgeDirection.UP_LEFT)
    assert ground(table) == {"C7": "woods", "D7": "woods"}
    assert "C5 infger" in units(table)
    table.commands.set_figures(2)
    table.commands.swap_unit_sides()
    assert "C5 infger" in units(table)


def test_only_the_selected_kind_is_turned(table: Table) -> None:
    bridged = HexContent(terrain=Piece("river", 1), structure=Piece("bridge", 1))
    other = HexContent(terrain=Piece("river", 1))
    there = {table.hex("C3"): bridged, table.hex("E3"): other}
    table.document.edit("Put", table.document.scenario.with_hexes(there))
    table.hand.click("E3")
    table.commands.select_kind()
    table.commands.rotate()
    assert table.at("C3").structure == Piece("bridge", 1)
    assert table.at("C3").terrain == table.at("E3").terrain != Piece("river", 1)


def test_a_hex_clicked_with_control_leaves_the_other_pieces_selected(table: Table) -> None:
    select_germans(table)
    table.hand.click("E5", keys=CONTROL)
    assert table.selected == {"C5", "G5"}
    table.commands.delete()
    assert (units(table), ground(table)) == ({"E5 tankger", "F5 infus"}, GROUND)
    table.document.history.undo()
    table.hand.click("F5", keys=SHIFT)
    table.hand.click("D5", keys=SHIFT)
    table.commands.delete()
    assert (units(table), ground(table)) == ({"E5 tankger"}, GROUND)


def test_a_plain_click_selects_the_whole_hex_again(table: Table) -> None:
    select_germans(table)
    table.hand.click("C5")
    table.commands.nudge(NudgeDirection.UP_RIGHT)
    assert "D5" in ground(table)
    assert "C5" not in ground(table)


def test_a_stamp_of_units_leaves_the_ground(table: Table) -> None:
    select_germans(table)
    clip = table.commands.clip()
    assert clip is not None
    assert clip.alone
    read = clip_text.clip_from_text(clip_text.clip_to_text(clip, table.document.scenario))
    assert read is not None
    assert read.clip == clip
