"""Selecting with the lasso and the wand, and picking up areas with the eyedropper."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tests.editor.tools.conftest import Table

from m44core.model import edits
from m44core.model.parts import Piece

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
RING = ("C7", "E7", "E5", "C5", "C7")
AROUND = {"C7", "D7", "E7", "c6", "d6", "C5", "D5", "E5"}


@pytest.fixture
def table(table: Table) -> Table:
    table.document.replace(edits.new_scenario(), None)
    table.view.set_scenario(table.document.scenario)
    table.toolbox.use("lasso")
    return table


def test_the_lasso_selects_what_it_encloses(table: Table) -> None:
    table.hand.drag(*RING)
    assert {"C7", "E7", "E5", "C5", "c6", "d6"} <= table.selected <= AROUND


@pytest.mark.parametrize(
    ("keys", "selected"),
    [(SHIFT, {"D5", "M5", "c6"}), (CONTROL, {"M5"}), (SHIFT | CONTROL, {"c6"})],
)
def test_keys_add_remove_and_intersect(
    table: Table, keys: Qt.KeyboardModifier, selected: set[str]
) -> None:
    table.selection.select({table.hex("c6"), table.hex("M5")})
    table.hand.drag(*RING, keys=keys)
    assert selected <= table.selected | {"D5"}
    assert ("M5" in table.selected) == ("M5" in selected)
    assert ("c6" in table.selected) == ("c6" in selected)


def test_escape_selects_what_was_selected_before(table: Table) -> None:
    table.selection.select({table.hex("M5")})
    table.hand.press("C7")
    table.hand.move("E7")
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.release("E7")
    assert table.selected == {"M5"}


def test_a_drag_with_the_eyedropper_picks_up_a_stamp(table: Table) -> None:
    table.toolbox.use("brush")
    table.hand.drag("C5", "D5")
    table.toolbox.use("eyedropper")
    table.hand.drag("C5", "D5")
    assert table.toolbox.tool.name == "paste"
    table.hand.click("H5")
    tiles = {table.view.board.name(h) for h in table.document.scenario.hexes}
    assert len(tiles) == 4
    assert table.at("H5").terrain == Piece("woods")


def test_a_click_with_the_eyedropper_picks_up_a_piece(table: Table) -> None:
    table.take("hills")
    table.toolbox.use("brush")
    table.hand.click("C5")
    table.take("woods")
    table.toolbox.use("eyedropper")
    table.hand.click("C5")
    assert (table.brush.element.name, table.toolbox.tool.name) == ("hills", "brush")


def test_a_drag_with_alt_and_the_right_button_picks_up_a_stamp_and_keeps_the_brush(
    table: Table,
) -> None:
    table.toolbox.use("brush")
    table.hand.drag("C5", "D5")
    table.take("hills")
    table.hand.drag("C5", "D5", button=Qt.MouseButton.RightButton, keys=ALT)
    assert (table.toolbox.tool.name, table.brush.element.name) == ("paste", "hills")
    table.hand.drag("H5", "H5")
    assert table.at("H5").terrain == Piece("woods")
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.key(Qt.Key.Key_Escape)
    assert table.toolbox.tool.name == "brush"


def test_escape_cancels_a_drag_with_the_right_button(table: Table) -> None:
    table.toolbox.use("brush")
    table.hand.drag("C5", "D5")
    table.hand.press("C5", Qt.MouseButton.RightButton, ALT)
    table.hand.move("D5")
    assert table.view._highlights["changing"].hexes == {table.hex("C5"), table.hex("D5")}
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.release("D5", Qt.MouseButton.RightButton)
    assert table.toolbox.tool.name == "brush"
    assert "changing" not in table.view._highlights


def test_alt_and_a_right_click_on_an_empty_hex_keep_the_tool(table: Table) -> None:
    table.hand.click("C5", Qt.MouseButton.RightButton, ALT)
    assert table.toolbox.tool.name == "lasso"


@pytest.fixture
def woods_table(table: Table) -> Table:
    """Return a table with the wand in use, three connected hexes of woods, and a separate one."""
    table.toolbox.use("brush")
    table.hand.drag("C5", "D5", "d6")
    table.hand.click("H5")
    table.toolbox.use("wand")
    return table


def test_the_wand_selects_connected_hexes_of_the_same_terrain(woods_table: Table) -> None:
    woods_table.hand.click("D5")
    assert woods_table.selected == {"C5", "D5", "d6"}
    assert woods_table.steps == 2


def test_the_wand_adds_removes_and_intersects(woods_table: Table) -> None:
    woods_table.hand.click("D5")
    woods_table.hand.click("H5", keys=SHIFT)
    assert woods_table.selected == {"C5", "D5", "d6", "H5"}
    woods_table.hand.click("D5", keys=CONTROL)
    assert woods_table.selected == {"H5"}
    woods_table.commands.select_all()
    woods_table.hand.click("D5", keys=SHIFT | CONTROL)
    assert woods_table.selected == {"C5", "D5", "d6"}


def test_the_wand_previews_its_selection(woods_table: Table) -> None:
    woods_table.hand.move("d6")
    marked = woods_table.view._highlights["changing"].hexes
    assert {woods_table.view.board.name(hex_) for hex_ in marked} == {"C5", "D5", "d6"}


def test_the_wand_works_by_keyboard(woods_table: Table) -> None:
    woods_table.view.show_hex(woods_table.hex("C5"))
    woods_table.hand.key(Qt.Key.Key_Space)
    assert woods_table.selected == {"C5", "D5", "d6"}
