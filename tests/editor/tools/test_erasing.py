"""The eraser: its reach, and repairing paths."""

from __future__ import annotations

import pytest
from tests.editor.tools.conftest import Table

from m44core.model import edits
from m44core.model.edits.piece_edits import EraserReach
from m44core.model.parts import HexContent, Piece, Tag, Unit

FULL = HexContent(
    Piece("woods"), Piece("bunker"), Piece("wire"), Unit("infus", badge="badge4"), (Tag("medal1"),)
)


@pytest.fixture
def table(table: Table) -> Table:
    table.document.replace(edits.new_scenario(), None)
    table.view.set_scenario(table.document.scenario)
    return table


@pytest.mark.parametrize(
    ("reach", "left"),
    [
        (EraserReach.TOP, "terrain structure obstacle unit"),
        (EraserReach.GROUND, "obstacle unit tags"),
        (EraserReach.OBSTACLES, "terrain structure unit tags"),
        (EraserReach.UNITS, "terrain structure obstacle tags"),
        (EraserReach.MARKS, "terrain structure obstacle unit"),
    ],
)
def test_the_eraser_removes_pieces_within_its_reach(
    table: Table, reach: EraserReach, left: str
) -> None:
    table.document.edit("Put", table.document.scenario.with_hexes({table.hex("E5"): FULL}))
    table.toolbox.use_eraser(reach)
    table.hand.click("E5")
    layers = ("terrain", "structure", "obstacle", "unit", "tags")
    content = table.at("E5")
    assert " ".join(name for name in layers if getattr(content, name)) == left


def test_erasing_a_river_repairs_its_ends_in_one_step(table: Table) -> None:
    table.take("river")
    table.toolbox.use("path")
    table.hand.drag("A5", "M5")
    before = table.document.scenario
    table.toolbox.use("eraser")
    table.hand.drag("E5", "F5")
    assert [table.at(name).terrain for name in ("D5", "G5")] == [Piece("pond"), Piece("pond", 4)]
    table.document.undo_stack.undo()
    assert table.document.scenario == before


def test_path_ends_stay_if_repairing_is_off(table: Table) -> None:
    table.take("river")
    table.toolbox.use("path")
    table.hand.drag("A5", "M5")
    table.toolbox.set_path_repair(False)
    table.toolbox.use("eraser")
    table.hand.click("F5")
    assert table.at("E5").terrain == Piece("river")
