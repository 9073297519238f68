"""Lines drawn with the mouse: rivers, roads, rails, coasts."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication
from tests.core.model.paths.test_published import CASES, bare, laid
from tests.editor.tools.conftest import Table
from tests.reference_data import board_file

from m44core.hexes import Direction, Hex
from m44core.io.files.open import read_file
from m44core.model import edits
from m44core.model.parts import Piece
from m44core.model.paths.path_families import load_paths
from m44editor.board.geometry import centre

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
R = Qt.Key.Key_R


@pytest.fixture
def table(table: Table) -> Table:
    """Return a table with an empty board, the path tool and a road to draw."""
    table.document.replace(edits.new_scenario(), None)
    table.view.set_scenario(table.document.scenario)
    table.take("road")
    table.toolbox.use("path")
    return table


def status_messages(table: Table) -> list[str]:
    """Return a list that collects all status messages from now on."""
    said: list[str] = []
    table.toolbox.status_message.connect(said.append)
    return said


def tile(table: Table, name: str) -> Piece | None:
    return table.at(name).terrain


def window_position(table: Table, name: str) -> QPoint:
    """Return the window position of a hex, or with ``G5>W`` of its neighbor to the west."""
    hex_, _, way = name.partition(">")
    where = table.hex(hex_).neighbour(Direction(way)) if way else table.hex(hex_)
    shown = table.view.from_units(QPointF(centre(where)))
    return table.view.viewport().mapTo(table.view.window(), shown.toPoint())


def test_one_stroke_places_a_complete_path_as_one_step(table: Table) -> None:
    before = table.document.scenario
    table.hand.drag("C5", "F5", "f6")
    assert [tile(table, name) for name in ("C5", "D5", "F5")] == [
        Piece("road"),
        Piece("road"),
        Piece("roadcurve", 3),
    ]
    assert table.steps == 1
    table.document.undo_stack.undo()
    assert table.document.scenario == before


def test_the_line_is_there_while_it_is_drawn(table: Table) -> None:
    table.hand.press("C5")
    table.hand.move("F5")
    assert tile(table, "E5") == Piece("road")
    table.hand.move("D5")
    assert tile(table, "F5") is None
    table.hand.release("D5")


def test_escape_undoes_the_current_path(table: Table) -> None:
    table.hand.press("C5")
    table.hand.move("F5")
    table.hand.key(Qt.Key.Key_Escape)
    table.hand.release("F5")
    assert (table.steps, tile(table, "E5")) == (0, None)


def test_missing_tiles_are_reported_and_shown_during_the_drag(table: Table) -> None:
    table.take("wtrenches")
    said = status_messages(table)
    table.hand.press("C5")
    table.hand.move("E5")
    table.hand.move("e6")
    table.hand.move("f8")
    assert said[-1] == "On E5, no tile connects all 2 lines that meet there: winter trenches"
    assert table.view._highlights["faults"].hexes == {table.hex("E5")}
    table.hand.move("e6")
    table.hand.move("E5")
    assert said[-1] == ""
    assert "faults" not in table.view._highlights
    table.hand.release("E5")


def test_r_switches_the_crossing_during_and_after_the_drag(table: Table) -> None:
    table.take("river")
    table.hand.drag("A5", "M5")
    table.take("road")
    said = status_messages(table)
    table.hand.press("e6")
    table.hand.move("E5")
    table.hand.move("d4")
    assert table.at("E5").structure == Piece("bridge", 2)
    assert said[-1] == "Crosses at E5: press R for a different crossing"
    table.commands.rotate()
    assert table.at("E5").structure == Piece("pontoon", 2)
    table.hand.release("d4")
    table.commands.rotate()
    table.commands.rotate()
    assert table.at("E5").structure is None
    table.commands.rotate(clockwise=False)
    assert table.at("E5").structure == Piece("ford", 1)
    assert table.steps == 2


def test_a_new_route_replaces_the_old_one_unless_control_is_held(table: Table) -> None:
    table.hand.drag("A5", "M5")
    table.hand.drag("C5", "c6", "f6", "G5")
    assert tile(table, "E5") is None
    table.document.undo_stack.undo()
    table.hand.drag("C5", "c6", "f6", "G5", keys=CONTROL)
    assert tile(table, "E5") == Piece("road")


def test_shift_goes_on_from_where_the_last_line_ended(table: Table) -> None:
    table.hand.drag("B5", "D5")
    table.hand.click("G5", keys=SHIFT)
    assert [tile(table, f"{letter}5") for letter in "BCDEF"] == [Piece("road")] * 5


def test_lines_are_drawn_with_the_keyboard_alone(table: Table) -> None:
    table.view.show_hex(table.hex("C5"))
    table.hand.key(Qt.Key.Key_Space)
    for _ in range(3):
        table.hand.key(Qt.Key.Key_Right)
    table.hand.key(Qt.Key.Key_Return, SHIFT)
    assert [tile(table, f"{letter}5") for letter in "CDEF"] == [Piece("road")] * 4


def test_the_tool_picks_a_path_piece_if_there_was_none(table: Table) -> None:
    table.toolbox.use("select")
    table.take("woods")
    table.toolbox.use("path")
    assert table.brush.element.name == "road"


def test_a_click_is_previewed(table: Table) -> None:
    table.hand.move("G5")
    assert [art.name for arts in table.view._ghost.values() for art in arts] == ["road"]


def test_picking_up_a_path_piece_keeps_the_path_tool(table: Table) -> None:
    table.take("river")
    table.hand.drag("C5", "F5")
    table.take("road")
    table.hand.click("D5", Qt.MouseButton.RightButton, Qt.KeyboardModifier.AltModifier)
    assert (table.brush.element.name, table.toolbox.tool.name) == ("river", "path")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['board']}-{case['family']}")
def test_a_published_line_is_drawn_by_mouse_in_few_strokes(
    table: Table, case: dict[str, object]
) -> None:
    family = load_paths()[str(case["family"])]
    published = read_file(board_file(str(case["board"]))).scenario
    assert published is not None
    table.document.replace(bare(published, family), None)
    table.view.set_scenario(table.document.scenario)
    table.view.fit()
    table.take(family.tiles[0])
    strokes = case["strokes"]
    assert isinstance(strokes, list)
    for stroke in strokes:
        table.hand.drag_points(Qt.MouseButton.LeftButton, *points(table, stroke))
        if stroke.startswith("open "):
            table.commands.rotate()
    QApplication.processEvents()
    assert laid(table.document.scenario, str(case["board"])) == laid(published, str(case["board"]))
    assert table.steps == len(strokes) <= 6


def points(table: Table, stroke: str) -> list[QPoint]:
    """Return the window positions of a stroke such as ``open from-W A5 C5 to-NE``."""
    names = stroke.removeprefix("open ").split()
    if names[0].startswith("from-"):
        names[0] = f"{names[1]}>{names[0].removeprefix('from-')}"
    if names[-1].startswith("to-"):
        names[-1] = f"{names[-2]}>{names[-1].removeprefix('to-')}"
    return [window_position(table, name) for name in names]


def test_the_nearest_hex_may_be_beyond_the_edge(table: Table) -> None:
    from m44editor.board.geometry import nearest_hex

    for hex_ in (Hex(-2, 0), Hex(-1, -1), Hex(3, 9)):
        point = centre(hex_)
        assert nearest_hex(point.x(), point.y()) == hex_
