"""Places the pieces of a setup list on a board, and turns tiles and bridges to fit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from m44core.catalogue.catalogue_types import Element, Layer
from m44core.hexes import Hex
from m44core.model.edits.contents import with_piece
from m44core.model.edits.piece_edits import clear_hexes
from m44core.model.exit_markers import crossing_side
from m44core.model.paths.path_families import (
    PathFamily,
    TileRequest,
    best_fit,
    family_of,
    joined_edges,
)
from m44core.model.paths.path_network import PathNetwork, axis_of, edges_and_neighbours
from m44core.model.paths.route import opposite_edge
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, MedalTerms, Piece, Tag, Unit
from m44core.model.unit_profiles import unit_profile_on
from m44core.setup_list.list_reader import ListEntry, SetupList


def place_setup_list(
    scenario: Scenario, setup_list: SetupList, *, clear_first: bool = False
) -> Scenario:
    """Return the scenario with the pieces of a list placed on its board.

    A piece replaces any other on its layer. A badge is given to the unit on its hex, and ignored if
    there is none; a token is added to any already there. River, road and other line tiles, and
    bridges, are turned to fit their neighbors, because lists do not state the orientation.

    Args:
        scenario: The scenario.
        setup_list: The list.
        clear_first: Whether to clear the board first, including its labels.
    """
    before = _cleared_board(scenario) if clear_first else scenario
    after = before
    for each in setup_list.entries:
        content = after.at(each.hex)
        for name in each.pieces:
            content = _with_element(content, scenario.catalogue.elements[name], each, scenario)
        after = after.with_hexes({each.hex: content})
    for hex_ in {each.hex for each in setup_list.entries if each.figures}:
        after = _without_default_figures(after, hex_)
    return with_oriented_pieces(before, after)


def _cleared_board(scenario: Scenario) -> Scenario:
    """Return the scenario without pieces and labels, and without translations of its labels."""
    cleared = clear_hexes(scenario, scenario.hexes.keys() | scenario.labels.keys())
    texts = {code: replace(each, labels={}) for code, each in scenario.texts.items()}
    return replace(cleared, texts=texts)


def _without_default_figures(scenario: Scenario, hex_: Hex) -> Scenario:
    """Return the scenario without the number of figures of a unit if it is the default."""
    content = scenario.at(hex_)
    if content.unit is None or content.unit.figures is None:
        return scenario
    without_figures = scenario.with_hexes(
        {hex_: replace(content, unit=replace(content.unit, figures=None))}
    )
    profile, default_profile = (
        unit_profile_on(scenario, hex_),
        unit_profile_on(without_figures, hex_),
    )
    is_default = (
        profile is not None
        and default_profile is not None
        and ((profile.rules, profile.figures) == (default_profile.rules, default_profile.figures))
    )
    return without_figures if is_default else scenario


def _with_element(
    content: HexContent, element: Element, entry: ListEntry, scenario: Scenario
) -> HexContent:
    match element.layer:
        case Layer.UNIT:
            return _with_unit(content, element, entry)
        case Layer.BADGE:
            unit = content.unit
            return replace(content, unit=replace(unit, badge=element.name) if unit else None)
        case Layer.TAG:
            return _with_tag(content, element, entry, scenario)
        case layer:
            return _with_piece(content, element, layer, entry, scenario)


def _with_piece(
    content: HexContent, element: Element, layer: Layer, entry: ListEntry, scenario: Scenario
) -> HexContent:
    piece_there = content.on(layer)
    behavior = scenario.catalogue.behavior(layer, element.name, entry.behavior)
    if isinstance(piece_there, Piece) and piece_there.name == element.name:
        piece = replace(piece_there, behavior=behavior.name) if behavior else piece_there
    else:
        has_owner = element.terrain is not None and element.terrain.owner_only
        owner = entry.side if has_owner else None
        piece = Piece(element.name, owner=owner, behavior=behavior.name if behavior else None)
    return with_piece(content, layer, piece)


def _with_unit(content: HexContent, element: Element, entry: ListEntry) -> HexContent:
    figures, unit_there = entry.figures, content.unit
    if unit_there is not None and unit_there.name == element.name:
        unit = replace(
            unit_there,
            figures=figures,
            behavior=entry.unit_behavior or unit_there.behavior,
            equipment=entry.equipment or unit_there.equipment,
        )
    else:
        unit = Unit(
            element.name,
            figures,
            behavior=entry.unit_behavior or None,
            equipment=entry.equipment or None,
        )
    return replace(content, unit=unit)


def _with_tag(
    content: HexContent, element: Element, entry: ListEntry, scenario: Scenario
) -> HexContent:
    if any(tag.name == element.name for tag in content.tags):
        return content
    side = entry.side if element.side is None and (element.exit or element.mine) else None
    if element.exit and side is None:
        side = crossing_side(scenario, entry.hex)
    worth = entry.medals if element.layer is Layer.TAG and element.medal else None
    medal = MedalTerms(counts_for=worth) if worth and worth > 1 else None
    return replace(content, tags=(*content.tags, Tag(element.name, side=side, medal=medal)))


def placed_hexes(setup_list: SetupList) -> frozenset[Hex]:
    """Return the hexes on which a list places anything."""
    return frozenset(each.hex for each in setup_list.entries)


_MAX_ROUNDS = 4  # maximum rounds in which tiles are turned to fit one another


def with_oriented_pieces(before: Scenario, after: Scenario, *, join: bool = True) -> Scenario:
    """Return *after* with its new line tiles and bridges turned to fit their neighbors.

    Args:
        before: The scenario without the new pieces.
        after: The scenario with the new pieces in any orientation.
        join: Whether bends and forks may replace straight tiles in lines whose new tiles are all
            straight, such as roads.
    """
    tiles = [
        h for h in after.hexes if _has_new_terrain(before, after, h) and _tile_networks(after, h)
    ]
    for _ in range(_MAX_ROUNDS):
        result = after
        for hex_ in tiles:
            result = _turned_to_fit(result, hex_)
        if result == after:
            break
        after = result
    if join:
        after = _with_bends(after, tiles)
    return _with_bridges(before, after)


def _has_new_terrain(before: Scenario, after: Scenario, hex_: Hex) -> bool:
    return before.at(hex_).terrain != after.at(hex_).terrain


def _tile_networks(scenario: Scenario, hex_: Hex) -> tuple[str, ...]:
    tile = scenario.at(hex_).terrain
    element = scenario.catalogue.get(tile.name) if tile else None
    return tuple(sorted(element.edges)) if element else ()


def _turned_to_fit(scenario: Scenario, hex_: Hex) -> Scenario:
    tile = scenario.at(hex_).terrain
    element = scenario.catalogue.get(tile.name) if tile else None
    if tile is None or element is None or element.orientations == 1:
        return scenario
    orientations = range(1, element.orientations + 1)
    best_orientation = max(
        orientations, key=lambda n: (_fit_score(scenario, hex_, element, n), n == tile.orientation)
    )
    return _with_tile(scenario, hex_, replace(tile, orientation=best_orientation))


def _fit_score(scenario: Scenario, hex_: Hex, element: Element, orientation: int) -> int:
    """Return the score of an orientation: connected edges raise it, and dead ends lower it."""
    score = 0
    for network in element.edges:
        own_edges = joined_edges(element.name, orientation, network, scenario.catalogue)
        for edge, other in edges_and_neighbours(hex_):
            edges = _edges_at(scenario, other, network)
            leads_back = bool(edges & opposite_edge(edge))
            if own_edges & edge:
                score += 2 * bool(edges) + 2 * leads_back
                score += (1 if other not in scenario.board else -2) * (not edges)
            elif leads_back:
                score -= 2
    return score


def _edges_at(scenario: Scenario, hex_: Hex, network: str) -> int:
    tile = scenario.at(hex_).terrain
    return joined_edges(tile.name, tile.orientation, network, scenario.catalogue) if tile else 0


def _with_bends(scenario: Scenario, tiles: Iterable[Hex]) -> Scenario:
    """Return the scenario with bends and forks in place of straight tiles that do not connect."""
    for key, (family, hexes) in _straight_lines(scenario, tiles).items():
        assert key == family.key, "lines are listed by their family"
        network = PathNetwork(scenario, family)
        for hex_ in hexes:
            wanted_edges, tile = network.adjacent_edges(hex_), scenario.at(hex_).terrain
            if tile is None or not wanted_edges & ~network.edges(hex_):
                continue
            continuation_edges = network.off_board_edges(hex_) | network.ending_edges(hex_)
            tile_key = tile.name, tile.orientation
            fitting_tile = best_fit(
                family,
                TileRequest(must=0, keep=wanted_edges, out=continuation_edges, current=tile_key),
            )
            turned_tile = replace(
                tile, name=fitting_tile.name, orientation=fitting_tile.orientation
            )
            scenario = _with_tile(scenario, hex_, turned_tile)
    return scenario


def _straight_lines(
    scenario: Scenario, tiles: Iterable[Hex]
) -> dict[str, tuple[PathFamily, list[Hex]]]:
    """Return each path family whose *tiles* are all straight, with its hexes, keyed by family."""
    lines: dict[str, tuple[PathFamily, list[Hex]]] = {}
    bent_families: set[str] = set()
    for hex_ in tiles:
        tile = scenario.at(hex_).terrain
        family = family_of(tile.name) if tile else None
        if tile is None or family is None or family.side or family.area:
            continue
        if tile.name == family.tiles[0]:
            lines.setdefault(family.key, (family, []))[1].append(hex_)
        else:
            bent_families.add(family.key)
    return {key: line for key, line in lines.items() if key not in bent_families}


def _with_bridges(before: Scenario, after: Scenario) -> Scenario:
    for hex_, content in after.hexes.items():
        bridge = content.structure
        if bridge is not None and before.at(hex_).structure != bridge:
            turned_bridge = replace(bridge, orientation=_bridge_orientation(after, hex_, bridge))
            after = after.with_hexes({hex_: replace(after.at(hex_), structure=turned_bridge)})
    return after


def _bridge_orientation(scenario: Scenario, hex_: Hex, bridge: Piece) -> int:
    """Return the orientation in which a bridge best crosses the water below it.

    It is unchanged if the water has no axis, or if the bridge has a front or no bearings.
    """
    element = scenario.catalogue.get(bridge.name)
    bearings = element.bearings if element else ()
    if not bearings or (element and element.has_front):
        return bridge.orientation
    for network in ("river", "lake", "sea"):
        axis = axis_of(_edges_at(scenario, hex_, network))
        if axis is not None:
            wanted_bearing = (axis + 90) % 180
            deviations = [abs((bearing - wanted_bearing + 90) % 180 - 90) for bearing in bearings]
            return deviations.index(min(deviations)) + 1
    return bridge.orientation


def _with_tile(scenario: Scenario, hex_: Hex, tile: Piece) -> Scenario:
    content = scenario.at(hex_)
    if content.terrain == tile:
        return scenario
    return scenario.with_hexes({hex_: replace(content, terrain=tile)})
