"""Paper pieces: those the bill lists as missing, within the paper and without overlaps."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import sqrt
from pathlib import Path

import pytest
from tests.core.publish.pdf_inspection import page_texts, printed_extent, text_of_pdf

from m44core.catalogue.catalogue_types import Layer
from m44core.drawing.units.unit_art import LONE_FIGURE
from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.publish.content.missing_pieces import CutShape, missing_pieces, pieces_needed
from m44core.publish.paper_and_ink import Paper
from m44core.publish.paper_pieces import (
    FIGURE_MILLIMETRES,
    TOKEN_MILLIMETRES,
    arrange_on_pages,
    typeset_pieces,
)
from m44core.publish.poster import HEX_MILLIMETRES
from m44core.publish.typesetter import Typesetter
from m44core.resources import scenarios_folder, shipped_scenarios
from m44core.validation.components.arriving_units import arriving_units
from m44core.validation.components.component_bill import (
    boxes_not_owned,
    component_bill,
    component_rows,
)
from m44core.validation.components.owned_boxes import OwnedBoxes

EN = renderer_in("en")
OWNED = [OwnedBoxes({"base": 1}), OwnedBoxes({}), OwnedBoxes({"base": 2, "terrain": 1})]


def scenario(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario
    return scenario


@pytest.mark.parametrize("owned", OWNED, ids=["base", "nothing", "two and terrain"])
@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_the_printed_pieces_are_those_the_bill_lists_as_missing(
    path: Path, owned: OwnedBoxes
) -> None:
    shipped_scenario = scenario(path)
    bill, pieces = component_bill(shipped_scenario), missing_pieces(shipped_scenario, owned)
    kinds = Counter(piece.kind for piece in pieces if piece.kind)
    tiles = sum(1 for piece in pieces if piece.cut is CutShape.HEX and piece.kind)
    for row in component_rows(bill, owned.base_boxes):
        match str(row.component):
            case "hex tiles in total":
                assert tiles >= row.missing
            case "bunkers and bridges":
                assert kinds["bunker"] + kinds["bridge"] >= row.missing
            case kind if kind in kinds or row.missing:
                assert kinds[kind] >= row.missing
    missing_counts = Counter[object]()
    for piece_counts in boxes_not_owned(bill, owned).values():
        missing_counts.update(
            {called: n for called, n in piece_counts.items() if "load" not in called.context}
        )
    printed_counts = Counter(
        piece.name
        for piece in pieces
        if not piece.kind and (piece.begins_unit or piece.cut is not CutShape.UNIT)
    )
    assert {
        called for called in printed_counts if printed_counts[called] != missing_counts[called]
    } == set()


def test_scenarios_of_an_owned_base_box_need_no_paper_pieces() -> None:
    for path in sorted(scenarios_folder().glob("*.yaml")):
        kinds = {piece.name.text for piece in missing_pieces(scenario(path), OWNED[0])}
        assert kinds == set(), path.name


def test_all_pieces_of_the_board_can_be_printed() -> None:
    pegasus = scenario(scenarios_folder() / "pegasus-bridge.yaml")
    pieces = pieces_needed(pegasus)
    tile_count = sum(content.on(Layer.TERRAIN) is not None for content in pegasus.hexes.values())
    figures = sum(piece.cut is CutShape.UNIT for piece in pieces)
    assert sum(piece.cut is CutShape.HEX for piece in pieces) == tile_count
    assert figures == 4 * 15


@pytest.mark.parametrize("paper", Paper)
def test_no_piece_overlaps_another_or_the_edge_of_the_paper(paper: Paper) -> None:
    pieces = pieces_needed(scenario(scenarios_folder() / "examples/le-hamel.yaml"))
    pages = arrange_on_pages(pieces, paper)
    assert sum(map(len, pages)) == len(pieces)
    for page in pages:
        for placed in page:
            assert placed.left >= 0
            assert placed.left + placed.width <= paper.size[0]
            assert placed.top + placed.height <= paper.size[1]
        for one, other in combinations(page, 2):
            is_beside = one.left + one.width <= other.left or other.left + other.width <= one.left
            is_below = one.top + one.height <= other.top or other.top + other.height <= one.top
            assert is_beside or is_below


def test_each_page_of_fronts_has_its_backs(typesetter: Typesetter) -> None:
    pieces = missing_pieces(scenario(scenarios_folder() / "examples/le-hamel.yaml"), OWNED[0])
    document = typeset_pieces(typesetter, "Le Hamel", pieces, EN)
    number = len(arrange_on_pages(pieces, Paper.A4))
    assert document.pages == 2 + 2 * number, "the back of the first sheet of paper is empty"
    fronts = typeset_pieces(typesetter, "Le Hamel", pieces, EN, with_backs=False)
    assert fronts.pages == 1 + number
    assert "7 \N{MULTIPLICATION SIGN} Landing craft" in text_of_pdf(document.pdf)


def test_the_first_page_reports_that_no_piece_is_missing(typesetter: Typesetter) -> None:
    document = typeset_pieces(typesetter, "Pegasus Bridge", (), EN)
    assert document.pages == 1
    assert "Your boxes contain everything needed" in text_of_pdf(document.pdf)


def test_units_are_single_figures_of_which_four_fit_on_a_hex() -> None:
    kotelnikovo = scenario(scenarios_folder() / "examples/kotelnikovo.yaml")
    figures = [piece for piece in pieces_needed(kotelnikovo) if piece.cut is CutShape.UNIT]
    units = [*kotelnikovo.units(), *arriving_units(kotelnikovo)]
    assert sum(piece.begins_unit for piece in figures) == len(units)
    assert len(figures) > 3 * len(units)
    assert {piece.art.detail[0] for piece in figures} == {LONE_FIGURE}
    placed_pieces = [each for page in arrange_on_pages(figures, Paper.A4) for each in page]
    assert {(each.width, each.height) for each in placed_pieces} == {FIGURE_MILLIMETRES}
    width, height = FIGURE_MILLIMETRES
    room = HEX_MILLIMETRES - height * sqrt(3)  # half the width of a hex at the corner of two by two
    assert width <= room, "four counters are on the hex"


def test_backs_name_the_piece_its_effect_and_its_box(typesetter: Typesetter) -> None:
    pieces = missing_pieces(scenario(scenarios_folder() / "examples/le-hamel.yaml"), OWNED[0])
    text = page_texts(typeset_pieces(typesetter, "Le Hamel", pieces, EN).pdf)
    assert "Church Units must stop on entering" in text[3]
    assert "Terrain Pack" in text[3]
    assert "Backs" not in text[2]


def test_fronts_and_backs_are_aligned(typesetter: Typesetter) -> None:
    pieces = pieces_needed(scenario(scenarios_folder() / "pegasus-bridge.yaml"))
    pdf = typeset_pieces(typesetter, "Pegasus Bridge", pieces, EN, Paper.LETTER).pdf
    front_extent, back_extent = (
        printed_extent(pdf, page, top=50, bottom=80, left=5, right=210) for page in (2, 3)
    )
    width = Paper.LETTER.size[0]
    assert front_extent == pytest.approx((width - back_extent[1], width - back_extent[0]), abs=0.4)


def test_badges_and_markers_fit_next_to_figures() -> None:
    pieces = pieces_needed(scenario(scenarios_folder() / "examples/kotelnikovo.yaml"))
    placed_pieces = [each for page in arrange_on_pages(pieces, Paper.A4) for each in page]
    sizes = [
        (each.width, each.height) for each in placed_pieces if each.piece.cut is CutShape.TOKEN
    ]
    assert sizes
    assert all(width == height <= TOKEN_MILLIMETRES for width, height in sizes)
