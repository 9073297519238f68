"""The number of pieces of each kind that are left in the boxes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.model.edits import new_scenario, paint, place_unit
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece, Unit
from m44core.validation.components.component_bill import PiecesLeft, component_bill
from m44core.validation.components.owned_boxes import OwnedBoxes

BOARD = BOARDS[BoardType.STANDARD]
EMPTY = new_scenario()


def pieces_left(scenario: Scenario, name: str, **boxes: int) -> int | None:
    owned_boxes = OwnedBoxes(boxes) if boxes else None
    return PiecesLeft(component_bill(scenario), owned_boxes).count_left(
        base_catalogue().elements[name]
    )


def scenario_with_tiles(name: str, number: int, layer: Layer = Layer.TERRAIN) -> Scenario:
    return paint(EMPTY, layer, Piece(name), BOARD.hexes[:number])


@pytest.mark.parametrize(
    ("name", "number"),
    [("woods", 27), ("hedgerow", 12), ("river", 14), ("curve", 6), ("bridge", 4), ("bunker", 4),
     ("wire", 12), ("infger", 10), ("tankger", 8), ("gunger", 3), ("medal1", 10)],
)  # fmt: skip
def test_an_empty_board_leaves_all_pieces_in_the_box(name: str, number: int) -> None:
    assert pieces_left(EMPTY, name) == number
    assert pieces_left(EMPTY, name, base=2) in (2 * number, 2 * number + 1)


def test_placed_tiles_also_use_up_the_faces_on_their_backs() -> None:
    assert pieces_left(scenario_with_tiles("woods", 20), "woods") == 7
    assert pieces_left(scenario_with_tiles("woods", 30), "woods") == -3
    assert pieces_left(scenario_with_tiles("hedgerow", 12), "hedgerow") == 0
    scenario = paint(
        scenario_with_tiles("woods", 27), Layer.TERRAIN, Piece("hills"), BOARD.hexes[40:56]
    )
    assert pieces_left(scenario, "river") == 1
    assert pieces_left(scenario_with_tiles("bunker", 3, Layer.STRUCTURE), "bridge") == 1


def test_units_use_up_their_figures() -> None:
    five = place_unit(EMPTY, Unit("infger", figures=2), BOARD.hexes[:5])
    assert pieces_left(five, "infger") == 8
    assert pieces_left(five, "infus") == 10


def test_pieces_of_other_boxes_are_missing_or_of_unknown_number() -> None:
    assert pieces_left(EMPTY, "pjungle", base=1) == 0
    assert pieces_left(EMPTY, "pjungle", base=1, pacific=1) is None
    assert pieces_left(EMPTY, "pjungle") is None
    assert pieces_left(scenario_with_tiles("woods", 30), "woods", base=1, pacific=1) is None


def test_an_overlord_board_needs_two_boxes() -> None:
    overlord_scenario = replace(EMPTY, board=BOARDS[BoardType.OVERLORD])
    assert pieces_left(overlord_scenario, "woods") == 54
