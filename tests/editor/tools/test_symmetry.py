"""Mirrored painting, with units of the other side."""

from __future__ import annotations

import pytest
from tests.editor.tools.conftest import BoardDriver

from m44core.model import edits
from m44core.model.edits import MirrorKind
from m44core.model.scenario_parts import Piece, Unit


@pytest.fixture
def board_driver(board_driver: BoardDriver) -> BoardDriver:
    board_driver.document.replace(edits.new_scenario(), None)
    board_driver.view.set_scenario(board_driver.document.scenario)
    board_driver.toolbox.use("brush")
    return board_driver


def terrain_hex_names(board_driver: BoardDriver) -> set[str]:
    board, hexes = board_driver.view.board, board_driver.document.scenario.hexes
    return {board.name(h) for h, content in hexes.items() if content.terrain}


@pytest.mark.parametrize(
    ("symmetry", "expected_hexes"),
    [
        (MirrorKind.LEFT_RIGHT, {"C7", "D7", "J7", "K7"}),
        (MirrorKind.TOP_BOTTOM, {"C7", "D7", "C3", "D3"}),
        (MirrorKind.HALF_TURN, {"C7", "D7", "J3", "K3"}),
    ],
)
def test_a_stroke_and_its_mirror_image_are_one_step(
    board_driver: BoardDriver, symmetry: MirrorKind, expected_hexes: set[str]
) -> None:
    board_driver.toolbox.set_mirror(symmetry)
    board_driver.user.drag("C7", "D7")
    assert (terrain_hex_names(board_driver), board_driver.undo_step_count) == (expected_hexes, 1)


def test_mirrored_units_belong_to_the_other_side(board_driver: BoardDriver) -> None:
    board_driver.toolbox.set_mirror(MirrorKind.TOP_BOTTOM)
    board_driver.pick_up("tank2us")
    board_driver.user.click("C7")
    assert board_driver.at("C3").unit == Unit("tank2ger")
    board_driver.toolbox.set_mirror_swaps_sides(False)
    board_driver.user.click("E7")
    assert board_driver.at("E3").unit == Unit("tank2us")


@pytest.mark.parametrize("tool", ["rectangle", "ellipse"])
def test_areas_are_mirrored(board_driver: BoardDriver, tool: str) -> None:
    board_driver.toolbox.set_mirror(MirrorKind.LEFT_RIGHT)
    board_driver.toolbox.use(tool)
    board_driver.user.drag("B7", "D5")
    painted_hexes = terrain_hex_names(board_driver)
    assert {"C7", "K7"} <= painted_hexes
    assert len(painted_hexes) % 2 == 0


def test_the_eraser_erases_the_mirror_image_too(board_driver: BoardDriver) -> None:
    board_driver.toolbox.set_mirror(MirrorKind.LEFT_RIGHT)
    board_driver.user.drag("C7", "E7")
    board_driver.toolbox.use("eraser")
    board_driver.user.click("J7")
    assert terrain_hex_names(board_driver) == {"C7", "E7", "I7", "K7"}


def test_a_river_joins_its_mirror_image(board_driver: BoardDriver) -> None:
    board_driver.toolbox.set_mirror(MirrorKind.LEFT_RIGHT)
    board_driver.pick_up("river")
    board_driver.toolbox.use("path")
    board_driver.user.drag("A5", "G5")
    assert [board_driver.at(f"{letter}5").terrain for letter in "ABCDEFGHIJKLM"] == [
        Piece("river")
    ] * 13
    assert board_driver.undo_step_count == 1


def test_the_mirror_image_is_previewed(board_driver: BoardDriver) -> None:
    board_driver.toolbox.set_mirror(MirrorKind.LEFT_RIGHT)
    board_driver.user.move("C7")
    assert set(board_driver.view._ghost) == {board_driver.hex("C7"), board_driver.hex("K7")}


def test_an_oval_omits_the_corners(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("ellipse")
    board_driver.user.drag("C7", "I3")
    painted_hexes = terrain_hex_names(board_driver)
    assert {"F5", "C5"} <= painted_hexes
    assert not painted_hexes & {"C7", "I3"}


def test_selected_units_change_sides_in_one_step(board_driver: BoardDriver) -> None:
    board_driver.pick_up("infus")
    board_driver.user.drag("C7", "D7")
    board_driver.selection.select({board_driver.hex("C7"), board_driver.hex("D7")})
    board_driver.toolbox.use("select")
    board_driver.commands.swap_unit_sides()
    assert [board_driver.at(name).unit for name in ("C7", "D7")] == [Unit("infger")] * 2
    assert board_driver.undo_step_count == 2
