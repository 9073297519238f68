"""Repairing lines after an edit: removing loose ends, and bridges that no longer cross anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from m44core.catalogue.catalogue import Catalogue
from m44core.hexes import Hex
from m44core.model.paths.path_families import (
    PathFamily,
    TileRequest,
    best_fit,
    family_of,
    joined_edges,
    load_path_families,
)
from m44core.model.paths.path_network import PathNetwork, edges_and_neighbours
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece


def with_repaired_lines(before: Scenario, after: Scenario) -> Scenario:
    """Return *after* without the loose ends and orphaned bridges that the edit has left.

    The tiles next to removed tiles are replaced by tiles that fit: a fork becomes a bend, and a cut
    river gets a headwater. Isolated tiles and tiles of several lines stay.
    """
    changed_hexes = [h for h in before.hexes if before.at(h).terrain != after.at(h).terrain]
    after = without_orphaned_crossings(before, after, changed_hexes)
    for hex_ in dict.fromkeys(_cut_off_hexes(before, after, changed_hexes)):
        tile = _fitting_tile(after, hex_)
        if tile:
            after = after.with_hexes({hex_: replace(after.at(hex_), terrain=tile)})
    return after


def without_orphaned_crossings(before: Scenario, after: Scenario, hexes: Iterable[Hex]) -> Scenario:
    """Return *after* without bridges and fords on *hexes* that no longer cross anything."""
    orphaned_hexes = [h for h in hexes if _is_orphaned(before.at(h), after.at(h), after.catalogue)]
    return after.with_hexes({h: replace(after.at(h), structure=None) for h in orphaned_hexes})


def _is_orphaned(before: HexContent, after: HexContent, catalogue: Catalogue) -> bool:
    if not after.structure:
        return False
    crossed_networks = _crossed_networks_by_piece().get(after.structure.name, frozenset())
    old_networks, new_networks = (
        _tile_networks(each.terrain, catalogue) for each in (before, after)
    )
    return bool(crossed_networks & old_networks) and not crossed_networks & new_networks


@cache
def _crossed_networks_by_piece() -> dict[str, frozenset[str]]:
    """Return the networks that each bridge and ford can cross, by the name of the piece."""
    networks_by_piece: dict[str, frozenset[str]] = {}
    for family in load_path_families().values():
        for network, names in family.crossings.items():
            for name in names:
                networks_by_piece[name] = networks_by_piece.get(name, frozenset()) | {network}
    return networks_by_piece


def _tile_networks(tile: Piece | None, catalogue: Catalogue) -> frozenset[str]:
    element = catalogue.get(tile.name) if tile else None
    return frozenset(element.edges) if element else frozenset()


def _cut_off_hexes(
    before: Scenario, after: Scenario, changed_hexes: Iterable[Hex]
) -> Iterator[Hex]:
    """Yield the hexes with a tile that led to a changed hex and is no longer joined to it."""
    for hex_ in changed_hexes:
        for network in sorted(_tile_networks(before.at(hex_).terrain, before.catalogue)):
            lost_edges = _tile_edges(before, hex_, network) & ~_tile_edges(after, hex_, network)
            for edge, other in edges_and_neighbours(hex_):
                opposite_edge = next((e for e, h in edges_and_neighbours(other) if h == hex_), 0)
                if lost_edges & edge and _tile_edges(after, other, network) & opposite_edge:
                    yield other


def _tile_edges(scenario: Scenario, hex_: Hex, network: str) -> int:
    tile = scenario.at(hex_).terrain
    return joined_edges(tile.name, tile.orientation, network, scenario.catalogue) if tile else 0


def _fitting_tile(scenario: Scenario, hex_: Hex) -> Piece | None:
    """Return the tile that fits the edges still joined on a hex; None to keep the old one."""
    tile = scenario.at(hex_).terrain
    family = family_of(tile.name) if tile else None
    if not tile or not family or family.side or family.area:
        return None
    network = PathNetwork(scenario, family)
    kept_edges = network.leading_edges(hex_)
    if not kept_edges or not network.is_replaceable(hex_):
        return None
    fit = best_fit(family, _tile_request(network, family, hex_, kept_edges))
    if kept_edges & ~fit.edges or _loose_edge_count(fit.edges, kept_edges) >= _loose_edge_count(
        network.edges(hex_), kept_edges
    ):
        return None
    return replace(tile, name=fit.name, orientation=fit.orientation)


def _tile_request(
    network: PathNetwork, family: PathFamily, hex_: Hex, kept_edges: int
) -> TileRequest:
    tile = network.scenario.at(hex_).terrain
    ground = family.ground_of(tile.name) if tile else ""
    name_and_orientation = (tile.name, tile.orientation) if tile else ("", 0)
    return TileRequest(
        must=0,
        keep=kept_edges,
        clash=network.adjacent_edges(hex_),
        ground=ground,
        current=name_and_orientation,
    )


def _loose_edge_count(edges: int, kept_edges: int) -> int:
    """Return the number of edges of a tile that lead nowhere."""
    return (edges & ~kept_edges).bit_count()
