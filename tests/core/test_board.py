"""The boards: their hexes, edges, sections and faces (rules 1)."""

from __future__ import annotations

from collections import Counter

import pytest

from m44core.board import BOARDS, Board, BoardType, Face, Section, Zone
from m44core.hexes import Hex

STANDARD = BOARDS[BoardType.STANDARD]
OVERLORD = BOARDS[BoardType.OVERLORD]
BREAKTHROUGH = BOARDS[BoardType.BREAKTHROUGH]


@pytest.mark.rule("B-BOARD-01")
@pytest.mark.rule("B-BOARD-02")
def test_the_board_has_nine_rows_of_thirteen_and_twelve_hexes() -> None:
    rows = Counter(hex_.row for hex_ in STANDARD.hexes)
    assert [rows[row] for row in range(9)] == [13, 12] * 4 + [13]
    assert len(STANDARD.hexes) == 113
    assert all((hex_.col + hex_.row) % 2 == 0 for hex_ in STANDARD.hexes)


@pytest.mark.rule("B-BOARD-03")
@pytest.mark.parametrize("hex_", [Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(25, 1), Hex(0, 9)])
def test_half_hexes_and_gaps_are_not_on_the_board(hex_: Hex) -> None:
    assert hex_ not in STANDARD


@pytest.mark.rule("B-BOARD-04")
def test_a_corner_touches_two_hexes_and_the_middle_six() -> None:
    assert set(STANDARD.neighbours[Hex(0, 0)]) == {Hex(2, 0), Hex(1, 1)}
    assert len(STANDARD.neighbours[Hex(12, 4)]) == 6


@pytest.mark.rule("B-BOARD-05")
@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        (Hex(0, 0), Hex(24, 0), 12),
        (Hex(0, 0), Hex(0, 8), 8),
        (Hex(12, 4), Hex(7, 7), 4),
    ],
)
def test_distance_is_counted_hex_by_hex(a: Hex, b: Hex, distance: int) -> None:
    assert a.distance(b) == b.distance(a) == distance


@pytest.mark.rule("B-SECT-01")
@pytest.mark.rule("B-SECT-03")
@pytest.mark.parametrize(
    ("row", "left", "shared_columns", "centre"),
    [(4, [0, 2, 4, 6], [], [8, 10, 12, 14, 16]), (3, [1, 3, 5], [7], [9, 11, 13, 15])],
)
def test_two_lines_divide_the_board_into_three_sections(
    row: int, left: list[int], shared_columns: list[int], centre: list[int]
) -> None:
    sections = {hex_.col: STANDARD.sections(hex_) for hex_ in STANDARD.hexes if hex_.row == row}
    assert [
        col for col, hex_sections in sections.items() if hex_sections == (Section.LEFT,)
    ] == left
    both_sections = (Section.LEFT, Section.CENTRE)
    assert [
        col for col, hex_sections in sections.items() if hex_sections == both_sections
    ] == shared_columns
    assert [
        col for col, hex_sections in sections.items() if hex_sections == (Section.CENTRE,)
    ] == centre


@pytest.mark.rule("B-FACE-01")
@pytest.mark.rule("B-FACE-02")
def test_the_country_face_is_land_everywhere() -> None:
    assert {STANDARD.zone(Face.COUNTRY, hex_) for hex_ in STANDARD.hexes} == {Zone.LAND}


@pytest.mark.rule("B-FACE-03")
@pytest.mark.rule("B-FACE-05")
@pytest.mark.parametrize(
    ("board", "land", "beach"), [(STANDARD, 4, 3), (BREAKTHROUGH, 11, 3), (OVERLORD, 4, 3)]
)
def test_the_beach_face_has_three_rows_of_beach_and_then_the_sea(
    board: Board, land: int, beach: int
) -> None:
    zones = [board.zone(Face.BEACH, Hex(row % 2, row)) for row in range(board.rows)]
    sea = board.rows - land - beach
    assert zones == [Zone.LAND] * land + [Zone.BEACH] * beach + [Zone.OCEAN] * sea


@pytest.mark.rule("B-OVL-01")
def test_overlord_has_230_hexes_with_full_ones_on_the_seam() -> None:
    assert len(OVERLORD.hexes) == 230
    assert Hex(25, 1) in OVERLORD
    assert Hex(50, 0) in OVERLORD


@pytest.mark.rule("B-OVL-02")
@pytest.mark.rule("B-OVL-03")
@pytest.mark.rule("R-31")
def test_overlord_has_three_sections_of_two_subsections_each() -> None:
    assert OVERLORD.sections(Hex(17, 3)) == (Section.LEFT, Section.CENTRE)
    assert OVERLORD.sections(Hex(25, 3)) == (Section.CENTRE,)
    assert [OVERLORD.subsections(Hex(col, 3)) for col in (7, 17, 25, 33, 43)] == [
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
    ]
    assert [OVERLORD.subsections(Hex(col, 4)) for col in (0, 8, 18, 26, 34, 50)] == [
        (number,) for number in range(6)
    ]
    assert STANDARD.subsections(Hex(7, 3)) == ()


@pytest.mark.rule("B-VAR-OVL-05")
def test_subsections_are_symmetric_when_the_board_is_turned() -> None:
    for hex_ in OVERLORD.hexes:
        turned_hex = Hex(50 - hex_.col, 8 - hex_.row)
        assert OVERLORD.subsections(turned_hex) == tuple(
            sorted(5 - number for number in OVERLORD.subsections(hex_))
        )


@pytest.mark.rule("B-BRK-01")
def test_breakthrough_has_17_rows_and_the_sections_of_the_standard_board() -> None:
    assert len(BREAKTHROUGH.hexes) == 213
    assert BREAKTHROUGH.sections(Hex(7, 15)) == (Section.LEFT, Section.CENTRE)
