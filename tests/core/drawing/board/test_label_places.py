"""Labels are clear of counters, markers and each other, on printed maps and in the editor."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from m44core.board import BOARDS, BoardType
from m44core.drawing.board.board_layout import hex_centre
from m44core.drawing.board.hex_labels import (
    SMALL_PLACES,
    LabelPlace,
    Level,
    label_boxes,
    small_label_boxes,
)
from m44core.drawing.board.label_places import label_places
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.board.scenario_drawing import (
    VisibleLayers,
    arts_of_hex,
    draw_scenario,
    hexes_with_cut_labels,
)
from m44core.drawing.shapes.art import PaintingPlane
from m44core.drawing.shapes.extents import Extent, drawing_extent
from m44core.drawing.shapes.shapes import Group, Text
from m44core.drawing.units.unit_counter import COUNT_DISC, COUNTER_BOX
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit
from m44core.publish.paper_and_ink import Paper
from m44core.publish.sheet_layout import SheetStyle, sheet_layout
from m44core.resources import shipped_scenarios

SIZE = 16.0  # units: 6 pt type on a sheet
HEX = Hex(8, 4)
LEFT, RIGHT = HEX.neighbours()[3], HEX.neighbours()[0]
UNIT = HexContent(unit=Unit("infger"))


def places_by_hex(scenario: Scenario) -> dict[Hex, LabelPlace]:
    arts = {hex_: arts_of_hex(scenario, hex_) for hex_ in scenario.board.hexes}
    return label_places(scenario, SIZE, arts)


def scenario_with_label(label: str, **contents: HexContent) -> Scenario:
    hexes = {"here": HEX, "left": LEFT, "right": RIGHT}
    placed = {hexes[key]: content for key, content in contents.items()}
    return Scenario(BOARDS[BoardType.STANDARD], hexes=placed, labels={HEX: (label,)})


def label_boxes_on_board(scenario: Scenario, hex_: Hex = HEX) -> list[Extent]:
    x, y = hex_centre(hex_)
    found = label_boxes(scenario.labels[hex_], SIZE, places_by_hex(scenario)[hex_]).boxes
    return [Extent(b.left + x, b.top + y, b.right + x, b.bottom + y) for b in found]


def counter_boxes(scenario: Scenario) -> list[Extent]:
    """Return the counters on a board, each with its disc."""
    left, top, width, height = COUNTER_BOX
    disc_x, disc_y, radius = COUNT_DISC
    found = []
    for hex_, _ in scenario.units():
        x, y = hex_centre(hex_)
        found.append(Extent(x + left, y + top, x + left + width, y + top + height))
        disc = Extent(disc_x - radius, disc_y - radius, disc_x + radius, disc_y + radius)
        found.append(Extent(x + disc.left, y + disc.top, x + disc.right, y + disc.bottom))
    return found


def overlap_area(one: Extent, other: Extent) -> float:
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0.0, across) * max(0.0, down)


def test_a_label_with_room_is_low_on_its_hex() -> None:
    place = places_by_hex(scenario_with_label("Pegasus Bridge"))[HEX]
    assert (place.y, place.shift) == (LabelPlace().y, 0)


def test_a_long_label_between_units_is_broken_more_often() -> None:
    scenario = scenario_with_label("4th Royal Tank Regiment", left=UNIT, right=UNIT)
    assert len(label_boxes_on_board(scenario)) == 3
    counters = counter_boxes(scenario)
    assert not any(
        overlap_area(line, counter)
        for line in label_boxes_on_board(scenario)
        for counter in counters
    )


def test_a_long_word_moves_away_from_the_unit_next_to_it() -> None:
    assert places_by_hex(scenario_with_label("Dzhurzhentsy", left=UNIT))[HEX].shift > 0


def test_a_label_on_wire_is_above_it() -> None:
    scenario = scenario_with_label("Exit", here=HexContent(obstacle=Piece("wire")))
    assert places_by_hex(scenario)[HEX].y < LabelPlace().y


def test_labels_of_neighboring_hexes_do_not_touch() -> None:
    names = {HEX: ("Saint-Laurent-sur-Mer",), RIGHT: ("Colleville-sur-Mer",)}
    scenario = replace(scenario_with_label(""), labels=names)
    assert not any(
        overlap_area(one, other)
        for one in label_boxes_on_board(scenario, HEX)
        for other in label_boxes_on_board(scenario, RIGHT)
    )


def test_no_label_of_a_shipped_scenario_covers_part_of_a_counter() -> None:
    for path in shipped_scenarios():
        scenario = read_file(path).scenario
        assert scenario
        scenario = scenario.with_labels_in("en")
        counters = counter_boxes(scenario)
        for hex_, lines in scenario.labels.items():
            for line in label_boxes_on_board(scenario, hex_) if lines else ():
                touched = [
                    round(area) for box in counters if (area := overlap_area(line, box)) > 40
                ]
                assert not touched, (path.stem, lines)


def test_a_printed_map_draws_each_label_at_its_place() -> None:
    scenario = scenario_with_label("Dzhurzhentsy", left=UNIT)
    drawn = draw_scenario(scenario, VisibleLayers(label_size=SIZE))
    (label,) = [
        node
        for node in drawn
        if isinstance(node, Group)
        and any(isinstance(each, Text) and each.text == "Dzhurzhentsy" for each in node.children)
    ]
    (text,) = label.children
    assert isinstance(text, Text)
    assert text.x == places_by_hex(scenario)[HEX].shift


@pytest.mark.bulk
def test_no_label_of_a_published_board_is_cut_on_paper(subtests: pytest.Subtests) -> None:
    boards = sorted(Path("tests/data/boards").glob("*.m44"))
    assert boards
    for path, style in product(boards, (SheetStyle.CLASSIC, SheetStyle.COMPACT)):
        with subtests.test(f"{path.stem} {style}"):
            scenario = read_file(path).scenario
            assert scenario
            layers = sheet_layout(scenario.board, Paper.A4, style).layers()
            assert hexes_with_cut_labels(scenario, layers) == []


def test_a_label_that_fits_on_three_lines_is_not_listed_as_cut() -> None:
    show = VisibleLayers(label_size=SIZE)
    assert hexes_with_cut_labels(scenario_with_label("the old town by the bridge"), show) == []
    long_label = "the long bridge over the river at the old town by the mill " * 3
    assert hexes_with_cut_labels(scenario_with_label(long_label), show) == [HEX]


# In small type, as in the editor


def small_place(scenario: Scenario) -> int:
    """Return the index of the place of the label on HEX."""
    *_, label = arts_of_hex(scenario, HEX)
    assert label.plane is PaintingPlane.LABEL
    return label.variant


@pytest.mark.parametrize("unit", [None, Unit("infger")])
@pytest.mark.parametrize("name", ["wire", "hedgehog", "sand"])
@pytest.mark.parametrize("orientation", [1, 2])
def test_a_small_label_is_clear_of_obstacles(
    name: str, orientation: int, unit: Unit | None
) -> None:
    content = HexContent(obstacle=Piece(name, orientation), unit=unit)
    scenario = scenario_with_label("Dog", here=content)
    (line,) = small_label_boxes(("Dog",), SMALL_PLACES[small_place(scenario)])
    drawings = [draw_art(art) for art in arts_of_hex(scenario, HEX)[1:-1]]
    assert not any(overlap_area(line, drawing_extent(drawing)) > 40 for drawing in drawings)


def test_a_small_label_with_room_is_low_on_its_hex() -> None:
    for content in HexContent(), UNIT, HexContent(tags=(Tag("medal1"),)):
        assert small_place(scenario_with_label("Caen", here=content)) == 0


def test_a_small_label_above_a_unit_moves_away_from_a_medal() -> None:
    content = replace(UNIT, obstacle=Piece("wire"), tags=(Tag("medal1"),))
    place = SMALL_PLACES[small_place(scenario_with_label("Thisnes", here=content))]
    assert place.level is Level.TOP
    assert place.shift < 0


def test_a_small_label_that_moves_up_avoids_the_label_above() -> None:
    content = replace(UNIT, obstacle=Piece("wire"))
    own = {HEX: ("Colleville", "Hermanville")}
    above = {Hex(HEX.col - 1, HEX.row - 1): ("Saint-Laurent-sur-Mer",)}
    scenario = replace(scenario_with_label("", here=content), labels=own)
    crowded = replace(scenario, labels={**own, **above})
    assert SMALL_PLACES[small_place(scenario)].shift == 0
    assert SMALL_PLACES[small_place(crowded)].shift > 0
