"""Pasting and stamping copied hexes: turned, mirrored, in part, repeatedly."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tests.editor.tools.conftest import Table

from m44core.model import edits
from m44core.model.edits import ClipParts, Mirror
from m44core.model.parts import HexContent, Piece, Unit

CONTROL = Qt.KeyboardModifier.ControlModifier
HOUSE = HexContent(terrain=Piece("buildings"), unit=Unit("infger"))
RIVER = HexContent(terrain=Piece("curve", 1), obstacle=Piece("wire"))


@pytest.fixture
def table(table: Table) -> Table:
    """Return a table with two adjacent hexes selected on an otherwise empty board."""
    scenario = edits.new_scenario()
    hexes = {table.hex("C5"): HOUSE, table.hex("D5"): RIVER}
    table.document.replace(scenario.with_hexes(hexes), None)
    table.view.set_scenario(table.document.scenario)
    table.selection.select(hexes)
    return table


def test_a_stamp_is_placed_repeatedly_until_escape(table: Table) -> None:
    table.commands.stamp()
    for name in ("G5", "G7", "G3"):
        table.hand.click(name)
    assert [table.at(name) for name in ("G5", "G7", "G3", "H3")] == [HOUSE, HOUSE, HOUSE, RIVER]
    assert table.steps == 3
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.key(Qt.Key.Key_Escape)
    assert table.toolbox.tool.name == "select"


def test_a_dragged_stamp_never_covers_itself_and_is_one_step(table: Table) -> None:
    before = table.document.scenario
    table.commands.stamp()
    table.hand.drag("F5", "G5", "H5", "I5")
    assert [bool(table.at(f"{letter}5")) for letter in "EFGHIJK"] == [
        False,
        *([True] * 4),
        *([False] * 2),
    ]
    assert table.at("H5") == HOUSE
    assert table.steps == 1
    table.document.undo_stack.undo()
    assert table.document.scenario == before


def test_escape_undoes_the_current_stamp_stroke(table: Table) -> None:
    before = table.document.scenario
    table.commands.stamp()
    table.hand.press("F5")
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.release("F5")
    assert table.document.scenario == before


def test_a_clip_is_turned_and_mirrored_before_pasting(table: Table) -> None:
    table.commands.stamp()
    table.commands.mirror_clip(Mirror.LEFT_RIGHT)
    table.hand.click("H5")
    assert table.at("G5").terrain == Piece("curve", 4)
    table.commands.rotate()
    table.hand.click("H7")
    assert table.at("g8").terrain == Piece("curve", 3)


def test_pasting_is_mirrored_in_the_same_way(table: Table) -> None:
    table.commands.copy()
    table.commands.paste()
    table.commands.mirror_clip(Mirror.TOP_BOTTOM)
    table.hand.click("G5")
    assert table.at("H5").terrain == Piece("curve", 1)
    assert table.toolbox.tool.name == "select"


def test_only_terrain_or_only_pieces_are_pasted(table: Table) -> None:
    table.hand.click("C5")
    table.commands.set_parts(ClipParts.PIECES)
    table.commands.stamp()
    table.hand.click("D5")
    assert table.at("D5") == HexContent(RIVER.terrain, None, RIVER.obstacle, HOUSE.unit)
    table.commands.set_parts(ClipParts.GROUND)
    table.hand.click("G5")
    assert table.at("G5") == HexContent(terrain=HOUSE.terrain)


def test_the_status_bar_shows_the_clip_and_its_keys(table: Table) -> None:
    said: list[str] = []
    table.toolbox.status_message.connect(said.append)
    table.commands.stamp()
    table.commands.set_parts(ClipParts.GROUND)
    assert said == [
        "R rotates, X and Y flip, Esc cancels",
        "Terrain only: R rotates it, X and Y flip it, Esc cancels",
    ]


def test_an_empty_selection_makes_no_stamp_and_is_reported(table: Table) -> None:
    said: list[str] = []
    table.commands.status_message.connect(said.append)
    table.selection.select({table.hex("H9")})
    table.commands.stamp()
    table.commands.mirror_clip(Mirror.LEFT_RIGHT)
    assert said == [
        "Nothing to copy: select a hex that is not empty",
        "Nothing to flip: paste hexes or make a stamp first",
    ]
    assert table.toolbox.tool.name == "select"
