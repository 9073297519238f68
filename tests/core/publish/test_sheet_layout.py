"""The layout of sheets: maps are legible and complete on every paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from tests.core.publish.pdf_inspection import page_texts

from m44core.board import BOARDS, Board, BoardType
from m44core.drawing.board.scenario_drawing import draw_scenario, hex_centre
from m44core.drawing.shapes.shapes import Drawing, Group, Text
from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.publish.half_maps import half_extents
from m44core.publish.paper_and_ink import Paper
from m44core.publish.printed_map import PrintedMap
from m44core.publish.scenario_sheet import typeset_sheet
from m44core.publish.sheet_layout import (
    MILLIMETRES_PER_POINT,
    MIN_COUNTER_MILLIMETRES,
    MIN_TYPE_POINTS,
    SheetStyle,
    sheet_layout,
)
from m44core.publish.typesetter import Typesetter

CORPUS = sorted(Path("tests/data/boards").glob("*.m44"))
EN = renderer_in("en")


def scenario_of(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario
    return scenario


def text_sizes(drawing: Drawing, scale: float = 1.0) -> Iterator[float]:
    for node in drawing:
        if isinstance(node, Text):
            yield node.size * scale
        elif isinstance(node, Group):
            yield from text_sizes(node.children, scale * node.scale)


@pytest.mark.parametrize(
    ("board", "paper", "style"), list(product(BOARDS.values(), Paper, SheetStyle))
)
def test_counters_are_legible_and_the_map_is_within_the_margins(
    board: Board, paper: Paper, style: SheetStyle
) -> None:
    layout = sheet_layout(board, paper, style)
    assert layout.counter >= MIN_COUNTER_MILLIMETRES
    assert all(
        map_ <= area for map_, area in zip(layout.map_size, layout.printable_area, strict=True)
    )


@pytest.mark.bulk
def test_no_text_on_the_map_of_any_board_is_smaller_than_six_points(
    subtests: pytest.Subtests,
) -> None:
    assert CORPUS
    for path in CORPUS:
        with subtests.test(path.stem):
            scenario = scenario_of(path)
            for paper, style in product(Paper, SheetStyle):
                layout = sheet_layout(scenario.board, paper, style)
                smallest_size = min(text_sizes(draw_scenario(scenario, layout.layers(), EN)))
                assert smallest_size * layout.unit / MILLIMETRES_PER_POINT >= MIN_TYPE_POINTS, (
                    paper,
                    style,
                )


def test_a_wide_map_is_whole_on_large_paper_and_in_two_halves_on_small() -> None:
    overlord = BOARDS[BoardType.OVERLORD]
    assert sheet_layout(overlord, Paper.A3).is_landscape
    assert len(sheet_layout(overlord, Paper.A3).parts) == 1
    assert len(sheet_layout(overlord, Paper.A4).parts) == 2


def test_every_hex_is_whole_on_one_of_the_halves() -> None:
    overlord = BOARDS[BoardType.OVERLORD]
    left, right = half_extents(overlord)
    for x in (hex_centre(hex_)[0] for hex_ in overlord.hexes):
        assert x + 50 <= left.right or x - 50 >= right.left


def test_both_halves_have_row_numbers_on_both_sides_and_a_marked_seam() -> None:
    board = BOARDS[BoardType.OVERLORD]
    for half in PrintedMap(Scenario(board=board), EN).halves():
        numbers = re.findall(r">(\d)</text>", half)
        assert sorted(numbers) == sorted([*"123456789"] * 2)
        assert "stroke-dasharray" in half


def test_the_column_on_the_seam_is_named_below_both_halves(typesetter: Typesetter) -> None:
    omaha = scenario_of(Path("tests/data/boards/13-OmahaBeachOverlord.m44"))
    front_text, back_text = page_texts(typeset_sheet(typesetter, omaha, [EN]).pdf)
    assert "Left half. Column m is on both halves; place its pieces only once." in front_text
    assert "Right half. Column m is on both halves; place its pieces only once." in back_text


def test_a_wide_board_is_a_spread_with_the_setup_on_the_second_page(
    typesetter: Typesetter,
) -> None:
    omaha = scenario_of(Path("tests/data/boards/13-OmahaBeachOverlord.m44"))
    front_text, back_text = page_texts(typeset_sheet(typesetter, omaha, [EN]).pdf)
    assert "What is on the map" in front_text
    assert "Setup" in back_text
    assert "Setup" not in front_text
