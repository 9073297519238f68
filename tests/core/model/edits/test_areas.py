"""Lines, rectangles, rings and areas of one terrain."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece

BOARD = BOARDS[BoardType.STANDARD]
BEACH = Scenario(face=Face.BEACH)


def hexes(names: str) -> list[Hex]:
    return [BOARD.hex(name) for name in names.split()]


@st.composite
def board_and_two_hexes(draw: st.DrawFn) -> tuple[Board, Hex, Hex]:
    board = draw(st.sampled_from(list(BOARDS.values())))
    return board, draw(st.sampled_from(board.hexes)), draw(st.sampled_from(board.hexes))


@given(board_and_two_hexes())
def test_a_line_is_a_shortest_path_on_the_board(case: tuple[Board, Hex, Hex]) -> None:
    board, start, end = case
    line = edits.hexes_on_line(board, start, end)
    assert (line[0], line[-1], len(line)) == (start, end, start.distance(end) + 1)
    assert set(line) <= set(board.hexes)
    assert all(a.distance(b) == 1 for a, b in pairwise(line))


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("A9", "D9", "A9 B9 C9 D9"),
        ("A9", "A7", "A9 a8 A7"),
        ("M1", "M3", "M1 l2 M3"),
        ("G5", "G5", "G5"),
        ("A9", "C5", "A9 a8 B7 b6 C5"),
    ],
)
def test_lines_are_straight(start: str, end: str, expected: str) -> None:
    assert edits.hexes_on_line(BOARD, BOARD.hex(start), BOARD.hex(end)) == tuple(hexes(expected))


@given(board_and_two_hexes())
def test_a_rectangle_is_the_same_from_either_corner(case: tuple[Board, Hex, Hex]) -> None:
    board, corner, opposite = case
    area = edits.hexes_in_rectangle(board, corner, opposite)
    assert area == edits.hexes_in_rectangle(board, opposite, corner)
    assert {corner, opposite} <= set(area) <= set(board.hexes)


def test_a_rectangle_has_the_hexes_whose_centers_are_in_it() -> None:
    area = edits.hexes_in_rectangle(BOARD, BOARD.hex("B9"), BOARD.hex("C7"))
    assert set(area) == set(hexes("B9 C9 b8 B7 C7"))


def test_filling_ignores_the_orientation_of_tiles() -> None:
    scenario = edits.paint(Scenario(), Layer.TERRAIN, Piece("river", 1), hexes("A9 B9"))
    scenario = edits.paint(scenario, Layer.TERRAIN, Piece("river", 2), hexes("C9 K1"))
    assert edits.hexes_of_same_terrain(scenario, BOARD.hex("B9")) == set(hexes("A9 B9 C9"))


def test_a_river_divides_open_ground() -> None:
    river = edits.hexes_on_line(BOARD, BOARD.hex("G9"), BOARD.hex("G1"))
    scenario = edits.paint(Scenario(), Layer.TERRAIN, Piece("river", 3), river)
    hexes_on_left = edits.hexes_of_same_terrain(scenario, BOARD.hex("A5"))
    right = edits.hexes_of_same_terrain(scenario, BOARD.hex("M5"))
    assert not hexes_on_left & right
    assert len(hexes_on_left) + len(right) + len(river) == len(BOARD.hexes)


def test_bare_beach_is_not_filled_with_the_sea() -> None:
    beach = edits.hexes_of_same_terrain(BEACH, Hex(0, 4))
    assert {hex_.row for hex_ in beach} == {4, 5, 6}


def test_nothing_is_filled_off_the_board() -> None:
    assert edits.hexes_of_same_terrain(Scenario(), Hex(1, 0)) == frozenset()


@given(board_and_two_hexes())
def test_a_ring_has_all_hexes_at_one_distance(case: tuple[Board, Hex, Hex]) -> None:
    board, middle, hex_on_ring = case
    ring = edits.hexes_on_ring(board, middle, hex_on_ring)
    assert hex_on_ring in ring
    assert {middle.distance(hex_) for hex_ in ring} == {middle.distance(hex_on_ring)}


def test_each_ring_has_six_hexes_more_than_the_one_inside() -> None:
    middle = BOARD.hex("G5")
    hexes_on_rings = ("H5", "I5", "J5")
    assert [
        len(edits.hexes_on_ring(BOARD, middle, BOARD.hex(name))) for name in hexes_on_rings
    ] == [
        6,
        12,
        18,
    ]
