"""Copied hexes in hand: laid down, turned, mirrored, in part, again and again."""

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
    """Two hexes beside each other are selected on an otherwise empty board."""
    scenario = edits.new_scenario()
    hexes = {table.hex("C5"): HOUSE, table.hex("D5"): RIVER}
    table.document.replace(scenario.with_hexes(hexes), None)
    table.view.set_scenario(table.document.scenario)
    table.selection.select(hexes)
    return table


def test_a_stamp_is_laid_down_again_and_again_until_escape(table: Table) -> None:
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


def test_escape_takes_a_running_stamp_back(table: Table) -> None:
    before = table.document.scenario
    table.commands.stamp()
    table.hand.press("F5")
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.release("F5")
    assert table.document.scenario == before


def test_what_is_in_hand_is_turned_and_mirrored_before_it_is_laid(table: Table) -> None:
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


def test_only_terrain_or_only_pieces_are_laid_over_what_is_there(table: Table) -> None:
    table.hand.click("C5")
    table.commands.set_parts(ClipParts.PIECES)
    table.commands.stamp()
    table.hand.click("D5")
    assert table.at("D5") == HexContent(RIVER.terrain, None, RIVER.obstacle, HOUSE.unit)
    table.commands.set_parts(ClipParts.GROUND)
    table.hand.click("G5")
    assert table.at("G5") == HexContent(terrain=HOUSE.terrain)


def test_the_status_bar_says_what_is_in_hand_and_what_keys_do(table: Table) -> None:
    said: list[str] = []
    table.toolbox.status_message.connect(said.append)
    table.commands.stamp()
    table.commands.set_parts(ClipParts.GROUND)
    assert said == [
        "R turns, X and Y mirror what is in hand; Esc puts it away",
        "Terrain only: R turns, X and Y mirror it; Esc puts it away",
    ]


def test_nothing_selected_is_no_stamp_and_says_so(table: Table) -> None:
    said: list[str] = []
    table.commands.status_message.connect(said.append)
    table.selection.select({table.hex("H9")})
    table.commands.stamp()
    table.commands.mirror_clip(Mirror.LEFT_RIGHT)
    assert said == [
        "Nothing to copy: select a hex with something on it",
        "Nothing in hand to mirror: paste hexes, or make a stamp of them",
    ]
    assert table.toolbox.tool.name == "select"
