from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from m44core.drawing.ground.hex_edges import edge_mask, edges_of_mask, region_points
from m44core.drawing.ground.hex_tile import seeded_random
from m44core.hexes import Direction

E, SE, SW, W, NW, NE = Direction
EDGES = st.sets(st.sampled_from(Direction)).map(frozenset)
LEVELS = st.sampled_from([(7.0, 5.0), (17.0, 12.0), (27.0, 19.0)])


@given(EDGES)
def test_a_mask_is_decoded_to_its_edges(edges: frozenset[Direction]) -> None:
    assert edges_of_mask(edge_mask(edges)) == edges


@given(EDGES, EDGES, LEVELS, st.integers(0, 5), st.integers(0, 5))
def test_an_area_continues_in_the_neighbor_at_the_same_points(
    edges_here: frozenset[Direction],
    neighbor_edges: frozenset[Direction],
    level: tuple[float, float],
    variant: int,
    other: int,
) -> None:
    """The outlines of neighboring hexes of an area cross their shared edge at the same points.

    As on a board, a third hex that touches both is joined to both or to neither.
    """
    edges_above = {NW} if NE in edges_here else set()
    edges_below = {SW} if SE in edges_here else set()
    east = (neighbor_edges - {NW, SW}) | {W} | edges_above | edges_below
    points = region_points(edges_here | {E}, *level, seeded_random("x", variant), 3)
    other_points = region_points(frozenset(east), *level, seeded_random("x", other), 3)
    assert crossings(points, 50) == crossings([(x + 100, y) for x, y in other_points], 50)


@given(EDGES, st.floats(5, 30))
def test_an_area_avoids_edges_without_a_join(edges: frozenset[Direction], inset: float) -> None:
    for x, _ in region_points(edges - {E, NE, SE}, inset, 5):
        assert x <= 50 - inset + 0.01


def crossings(points: list[tuple[float, float]], x: float) -> list[float]:
    """Return the sorted positions where an outline crosses a vertical line within the hex edge."""
    crossings = set()
    for (ax, ay), (bx, by) in pairwise(curve_points(points)):
        if (ax < x) != (bx < x):
            crossings.add(round(ay + (by - ay) * (x - ax) / (bx - ax), 1))
    return sorted(y for y in crossings if abs(y) < 28)


def curve_points(points: list[tuple[float, float]]) -> Iterable[tuple[float, float]]:
    """Yield points along the curve that ``closed_curve`` draws, as short lines."""
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise([*points, points[0]])]
    for before, corner, after in zip([middles[-1], *middles], points, middles, strict=False):
        for i in range(33):
            t = i / 32
            u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t**2
            yield (
                u * before[0] + v * corner[0] + w * after[0],
                u * before[1] + v * corner[1] + w * after[1],
            )
