"""Mirrored painting, with units of the other side."""

from __future__ import annotations

import pytest
from tests.editor.tools.conftest import Table

from m44core.model import edits
from m44core.model.edits import Mirror
from m44core.model.parts import Piece, Unit


@pytest.fixture
def table(table: Table) -> Table:
    table.document.replace(edits.new_scenario(), None)
    table.view.set_scenario(table.document.scenario)
    table.toolbox.use("brush")
    return table


def terrain(table: Table) -> set[str]:
    board, hexes = table.view.board, table.document.scenario.hexes
    return {board.name(h) for h, content in hexes.items() if content.terrain}


@pytest.mark.parametrize(
    ("how", "painted"),
    [
        (Mirror.LEFT_RIGHT, {"C7", "D7", "J7", "K7"}),
        (Mirror.TOP_BOTTOM, {"C7", "D7", "C3", "D3"}),
        (Mirror.HALF_TURN, {"C7", "D7", "J3", "K3"}),
    ],
)
def test_a_stroke_and_its_image_are_one_step(table: Table, how: Mirror, painted: set[str]) -> None:
    table.toolbox.set_mirror(how)
    table.hand.drag("C7", "D7")
    assert (terrain(table), table.steps) == (painted, 1)


def test_units_in_the_mirror_are_of_the_other_side(table: Table) -> None:
    table.toolbox.set_mirror(Mirror.TOP_BOTTOM)
    table.take("tank2us")
    table.hand.click("C7")
    assert table.at("C3").unit == Unit("tank2ger")
    table.toolbox.set_mirror_swaps(False)
    table.hand.click("E7")
    assert table.at("E3").unit == Unit("tank2us")


@pytest.mark.parametrize("tool", ["rectangle", "ellipse"])
def test_areas_are_mirrored(table: Table, tool: str) -> None:
    table.toolbox.set_mirror(Mirror.LEFT_RIGHT)
    table.toolbox.use(tool)
    table.hand.drag("B7", "D5")
    painted = terrain(table)
    assert {"C7", "K7"} <= painted
    assert len(painted) % 2 == 0


def test_the_eraser_erases_in_the_mirror_too(table: Table) -> None:
    table.toolbox.set_mirror(Mirror.LEFT_RIGHT)
    table.hand.drag("C7", "E7")
    table.toolbox.use("eraser")
    table.hand.click("J7")
    assert terrain(table) == {"C7", "E7", "I7", "K7"}


def test_a_river_joins_its_image(table: Table) -> None:
    table.toolbox.set_mirror(Mirror.LEFT_RIGHT)
    table.take("river")
    table.toolbox.use("path")
    table.hand.drag("A5", "G5")
    assert [table.at(f"{letter}5").terrain for letter in "ABCDEFGHIJKLM"] == [Piece("river")] * 13
    assert table.steps == 1


def test_the_mirror_image_is_previewed(table: Table) -> None:
    table.toolbox.set_mirror(Mirror.LEFT_RIGHT)
    table.hand.move("C7")
    assert set(table.view._ghost) == {table.hex("C7"), table.hex("K7")}


def test_an_oval_leaves_the_corners_out(table: Table) -> None:
    table.toolbox.use("ellipse")
    table.hand.drag("C7", "I3")
    painted = terrain(table)
    assert {"F5", "C5"} <= painted
    assert not painted & {"C7", "I3"}


def test_selected_units_change_sides_in_one_step(table: Table) -> None:
    table.take("infus")
    table.hand.drag("C7", "D7")
    table.selection.select({table.hex("C7"), table.hex("D7")})
    table.toolbox.use("select")
    table.commands.swap_unit_sides()
    assert [table.at(name).unit for name in ("C7", "D7")] == [Unit("infger")] * 2
    assert table.steps == 2
