from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tests.editor.tools.conftest import Table

from m44core.catalogue.types import Layer, Side
from m44core.model import edits
from m44core.model.parts import HexContent, Piece, Tag, Unit

SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
RIGHT = Qt.MouseButton.RightButton


def put(table: Table, name: str, content: HexContent) -> None:
    """Set the content of a hex, as if it had been read from a file."""
    table.document.edit("Put", table.document.scenario.with_hexes({table.hex(name): content}))


def test_one_brush_stroke_is_one_step(table: Table) -> None:
    before = table.document.scenario
    table.toolbox.use("brush")
    table.hand.drag("E5", "F5", "G5", "H5")
    assert table.steps == 1
    assert all(table.at(name).terrain == Piece("woods") for name in ("E5", "F5", "G5", "H5"))
    table.document.undo_stack.undo()
    assert table.document.scenario == before


def test_a_fast_stroke_leaves_no_gaps(table: Table) -> None:
    table.toolbox.use("brush")
    table.hand.drag("C5", "J5")
    painted = [table.at(f"{letter}5").terrain for letter in "CDEFGHIJ"]
    assert painted == [Piece("woods")] * 8


def test_two_strokes_are_two_steps(table: Table) -> None:
    table.toolbox.use("brush")
    table.hand.click("f6")
    table.hand.click("g4")
    assert table.steps == 2


def test_painting_what_is_there_already_is_no_step(table: Table) -> None:
    table.toolbox.use("brush")
    table.hand.click("f6")
    table.hand.click("f6")
    assert table.steps == 1


def test_shift_click_paints_a_line_from_the_last_hex(table: Table) -> None:
    table.toolbox.use("brush")
    table.hand.click("D5")
    table.hand.click("H5", keys=SHIFT)
    assert all(table.at(f"{letter}5").terrain == Piece("woods") for letter in "DEFGH")
    assert table.steps == 2


def test_no_line_begins_where_one_ended_on_another_scenario(table: Table) -> None:
    table.toolbox.use("brush")
    table.hand.click("D5")
    table.document.replace(edits.new_scenario(), None)
    table.hand.click("H5", keys=SHIFT)
    assert [h for h, content in table.document.scenario.hexes.items() if content.terrain] == [
        table.document.scenario.board.hex("H5")
    ]


def test_escape_undoes_the_current_stroke(table: Table) -> None:
    before = table.document.scenario
    table.toolbox.use("brush")
    table.hand.press("E5")
    table.hand.move("G5")
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.release("G5")
    assert table.document.scenario == before
    assert table.steps == 0


@pytest.mark.parametrize(
    ("name", "layer"),
    [("hills", "terrain"), ("bunker", "structure"), ("wire", "obstacle"), ("infus", "unit")],
)
def test_a_piece_replaces_the_one_on_its_layer(table: Table, name: str, layer: str) -> None:
    table.toolbox.use("brush")
    for element in ("woods", "bridge", "hedgehog", "infger", name):
        table.take(element)
        table.hand.click("g6")
    content = table.at("g6")
    assert getattr(content, layer).name == name
    assert all((content.terrain, content.structure, content.obstacle, content.unit))


def test_a_badge_goes_to_the_unit_and_tags_add_up(table: Table) -> None:
    table.toolbox.use("brush")
    for name in ("infger", "badge4", "medal1", "tag4", "tag4"):
        table.take(name)
        table.hand.click("g6")
    unit = table.at("g6").unit
    assert unit is not None
    assert unit.badge == "badge4"
    assert [tag.name for tag in table.at("g6").tags] == ["medal1", "tag4"]


def test_painting_over_the_same_piece_keeps_its_owner(table: Table) -> None:
    table.toolbox.use("brush")
    table.take("bunker")
    table.hand.click("g6")
    scenario = table.document.scenario
    owned = edits.set_piece_owner(scenario, Layer.STRUCTURE, Side.AXIS, [table.hex("g6")])
    table.document.edit("Own", owned)
    table.take("bunker", 2)
    table.hand.click("g6")
    assert table.at("g6").structure == Piece("bunker", 2, owner=Side.AXIS)


def test_the_rectangle_paints_every_hex_between_its_corners(table: Table) -> None:
    table.toolbox.use("rectangle")
    table.hand.drag("e6", "h4")
    painted = edits.area(table.view.board, table.hex("e6"), table.hex("h4"))
    assert len(painted) > 8
    assert all(table.document.scenario.at(h).terrain == Piece("woods") for h in painted)
    assert table.steps == 1


def test_a_cancelled_rectangle_paints_nothing(table: Table) -> None:
    table.toolbox.use("rectangle")
    table.hand.press("e6")
    table.hand.move("h4")
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.release("h4")
    assert table.steps == 0


def test_fill_paints_connected_hexes_of_the_same_terrain(table: Table) -> None:
    ground = edits.same_terrain(table.document.scenario, table.hex("g6"))
    table.take("hills")
    table.toolbox.use("fill")
    table.hand.click("g6")
    assert {h for h, c in table.document.scenario.hexes.items() if c.terrain == Piece("hills")} == (
        ground
    )
    assert table.steps == 1


def test_the_eraser_removes_the_top_piece_and_with_control_everything(table: Table) -> None:
    table.toolbox.use("brush")
    for name in ("hills", "infger"):
        table.take(name)
        table.hand.click("g6")
    table.toolbox.use("eraser")
    table.hand.click("g6")
    assert (table.at("g6").unit, table.at("g6").terrain) == (None, Piece("hills"))
    table.document.undo_stack.undo()
    table.hand.click("g6", keys=CONTROL)
    assert not table.at("g6")


@pytest.mark.parametrize("how", ["eyedropper", "right", "right as before", "alt"])
def test_pieces_are_picked_up_with_their_orientation(table: Table, how: str) -> None:
    table.take("river", 3)
    table.toolbox.use("brush")
    table.hand.click("g6")
    table.take("woods")
    if how == "eyedropper":
        table.toolbox.use("eyedropper")
        table.hand.click("g6")
    elif how == "right":
        table.hand.click("g6", RIGHT, ALT)
    elif how == "right as before":
        table.toolbox.right_button_picks = True
        table.hand.click("g6", RIGHT)
    else:
        table.hand.click("g6", keys=ALT)
    assert (table.brush.element.name, table.brush.orientation) == ("river", 3)
    assert table.toolbox.tool.name == "brush"
    assert table.steps == 1


def test_the_brush_shows_what_it_would_paint(table: Table) -> None:
    table.toolbox.use("brush")
    table.hand.move("g6")
    assert [art.name for arts in table.view._ghost.values() for art in arts] == ["woods"]


def test_painting_by_keyboard_alone(table: Table) -> None:
    table.toolbox.use("brush")
    table.view.show_hex(table.hex("g6"))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Return):
        table.hand.key(key)
    assert table.at("h6").terrain == table.at("i6").terrain == Piece("woods")


def test_recent_pieces_are_listed_latest_first(table: Table) -> None:
    table.toolbox.use("brush")
    for name in ("hills", "woods", "hills"):
        table.take(name)
        table.hand.click("g6")
    assert [element.name for element in table.brush.recent] == ["hills", "woods"]


def test_a_badge_without_a_unit_is_explained(table: Table) -> None:
    said: list[str] = []
    table.toolbox.status_message.connect(said.append)
    table.toolbox.use("brush")
    table.take("badge4")
    table.hand.click("g6")
    assert said == ["A badge belongs to a unit: place the unit first"]
    assert table.steps == 0


def test_a_unit_picked_up_brings_its_badge_and_figures(table: Table) -> None:
    commando = Unit("infus", figures=3, badge="badge4")
    put(table, "g6", HexContent(unit=commando))
    table.hand.click("g6", RIGHT, ALT)
    table.hand.click("i6")
    assert table.at("i6").unit == commando
    table.take("infus")
    table.hand.click("h4")
    assert table.at("h4").unit == Unit("infus"), "one from the palette is plain"


def test_an_exit_picked_up_brings_its_side_and_group(table: Table) -> None:
    group = (table.hex("h4"), table.hex("K3"))
    exits = Tag("tag4", side=Side.ALLIES, group=group)
    put(table, "g6", HexContent(tags=(exits,)))
    table.toolbox.use("eyedropper")
    table.hand.click("g6")
    table.hand.click("h4")
    assert table.at("h4").tags == (Tag("tag4", side=Side.ALLIES, group=group[1:]),)


def test_a_bunker_picked_up_is_turned_and_keeps_its_owner(table: Table) -> None:
    put(table, "g6", HexContent(structure=Piece("bunker", owner=Side.AXIS)))
    table.hand.click("g6", RIGHT, ALT)
    table.brush.turn()
    table.hand.click("i6")
    assert table.at("i6").structure == Piece("bunker", table.brush.orientation, owner=Side.AXIS)
