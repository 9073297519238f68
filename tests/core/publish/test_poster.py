"""Posters: hexes as large as those of the game, on pages that cover the map."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.publish.pdf_inspection import page_texts, pdf_reader, text_of_pdf, text_positions

from m44core.cli.main import main
from m44core.drawing.board.scenario_drawing import ALL_LAYERS, board_size, hex_centre
from m44core.drawing.shapes.extents import Extent, visible_nodes
from m44core.drawing.shapes.shapes import HEX_WIDTH, Group, Shape, Text
from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.publish.paper_and_ink import Paper
from m44core.publish.poster import HEX_MILLIMETRES, OVERLAP_MILLIMETRES, best_tiling, typeset_poster
from m44core.publish.typesetter import Typesetter
from m44core.resources import scenarios_folder

EN = renderer_in("en")
MILLIMETRES_PER_POINT = 25.4 / 72  # millimetres
BARE_LAYERS = replace(ALL_LAYERS, hex_names=True, terrain=False, structures=False, obstacles=False)
NAMES = replace(BARE_LAYERS, units=False, tags=False, labels=False)


@pytest.fixture(scope="module")
def pegasus() -> Scenario:
    scenario = read_file(scenarios_folder() / "pegasus-bridge.yaml").scenario
    assert scenario
    return scenario


@pytest.mark.parametrize("width", [HEX_MILLIMETRES, 40.0])
def test_one_large_page_fits_the_map_and_its_margin(
    width: float, pegasus: Scenario, typesetter: Typesetter
) -> None:
    document = typeset_poster(typesetter, pegasus, EN, paper=None, hex_width=width, show=NAMES)
    page = pdf_reader(document.pdf).pages[0].mediabox
    map_width, map_height = board_size(pegasus.board)
    scale = width / HEX_WIDTH
    assert float(page.width) * MILLIMETRES_PER_POINT == pytest.approx(
        map_width * scale + 20, abs=0.1
    )
    assert float(page.height) * MILLIMETRES_PER_POINT == pytest.approx(
        map_height * scale + 20, abs=0.1
    )


def test_printed_hexes_are_as_far_apart_as_those_of_the_game(
    pegasus: Scenario, typesetter: Typesetter
) -> None:
    """The distances are measured on the printed page, between the letters A of a column."""
    document = typeset_poster(typesetter, pegasus, EN, paper=None, show=NAMES)
    places = text_positions(document.pdf, ["A9", "A7", "A1"])
    rows = HEX_MILLIMETRES * math.sqrt(3) / 2
    assert places["A9"][1] - places["A7"][1] == pytest.approx(2 * rows, abs=0.1)
    assert places["A9"][1] - places["A1"][1] == pytest.approx(8 * rows, abs=0.1)
    assert places["A9"][0] == pytest.approx(places["A1"][0], abs=0.1)


@given(st.floats(50, 3_000), st.floats(50, 3_000), st.sampled_from(Paper))
def test_the_pages_cover_the_map_and_overlap(map_width: float, high: float, paper: Paper) -> None:
    tiling = best_tiling((map_width, high), paper)
    for length, part_length, number in zip(
        (map_width, high), tiling.part, (tiling.columns, tiling.rows), strict=True
    ):
        assert number * (part_length - OVERLAP_MILLIMETRES) + OVERLAP_MILLIMETRES >= length - 1e-6
        assert (number - 1) * (
            part_length - OVERLAP_MILLIMETRES
        ) + OVERLAP_MILLIMETRES < length or number == 1


def test_a_poster_has_a_plan_and_a_page_for_each_part(
    pegasus: Scenario, typesetter: Typesetter
) -> None:
    document = typeset_poster(typesetter, pegasus, EN)
    map_width, map_height = board_size(pegasus.board)
    tiling = best_tiling(
        (map_width * HEX_MILLIMETRES / HEX_WIDTH, map_height * HEX_MILLIMETRES / HEX_WIDTH),
        Paper.A4,
    )
    assert document.pages == tiling.pages + 1 == 9
    assert "Pegasus Bridge B4" in text_of_pdf(document.pdf)


def test_each_page_has_the_hexes_of_its_part_and_no_others(
    pegasus: Scenario, typesetter: Typesetter
) -> None:
    scale = HEX_MILLIMETRES / HEX_WIDTH
    size = [length * scale for length in board_size(pegasus.board)]
    tiling = best_tiling((size[0], size[1]), Paper.A4)
    document = typeset_poster(typesetter, pegasus, EN, show=NAMES)
    across, down = (part_length - OVERLAP_MILLIMETRES for part_length in tiling.part)
    for number, text in enumerate(page_texts(document.pdf)[1:]):
        row, column = divmod(number, tiling.columns)
        foot = f"Pegasus Bridge {'ABC'[row]}{column + 1}"
        page_words = set(text.replace(foot, "").split())
        for hex_ in pegasus.board.hexes:
            x, y = (length * scale for length in hex_centre(hex_))
            x, y = x - column * across, y - row * down
            margins = x, y, tiling.part[0] - x, tiling.part[1] - y
            is_inside = min(margins) >= HEX_MILLIMETRES / 2  # its name stands near its upper corner
            is_near = min(margins) >= -HEX_MILLIMETRES
            is_printed = pegasus.board.name(hex_) in page_words
            assert is_printed or not is_inside
            assert is_near or not is_printed


@given(st.data())
def test_all_nodes_visible_in_a_window_are_in_its_part(data: st.DataObject) -> None:
    """The nodes are full-width characters, in moved groups that share their content."""
    letter = Text("漢字", 0, 0, 20, "ink")
    shared_content = (letter, Shape("M-5 0H5", stroke="ink", width=4))
    lengths = st.floats(-200, 200)
    groups = tuple(
        Group(shared_content, dx=data.draw(lengths), dy=data.draw(lengths)) for _ in range(5)
    )
    window, room = Extent(-50, -50, 50, 50), 20
    (part,) = visible_nodes((*groups, Group(())), [window])
    for group in groups:
        meets = abs(group.dx) <= 50 + 20 + room and abs(group.dy) <= 50 + 10 + room
        assert (group in part) is meets


def test_the_empty_board_has_no_piece_and_no_label(tmp_path: Path) -> None:
    file, full_pdf, empty_pdf = (
        scenarios_folder() / "pegasus-bridge.yaml",
        tmp_path / "full.pdf",
        tmp_path / "empty.pdf",
    )
    assert main(["poster", str(file), str(full_pdf), "--one-page"]) == 0
    assert main(["poster", str(file), str(empty_pdf), "--one-page", "--empty"]) == 0
    assert "Benouville" in text_of_pdf(full_pdf.read_bytes())
    assert "Benouville" not in text_of_pdf(empty_pdf.read_bytes())
    boxes = [pdf_reader(each.read_bytes()).pages[0].mediabox for each in (full_pdf, empty_pdf)]
    assert boxes[0] == boxes[1], "the board is as large as the map"
    assert empty_pdf.stat().st_size < full_pdf.stat().st_size
