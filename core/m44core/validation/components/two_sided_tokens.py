"""Determines whether two-sided tokens can show all faces that a scenario needs.

If it is known which faces share a token, a maximum flow decides (:func:`shortage`). By default it
is unknown: no source lists the faces on the back of each tile (B-COMP-01). A list of pairs is then
*possible* if the sixteen scenarios of the base game can be built with it. A demand is

* certain if it can be built with every possible list,
* impossible if it can be built with none of them,
* uncertain otherwise.

By Hall's theorem a demand can be built with a list of pairs if and only if no set of kinds needs
more tiles than there are tiles with a face in the set (B-COMP-12). So the demand is certain if and
only if no set needs more than the *minimum* number of such tiles over all possible lists:
``GUARANTEED``.

It is impossible if and only if one kind needs more faces than there are, or all together need more
tiles than there are (checks M201 and M202): every other demand of one box, or of two, can be built
with some possible list. This holds for these numbers: all 17,360 possible lists were tried with
all demands (the tests repeat this). So no search is needed at run time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from m44core.validation.components.owned_boxes import FacePairs

KINDS = ("forest", "hedgerow", "hill", "town", "river")

_DEMAND, _SUPPLY = "the demand", "the box"  # the two ends of the flow; kinds and pairs are between

# Minimum number of tiles with a face in the set, for the sets in the order of subsets(KINDS).
_MIN_TILES = (
    20, 12, 20, 9, 20,
    30, 36, 25, 29, 21, 17, 29, 26, 29, 24,
    39, 33, 41, 41, 40, 33, 26, 33, 33, 35,
    44, 44, 44, 44, 37,
    44,
)  # fmt: skip


class Shortage(NamedTuple):
    """A set of kinds for which more tokens are needed than are certain to show one of them."""

    kinds: tuple[str, ...]
    needed: int
    guaranteed: int


def subsets(kinds: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield every non-empty set of kinds, the smallest first."""
    for size in range(1, len(kinds) + 1):
        yield from combinations(kinds, size)


GUARANTEED: Mapping[tuple[str, ...], int] = dict(zip(subsets(KINDS), _MIN_TILES, strict=True))


def shortage(demand: Mapping[str, int], pairs: FacePairs) -> Shortage | None:
    """Return the kinds for which there are too few tokens; None if all can be placed.

    A token shows one of its faces. By the theorems of Hall and of Ford and Fulkerson, the minimum
    cut between demand and supply gives the kinds that lack tokens, and their number of tokens.
    """
    from networkx import DiGraph, minimum_cut  # slow to import, and seldom needed

    flow: DiGraph[object] = DiGraph()
    flow.add_nodes_from((_DEMAND, _SUPPLY))
    for kind, number in demand.items():
        flow.add_edge(_DEMAND, kind, capacity=number)
    for pair, number in pairs.items():
        for kind in pair:
            if demand.get(kind):
                flow.add_edge(kind, pair)  # without a capacity: as many as there are
        flow.add_edge(pair, _SUPPLY, capacity=number)
    placed_tokens, (lacking_nodes, _) = minimum_cut(flow, _DEMAND, _SUPPLY)
    if placed_tokens >= sum(demand.values()):
        return None
    kinds = tuple(kind for kind, number in demand.items() if number and kind in lacking_nodes)
    available_count = sum(number for pair, number in pairs.items() if set(pair) & set(kinds))
    return Shortage(kinds, sum(demand[kind] for kind in kinds), available_count)


def tile_shortage(demand: Mapping[str, int], boxes: int) -> Shortage | None:
    """Return a set of kinds for which *boxes* base boxes may lack tiles; None if there is none.

    If there are several such sets, return the one that lacks the most tiles; among equals, one of
    the smallest.
    """
    return _worst_shortage(demand, GUARANTEED, boxes)


def badge_shortage(
    demand: Mapping[str, int], faces: Mapping[str, int], boxes: int
) -> Shortage | None:
    """Return the nations for which badges may be lacking (B-COMP-18); None if there are none.

    No badge has the same nation on both faces. So the supply for a single nation is certain, and
    the badges that show any nation of a set are at least as many as the faces of its most common
    nation.
    """
    guaranteed = {kinds: max(faces[kind] for kind in kinds) for kinds in subsets(tuple(faces))}
    return _worst_shortage(demand, guaranteed, boxes)


def _worst_shortage(
    demand: Mapping[str, int], guaranteed: Mapping[tuple[str, ...], int], boxes: int
) -> Shortage | None:
    worst_shortage: Shortage | None = None
    for kinds, tokens in guaranteed.items():
        needed_count = sum(demand.get(kind, 0) for kind in kinds)
        missing_tokens = needed_count - tokens * boxes
        if missing_tokens > 0 and (
            worst_shortage is None
            or missing_tokens > worst_shortage.needed - worst_shortage.guaranteed
        ):
            worst_shortage = Shortage(kinds, needed_count, tokens * boxes)
    return worst_shortage
