"""The old way between two hexes of a line that a stroke joins anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import pairwise

from m44core.hexes import Hex
from m44core.model.paths.network import Network, around
from m44core.model.paths.route import Route, edge_towards
from m44core.values import dataclass


@dataclass(frozen=True)
class Given:
    """What a line gives up as it is led another way.

    Attributes:
        hexes: The hexes it no longer runs over.
        edges: For the hexes where the ways part, the edges of the old one, as bits.
    """

    hexes: frozenset[Hex] = frozenset()
    edges: Mapping[Hex, int] = field(default_factory=dict)


NOTHING = Given()


def given_up(network: Network, route: Route) -> Given:
    """Return what becomes of a line where a stroke leaves it and comes back to it.

    A way is given up that is not much longer than the new one and that nothing else joins.
    """
    hexes: set[Hex] = set()
    edges: dict[Hex, int] = defaultdict(int)
    for way in _old_ways(network, route):
        hexes.update(way[1:-1])
        edges[way[0]] |= edge_towards(way[0], way[1])
        edges[way[-1]] |= edge_towards(way[-1], way[-2])
    return Given(frozenset(hexes), edges)


def _old_ways(network: Network, route: Route) -> Iterator[Route]:
    contacts = [i for i, hex_ in enumerate(route) if network.edges(hex_)]
    for first, last in pairwise(contacts):
        leaves = first == 0 or _is_joined(network, route[first - 1], route[first])
        returns = last == len(route) - 1 or _is_joined(network, route[last], route[last + 1])
        if leaves and returns and not _is_joined(network, route[first], route[last]):
            most = 2 * (last - first) + 2
            yield from _ways(network, route[first], route[last], frozenset(route), most)
        elif leaves and returns and last - first > 1:
            yield route[first], route[last]


def _is_joined(network: Network, here: Hex, there: Hex) -> bool:
    return bool(network.joined(here) & edge_towards(here, there))


def _ways(
    network: Network, start: Hex, end: Hex, taken: frozenset[Hex], most: int
) -> Iterable[Route]:
    """Return the way from a hex of a line to another without any fork; none where there is none."""
    for step in _next(network, start):
        way = [start, step]
        while way[-1] not in taken and _is_plain(network, way[-1]) and len(way) <= most:
            way += [hex_ for hex_ in _next(network, way[-1]) if hex_ != way[-2]]
        if way[-1] == end:
            return [tuple(way)]
    return []


def _next(network: Network, hex_: Hex) -> tuple[Hex, ...]:
    joined = network.joined(hex_)
    return tuple(other for edge, other in around(hex_) if joined & edge)


def _is_plain(network: Network, hex_: Hex) -> bool:
    """Tell whether a line only runs through a hex."""
    joined = network.joined(hex_)
    return joined.bit_count() == 2 and network.kept(hex_) == joined and network.is_plain(hex_)
