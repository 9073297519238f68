"""Lines of sight: the rulebook's table and examples, and shapely as a judge of the geometry."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Polygon  # type: ignore[import-untyped]  # it ships no stubs

from m44core.board import BOARDS, Board, BoardType
from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.model.parts import HexContent, Piece, Unit
from m44core.model.scenario import Scenario
from m44core.rules.battle import sees
from m44core.rules.grid import grid_of, indexes
from m44core.rules.setup import new_game
from m44core.rules.sight import lines_of, touched

BOARD = BOARDS[BoardType.STANDARD]

# B-LOS-08: vector, hexes that block alone, and the pair of which both are needed.
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


def turned(hex_: Hex, sixths: int) -> Hex:
    """Turn a vector by sixths of a circle: (c, r) by one is ((c - 3r) / 2, (c + r) / 2)."""
    for _ in range(sixths):
        hex_ = Hex((hex_.col - 3 * hex_.row) // 2, (hex_.col + hex_.row) // 2)
    return hex_


@pytest.mark.rule("B-LOS-08")
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("sixths", range(6))
@pytest.mark.parametrize(("vector", "direct", "pair"), TABLE)
def test_the_lines_up_to_three_hexes_are_those_of_the_table(
    vector: tuple[int, int],
    direct: list[tuple[int, int]],
    pair: list[tuple[int, int]],
    sixths: int,
    mirrored: bool,
) -> None:
    def place(hex_: tuple[int, int]) -> Hex:
        return turned(Hex(hex_[0], -hex_[1] if mirrored else hex_[1]), sixths)

    crossed, left, right = touched(place(vector))
    assert set(crossed) == {place(hex_) for hex_ in direct}
    assert {frozenset(left), frozenset(right)} == (
        {frozenset([place(hex_)]) for hex_ in pair} or {frozenset()}
    )


@pytest.mark.rule("B-LOS-09")
def test_four_hexes_away_blockers_need_not_face_each_other() -> None:
    crossed, left, right = (set(side) for side in touched(Hex(6, 2)))
    assert crossed == {(3, 1)}
    assert {frozenset(left), frozenset(right)} == {
        frozenset([(2, 0), (5, 1)]),
        frozenset([(1, 1), (4, 2)]),
    }


@pytest.mark.rule("B-LOS-07")
def test_a_hex_touched_in_one_corner_counts_like_an_edge() -> None:
    _, left, right = touched(Hex(9, 1))
    assert {left, right} == {((3, 1),), ((6, 0),)}


@pytest.mark.rule("B-LOS-02")
@pytest.mark.rule("B-LOS-03")
@pytest.mark.parametrize("row", range(-6, 7))
def test_geometry_agrees_with_an_independent_one(row: int) -> None:
    for col in range(row % 2 - 14, 15, 2):
        vector = Hex(col, row)
        if not 2 <= Hex(0, 0).distance(vector) <= 6:
            continue
        line = LineString([(0, 0), (col, 3 * row)])
        crossed, left, right = (set(side) for side in touched(vector))
        near = [Hex(c, r) for r in range(-7, 8) for c in range(r % 2 - 14, 15, 2)]
        for hex_ in near:
            if hex_ in (Hex(0, 0), vector):
                continue
            shape = polygon(hex_)
            assert (hex_ in crossed) == (line.intersects(shape) and not line.touches(shape))
            assert (hex_ in left | right) == line.touches(shape)


def polygon(hex_: Hex) -> Polygon:
    x, y = hex_.col, 3 * hex_.row
    corners = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    return Polygon([(x + dx, y + dy) for dx, dy in corners])


def two_hexes() -> st.SearchStrategy[tuple[Board, int, int]]:
    boards = st.sampled_from(list(BOARDS.values()))
    return boards.flatmap(
        lambda b: st.tuples(
            st.just(b),
            st.integers(0, len(b.hexes) - 1),
            st.integers(0, len(b.hexes) - 1),
        )
    )


@pytest.mark.rule("B-LOS-11")
@given(two_hexes(), st.sets(st.integers(0, 229)))
def test_sight_is_mutual(case: tuple[Board, int, int], blockers: set[int]) -> None:
    board, a, b = case
    mask = sum(1 << i for i in blockers)
    lines = lines_of(board)
    assert lines.between(a, b).is_clear(mask) == lines.between(b, a).is_clear(mask)


@pytest.mark.rule("B-LOS-04")
@pytest.mark.rule("B-LOS-12")
@given(two_hexes())
def test_the_ends_of_a_line_never_block_and_neighbours_always_see(
    case: tuple[Board, int, int],
) -> None:
    board, a, b = case
    line = lines_of(board).between(a, b)
    assert not (line.direct | line.left | line.right) & (1 << a | 1 << b)
    if grid_of(board).distance(a, b) <= 1:
        assert line == (0, 0, 0)


@pytest.mark.rule("B-LOS-13")
@pytest.mark.rule("R-08")
def test_the_edge_of_the_board_is_no_obstacle() -> None:
    top, bottom = (BOARD.index[Hex(0, row)] for row in (2, 4))
    line = lines_of(BOARD).between(top, bottom)
    assert sorted(indexes(line.left | line.right)) == [BOARD.index[Hex(1, 3)]]
    assert line.is_clear(1 << BOARD.index[Hex(1, 3)])


# B-LOS-25: hill hexes, other contents, the two ends, whether they see each other.
EXAMPLES = {
    "A": ([(1, 1), (2, 0), (3, 1)], {}, (1, 1), (1, 3), True),
    "B": ([(8, 0), (7, 1), (9, 1)], {}, (8, 0), (7, 3), False),
    "C": ([(13, 1), (15, 1)], {}, (14, 0), (13, 3), False),
    "D": ([(22, 0), (21, 1), (23, 1), (22, 2)], {}, (22, 0), (22, 2), True),
    "E": ([(2, 6), (2, 8)], {}, (2, 6), (2, 8), True),
    "F": ([(8, 6), (7, 7), (8, 8)], {(9, 7): "buildings"}, (8, 6), (8, 8), True),
    "G": ([(12, 8)], {(13, 7): "buildings"}, (14, 6), (12, 8), False),
    "H": ([(18, 6), (16, 8)], {(17, 7): "infger"}, (18, 6), (16, 8), False),
    "I": ([(24, 6), (22, 6), (21, 7), (22, 8)], {(23, 7): "buildings"}, (24, 6), (22, 8), False),
    "J": ([(16, 4), (20, 4), (22, 4)], {}, (16, 4), (22, 4), False),
}


@pytest.mark.rule("B-LOS-20")
@pytest.mark.rule("B-LOS-21")
@pytest.mark.rule("B-LOS-22")
@pytest.mark.rule("B-LOS-23")
@pytest.mark.rule("B-LOS-24")
@pytest.mark.rule("B-LOS-25")
@pytest.mark.rule("R-05")
@pytest.mark.rule("R-06")
@pytest.mark.parametrize(
    ("hills", "others", "a", "b", "clear"), EXAMPLES.values(), ids=list(EXAMPLES)
)
def test_hills_block_as_in_the_worked_examples(
    hills: list[tuple[int, int]],
    others: dict[tuple[int, int], str],
    a: tuple[int, int],
    b: tuple[int, int],
    clear: bool,
) -> None:
    contents = {Hex(*hex_): HexContent(terrain=Piece("hills")) for hex_ in hills}
    contents |= {
        Hex(*hex_): HexContent(unit=Unit(name))
        if name == "infger"
        else HexContent(terrain=Piece(name))
        for hex_, name in others.items()
    }
    spares = {"infger": Hex(4, 4), "infus": Hex(6, 4)}
    contents |= {hex_: HexContent(unit=Unit(name)) for name, hex_ in spares.items()}
    state = new_game(Scenario().with_hexes(contents))
    ends = BOARD.index[Hex(*a)], BOARD.index[Hex(*b)]
    assert state.field.sides == (Side.AXIS, Side.ALLIES)
    assert sees(state, *ends) == sees(state, *reversed(ends)) == clear
