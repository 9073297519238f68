"""Objectives and exits drawn on the board by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from tests.editor.tools.conftest import Table

from m44core.catalogue.load import base_catalogue
from m44core.catalogue.types import Side
from m44core.model import edits
from m44core.model.exit_markers import exit_markers
from m44core.model.objective_medals import objective_side, objectives_on
from m44core.model.parts import MedalTerms
from m44editor.documents.board_layers import Layer

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def table(table: Table) -> Table:
    table.document.replace(edits.new_scenario(), None)
    table.view.set_scenario(table.document.scenario)
    table.toolbox.use("objective")
    return table


def objectives(table: Table) -> list[set[str]]:
    scenario = table.document.scenario
    return [set(map(scenario.board.name, each.hexes)) for each in objectives_on(scenario)]


def exits(table: Table) -> dict[str, Side | None]:
    scenario = table.document.scenario
    markers = exit_markers(scenario)
    return {scenario.board.name(h): marker.side for marker in markers for h in marker.hexes}


def test_a_click_places_a_medal_for_the_side_farther_away(table: Table) -> None:
    table.hand.click("C7")
    table.hand.click("C1")
    tokens = objectives_on(table.document.scenario)
    sides = [objective_side(each.tag, base_catalogue()) for each in tokens]
    assert (objectives(table), sides) == ([{"C7"}, {"C1"}], [Side.ALLIES, Side.AXIS])
    assert table.steps == 2


def test_clicks_with_shift_form_a_group_and_control_removes_hexes(table: Table) -> None:
    table.hand.click("C5")
    table.hand.click("E5", keys=SHIFT)
    table.hand.click("G5", keys=SHIFT)
    assert objectives(table) == [{"C5", "E5", "G5"}]
    table.hand.click("E5", keys=CONTROL)
    assert objectives(table) == [{"C5", "G5"}]
    assert table.selected == {"C5", "G5"}
    assert table.steps == 4


def test_a_stroke_is_one_step_and_escape_undoes_it(table: Table) -> None:
    before = table.document.scenario
    table.hand.drag("C5", "D5", "E5")
    assert (objectives(table), table.steps) == ([{"C5", "D5", "E5"}], 1)
    table.document.undo_stack.undo()
    assert table.document.scenario == before
    table.hand.press("C5")
    table.hand.move("D5")
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.release("D5")
    assert table.document.scenario == before


def test_a_closed_stroke_encloses_hexes(table: Table) -> None:
    table.hand.drag("E7", "f6", "F5", "e4", "D5", "d6", "E7")
    (found,) = objectives(table)
    assert {"E5", "e6"} & found
    assert {"E7", "f6", "F5", "e4", "D5", "d6"} <= found


def test_a_stroke_from_an_objective_adds_to_it_and_keeps_its_terms(table: Table) -> None:
    table.hand.click("C5")
    (token,) = objectives_on(table.document.scenario)
    permanent = replace(token.tag, medal=MedalTerms(permanent=True))
    after = table.document.scenario.with_hexes(
        {token.hex: replace(table.at("C5"), tags=(permanent,))}
    )
    table.document.edit("Change", after)
    table.hand.drag("C5", "D5", "E5")
    (token,) = objectives_on(table.document.scenario)
    assert objectives(table) == [{"C5", "D5", "E5"}]
    assert token.tag.medal == MedalTerms(permanent=True)


def test_a_click_on_an_objective_selects_all_of_it_and_changes_nothing(table: Table) -> None:
    table.hand.drag("C5", "D5", "E5")
    table.selection.select(())
    table.hand.click("D5")
    assert table.selected == {"C5", "D5", "E5"}
    assert table.steps == 1


def test_removing_the_last_hex_removes_the_objective(table: Table) -> None:
    table.hand.click("C5")
    table.hand.click("C5", keys=CONTROL)
    assert objectives(table) == []


def test_objectives_are_drawn_by_keyboard(table: Table) -> None:
    table.view.show_hex(table.hex("C5"))
    table.hand.key(Qt.Key.Key_Return)
    table.hand.key(Qt.Key.Key_Right)
    table.hand.key(Qt.Key.Key_Return, SHIFT)
    assert objectives(table) == [{"C5", "D5"}]


def test_an_exit_along_an_edge_is_one_drag_and_one_step(table: Table) -> None:
    table.toolbox.use("exit")
    table.hand.drag("C9", "D9", "E9", "F9")
    assert exits(table) == dict.fromkeys(("C9", "D9", "E9", "F9"), Side.ALLIES)
    assert table.steps == 1
    assert table.selected == {"C9", "D9", "E9", "F9"}
    table.document.undo_stack.undo()
    assert exits(table) == {}


def point_above(table: Table, name: str) -> QPoint:
    """Return a point of the window above a hex of the top edge, off the board's hexes."""
    return table.hand.point(name) - QPoint(0, 40)


def test_the_pointer_may_leave_the_board(table: Table) -> None:
    table.toolbox.use("exit")
    table.hand.drag_points(
        LEFT, point_above(table, "C9"), point_above(table, "D9"), point_above(table, "E9")
    )
    assert exits(table) == dict.fromkeys(("C9", "D9", "E9"), Side.ALLIES)


def test_a_drag_from_an_exit_extends_it_and_control_closes_it(table: Table) -> None:
    table.toolbox.use("exit")
    table.hand.drag("C1", "D1")
    table.hand.drag("D1", "E1", "F1")
    assert exits(table) == dict.fromkeys(("C1", "D1", "E1", "F1"), Side.AXIS)
    table.hand.drag("D1", "E1", keys=CONTROL)
    assert exits(table) == dict.fromkeys(("C1", "F1"), Side.AXIS)


def test_a_press_inside_the_board_draws_no_exit_and_is_explained(table: Table) -> None:
    said: list[str] = []
    table.toolbox.status_message.connect(said.append)
    table.toolbox.use("exit")
    table.hand.click("G5")
    assert "Exits must be on an edge of the board" in said
    assert table.steps == 0


def test_markers_that_are_locked_are_not_drawn(table: Table) -> None:
    table.toolbox._bench.layers.lock(Layer.TAGS, True)
    table.hand.click("C5")
    table.toolbox.use("exit")
    table.hand.click("C9")
    assert table.steps == 0


def test_the_marker_of_a_click_is_previewed(table: Table) -> None:
    table.hand.move("G7")
    assert [art.name for arts in table.view._ghost.values() for art in arts] == ["medal1"]
    table.toolbox.use("exit")
    table.hand.move("G1")
    assert [art.name for arts in table.view._ghost.values() for art in arts] == ["tag4"]
