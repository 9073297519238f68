"""Checks of rivers, roads and railways: connections and bridges (M505, M506, M512)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from m44core.board import Zone
from m44core.catalogue.catalogue_types import Element, Layer
from m44core.catalogue.piece_orientation import axis_edges
from m44core.hexes import Direction, Hex
from m44core.model.scenario_parts import Piece
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem, value_repair

_RIVER = "river"  # the network of river tiles, frozen ones too
_ROADS_AND_RAILS = ("road", "rail")
_WATERS = frozenset(("lake", "sea", "shore"))  # networks a river may end in


class _PathTile(NamedTuple):
    """A tile of a river, a road or a railway on its hex."""

    hex: Hex
    piece: Piece
    element: Element
    network: str

    @property
    def edges_by_orientation(self) -> tuple[frozenset[Direction], ...]:
        """The edges that the tile connects at each orientation."""
        return self.element.edges[self.network]

    @property
    def edges(self) -> frozenset[Direction]:
        """The edges that the tile connects as displayed.

        A tile with an invalid orientation is displayed in its first orientation.
        """
        number = self.piece.orientation
        return self.edges_by_orientation[
            number - 1 if 1 <= number <= len(self.edges_by_orientation) else 0
        ]


@check("M505")
def bridge_along_the_river(context: CheckContext) -> Iterator[Problem]:
    """Bridges that lie along a straight river, not across it (V-51, B-M44-04)."""
    stretches = _path_tiles(context, _RIVER)
    for placed_piece in context.pieces:
        stretch = stretches.get(placed_piece.hex)
        if (
            placed_piece.layer is not Layer.STRUCTURE
            or placed_piece.element.group != "bridges"
            or not stretch
        ):
            continue
        is_straight = _is_straight(stretch.edges)
        if (
            is_straight
            and axis_edges(placed_piece.element, placed_piece.piece.orientation) == stretch.edges
        ):
            pointer = context.pointer(placed_piece.hex, "structure", "facing")
            key = "turn-section" if placed_piece.piece.behavior else "turn"
            yield problem(
                "along",
                pointer,
                placed_piece.hex,
                value_repair(
                    key,
                    pointer,
                    _crossing_facing(placed_piece.element, placed_piece.piece.orientation),
                ),
                bridge=placed_piece.element.noun,
            )


def _is_straight(edges: frozenset[Direction]) -> bool:
    return len(edges) == len({Direction.E, Direction.W}) and {e.opposite for e in edges} == edges


def _crossing_facing(bridge: Element, orientation: int) -> str:
    """Return the facing of a bridge closest to a right angle to its present one."""
    axis = bridge.bearings[orientation - 1]
    deviations = [abs((bearing - axis) % 180 - 90) for bearing in bridge.bearings]
    return bridge.facings[deviations.index(min(deviations))]


@check("M506")
def loose_river_end(context: CheckContext) -> Iterator[Problem]:
    """River tiles that connect to nothing: facing the wrong way, or loose ends (V-52, B-M44-04)."""
    yield from _loose_end_problems(context, _Network(context, _RIVER, _river_may_end))


@check("M512")
def loose_road_end(context: CheckContext) -> Iterator[Problem]:
    """Roads and railways that lead nowhere: facing the wrong way, or unfinished (LINT-G10)."""
    for name in _ROADS_AND_RAILS:
        yield from _loose_end_problems(context, _Network(context, name, _road_may_end))


def _loose_end_problems(context: CheckContext, network: _Network) -> Iterator[Problem]:
    """Yield a problem for each misoriented tile of a network, and one for loose ends elsewhere."""
    stretches = network.stretches
    ends = {
        hex_: loose_edges
        for hex_, each in stretches.items()
        if (loose_edges := network.loose_edges(each))
    }
    better_orientations = {
        hex_: orientation
        for hex_ in ends
        if (orientation := network.better_orientation(stretches[hex_]))
    }
    for hex_, orientation in better_orientations.items():
        pointer = context.pointer(hex_, "terrain", "facing")
        facing = stretches[hex_].element.facings[orientation - 1]
        repair = value_repair("turn", pointer, facing, facing=facing)
        tile = stretches[hex_].element.noun
        yield problem("turned", pointer, hex_, repair, tile=tile, hex=context.hex_name(hex_))
    loose_hexes = [
        hex_
        for hex_ in ends
        if not better_orientations.keys() & _hex_and_neighbours(hex_, ends[hex_])
    ]
    if loose_hexes:
        place = context.pointer(loose_hexes[0], "terrain")
        yield problem("end", place, loose_hexes[0], hexes=context.hex_list(loose_hexes))


def _hex_and_neighbours(hex_: Hex, edges: frozenset[Direction]) -> set[Hex]:
    """Return a hex and its neighbors across some edges."""
    return {hex_, *(hex_.neighbour(edge) for edge in edges)}


def _path_tiles(context: CheckContext, network: str) -> dict[Hex, _PathTile]:
    return {
        placed_piece.hex: _PathTile(
            placed_piece.hex, placed_piece.piece, placed_piece.element, network
        )
        for placed_piece in context.pieces
        if placed_piece.layer is Layer.TERRAIN and network in placed_piece.element.edges
    }


_MayEnd = Callable[[CheckContext, Hex], bool]


class _Network:
    """The tiles of one network on the board, and the places where they may end."""

    def __init__(self, context: CheckContext, name: str, may_end: _MayEnd) -> None:
        self.stretches = _path_tiles(context, name)
        self._context = context
        self._may_end = may_end

    def loose_edges(
        self, stretch: _PathTile, edges: frozenset[Direction] | None = None
    ) -> frozenset[Direction]:
        """Return the edges where a tile leads nowhere, with its own edges or with *edges*."""
        return frozenset(
            edge
            for edge in (stretch.edges if edges is None else edges)
            if not self._is_connected(stretch.hex, edge) and not self._may_end_at(stretch.hex, edge)
        )

    def better_orientation(self, stretch: _PathTile) -> int | None:
        """Return the only orientation that connects more edges and leaves none loose.

        Return None if there is no such orientation, or more than one.
        """
        connected_edges = sum(self._is_connected(stretch.hex, edge) for edge in stretch.edges)
        better_orientations = [
            number
            for number, edges in enumerate(stretch.edges_by_orientation, 1)
            if sum(self._is_connected(stretch.hex, edge) for edge in edges) > connected_edges
            and not self.loose_edges(stretch, edges)
        ]
        return better_orientations[0] if len(better_orientations) == 1 else None

    def _is_connected(self, hex_: Hex, edge: Direction) -> bool:
        """Return whether the tile across an edge of a hex connects to that edge."""
        other = self.stretches.get(hex_.neighbour(edge))
        return other is not None and edge.opposite in other.edges

    def _may_end_at(self, hex_: Hex, edge: Direction) -> bool:
        """Return whether a tile may end at an edge: at the board edge, or at a suitable hex."""
        other = hex_.neighbour(edge)
        if other not in self._context.scenario.board:
            return True
        return other not in self.stretches and self._may_end(self._context, other)


def _river_may_end(context: CheckContext, hex_: Hex) -> bool:
    """Return whether a river may end on a hex: in a lake, in the sea or on an unknown tile."""
    scenario = context.scenario
    tile = scenario.at(hex_).terrain
    if tile is None:
        return scenario.board.zone(scenario.face, hex_) is not Zone.LAND
    element = context.catalogue.get(tile.name, Layer.TERRAIN)
    return element is None or bool(_WATERS & element.edges.keys())  # unknown: maybe a lake


def _road_may_end(context: CheckContext, hex_: Hex) -> bool:
    """Return whether a road or a railway may end on a hex: at any piece, on a beach or at sea."""
    content, scenario = context.scenario.at(hex_), context.scenario
    if scenario.board.zone(scenario.face, hex_) is not Zone.LAND:
        return True
    return bool(content.terrain or content.structure or content.obstacle or content.tags)
