from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from tests.editor.tools.conftest import BoardDriver

from m44core.catalogue.catalogue_types import Layer, Side
from m44core.drawing.board.hex_labels import SMALL_PLACES, Level
from m44core.drawing.board.scenario_drawing import arts_of_hex
from m44core.model import edits
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit

SHIFT, CONTROL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
RIGHT = Qt.MouseButton.RightButton


def set_hex_content(board_driver: BoardDriver, name: str, content: HexContent) -> None:
    """Set the content of a hex, as if it had been read from a file."""
    board_driver.document.edit(
        "Put", board_driver.document.scenario.with_hexes({board_driver.hex(name): content})
    )


def test_one_brush_stroke_is_one_step(board_driver: BoardDriver) -> None:
    before = board_driver.document.scenario
    board_driver.toolbox.use("brush")
    board_driver.user.drag("E5", "F5", "G5", "H5")
    assert board_driver.undo_step_count == 1
    assert all(board_driver.at(name).terrain == Piece("woods") for name in ("E5", "F5", "G5", "H5"))
    board_driver.document.undo_stack.undo()
    assert board_driver.document.scenario == before


def test_a_fast_stroke_leaves_no_gaps(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    board_driver.user.drag("C5", "J5")
    painted_terrain = [board_driver.at(f"{letter}5").terrain for letter in "CDEFGHIJ"]
    assert painted_terrain == [Piece("woods")] * 8


def test_two_strokes_are_two_steps(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    board_driver.user.click("f6")
    board_driver.user.click("g4")
    assert board_driver.undo_step_count == 2


def test_wire_painted_on_a_label_moves_it_up_and_undo_moves_it_back(
    board_driver: BoardDriver,
) -> None:
    document, hex_ = board_driver.document, board_driver.hex("I5")

    def label_place() -> Level:
        *_, label = arts_of_hex(document.scenario, hex_)
        return SMALL_PLACES[label.variant].level

    document.edit("Label", edits.set_label(document.scenario, hex_, ("Easy",)))
    board_driver.pick_up("wire")
    board_driver.toolbox.use("brush")
    board_driver.user.drag("H5", "I5", "J5")
    assert label_place() is Level.MIDDLE
    document.undo_stack.undo()
    assert label_place() is Level.LOW


def test_painting_the_same_piece_again_is_no_step(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    board_driver.user.click("f6")
    board_driver.user.click("f6")
    assert board_driver.undo_step_count == 1


def test_shift_click_paints_a_line_from_the_last_hex(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    board_driver.user.click("D5")
    board_driver.user.click("H5", modifiers=SHIFT)
    assert all(board_driver.at(f"{letter}5").terrain == Piece("woods") for letter in "DEFGH")
    assert board_driver.undo_step_count == 2


def test_no_line_begins_where_one_ended_on_another_scenario(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    board_driver.user.click("D5")
    board_driver.document.replace(edits.new_scenario(), None)
    board_driver.user.click("H5", modifiers=SHIFT)
    assert [
        h for h, content in board_driver.document.scenario.hexes.items() if content.terrain
    ] == [board_driver.document.scenario.board.hex("H5")]


def test_escape_undoes_the_current_stroke(board_driver: BoardDriver) -> None:
    before = board_driver.document.scenario
    board_driver.toolbox.use("brush")
    board_driver.user.press("E5")
    board_driver.user.move("G5")
    board_driver.user.press_key(Qt.Key.Key_Escape)
    board_driver.user.release("G5")
    assert board_driver.document.scenario == before
    assert board_driver.undo_step_count == 0


@pytest.mark.parametrize(
    ("name", "layer"),
    [("hills", "terrain"), ("bunker", "structure"), ("wire", "obstacle"), ("infus", "unit")],
)
def test_a_piece_replaces_the_one_on_its_layer(
    board_driver: BoardDriver, name: str, layer: str
) -> None:
    board_driver.toolbox.use("brush")
    for element in ("woods", "bridge", "hedgehog", "infger", name):
        board_driver.pick_up(element)
        board_driver.user.click("g6")
    content = board_driver.at("g6")
    assert getattr(content, layer).name == name
    assert all((content.terrain, content.structure, content.obstacle, content.unit))


def test_a_badge_is_added_to_the_unit_and_tags_accumulate(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    for name in ("infger", "badge4", "medal1", "tag4", "tag4"):
        board_driver.pick_up(name)
        board_driver.user.click("g6")
    unit = board_driver.at("g6").unit
    assert unit is not None
    assert unit.badge == "badge4"
    assert [tag.name for tag in board_driver.at("g6").tags] == ["medal1", "tag4"]


def test_painting_over_the_same_piece_keeps_its_owner(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    board_driver.pick_up("bunker")
    board_driver.user.click("g6")
    scenario = board_driver.document.scenario
    owned_scenario = edits.set_piece_owner(
        scenario, Layer.STRUCTURE, Side.AXIS, [board_driver.hex("g6")]
    )
    board_driver.document.edit("Own", owned_scenario)
    board_driver.pick_up("bunker", 2)
    board_driver.user.click("g6")
    assert board_driver.at("g6").structure == Piece("bunker", 2, owner=Side.AXIS)


def test_the_rectangle_paints_every_hex_between_its_corners(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("rectangle")
    board_driver.user.drag("e6", "h4")
    painted_area = edits.hexes_in_rectangle(
        board_driver.view.board, board_driver.hex("e6"), board_driver.hex("h4")
    )
    assert len(painted_area) > 8
    assert all(board_driver.document.scenario.at(h).terrain == Piece("woods") for h in painted_area)
    assert board_driver.undo_step_count == 1


def test_a_canceled_rectangle_paints_nothing(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("rectangle")
    board_driver.user.press("e6")
    board_driver.user.move("h4")
    board_driver.user.press_key(Qt.Key.Key_Escape)
    board_driver.user.release("h4")
    assert board_driver.undo_step_count == 0


def test_fill_paints_connected_hexes_of_the_same_terrain(board_driver: BoardDriver) -> None:
    ground = edits.hexes_of_same_terrain(board_driver.document.scenario, board_driver.hex("g6"))
    board_driver.pick_up("hills")
    board_driver.toolbox.use("fill")
    board_driver.user.click("g6")
    assert {
        h for h, c in board_driver.document.scenario.hexes.items() if c.terrain == Piece("hills")
    } == (ground)
    assert board_driver.undo_step_count == 1


def test_the_eraser_removes_the_top_piece_and_with_control_everything(
    board_driver: BoardDriver,
) -> None:
    board_driver.toolbox.use("brush")
    for name in ("hills", "infger"):
        board_driver.pick_up(name)
        board_driver.user.click("g6")
    board_driver.toolbox.use("eraser")
    board_driver.user.click("g6")
    assert (board_driver.at("g6").unit, board_driver.at("g6").terrain) == (None, Piece("hills"))
    board_driver.document.undo_stack.undo()
    board_driver.user.click("g6", modifiers=CONTROL)
    assert not board_driver.at("g6")


@pytest.mark.parametrize("picking_method", ["eyedropper", "right", "right without Alt", "alt"])
def test_pieces_are_picked_up_with_their_orientation(
    board_driver: BoardDriver, picking_method: str
) -> None:
    board_driver.pick_up("river", 3)
    board_driver.toolbox.use("brush")
    board_driver.user.click("g6")
    board_driver.pick_up("woods")
    if picking_method == "eyedropper":
        board_driver.toolbox.use("eyedropper")
        board_driver.user.click("g6")
    elif picking_method == "right":
        board_driver.user.click("g6", RIGHT, ALT)
    elif picking_method == "right without Alt":
        board_driver.toolbox.right_button_picks = True
        board_driver.user.click("g6", RIGHT)
    else:
        board_driver.user.click("g6", modifiers=ALT)
    assert (board_driver.brush.element.name, board_driver.brush.orientation) == ("river", 3)
    assert board_driver.toolbox.tool.name == "brush"
    assert board_driver.undo_step_count == 1


def test_the_brush_previews_its_effect(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    board_driver.user.move("g6")
    assert [art.name for arts in board_driver.view._ghost.values() for art in arts] == ["woods"]


def test_painting_by_keyboard_alone(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    board_driver.view.show_hex(board_driver.hex("g6"))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Return):
        board_driver.user.press_key(key)
    assert board_driver.at("h6").terrain == board_driver.at("i6").terrain == Piece("woods")


def test_recent_pieces_are_listed_latest_first(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("brush")
    for name in ("hills", "woods", "hills"):
        board_driver.pick_up(name)
        board_driver.user.click("g6")
    assert [element.name for element in board_driver.brush.recent] == ["hills", "woods"]


def test_a_badge_without_a_unit_is_explained(board_driver: BoardDriver) -> None:
    messages: list[str] = []
    board_driver.toolbox.status_message.connect(messages.append)
    board_driver.toolbox.use("brush")
    board_driver.pick_up("badge4")
    board_driver.user.click("g6")
    assert messages == ["A badge belongs to a unit: place the unit first"]
    assert board_driver.undo_step_count == 0


def test_picking_up_a_unit_includes_its_badge_and_figures(board_driver: BoardDriver) -> None:
    commando = Unit("infus", figures=3, badge="badge4")
    set_hex_content(board_driver, "g6", HexContent(unit=commando))
    board_driver.user.click("g6", RIGHT, ALT)
    board_driver.user.click("i6")
    assert board_driver.at("i6").unit == commando
    board_driver.pick_up("infus")
    board_driver.user.click("h4")
    assert board_driver.at("h4").unit == Unit("infus"), "one from the palette is plain"


def test_picking_up_an_exit_includes_its_side_and_group(board_driver: BoardDriver) -> None:
    group = (board_driver.hex("h4"), board_driver.hex("K3"))
    exits = Tag("tag4", side=Side.ALLIES, group=group)
    set_hex_content(board_driver, "g6", HexContent(tags=(exits,)))
    board_driver.toolbox.use("eyedropper")
    board_driver.user.click("g6")
    board_driver.user.click("h4")
    assert board_driver.at("h4").tags == (Tag("tag4", side=Side.ALLIES, group=group[1:]),)


def test_a_picked_up_bunker_can_be_turned_and_keeps_its_owner(board_driver: BoardDriver) -> None:
    set_hex_content(board_driver, "g6", HexContent(structure=Piece("bunker", owner=Side.AXIS)))
    board_driver.user.click("g6", RIGHT, ALT)
    board_driver.brush.turn()
    board_driver.user.click("i6")
    assert board_driver.at("i6").structure == Piece(
        "bunker", board_driver.brush.orientation, owner=Side.AXIS
    )
