"""Labels on a screen keep a readable size, clear of each other and of most pieces."""

from __future__ import annotations

from itertools import combinations

import pytest

from m44core.board import BOARDS, BoardType
from m44core.drawing.board.board_layout import board_size, hex_centre
from m44core.drawing.board.label_places import common_area
from m44core.drawing.board.scenario_drawing import arts_of_hex
from m44core.drawing.board.screen_labels import (
    ScreenLabel,
    draw_screen_label,
    screen_label_extent,
    screen_labels,
)
from m44core.drawing.shapes.extents import drawing_extent
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Unit
from m44core.resources import shipped_scenarios

SIZE, MIN_SIZE = 40.0, 32.0  # units: as at a quarter of the usual zoom
HALF_UNIT = 34.0
MIDDLE = Hex(12, 4)
UNIT = HexContent(unit=Unit("infger"))


def placed(scenario: Scenario, size: float = SIZE) -> dict[Hex, ScreenLabel]:
    arts = {hex_: arts_of_hex(scenario, hex_) for hex_ in scenario.board.hexes}
    return screen_labels(scenario, size, MIN_SIZE, arts)


def board_with(*names: str, unit_columns: tuple[int, ...] = ()) -> Scenario:
    """Return a board with labels on the hexes of a row, and units on some of its columns."""
    labels = {Hex(MIDDLE.col + 2 * n, MIDDLE.row): (name,) for n, name in enumerate(names)}
    hexes = {Hex(col, MIDDLE.row): UNIT for col in unit_columns}
    return Scenario(BOARDS[BoardType.STANDARD], hexes=hexes, labels=labels)


def test_a_label_on_an_empty_hex_is_in_its_middle() -> None:
    assert placed(board_with("Caen"))[MIDDLE] == ScreenLabel(("Caen",), *hex_centre(MIDDLE))


def test_a_label_is_next_to_the_unit_on_its_hex() -> None:
    label = placed(board_with("Caen", unit_columns=(MIDDLE.col,)))[MIDDLE]
    x, y = hex_centre(MIDDLE)
    assert label.x == x
    assert abs(label.y - y) > HALF_UNIT


def test_a_label_that_would_cover_another_is_hidden() -> None:
    names = ["Saint-Laurent-sur-Mer"] * 12
    shown = placed(board_with(*names), 60.0)
    assert 0 < len(shown) < len(names) / 2


def test_labels_that_are_large_enough_stay_as_they_are() -> None:
    scenario = board_with("Caen")
    arts = {hex_: arts_of_hex(scenario, hex_) for hex_ in scenario.board.hexes}
    assert screen_labels(scenario, 10.0, 8.0, arts) == {}


@pytest.mark.bulk
@pytest.mark.parametrize("size", [20.0, 40.0, 60.0])
def test_labels_of_built_in_scenarios_are_apart_and_on_the_board(size: float) -> None:
    for path in shipped_scenarios():
        scenario = read_file(path).scenario
        assert scenario
        extents = [screen_label_extent(label, size) for label in placed(scenario, size).values()]
        assert not [pair for pair in combinations(extents, 2) if common_area(*pair)]
        width, height = board_size(scenario.board)
        assert all(e.left >= 0 and e.top >= 0 for e in extents)
        assert all(e.right <= width and e.bottom <= height for e in extents)


def test_a_label_of_several_words_is_drawn_in_lines_around_its_middle() -> None:
    extent = drawing_extent(draw_screen_label(("Mont de", "Caubert"), SIZE))
    assert abs(extent.top + extent.bottom) < SIZE / 4
    assert extent.height > SIZE
