from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import hypot

import pytest

from m44core.board import BOARDS, Board
from m44core.drawing.ground.hex_tile import VARIANTS, scattered_points, seeded_random, variant_of
from m44core.hexes import Hex


def test_a_hex_shows_the_same_variant_in_every_run_of_the_program() -> None:
    row = [variant_of(Hex(col, 4)) for col in range(0, 26, 2)]
    assert row == [
        5,
        1,
        5,
        2,
        3,
        3,
        4,
        5,
        1,
        2,
        1,
        4,
        0,
    ]


@pytest.mark.parametrize("board", BOARDS.values(), ids=repr)
def test_every_variant_occurs_often_on_a_board(board: Board) -> None:
    shares = Counter(map(variant_of, board.hexes))
    assert len(shares) == VARIANTS
    assert min(shares.values()) > len(board.hexes) / VARIANTS / 2


@pytest.mark.parametrize("board", BOARDS.values(), ids=repr)
def test_neighbours_seldom_share_a_variant(board: Board) -> None:
    pairs = [(a, b) for a in board.hexes for b in board.neighbours[a]]
    equal_pairs = sum(variant_of(a) == variant_of(b) for a, b in pairs)
    assert equal_pairs < 0.25 * len(pairs)


def test_pseudo_random_values_depend_only_on_their_name() -> None:
    assert seeded_random("woods", 2).random() == seeded_random("woods", 2).random()
    assert seeded_random("woods", 2).random() != seeded_random("woods", 3).random()


@pytest.mark.parametrize("variant", range(VARIANTS))
def test_scattered_points_keep_their_distance_and_stay_on_the_hex(variant: int) -> None:
    points = scattered_points(seeded_random("x", variant), 20, 15)
    assert len(points) >= 12
    assert all(hypot(a - c, b - d) >= 14.9 for (a, b), (c, d) in combinations(points, 2))
    assert all(abs(x) < 50 and abs(y) + abs(x) * 0.577 < 57.7 for x, y in points)
