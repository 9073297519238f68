"""Proof of the claims of ``two_sided_tokens``, from the box and its official scenarios alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from m44core.catalogue.base_box import load_base_box
from m44core.validation.components.two_sided_tokens import (
    GUARANTEED,
    KINDS,
    badge_shortage,
    subsets,
    tile_shortage,
)

Numbers = NDArray[np.int16]

BOX = load_base_box()
SETS = tuple(subsets(KINDS))
FACES = np.array([BOX.faces[kind] for kind in KINDS], dtype=np.int16)
KINDS_IN_SET = np.array([[kind in s for s in SETS] for kind in KINDS], dtype=np.int16)
OFFICIAL = np.array([[d[kind] for kind in KINDS] for d in BOX.official_demands], dtype=np.int16)
PAIRS = tuple(combinations_with_replacement(range(len(KINDS)), 2))
BOTH_IN_SET = np.array(
    [[KINDS_IN_SET[a, s] * KINDS_IN_SET[b, s] for s in range(len(SETS))] for a, b in PAIRS],
    dtype=np.int16,
)


@cache
def lists_of_pairs() -> Numbers:
    """Return every list of pairs that uses all faces and can build every official scenario.

    It has one row for each list and one column for each pair. Some scenario needs all faces of each
    kind but forest, so only forest can be on both faces of a token; the last four numbers of a
    list follow from the others.
    """
    forest, hedgerow, hill, town, river = (int(n) for n in FACES)
    free_numbers = np.indices(
        (8, hedgerow + 1, hill + 1, town + 1, hedgerow + 1, town + 1), dtype=np.int16
    )
    ff, fh, fl, ft, hl, ht = free_numbers.reshape(6, -1)
    fr = forest - 2 * ff - fh - fl - ft
    hr = hedgerow - fh - hl - ht
    rest_l, rest_t, rest_r = hill - fl - hl, town - ft - ht, river - fr - hr
    lt, lr, tr = rest_l + rest_t - rest_r, rest_l + rest_r - rest_t, rest_t + rest_r - rest_l
    zeros = np.zeros_like(ff)
    rows = np.stack(
        [ff, fh, fl, ft, fr, zeros, hl, ht, hr, zeros, lt // 2, lr // 2, zeros, tr // 2, zeros],
        axis=1,
    )
    rows = rows[((lt | lr | tr) % 2 == 0) & (rows >= 0).all(axis=1)]
    possible_rows: Numbers = rows[
        (tiles_by_set(rows) >= (OFFICIAL @ KINDS_IN_SET).max(axis=0)).all(axis=1)
    ]
    return possible_rows


def tiles_by_set(lists: Numbers) -> Numbers:
    """Return, for each list of pairs, the number of tiles with a face in each set."""
    tiles: Numbers = FACES @ KINDS_IN_SET - lists @ BOTH_IN_SET
    return tiles


def maximal_demands(boxes: int) -> Numbers:
    """Return the maximal demands of *boxes* boxes that do not exceed the faces of a kind.

    If a demand can be built, so can any smaller one, and every demand within the limits can be
    extended to one of these.
    """
    max_faces = FACES * boxes
    first_four = (
        np.indices([int(number) + 1 for number in max_faces[:4]], dtype=np.int16).reshape(4, -1).T
    )
    remaining_tiles = BOX.tiles * boxes - first_four.sum(axis=1, dtype=np.int16)
    is_possible = (remaining_tiles >= 0) & (remaining_tiles <= max_faces[4])
    return np.column_stack([first_four[is_possible], remaining_tiles[is_possible]])


def test_only_forest_can_be_on_both_faces_of_a_tile() -> None:
    all_faces_needed = OFFICIAL.max(axis=0) == FACES
    assert all_faces_needed.tolist() == [False, True, True, True, True]


@pytest.mark.bulk
def test_there_are_17360_possible_lists_of_pairs_and_all_use_every_face() -> None:
    lists = lists_of_pairs()
    used_faces = np.array([[(a == k) + (b == k) for k in range(len(KINDS))] for a, b in PAIRS])
    assert len(np.unique(lists, axis=0)) == 17360
    assert (lists @ used_faces == FACES).all()


@pytest.mark.bulk
def test_the_table_has_the_minimum_over_all_possible_lists() -> None:
    assert list(tiles_by_set(lists_of_pairs()).min(axis=0)) == list(GUARANTEED.values())


def test_the_ranges_of_the_box_are_those_of_the_possible_lists() -> None:
    box_ranges = {frozenset(pair.faces): (pair.least, pair.most) for pair in BOX.pairs}
    for (a, b), numbers in zip(PAIRS, lists_of_pairs().T, strict=True):
        ranges = int(numbers.min()), int(numbers.max())
        assert box_ranges.get(frozenset((KINDS[a], KINDS[b])), (0, 0)) == ranges


@pytest.mark.bulk
@pytest.mark.parametrize("boxes", [1, 2])
def test_every_demand_within_the_limits_can_be_built_with_some_possible_list(boxes: int) -> None:
    needed_tiles = maximal_demands(boxes) @ KINDS_IN_SET
    tiles = np.random.default_rng(0).permutation(tiles_by_set(lists_of_pairs())) * boxes
    for available_tiles in tiles:
        needed_tiles = needed_tiles[(needed_tiles > available_tiles).any(axis=1)]
        if not len(needed_tiles):
            break
    assert not len(needed_tiles)


@pytest.mark.bulk
@pytest.mark.rule("B-COMP-12")
@settings(deadline=None)  # the first example computes the lists
@given(st.tuples(*(st.integers(0, int(number)) for number in FACES)))
def test_a_demand_is_certain_if_and_only_if_every_list_can_build_it(
    demand: tuple[int, ...],
) -> None:
    needed_tiles = np.array(demand) @ KINDS_IN_SET
    by_every_list = bool((tiles_by_set(lists_of_pairs()) >= needed_tiles).all())
    assert (tile_shortage(dict(zip(KINDS, demand, strict=True)), 1) is None) == by_every_list


@pytest.mark.parametrize("demand", BOX.official_demands, ids=str)
def test_every_official_scenario_can_certainly_be_built(demand: Mapping[str, int]) -> None:
    assert tile_shortage(demand, 1) is None


def test_the_set_with_the_largest_shortage_is_reported() -> None:
    shortage = tile_shortage({"forest": 5, "hedgerow": 10, "hill": 11, "town": 8, "river": 4}, 1)
    assert shortage == (("hedgerow", "hill", "town"), 29, 26)


@pytest.mark.rule("B-COMP-18")
def test_badges_of_two_nations_are_certain_only_up_to_the_more_common_one() -> None:
    faces = BOX.badge_faces
    assert badge_shortage({"british-badge": 7}, faces, 1) is None
    assert badge_shortage({"british-badge": 4, "resistance-badge": 3}, faces, 1) is None
    shortage = badge_shortage({"british-badge": 4, "resistance-badge": 4}, faces, 1)
    assert shortage == (("british-badge", "resistance-badge"), 8, 7)
