"""Selecting by kind and side, and figures by digits."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tests.editor.tools.conftest import BoardDriver

from m44core.model import edits
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44editor.documents import clip_text
from m44editor.tools.edit_commands import NudgeDirection

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


@pytest.fixture
def board_driver(board_driver: BoardDriver) -> BoardDriver:
    """Return a board with units of both sides and two hexes of woods."""
    contents = {
        "C5": HexContent(terrain=Piece("woods"), unit=Unit("infger")),
        "D5": HexContent(terrain=Piece("woods")),
        "E5": HexContent(unit=Unit("tankger")),
        "F5": HexContent(unit=Unit("infus")),
        "G5": HexContent(unit=Unit("infger")),
    }
    hexes = {board_driver.hex(name): content for name, content in contents.items()}
    board_driver.document.replace(edits.new_scenario().with_hexes(hexes), None)
    board_driver.view.set_scenario(board_driver.document.scenario)
    return board_driver


def test_all_of_a_kind_are_selected_and_counted(board_driver: BoardDriver) -> None:
    messages: list[str] = []
    board_driver.commands.status_message.connect(messages.append)
    board_driver.user.click("C5")
    board_driver.commands.select_same_kind()
    assert board_driver.selected == {"C5", "G5"}
    board_driver.user.click("D5")
    board_driver.commands.select_same_kind()
    assert board_driver.selected == {"C5", "D5"}
    assert messages == ["2 pieces selected, without the rest of their hexes"] * 2


def test_all_units_of_a_side_are_selected(board_driver: BoardDriver) -> None:
    board_driver.user.click("E5")
    board_driver.commands.select_same_side()
    assert board_driver.selected == {"C5", "E5", "G5"}


def test_inverting_the_selection_selects_all_other_hexes(board_driver: BoardDriver) -> None:
    board_driver.commands.select_all()
    board_driver.commands.invert_selection()
    assert board_driver.selected == set()
    board_driver.user.click("E5")
    board_driver.commands.invert_selection()
    assert len(board_driver.selected) == len(board_driver.view.board.hexes) - 1


def test_digits_change_the_figures_of_selected_units(board_driver: BoardDriver) -> None:
    board_driver.user.click("C5")
    board_driver.commands.select_same_kind()
    board_driver.commands.set_figures(2)
    assert [board_driver.at(name).unit for name in ("C5", "G5")] == [Unit("infger", figures=2)] * 2
    assert board_driver.undo_step_count == 1


def test_digits_change_the_figures_of_the_unit_to_paint(board_driver: BoardDriver) -> None:
    board_driver.pick_up("infger")
    board_driver.toolbox.use("brush")
    board_driver.commands.set_figures(3)
    board_driver.user.drag("I5", "J5")
    board_driver.commands.set_figures(None)
    board_driver.user.click("K5")
    placed_units = [board_driver.at(name).unit for name in ("I5", "J5", "K5")]
    assert placed_units == [Unit("infger", figures=3)] * 2 + [Unit("infger")]


# Selecting by kind or side selects pieces, and edits act only on these


GROUND = {"C5": "woods", "D5": "woods"}


def tile_names_by_hex(board_driver: BoardDriver) -> dict[str, str]:
    """Return the names of the tiles on the board, keyed by hex name."""
    scenario = board_driver.document.scenario
    tiles = ((h, c.terrain) for h, c in scenario.hexes.items())
    return {scenario.board.name(h): tile.name for h, tile in tiles if tile}


def units_with_hexes(board_driver: BoardDriver) -> set[str]:
    """Return the hex and the name of each unit, as in ``C5 infger``."""
    scenario = board_driver.document.scenario
    return {f"{scenario.board.name(h)} {unit.name}" for h, unit in scenario.units()}


def select_germans(board_driver: BoardDriver) -> None:
    board_driver.user.press_key(Key.Key_V)
    board_driver.user.click("E5")
    board_driver.commands.select_same_side()


def test_nudging_units_selected_by_side_keeps_the_ground(board_driver: BoardDriver) -> None:
    select_germans(board_driver)
    for _ in range(2):
        board_driver.commands.nudge(NudgeDirection.UP_RIGHT)
    assert units_with_hexes(board_driver) == {"D7 infger", "F7 tankger", "H7 infger", "F5 infus"}
    assert tile_names_by_hex(board_driver) == GROUND
    assert board_driver.selected == {"D7", "F7", "H7"}
    assert board_driver.undo_step_count == 1
    board_driver.document.history.undo()
    assert units_with_hexes(board_driver) == {"C5 infger", "E5 tankger", "G5 infger", "F5 infus"}


def test_dragging_units_selected_by_side_keeps_the_ground(board_driver: BoardDriver) -> None:
    select_germans(board_driver)
    board_driver.user.drag("E5", "E7")
    assert units_with_hexes(board_driver) == {"C7 infger", "E7 tankger", "G7 infger", "F5 infus"}
    assert tile_names_by_hex(board_driver) == GROUND
    board_driver.user.drag("E7", "E3")
    assert units_with_hexes(board_driver) == {"C3 infger", "E3 tankger", "G3 infger", "F5 infus"}
    assert tile_names_by_hex(board_driver) == GROUND


def test_copying_units_selected_by_side_does_not_copy_the_ground(
    board_driver: BoardDriver,
) -> None:
    select_germans(board_driver)
    board_driver.user.drag("E5", "E7", modifiers=CONTROL)
    assert units_with_hexes(board_driver) >= {"C5 infger", "C7 infger", "E7 tankger", "G7 infger"}
    assert tile_names_by_hex(board_driver) == GROUND


def test_deleting_and_cutting_units_selected_by_side_keeps_the_ground(
    board_driver: BoardDriver,
) -> None:
    select_germans(board_driver)
    board_driver.commands.delete()
    assert (units_with_hexes(board_driver), tile_names_by_hex(board_driver)) == (
        {"F5 infus"},
        GROUND,
    )
    board_driver.document.history.undo()
    board_driver.commands.cut()
    assert (units_with_hexes(board_driver), tile_names_by_hex(board_driver)) == (
        {"F5 infus"},
        GROUND,
    )


def test_pasting_units_does_not_change_the_ground(board_driver: BoardDriver) -> None:
    select_germans(board_driver)
    board_driver.commands.copy()
    board_driver.commands.paste()
    board_driver.user.click("F5")  # the unit from E5, the middle one of the three, is placed there
    assert units_with_hexes(board_driver) >= {"D5 infger", "F5 tankger", "H5 infger", "C5 infger"}
    assert tile_names_by_hex(board_driver) == GROUND
    board_driver.user.press_key(Key.Key_V)
    board_driver.user.drag("F5", "F3")
    assert units_with_hexes(board_driver) >= {"D3 infger", "F3 tankger", "H3 infger"}
    assert tile_names_by_hex(board_driver) == GROUND


def test_tiles_selected_by_kind_are_moved_without_their_units(board_driver: BoardDriver) -> None:
    board_driver.user.click("D5")
    board_driver.commands.select_same_kind()
    board_driver.commands.nudge(NudgeDirection.UP_RIGHT)
    board_driver.commands.nudge(NudgeDirection.UP_LEFT)
    assert tile_names_by_hex(board_driver) == {"C7": "woods", "D7": "woods"}
    assert "C5 infger" in units_with_hexes(board_driver)
    board_driver.commands.set_figures(2)
    board_driver.commands.swap_unit_sides()
    assert "C5 infger" in units_with_hexes(board_driver)


def test_only_the_selected_kind_is_turned(board_driver: BoardDriver) -> None:
    bridge_content = HexContent(terrain=Piece("river", 1), structure=Piece("bridge", 1))
    other = HexContent(terrain=Piece("river", 1))
    contents = {board_driver.hex("C3"): bridge_content, board_driver.hex("E3"): other}
    board_driver.document.edit("Put", board_driver.document.scenario.with_hexes(contents))
    board_driver.user.click("E3")
    board_driver.commands.select_same_kind()
    board_driver.commands.rotate()
    assert board_driver.at("C3").structure == Piece("bridge", 1)
    assert board_driver.at("C3").terrain == board_driver.at("E3").terrain != Piece("river", 1)


def test_control_click_keeps_the_other_pieces_selected(
    board_driver: BoardDriver,
) -> None:
    select_germans(board_driver)
    board_driver.user.click("E5", modifiers=CONTROL)
    assert board_driver.selected == {"C5", "G5"}
    board_driver.commands.delete()
    assert (units_with_hexes(board_driver), tile_names_by_hex(board_driver)) == (
        {"E5 tankger", "F5 infus"},
        GROUND,
    )
    board_driver.document.history.undo()
    board_driver.user.click("F5", modifiers=SHIFT)
    board_driver.user.click("D5", modifiers=SHIFT)
    board_driver.commands.delete()
    assert (units_with_hexes(board_driver), tile_names_by_hex(board_driver)) == (
        {"E5 tankger"},
        GROUND,
    )


def test_a_plain_click_selects_the_whole_hex_again(board_driver: BoardDriver) -> None:
    select_germans(board_driver)
    board_driver.user.click("C5")
    board_driver.commands.nudge(NudgeDirection.UP_RIGHT)
    assert "D5" in tile_names_by_hex(board_driver)
    assert "C5" not in tile_names_by_hex(board_driver)


def test_a_stamp_of_units_keeps_the_ground(board_driver: BoardDriver) -> None:
    select_germans(board_driver)
    clip = board_driver.commands.clip()
    assert clip is not None
    assert clip.has_individual_pieces
    reread_clip = clip_text.clip_from_text(
        clip_text.clip_to_text(clip, board_driver.document.scenario)
    )
    assert reread_clip is not None
    assert reread_clip.clip == clip
