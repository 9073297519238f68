"""The eraser: its reach, and repairing paths."""

from __future__ import annotations

import pytest
from tests.editor.tools.conftest import BoardDriver

from m44core.model import edits
from m44core.model.edits.piece_edits import EraserReach
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit

FULL_CONTENT = HexContent(
    Piece("woods"), Piece("bunker"), Piece("wire"), Unit("infus", badge="badge4"), (Tag("medal1"),)
)


@pytest.fixture
def board_driver(board_driver: BoardDriver) -> BoardDriver:
    board_driver.document.replace(edits.new_scenario(), None)
    board_driver.view.set_scenario(board_driver.document.scenario)
    return board_driver


@pytest.mark.parametrize(
    ("reach", "pieces_left"),
    [
        (EraserReach.TOP, "terrain structure obstacle unit"),
        (EraserReach.GROUND, "obstacle unit tags"),
        (EraserReach.OBSTACLES, "terrain structure unit tags"),
        (EraserReach.UNITS, "terrain structure obstacle tags"),
        (EraserReach.MARKS, "terrain structure obstacle unit"),
    ],
)
def test_the_eraser_removes_pieces_within_its_reach(
    board_driver: BoardDriver, reach: EraserReach, pieces_left: str
) -> None:
    board_driver.document.edit(
        "Put", board_driver.document.scenario.with_hexes({board_driver.hex("E5"): FULL_CONTENT})
    )
    board_driver.toolbox.use_eraser(reach)
    board_driver.user.click("E5")
    layers = ("terrain", "structure", "obstacle", "unit", "tags")
    content = board_driver.at("E5")
    assert " ".join(name for name in layers if getattr(content, name)) == pieces_left


def test_erasing_a_river_repairs_its_ends_in_one_step(board_driver: BoardDriver) -> None:
    board_driver.pick_up("river")
    board_driver.toolbox.use("path")
    board_driver.user.drag("A5", "M5")
    before = board_driver.document.scenario
    board_driver.toolbox.use("eraser")
    board_driver.user.drag("E5", "F5")
    assert [board_driver.at(name).terrain for name in ("D5", "G5")] == [
        Piece("pond"),
        Piece("pond", 4),
    ]
    board_driver.document.undo_stack.undo()
    assert board_driver.document.scenario == before


def test_path_ends_are_kept_if_repairing_is_off(board_driver: BoardDriver) -> None:
    board_driver.pick_up("river")
    board_driver.toolbox.use("path")
    board_driver.user.drag("A5", "M5")
    board_driver.toolbox.set_path_repair(False)
    board_driver.toolbox.use("eraser")
    board_driver.user.click("F5")
    assert board_driver.at("E5").terrain == Piece("river")
