"""Lines drawn with the mouse: rivers, roads, rails, coasts."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication
from tests.core.model.paths.test_published_lines import CASES, tiles_and_structures, without_lines
from tests.editor.tools.conftest import BoardDriver
from tests.reference_data import board_file

from m44core.hexes import Direction, Hex
from m44core.io.files.file_reader import read_file
from m44core.model import edits
from m44core.model.paths.path_families import load_path_families
from m44core.model.scenario_parts import HexContent, Piece
from m44editor.board.geometry import centre

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
R = Qt.Key.Key_R


@pytest.fixture
def board_driver(board_driver: BoardDriver) -> BoardDriver:
    """Return an empty board with the path tool in use and a road to draw."""
    board_driver.document.replace(edits.new_scenario(), None)
    board_driver.view.set_scenario(board_driver.document.scenario)
    board_driver.pick_up("road")
    board_driver.toolbox.use("path")
    return board_driver


def collect_status_messages(board_driver: BoardDriver) -> list[str]:
    """Return a list that collects all status messages from now on."""
    messages: list[str] = []
    board_driver.toolbox.status_message.connect(messages.append)
    return messages


def tile_at(board_driver: BoardDriver, name: str) -> Piece | None:
    return board_driver.at(name).terrain


def window_position(board_driver: BoardDriver, name: str) -> QPoint:
    """Return the window position of a hex or, for ``G5>W``, of its neighbor to the west."""
    hex_, _, direction = name.partition(">")
    target_hex = (
        board_driver.hex(hex_).neighbour(Direction(direction))
        if direction
        else board_driver.hex(hex_)
    )
    view_position = board_driver.view.from_units(QPointF(centre(target_hex)))
    return board_driver.view.viewport().mapTo(board_driver.view.window(), view_position.toPoint())


def test_a_stroke_through_a_town_reports_that_the_town_stays(board_driver: BoardDriver) -> None:
    town = {board_driver.hex("D5"): HexContent(terrain=Piece("buildings"))}
    board_driver.document.replace(board_driver.document.scenario.with_hexes(town), None)
    messages = collect_status_messages(board_driver)
    board_driver.user.drag("A5", "G5")
    assert "D5" not in "".join(messages)
    board_driver.user.drag("C5", "E5")
    assert tile_at(board_driver, "D5") == Piece("buildings")
    assert "The terrain on D5 stays; erase it first to draw across it" in messages


def test_one_stroke_places_a_complete_path_as_one_step(board_driver: BoardDriver) -> None:
    before = board_driver.document.scenario
    board_driver.user.drag("C5", "F5", "f6")
    assert [tile_at(board_driver, name) for name in ("C5", "D5", "F5")] == [
        Piece("road"),
        Piece("road"),
        Piece("roadcurve", 3),
    ]
    assert board_driver.undo_step_count == 1
    board_driver.document.undo_stack.undo()
    assert board_driver.document.scenario == before


def test_the_line_is_visible_while_it_is_drawn(board_driver: BoardDriver) -> None:
    board_driver.user.press("C5")
    board_driver.user.move("F5")
    assert tile_at(board_driver, "E5") == Piece("road")
    board_driver.user.move("D5")
    assert tile_at(board_driver, "F5") is None
    board_driver.user.release("D5")


def test_escape_undoes_the_current_path(board_driver: BoardDriver) -> None:
    board_driver.user.press("C5")
    board_driver.user.move("F5")
    board_driver.user.press_key(Qt.Key.Key_Escape)
    board_driver.user.release("F5")
    assert (board_driver.undo_step_count, tile_at(board_driver, "E5")) == (0, None)


def test_missing_tiles_are_reported_and_shown_during_the_drag(board_driver: BoardDriver) -> None:
    board_driver.pick_up("wtrenches")
    messages = collect_status_messages(board_driver)
    board_driver.user.press("C5")
    board_driver.user.move("E5")
    board_driver.user.move("e6")
    board_driver.user.move("f8")
    assert messages[-1] == "On E5, no tile connects all 2 lines that meet there: winter trenches"
    assert board_driver.view._highlights["faults"].hexes == {board_driver.hex("E5")}
    board_driver.user.move("e6")
    board_driver.user.move("E5")
    assert messages[-1] == ""
    assert "faults" not in board_driver.view._highlights
    board_driver.user.release("E5")


def test_r_switches_the_crossing_during_and_after_the_drag(board_driver: BoardDriver) -> None:
    board_driver.pick_up("river")
    board_driver.user.drag("A5", "M5")
    board_driver.pick_up("road")
    messages = collect_status_messages(board_driver)
    board_driver.user.press("e6")
    board_driver.user.move("E5")
    board_driver.user.move("d4")
    assert board_driver.at("E5").structure == Piece("bridge", 2)
    assert messages[-1] == "Crosses at E5: press R for a different crossing"
    board_driver.commands.rotate()
    assert board_driver.at("E5").structure == Piece("pontoon", 2)
    board_driver.user.release("d4")
    board_driver.commands.rotate()
    board_driver.commands.rotate()
    assert board_driver.at("E5").structure is None
    board_driver.commands.rotate(clockwise=False)
    assert board_driver.at("E5").structure == Piece("ford", 1)
    assert board_driver.undo_step_count == 2


def test_a_new_route_replaces_the_old_one_unless_control_is_held(board_driver: BoardDriver) -> None:
    board_driver.user.drag("A5", "M5")
    board_driver.user.drag("C5", "c6", "f6", "G5")
    assert tile_at(board_driver, "E5") is None
    board_driver.document.undo_stack.undo()
    board_driver.user.drag("C5", "c6", "f6", "G5", modifiers=CONTROL)
    assert tile_at(board_driver, "E5") == Piece("road")


def test_shift_continues_from_the_end_of_the_last_line(board_driver: BoardDriver) -> None:
    board_driver.user.drag("B5", "D5")
    board_driver.user.click("G5", modifiers=SHIFT)
    assert [tile_at(board_driver, f"{letter}5") for letter in "BCDEF"] == [Piece("road")] * 5


def test_lines_are_drawn_with_the_keyboard_alone(board_driver: BoardDriver) -> None:
    board_driver.view.show_hex(board_driver.hex("C5"))
    board_driver.user.press_key(Qt.Key.Key_Space)
    for _ in range(3):
        board_driver.user.press_key(Qt.Key.Key_Right)
    board_driver.user.press_key(Qt.Key.Key_Return, SHIFT)
    assert [tile_at(board_driver, f"{letter}5") for letter in "CDEF"] == [Piece("road")] * 4


def test_the_tool_picks_a_path_piece_if_there_was_none(board_driver: BoardDriver) -> None:
    board_driver.toolbox.use("select")
    board_driver.pick_up("woods")
    board_driver.toolbox.use("path")
    assert board_driver.brush.element.name == "road"


def test_a_click_is_previewed(board_driver: BoardDriver) -> None:
    board_driver.user.move("G5")
    assert [art.name for arts in board_driver.view._ghost.values() for art in arts] == ["road"]


def test_picking_up_a_path_piece_keeps_the_path_tool(board_driver: BoardDriver) -> None:
    board_driver.pick_up("river")
    board_driver.user.drag("C5", "F5")
    board_driver.pick_up("road")
    board_driver.user.click("D5", Qt.MouseButton.RightButton, Qt.KeyboardModifier.AltModifier)
    assert (board_driver.brush.element.name, board_driver.toolbox.tool.name) == ("river", "path")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['board']}-{case['family']}")
def test_a_published_line_is_drawn_by_mouse_in_few_strokes(
    board_driver: BoardDriver, case: dict[str, object]
) -> None:
    family = load_path_families()[str(case["family"])]
    published_scenario = read_file(board_file(str(case["board"]))).scenario
    assert published_scenario is not None
    board_driver.document.replace(without_lines(published_scenario, family), None)
    board_driver.view.set_scenario(board_driver.document.scenario)
    board_driver.view.fit()
    board_driver.pick_up(family.tiles[0])
    strokes = case["strokes"]
    assert isinstance(strokes, list)
    for stroke in strokes:
        board_driver.user.drag_points(
            Qt.MouseButton.LeftButton, *stroke_points(board_driver, stroke)
        )
        if stroke.startswith("open "):
            board_driver.commands.rotate()
    QApplication.processEvents()
    assert tiles_and_structures(
        board_driver.document.scenario, str(case["board"])
    ) == tiles_and_structures(published_scenario, str(case["board"]))
    assert board_driver.undo_step_count == len(strokes) <= 6


def stroke_points(board_driver: BoardDriver, stroke: str) -> list[QPoint]:
    """Return the window positions of a stroke such as ``open from-W A5 C5 to-NE``."""
    names = stroke.removeprefix("open ").split()
    if names[0].startswith("from-"):
        names[0] = f"{names[1]}>{names[0].removeprefix('from-')}"
    if names[-1].startswith("to-"):
        names[-1] = f"{names[-2]}>{names[-1].removeprefix('to-')}"
    return [window_position(board_driver, name) for name in names]


def test_the_nearest_hex_can_be_off_the_board(board_driver: BoardDriver) -> None:
    from m44editor.board.geometry import nearest_hex

    for hex_ in (Hex(-2, 0), Hex(-1, -1), Hex(3, 9)):
        point = centre(hex_)
        assert nearest_hex(point.x(), point.y()) == hex_
