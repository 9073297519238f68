"""Mending what an edit cut off: lines that would end in nothing, bridges over no river."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from m44core.catalogue.catalogue import Catalogue
from m44core.hexes import Hex
from m44core.model.parts import HexContent, Piece
from m44core.model.paths.path_families import (
    PathFamily,
    TileRequest,
    best_fit,
    family_of,
    joined_edges,
    load_paths,
)
from m44core.model.paths.path_network import Network, around
from m44core.model.scenario import Scenario


def repaired(before: Scenario, after: Scenario) -> Scenario:
    """Return *after* without lines that lead nowhere since *before*, or bridges over nothing.

    The tiles beside what went are chosen anew: a fork becomes a bend, a river rises from a
    headwater. A tile that nothing joins any more, and one of several lines, stays as it lies.
    """
    changed = [h for h in before.hexes if before.at(h).terrain != after.at(h).terrain]
    after = without_orphaned_crossings(before, after, changed)
    for hex_ in dict.fromkeys(_cut_off(before, after, changed)):
        tile = _fitting_tile(after, hex_)
        if tile:
            after = after.with_hexes({hex_: replace(after.at(hex_), terrain=tile)})
    return after


def without_orphaned_crossings(before: Scenario, after: Scenario, hexes: Iterable[Hex]) -> Scenario:
    """Return *after* without the bridges and fords on *hexes* that lost what they lead across."""
    stray = [h for h in hexes if _is_orphaned(before.at(h), after.at(h), after.catalogue)]
    return after.with_hexes({h: replace(after.at(h), structure=None) for h in stray})


def _is_orphaned(before: HexContent, after: HexContent, catalogue: Catalogue) -> bool:
    if not after.structure:
        return False
    crossed = _networks_crossed().get(after.structure.name, frozenset())
    was, now = (_networks(each.terrain, catalogue) for each in (before, after))
    return bool(crossed & was) and not crossed & now


@cache
def _networks_crossed() -> dict[str, frozenset[str]]:
    """Return for each bridge and ford the networks it leads across."""
    crossed: dict[str, frozenset[str]] = {}
    for family in load_paths().values():
        for network, names in family.crossings.items():
            for name in names:
                crossed[name] = crossed.get(name, frozenset()) | {network}
    return crossed


def _networks(tile: Piece | None, catalogue: Catalogue) -> frozenset[str]:
    element = catalogue.get(tile.name) if tile else None
    return frozenset(element.edges) if element else frozenset()


def _cut_off(before: Scenario, after: Scenario, changed: Iterable[Hex]) -> Iterator[Hex]:
    """Yield the hexes whose tile led to a hex that no longer leads back."""
    for hex_ in changed:
        for network in sorted(_networks(before.at(hex_).terrain, before.catalogue)):
            lost = _edges(before, hex_, network) & ~_edges(after, hex_, network)
            for edge, other in around(hex_):
                back = next((e for e, h in around(other) if h == hex_), 0)
                if lost & edge and _edges(after, other, network) & back:
                    yield other


def _edges(scenario: Scenario, hex_: Hex, network: str) -> int:
    tile = scenario.at(hex_).terrain
    return joined_edges(tile.name, tile.orientation, network, scenario.catalogue) if tile else 0


def _fitting_tile(scenario: Scenario, hex_: Hex) -> Piece | None:
    """Return the tile that says what still joins on a hex; None where it is to stay."""
    tile = scenario.at(hex_).terrain
    family = family_of(tile.name) if tile else None
    if not tile or not family or family.side or family.area:
        return None
    network = Network(scenario, family)
    keep = network.kept(hex_)
    if not keep or not network.is_plain(hex_):
        return None
    lying = best_fit(family, _wish(network, family, hex_, keep))
    if keep & ~lying.edges or _loose(lying.edges, keep) >= _loose(network.edges(hex_), keep):
        return None
    return replace(tile, name=lying.name, orientation=lying.orientation)


def _wish(network: Network, family: PathFamily, hex_: Hex, keep: int) -> TileRequest:
    tile = network.scenario.at(hex_).terrain
    ground = family.ground_of(tile.name) if tile else ""
    there = (tile.name, tile.orientation) if tile else ("", 0)
    return TileRequest(must=0, keep=keep, clash=network.beside(hex_), ground=ground, current=there)


def _loose(edges: int, keep: int) -> int:
    """Return how many edges of a tile lead nowhere."""
    return (edges & ~keep).bit_count()
