"""Whether two-sided tokens whose backs are known can show what a scenario needs (B-COMP-12)."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.validation.box.owned import Pairs
from m44core.validation.box.two_sided import Shortage

_NEEDS, _TOKENS = "the demand", "the box"  # the two ends of the flow; kinds and pairs are between


def shortage(demand: Mapping[str, int], pairs: Pairs) -> Shortage | None:
    """Return the kinds that need more tokens than show one of them, or None where all can lie.

    A token shows one of its faces. By the theorems of Hall and of Ford and
    Fulkerson the cheapest cut between what is needed and what is there tells
    which kinds lack tokens, and how many there are.
    """
    from networkx import DiGraph, minimum_cut  # slow to import, and seldom needed

    flow: DiGraph[object] = DiGraph()
    flow.add_nodes_from((_NEEDS, _TOKENS))
    for kind, number in demand.items():
        flow.add_edge(_NEEDS, kind, capacity=number)
    for pair, number in pairs.items():
        for kind in pair:
            if demand.get(kind):
                flow.add_edge(kind, pair)  # without a capacity: as many as there are
        flow.add_edge(pair, _TOKENS, capacity=number)
    laid, (lacking, _) = minimum_cut(flow, _NEEDS, _TOKENS)
    if laid >= sum(demand.values()):
        return None
    kinds = tuple(kind for kind, number in demand.items() if number and kind in lacking)
    there = sum(number for pair, number in pairs.items() if set(pair) & set(kinds))
    return Shortage(kinds, sum(demand[kind] for kind in kinds), there)
