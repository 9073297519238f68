"""Objectives and exits drawn on the board by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from tests.editor.tools.conftest import BoardDriver

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Side
from m44core.model import edits
from m44core.model.exit_markers import exit_markers
from m44core.model.objective_medals import objective_side, objectives_on
from m44core.model.scenario_parts import MedalTerms
from m44editor.documents.board_layers import Layer

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def board_driver(board_driver: BoardDriver) -> BoardDriver:
    board_driver.document.replace(edits.new_scenario(), None)
    board_driver.view.set_scenario(board_driver.document.scenario)
    board_driver.toolbox.use("objective")
    return board_driver


def objective_hex_names(board_driver: BoardDriver) -> list[set[str]]:
    scenario = board_driver.document.scenario
    return [set(map(scenario.board.name, each.hexes)) for each in objectives_on(scenario)]


def exit_sides_by_hex(board_driver: BoardDriver) -> dict[str, Side | None]:
    scenario = board_driver.document.scenario
    markers = exit_markers(scenario)
    return {scenario.board.name(h): marker.side for marker in markers for h in marker.hexes}


def test_a_click_places_a_medal_for_the_side_farther_away(board_driver: BoardDriver) -> None:
    board_driver.user.click("C7")
    board_driver.user.click("C1")
    tokens = objectives_on(board_driver.document.scenario)
    sides = [objective_side(each.tag, base_catalogue()) for each in tokens]
    assert (objective_hex_names(board_driver), sides) == (
        [{"C7"}, {"C1"}],
        [Side.ALLIES, Side.AXIS],
    )
    assert board_driver.undo_step_count == 2


def test_clicks_with_shift_form_a_group_and_control_removes_hexes(
    board_driver: BoardDriver,
) -> None:
    board_driver.user.click("C5")
    board_driver.user.click("E5", modifiers=SHIFT)
    board_driver.user.click("G5", modifiers=SHIFT)
    assert objective_hex_names(board_driver) == [{"C5", "E5", "G5"}]
    board_driver.user.click("E5", modifiers=CONTROL)
    assert objective_hex_names(board_driver) == [{"C5", "G5"}]
    assert board_driver.selected == {"C5", "G5"}
    assert board_driver.undo_step_count == 4


def test_a_stroke_is_one_step_and_escape_undoes_it(board_driver: BoardDriver) -> None:
    before = board_driver.document.scenario
    board_driver.user.drag("C5", "D5", "E5")
    assert (objective_hex_names(board_driver), board_driver.undo_step_count) == (
        [{"C5", "D5", "E5"}],
        1,
    )
    board_driver.document.undo_stack.undo()
    assert board_driver.document.scenario == before
    board_driver.user.press("C5")
    board_driver.user.move("D5")
    board_driver.user.press_key(Qt.Key.Key_Escape)
    board_driver.user.release("D5")
    assert board_driver.document.scenario == before


def test_a_closed_stroke_encloses_hexes(board_driver: BoardDriver) -> None:
    board_driver.user.drag("E7", "f6", "F5", "e4", "D5", "d6", "E7")
    (objective,) = objective_hex_names(board_driver)
    assert {"E5", "e6"} & objective
    assert {"E7", "f6", "F5", "e4", "D5", "d6"} <= objective


def test_a_stroke_from_an_objective_adds_to_it_and_keeps_its_terms(
    board_driver: BoardDriver,
) -> None:
    board_driver.user.click("C5")
    (token,) = objectives_on(board_driver.document.scenario)
    permanent = replace(token.tag, medal=MedalTerms(permanent=True))
    after = board_driver.document.scenario.with_hexes(
        {token.hex: replace(board_driver.at("C5"), tags=(permanent,))}
    )
    board_driver.document.edit("Change", after)
    board_driver.user.drag("C5", "D5", "E5")
    (token,) = objectives_on(board_driver.document.scenario)
    assert objective_hex_names(board_driver) == [{"C5", "D5", "E5"}]
    assert token.tag.medal == MedalTerms(permanent=True)


def test_a_click_on_an_objective_selects_all_its_hexes_and_changes_nothing(
    board_driver: BoardDriver,
) -> None:
    board_driver.user.drag("C5", "D5", "E5")
    board_driver.selection.select(())
    board_driver.user.click("D5")
    assert board_driver.selected == {"C5", "D5", "E5"}
    assert board_driver.undo_step_count == 1


def test_removing_the_last_hex_removes_the_objective(board_driver: BoardDriver) -> None:
    board_driver.user.click("C5")
    board_driver.user.click("C5", modifiers=CONTROL)
    assert objective_hex_names(board_driver) == []


def test_objectives_are_drawn_by_keyboard(board_driver: BoardDriver) -> None:
    board_driver.view.show_hex(board_driver.hex("C5"))
    board_driver.user.press_key(Qt.Key.Key_Return)
    board_driver.user.press_key(Qt.Key.Key_Right)
    board_driver.user.press_key(Qt.Key.Key_Return, SHIFT)
    assert objective_hex_names(board_driver) == [{"C5", "D5"}]


def test_an_exit_along_an_edge_is_one_drag_and_one_step(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("exit")
    board_driver.user.drag("C9", "D9", "E9", "F9")
    assert exit_sides_by_hex(board_driver) == dict.fromkeys(("C9", "D9", "E9", "F9"), Side.ALLIES)
    assert board_driver.undo_step_count == 1
    assert board_driver.selected == {"C9", "D9", "E9", "F9"}
    board_driver.document.undo_stack.undo()
    assert exit_sides_by_hex(board_driver) == {}


def point_above(board_driver: BoardDriver, name: str) -> QPoint:
    """Return a point of the window above a hex of the top edge, off the board's hexes."""
    return board_driver.user.point(name) - QPoint(0, 40)


def test_an_exit_can_be_drawn_with_the_pointer_off_the_board(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("exit")
    board_driver.user.drag_points(
        LEFT,
        point_above(board_driver, "C9"),
        point_above(board_driver, "D9"),
        point_above(board_driver, "E9"),
    )
    assert exit_sides_by_hex(board_driver) == dict.fromkeys(("C9", "D9", "E9"), Side.ALLIES)


def test_a_drag_from_an_exit_extends_it_and_a_control_drag_removes_hexes(
    board_driver: BoardDriver,
) -> None:
    board_driver.toolbox.use("exit")
    board_driver.user.drag("C1", "D1")
    board_driver.user.drag("D1", "E1", "F1")
    assert exit_sides_by_hex(board_driver) == dict.fromkeys(("C1", "D1", "E1", "F1"), Side.AXIS)
    board_driver.user.drag("D1", "E1", modifiers=CONTROL)
    assert exit_sides_by_hex(board_driver) == dict.fromkeys(("C1", "F1"), Side.AXIS)


def test_a_press_inside_the_board_draws_no_exit_and_is_explained(board_driver: BoardDriver) -> None:
    messages: list[str] = []
    board_driver.toolbox.status_message.connect(messages.append)
    board_driver.toolbox.use("exit")
    board_driver.user.click("G5")
    assert "Exits must be on an edge of the board" in messages
    assert board_driver.undo_step_count == 0


def test_no_markers_are_drawn_on_a_locked_layer(board_driver: BoardDriver) -> None:
    board_driver.toolbox._tool_context.layers.lock(Layer.TAGS, True)
    board_driver.user.click("C5")
    board_driver.toolbox.use("exit")
    board_driver.user.click("C9")
    assert board_driver.undo_step_count == 0


def test_a_click_previews_its_marker(board_driver: BoardDriver) -> None:
    board_driver.user.move("G7")
    assert [art.name for arts in board_driver.view._ghost.values() for art in arts] == ["medal1"]
    board_driver.toolbox.use("exit")
    board_driver.user.move("G1")
    assert [art.name for arts in board_driver.view._ghost.values() for art in arts] == ["tag4"]
