"""Pasting and stamping copied hexes: turned, mirrored, in part, repeatedly."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tests.editor.tools.conftest import BoardDriver

from m44core.model import edits
from m44core.model.edits import ClipParts, MirrorKind
from m44core.model.scenario_parts import HexContent, Piece, Unit

CONTROL = Qt.KeyboardModifier.ControlModifier
HOUSE = HexContent(terrain=Piece("buildings"), unit=Unit("infger"))
RIVER = HexContent(terrain=Piece("curve", 1), obstacle=Piece("wire"))


@pytest.fixture
def board_driver(board_driver: BoardDriver) -> BoardDriver:
    """Return an otherwise empty board with two adjacent hexes, both selected."""
    scenario = edits.new_scenario()
    hexes = {board_driver.hex("C5"): HOUSE, board_driver.hex("D5"): RIVER}
    board_driver.document.replace(scenario.with_hexes(hexes), None)
    board_driver.view.set_scenario(board_driver.document.scenario)
    board_driver.selection.select(hexes)
    return board_driver


def test_a_stamp_is_placed_repeatedly_until_escape(board_driver: BoardDriver) -> None:
    board_driver.commands.stamp()
    for name in ("G5", "G7", "G3"):
        board_driver.user.click(name)
    assert [board_driver.at(name) for name in ("G5", "G7", "G3", "H3")] == [
        HOUSE,
        HOUSE,
        HOUSE,
        RIVER,
    ]
    assert board_driver.undo_step_count == 3
    board_driver.user.press_key(Qt.Key.Key_Escape)
    board_driver.user.press_key(Qt.Key.Key_Escape)
    assert board_driver.toolbox.tool.name == "select"


def test_one_escape_stops_pasting_and_keeps_the_copied_hexes_selected(
    board_driver: BoardDriver,
) -> None:
    before = board_driver.document.scenario
    selected_hexes = board_driver.selection.hexes
    board_driver.commands.copy()
    board_driver.commands.paste()
    board_driver.user.move("G5")
    board_driver.user.press_key(Qt.Key.Key_Escape)
    assert (board_driver.toolbox.tool.name, board_driver.selection.hexes) == (
        "select",
        selected_hexes,
    )
    board_driver.user.click("G5")
    assert board_driver.document.scenario == before


def test_a_dragged_stamp_never_covers_itself_and_is_one_step(board_driver: BoardDriver) -> None:
    before = board_driver.document.scenario
    board_driver.commands.stamp()
    board_driver.user.drag("F5", "G5", "H5", "I5")
    assert [bool(board_driver.at(f"{letter}5")) for letter in "EFGHIJK"] == [
        False,
        *([True] * 4),
        *([False] * 2),
    ]
    assert board_driver.at("H5") == HOUSE
    assert board_driver.undo_step_count == 1
    board_driver.document.undo_stack.undo()
    assert board_driver.document.scenario == before


def test_escape_undoes_the_current_stamp_stroke(board_driver: BoardDriver) -> None:
    before = board_driver.document.scenario
    board_driver.commands.stamp()
    board_driver.user.press("F5")
    board_driver.user.press_key(Qt.Key.Key_Escape)
    board_driver.user.release("F5")
    assert board_driver.document.scenario == before


def test_a_stamp_can_be_turned_and_mirrored(board_driver: BoardDriver) -> None:
    board_driver.commands.stamp()
    board_driver.commands.mirror_clip(MirrorKind.LEFT_RIGHT)
    board_driver.user.click("H5")
    assert board_driver.at("G5").terrain == Piece("curve", 4)
    board_driver.commands.rotate()
    board_driver.user.click("H7")
    assert board_driver.at("g8").terrain == Piece("curve", 3)


def test_a_pasted_clip_can_be_mirrored(board_driver: BoardDriver) -> None:
    board_driver.commands.copy()
    board_driver.commands.paste()
    board_driver.commands.mirror_clip(MirrorKind.TOP_BOTTOM)
    board_driver.user.click("G5")
    assert board_driver.at("H5").terrain == Piece("curve", 1)
    assert board_driver.toolbox.tool.name == "select"


def test_only_terrain_or_only_pieces_are_pasted(board_driver: BoardDriver) -> None:
    board_driver.user.click("C5")
    board_driver.commands.set_pasted_parts(ClipParts.PIECES)
    board_driver.commands.stamp()
    board_driver.user.click("D5")
    assert board_driver.at("D5") == HexContent(RIVER.terrain, None, RIVER.obstacle, HOUSE.unit)
    board_driver.commands.set_pasted_parts(ClipParts.GROUND)
    board_driver.user.click("G5")
    assert board_driver.at("G5") == HexContent(terrain=HOUSE.terrain)


def test_the_status_bar_shows_the_clip_and_its_keys(board_driver: BoardDriver) -> None:
    messages: list[str] = []
    board_driver.toolbox.status_message.connect(messages.append)
    board_driver.commands.stamp()
    board_driver.commands.set_pasted_parts(ClipParts.GROUND)
    assert messages == [
        "R rotates, X and Y flip, Esc cancels",
        "Terrain only: R rotates it, X and Y flip it, Esc cancels",
    ]


def test_an_empty_selection_makes_no_stamp_and_is_reported(board_driver: BoardDriver) -> None:
    messages: list[str] = []
    board_driver.commands.status_message.connect(messages.append)
    board_driver.selection.select({board_driver.hex("H9")})
    board_driver.commands.stamp()
    board_driver.commands.mirror_clip(MirrorKind.LEFT_RIGHT)
    assert messages == [
        "Nothing to copy: select a hex that is not empty",
        "Nothing to flip: paste hexes or make a stamp first",
    ]
    assert board_driver.toolbox.tool.name == "select"
