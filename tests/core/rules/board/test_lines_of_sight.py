"""Lines of sight agree with the rulebook's table and the geometry of shapely."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Polygon  # type: ignore[import-untyped]  # it ships no stubs
from tests.core.rules.reference_lines_of_sight import is_clear, line_between

from m44core.board import BOARDS, Board, BoardType
from m44core.hexes import Hex
from m44core.rules.board.hex_grid import bit_indexes, grid_of
from m44core.rules.board.line_of_sight import SightLine, hexes_on_line

BOARD = BOARDS[BoardType.STANDARD]

# B-LOS-08: vector, hexes that block alone, and the pair that only blocks together.
TABLE = [
    ((4, 0), [(2, 0)], []),
    ((2, 2), [(1, 1)], []),
    ((3, 1), [], [(2, 0), (1, 1)]),
    ((0, 2), [], [(1, 1), (-1, 1)]),
    ((6, 0), [(2, 0), (4, 0)], []),
    ((3, 3), [(1, 1), (2, 2)], []),
    ((5, 1), [(2, 0), (3, 1)], []),
    ((4, 2), [(1, 1), (3, 1)], []),
    ((1, 3), [(0, 2), (1, 1)], []),
]


def turned_vector(hex_: Hex, sixths: int) -> Hex:
    """Return a vector turned by sixths of a circle.

    One sixth turns (c, r) to ((c - 3r) / 2, (c + r) / 2).
    """
    for _ in range(sixths):
        hex_ = Hex((hex_.col - 3 * hex_.row) // 2, (hex_.col + hex_.row) // 2)
    return hex_


@pytest.mark.rule("B-LOS-08")
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("sixths", range(6))
@pytest.mark.parametrize(("vector", "crossed_hexes", "pair"), TABLE)
def test_lines_of_up_to_three_hexes_match_the_table(
    vector: tuple[int, int],
    crossed_hexes: list[tuple[int, int]],
    pair: list[tuple[int, int]],
    sixths: int,
    mirrored: bool,
) -> None:
    def place(hex_: tuple[int, int]) -> Hex:
        return turned_vector(Hex(hex_[0], -hex_[1] if mirrored else hex_[1]), sixths)

    crossed, left, right = hexes_on_line(place(vector))
    assert set(crossed) == {place(hex_) for hex_ in crossed_hexes}
    assert {frozenset(left), frozenset(right)} == (
        {frozenset([place(hex_)]) for hex_ in pair} or {frozenset()}
    )


@pytest.mark.rule("B-LOS-09")
def test_four_hexes_away_blockers_need_not_face_each_other() -> None:
    crossed, left, right = (set(side) for side in hexes_on_line(Hex(6, 2)))
    assert crossed == {(3, 1)}
    assert {frozenset(left), frozenset(right)} == {
        frozenset([(2, 0), (5, 1)]),
        frozenset([(1, 1), (4, 2)]),
    }


@pytest.mark.rule("B-LOS-07")
def test_a_hex_touched_at_a_corner_counts_as_touched_along_an_edge() -> None:
    _, left, right = hexes_on_line(Hex(9, 1))
    assert {left, right} == {((3, 1),), ((6, 0),)}


@pytest.mark.rule("B-LOS-02")
@pytest.mark.rule("B-LOS-03")
@pytest.mark.parametrize("row", range(-6, 7))
def test_geometry_agrees_with_shapely(row: int) -> None:
    for col in range(row % 2 - 14, 15, 2):
        vector = Hex(col, row)
        if not 2 <= Hex(0, 0).distance(vector) <= 6:
            continue
        line = LineString([(0, 0), (col, 3 * row)])
        crossed, left, right = (set(side) for side in hexes_on_line(vector))
        nearby_hexes = [Hex(c, r) for r in range(-7, 8) for c in range(r % 2 - 14, 15, 2)]
        for hex_ in nearby_hexes:
            if hex_ in (Hex(0, 0), vector):
                continue
            shape = hex_polygon(hex_)
            assert (hex_ in crossed) == (line.intersects(shape) and not line.touches(shape))
            assert (hex_ in left | right) == line.touches(shape)


def hex_polygon(hex_: Hex) -> Polygon:
    x, y = hex_.col, 3 * hex_.row
    corners = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    return Polygon([(x + dx, y + dy) for dx, dy in corners])


@pytest.mark.rule("B-LOS-06")
@pytest.mark.parametrize(
    ("blockers", "clear"),
    [(0, True), (0b001, False), (0b010, True), (0b100, True), (0b110, False), (0b1000, True)],
)
def test_a_line_is_blocked_by_a_hex_it_crosses_or_from_both_sides(
    blockers: int, clear: bool
) -> None:
    assert is_clear(SightLine(direct=0b001, left=0b010, right=0b100), blockers) == clear


def board_and_two_hexes() -> st.SearchStrategy[tuple[Board, int, int]]:
    boards = st.sampled_from(list(BOARDS.values()))
    return boards.flatmap(
        lambda b: st.tuples(
            st.just(b),
            st.integers(0, len(b.hexes) - 1),
            st.integers(0, len(b.hexes) - 1),
        )
    )


@pytest.mark.rule("B-LOS-11")
@given(board_and_two_hexes(), st.sets(st.integers(0, 229)))
def test_sight_is_mutual(case: tuple[Board, int, int], blockers: set[int]) -> None:
    board, a, b = case
    mask = sum(1 << i for i in blockers)
    forward, backward = line_between(board, a, b), line_between(board, b, a)
    assert is_clear(forward, mask) == is_clear(backward, mask)


@pytest.mark.rule("B-LOS-04")
@pytest.mark.rule("B-LOS-12")
@given(board_and_two_hexes())
def test_the_ends_of_a_line_never_block_and_neighbors_always_see_each_other(
    case: tuple[Board, int, int],
) -> None:
    board, a, b = case
    line = line_between(board, a, b)
    assert not (line.direct | line.left | line.right) & (1 << a | 1 << b)
    if grid_of(board).distance(a, b) <= 1:
        assert line == (0, 0, 0)


@pytest.mark.rule("B-LOS-13")
def test_hexes_off_the_board_are_not_on_a_line() -> None:
    top, bottom = (BOARD.index[Hex(0, row)] for row in (2, 4))
    line = line_between(BOARD, top, bottom)
    assert sorted(bit_indexes(line.left | line.right)) == [BOARD.index[Hex(1, 3)]]
