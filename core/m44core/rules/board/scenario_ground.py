"""The ground of a scenario: the pieces on each hex, and their owners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache

from m44core.board import Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import OPEN_GROUND, Layer, Side, TerrainRules
from m44core.catalogue.piece_orientation import axis_edges
from m44core.hexes import Direction, Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece
from m44core.model.special_rules import FloodedFields, TerrainOverride
from m44core.rules.board.ground import Ground
from m44core.rules.board.hex_grid import grid_of
from m44core.rules.board.hex_ground import GroundPiece, HexGround, merged_ground, sandbags_piece
from m44core.rules.board.step_tables import retreat_steps_of, roads_of, steps_of
from m44core.rules.index_types import HexNo, PlayerNo

_Edges = frozenset[Direction] | None


def ground_of(scenario: Scenario, sides: tuple[Side, Side]) -> Ground:
    """Return the ground at the start; hexes with the same pieces share one kind.

    A tile replaces the printed terrain; a structure or an obstacle does not (B-FACE-04).
    Unknown pieces play as open ground.
    """
    hexes = tuple(_hex_grounds(scenario, sides))
    grid = grid_of(scenario.board)
    steps, retreat_steps = steps_of(grid, hexes), retreat_steps_of(grid, hexes)
    return Ground(grid, hexes, steps, retreat_steps, roads_of(grid, hexes))


def _hex_grounds(scenario: Scenario, sides: tuple[Side, Side]) -> Iterator[HexGround]:
    """Yield the ground of each hex; cached for hexes that an edit leaves unchanged.

    The position of a resumed game matters too, so scenarios with a position are not cached.
    """
    builder = _GroundBuilder(scenario, sides)
    rules = scenario.briefing.special_rules
    cache_key = sides, rules.of(FloodedFields), rules.of(TerrainOverride), scenario.catalogue
    grounds = _hex_cache(*cache_key) if scenario.position is None else {}
    if len(grounds) > _MAX_CACHED_HEXES:
        grounds.clear()
    for hex_ in scenario.board.hexes:
        content = scenario.at(hex_)
        key = id(content), scenario.board.zone(scenario.face, hex_)
        if key not in grounds:
            grounds[key] = content, builder.hex_ground(hex_)
        yield grounds[key][1]


_HexCache = dict[tuple[int, Zone], tuple[HexContent, HexGround]]
_MAX_CACHED_HEXES = 2000  # the cache keeps each content alive, whose id is its key


@lru_cache(maxsize=2)
def _hex_cache(
    sides: tuple[Side, Side],
    flooded: FloodedFields | None,
    override: TerrainOverride | None,
    catalogue: Catalogue,
) -> _HexCache:
    """Return the cache of hex grounds for the given values, which affect every hex."""
    del sides, flooded, override, catalogue
    return {}


def without_structure(ground: Ground, index: HexNo) -> Ground:
    """Return the ground without the bridge on a hex and without the steps over it (TH-BLOW-03)."""
    return with_structure(ground, index, None)


def with_structure(ground: Ground, index: HexNo, structure: GroundPiece | None) -> Ground:
    """Return the ground with *structure*, or none, on a hex; the steps are updated (E-HOB-02)."""
    old_kind = ground.hexes[index]
    new_kind = merged_ground(
        old_kind.tile, structure, old_kind.obstacle, old_kind.sandbags, old_kind.mine
    )
    hexes, grid = (*ground.hexes[:index], new_kind, *ground.hexes[index + 1 :]), ground.grid
    steps, retreat_steps = steps_of(grid, hexes), retreat_steps_of(grid, hexes)
    return Ground(grid, hexes, steps, retreat_steps, roads_of(grid, hexes))


def obstacle_on(scenario: Scenario, hex_: Hex) -> Piece | None:
    """Return the wire or hedgehog on a hex, even under sandbags; None if there is none."""
    piece, position = scenario.at(hex_).obstacle, scenario.position
    if not is_sandbags(piece, scenario.catalogue):
        return piece
    name = position.under.get(hex_) if position else None
    return Piece(name) if name else None


def is_sandbags(piece: Piece | None, catalogue: Catalogue) -> bool:
    """Return whether a piece is sandbags or made of them, such as a sea wall."""
    element = catalogue.get(piece.name, Layer.OBSTACLE) if piece else None
    return element is not None and element.component == "sandbags"


def _overridden_rules(scenario: Scenario) -> Iterator[tuple[str, TerrainRules]]:
    """Yield the name and rules of each tile that plays as other terrain (SO-TERRAIN-OVERRIDE)."""
    catalogue = scenario.catalogue
    override = scenario.briefing.special_rules.of(TerrainOverride)
    for group in override.groups if override else ():
        substitute = catalogue.by_key(Layer.TERRAIN, group.counts_as)
        for key in group.tiles:
            if tile := catalogue.by_key(Layer.TERRAIN, key):
                name, special = (
                    (substitute.name, None) if substitute else (tile.name, str(group.counts_as))
                )
                is_known = substitute or catalogue.behavior(Layer.TERRAIN, name, special)
                rules = catalogue.terrain_rules(Layer.TERRAIN, name, special) if is_known else None
                yield tile.name, rules or OPEN_GROUND


@cache
def flooded_field_rules() -> TerrainRules:
    """Return the rules of flooded fields (SO-FLOODED-FIELDS).

    They are those of rice paddies, but any unit can enter, and only from an adjacent hex.
    """
    rice_paddies = base_catalogue().by_key(Layer.TERRAIN, "rice-paddies")
    assert rice_paddies is not None, "the catalogue has rice paddies"
    assert rice_paddies.terrain is not None, "they are played"
    return replace(rice_paddies.terrain, impassable=frozenset(), enter_from_adjacent=True)


class _GroundBuilder:
    """Builds the ground of each hex; equal pieces on all boards share one object."""

    def __init__(self, scenario: Scenario, sides: tuple[Side, Side]) -> None:
        self._scenario = scenario
        self._sides = sides
        self._catalogue = scenario.catalogue
        flooded_fields = scenario.briefing.special_rules.of(FloodedFields)
        self._flooded = flooded_fields is not None and flooded_fields.applies
        self._overrides = dict(_overridden_rules(scenario))

    def hex_ground(self, hex_: Hex) -> HexGround:
        """Return the ground of a hex."""
        content = self._scenario.at(hex_)
        structure = self._piece(content, content.structure, Layer.STRUCTURE)
        top_obstacle = self._piece(content, content.obstacle, Layer.OBSTACLE)
        obstacle = self._piece(content, obstacle_on(self._scenario, hex_), Layer.OBSTACLE)
        obstacles = (
            obstacle,
            top_obstacle if is_sandbags(content.obstacle, self._catalogue) else None,
        )
        return merged_ground(
            self._tile(hex_, content), structure, *obstacles, self._minefield(content)
        )

    def _tile(self, hex_: Hex, content: HexContent) -> GroundPiece:
        tile = content.terrain
        if tile is None and self._flooded and content.structure is None:
            return self._shared_piece(flooded_field_rules())
        if tile is None:
            zone = self._scenario.board.zone(self._scenario.face, hex_)
            return self._shared_piece(self._catalogue.zones[zone])
        rules = (
            self._catalogue.terrain_rules(Layer.TERRAIN, tile.name, tile.behavior) or OPEN_GROUND
        )
        rules = self._overrides.get(tile.name, rules)
        crossable_edges = self._connected_edges(tile, None) if rules.axis_only else None
        roads = self._connected_edges(tile, "road") if rules.road else frozenset()
        rails = self._connected_edges(tile, "rail") if rules.rail else frozenset()
        owner = self._headquarters_owner(content, tile) if rules.headquarters else None
        return self._shared_piece(rules, owner, crossable_edges, roads, rails)

    def _piece(self, content: HexContent, piece: Piece | None, layer: Layer) -> GroundPiece | None:
        rules = self._catalogue.terrain_rules(layer, piece.name, piece.behavior) if piece else None
        if piece is None or rules is None:
            return None
        owner = self._owner_number(content, piece) if rules.owner_only else None
        rails = (self._crossable_edges(piece) if rules.rail else None) or frozenset()
        crossable_edges = self._crossable_edges(piece) if rules.axis_only else None
        return self._shared_piece(rules, owner, crossable_edges, rails=rails)

    def _minefield(self, content: HexContent) -> GroundPiece | None:
        """Return the minefield on a hex, or None; one without a side harms both (TH-MINE-06)."""
        for tag in content.tags:
            element = self._catalogue.get(tag.name, Layer.TAG)
            if element and element.mine and element.terrain:
                return self._shared_piece(
                    element.terrain, None if tag.side is None else self._sides.index(tag.side)
                )
        return None

    def _headquarters_owner(self, content: HexContent, tile: Piece) -> PlayerNo | None:
        """Return the owner of a headquarters, or None for a plain tent (TH-HQ-01, TH-HQ-06)."""
        return self._owner_number(content, tile) if tile.owner or tile.behavior else None

    def _owner_number(self, content: HexContent, piece: Piece) -> PlayerNo | None:
        side = _owner(content, piece, self._catalogue)
        return None if side is None else self._sides.index(side)

    def _crossable_edges(self, piece: Piece) -> _Edges:
        """Return the edges along the axis of a structure; None if its element is unknown."""
        element = self._catalogue.get(piece.name)
        return axis_edges(element, piece.orientation) if element else None

    def _connected_edges(self, tile: Piece, network: str | None) -> frozenset[Direction]:
        """Return the edges that a tile connects in *network*; None means any network."""
        element = self._catalogue.get(tile.name, Layer.TERRAIN)
        edges = frozenset[Direction]()
        for name, edges_by_orientation in element.edges.items() if element else ():
            if network in (None, name) and tile.orientation <= len(edges_by_orientation):
                edges |= edges_by_orientation[tile.orientation - 1]
        return edges

    def _shared_piece(
        self,
        rules: TerrainRules,
        owner: PlayerNo | None = None,
        crossable_edges: _Edges = None,
        roads: frozenset[Direction] = frozenset(),
        rails: frozenset[Direction] = frozenset(),
    ) -> GroundPiece:
        if rules is sandbags_piece().rules:
            return sandbags_piece()
        key, cache = (id(rules), owner, crossable_edges, roads, rails), _piece_cache()
        if key not in cache:
            cache[key] = GroundPiece(rules, owner, crossable_edges, roads, rails)
        return cache[key]


@cache
def _piece_cache() -> dict[tuple[object, ...], GroundPiece]:
    """Return the cache of pieces.

    A key has the id of the rules, which the cached piece keeps alive.
    """
    return {}


def owner_of(scenario: Scenario, hex_: Hex, piece: Piece) -> Side | None:
    """Return the owner of a bunker or sea wall: as stated, else the side of its unit (B-BUN-06).

    None means that it protects nobody.
    """
    return _owner(scenario.at(hex_), piece, scenario.catalogue)


def _owner(content: HexContent, piece: Piece, catalogue: Catalogue) -> Side | None:
    if piece.owner or content.unit is None:
        return piece.owner
    element = catalogue.get(content.unit.name, Layer.UNIT)
    return element.nation.side if element and element.nation else None
