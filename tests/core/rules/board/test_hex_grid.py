from __future__ import annotations

import pytest

from m44core.board import BOARDS, Board, BoardType
from m44core.hexes import Hex
from m44core.rules.board.hex_grid import BOTTOM, MAX_RANGE, SIGHT_RANGE, TOP, bit_indexes, grid_of

BOARD = BOARDS[BoardType.STANDARD]
GRID = grid_of(BOARD)


@pytest.mark.rule("B-BOARD-05")
@pytest.mark.parametrize("board", BOARDS.values())
def test_rings_are_the_hexes_at_each_distance(board: Board) -> None:
    grid = grid_of(board)
    for start in range(0, len(board.hexes), 7):
        for distance, ring in enumerate(grid.rings(start)):
            expected = {i for i in range(len(board.hexes)) if grid.distance(start, i) == distance}
            assert set(bit_indexes(ring)) == expected
        assert len(grid.rings(start)) == MAX_RANGE + 1


@pytest.mark.rule("B-BOARD-04")
@pytest.mark.parametrize("board", BOARDS.values())
def test_a_set_spreads_to_all_adjacent_hexes(board: Board) -> None:
    grid, count = grid_of(board), len(board.hexes)
    single_hexes = [1 << index for index in range(count)]
    joined_sets = [sum(single_hexes[first::step]) for step in range(1, 9) for first in range(step)]
    for hexes in (0, *single_hexes, *joined_sets):
        adjacent_hexes = {
            neighbor for index in bit_indexes(hexes) for neighbor in bit_indexes(grid.near[index])
        }
        assert set(bit_indexes(grid.spread(hexes))) == adjacent_hexes


@pytest.mark.parametrize("distance", range(SIGHT_RANGE + 1))
def test_the_hexes_within_a_distance_are_the_rings_up_to_it(distance: int) -> None:
    start = GRID.index["F5"]
    assert GRID.within(start, distance) == sum(GRID.rings(start)[: distance + 1])


@pytest.mark.rule("B-BOARD-06")
def test_hexes_are_found_by_their_names() -> None:
    assert [GRID.index[name] for name in ("A9", "M1", "a2")] == [
        BOARD.index[Hex(*hex_)] for hex_ in ((0, 0), (24, 8), (1, 7))
    ]
    assert GRID.names[GRID.index["G5"]] == "G5"


@pytest.mark.rule("B-BOARD-04")
def test_a_corner_has_two_neighbours_and_the_middle_six() -> None:
    names = {GRID.names[i] for i in bit_indexes(GRID.near[GRID.index["A9"]])}
    assert names == {"B9", "a8"}
    assert GRID.near[GRID.index["G5"]].bit_count() == 6


@pytest.mark.rule("B-SECT-03")
@pytest.mark.rule("B-SECT-05")
def test_a_hex_on_a_section_line_lies_in_mirrored_sections_for_both_players() -> None:
    line, centre, left = (BOARD.index[Hex(*h)] for h in ((7, 3), (8, 4), (6, 4)))
    assert [GRID.sections[BOTTOM][i] for i in (line, centre, left)] == [0b011, 0b010, 0b001]
    assert [GRID.sections[TOP][i] for i in (line, centre, left)] == [0b110, 0b010, 0b100]


@pytest.mark.rule("B-SECT-04")
def test_sections_have_36_49_and_36_hexes() -> None:
    for player in (TOP, BOTTOM):
        counts = [sum(s >> n & 1 for s in GRID.sections[player]) for n in range(3)]
        assert counts == [36, 49, 36]


@pytest.mark.rule("B-SECT-02")
@pytest.mark.parametrize("board", BOARDS.values())
def test_each_hex_is_listed_under_its_sections(board: Board) -> None:
    grid = grid_of(board)
    for player in (TOP, BOTTOM):
        assert sum(grid.hexes_by_sections[player]) == (1 << len(board.hexes)) - 1
        for index, sections in enumerate(grid.sections[player]):
            assert grid.hexes_by_sections[player][sections] >> index & 1


def test_connected_hexes_are_reached_by_steps_within_the_set() -> None:
    names = ("C5", "D5", "c6", "F5", "G5", "M1")
    hex_set = sum(1 << GRID.index[name] for name in names)
    for group in (("C5", "D5", "c6"), ("F5", "G5"), ("M1",)):
        expected = sum(1 << GRID.index[name] for name in group)
        assert all(GRID.hexes_connected_to(GRID.index[name], hex_set) == expected for name in group)
    assert GRID.hexes_connected_to(GRID.index["A1"], hex_set) == 0


@pytest.mark.rule("B-RET-02")
@pytest.mark.parametrize("board", BOARDS.values())
def test_the_hexes_behind_a_hex_are_its_neighbors_towards_the_edge_of_the_player(
    board: Board,
) -> None:
    grid = grid_of(board)
    for player, step in ((TOP, -1), (BOTTOM, 1)):
        for index, hex_ in enumerate(board.hexes):
            hexes_behind = {board.hexes[i] for i in bit_indexes(grid.back[player][index])}
            assert hexes_behind == {n for n in board.neighbours[hex_] if n.row == hex_.row + step}


def test_indexes_are_those_of_the_set_bits() -> None:
    assert bit_indexes(0) == ()
    assert bit_indexes(1 << 200 | 1 << 7 | 1) == (0, 7, 200)
