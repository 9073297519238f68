"""A network of rivers or roads on a board: joints, crossings, and lines that a route replaces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import cache, lru_cache
from itertools import pairwise

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.piece_orientation import BEARINGS
from m44core.hexes import Hex
from m44core.model.paths.path_families import (
    EDGES,
    PathFamily,
    family_of,
    joined_edges,
    load_path_families,
)
from m44core.model.paths.route import Route, edge_towards, opposite_edge
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece
from m44core.values import dataclass

NO_CROSSING = ""
_MAX_SKEW = 30  # the maximum angle, in degrees, between a bridge and the line it carries


def other_networks(tile: Piece, network: str, catalogue: Catalogue) -> Mapping[str, int]:
    """Return the edges, as bits, where a tile joins each network other than *network*."""
    element = catalogue.get(tile.name)
    names = (element.edges.keys() if element else set()) - {network}
    return {
        name: joined_edges(tile.name, tile.orientation, name, catalogue) for name in sorted(names)
    }


def crossing_piece(
    upper_family: PathFamily, crossed_network: str, path_edges: int, crossed_edges: int, choice: int
) -> Piece | None:
    """Return the bridge or ford that carries a line across a network.

    None if *choice* means no piece, or if the chosen piece does not fit the edges.

    Args:
        upper_family: The family of the line on top.
        crossed_network: The network it crosses.
        path_edges: The two edges of the line on top, as bits.
        crossed_edges: The edges of the crossed network, as bits.
        choice: The index among the available pieces; it wraps around, and the last
            choice is no piece.
    """
    piece_names = (*upper_family.crossings.get(crossed_network, ()), NO_CROSSING)
    name = piece_names[choice % len(piece_names)]
    return _piece_across(name, path_edges, crossed_edges, base_catalogue()) if name else None


def turned_crossing(
    crossing: Piece, path_edges: int, crossed_edges: int, catalogue: Catalogue
) -> Piece | None:
    """Return an existing bridge or ford turned to carry a line over two edges.

    Args:
        crossing: The piece; its owner and special rules stay.
        path_edges: The edges of the line on top, as bits; 0 if no line leads over it.
        crossed_edges: The edges of the crossed network, as bits; without a line on top, the piece
            is turned perpendicular to these.
        catalogue: The known pieces.

    Returns:
        The turned piece; None if it already fits or cannot be turned.
    """
    bearings = catalogue.elements[crossing.name].bearings
    piece_along_line = _piece_across(crossing.name, path_edges, crossed_edges, catalogue)
    if (
        piece_along_line is None
        and not path_edges
        and (crossed_axis := axis_of(crossed_edges)) is not None
    ):
        perpendicular = (crossed_axis + 90) % 180
        index = min(range(len(bearings)), key=lambda n: _angle_between(bearings[n], perpendicular))
        current_bearing = bearings[(crossing.orientation - 1) % len(bearings)]
        piece_along_line = (
            Piece(crossing.name, index + 1)
            if _angle_between(current_bearing, perpendicular) > _MAX_SKEW
            else None
        )
    if piece_along_line is None or piece_along_line.orientation == crossing.orientation:
        return None
    return replace(crossing, orientation=piece_along_line.orientation)


@cache
def families_carried_by(name: str) -> tuple[PathFamily, ...]:
    """Return the families of lines that a bridge or ford can carry."""
    families = load_path_families().values()
    return tuple(
        family
        for family in families
        if any(name in piece_names for piece_names in family.crossings.values())
    )


def bearing_of(piece: Piece, catalogue: Catalogue) -> tuple[int, ...]:
    """Return a tuple with the bearing of a bridge, in degrees from north; () if it has none."""
    bearings = catalogue.elements[piece.name].bearings
    return (bearings[(piece.orientation - 1) % len(bearings)],) if bearings else ()


def _angle_between(bearing: int, other_bearing: int) -> int:
    """Return the angle between two axes given by their bearings: 0 to 90 degrees."""
    return abs((bearing - other_bearing + 90) % 180 - 90)


def can_bridge(
    upper_family: PathFamily, crossed_network: str, path_edges: int, crossed_edges: int
) -> bool:
    """Return whether any piece can carry a line across a network.

    Args:
        upper_family: The family of the line on top.
        crossed_network: The network it crosses.
        path_edges: The two edges of the line on top, as bits.
        crossed_edges: The edges of the crossed network, as bits.
    """
    return any(
        _piece_across(name, path_edges, crossed_edges, base_catalogue())
        for name in upper_family.crossings.get(crossed_network, ())
    )


def _piece_across(
    name: str, path_edges: int, crossed_edges: int, catalogue: Catalogue
) -> Piece | None:
    """Return a piece turned along a line, or perpendicular to the crossed line if that is close.

    None if it has no such orientation.
    """
    bearings, axis = catalogue.elements[name].bearings, axis_of(path_edges)
    crossed_axis = axis_of(crossed_edges)
    perpendicular = None if crossed_axis is None or axis is None else (crossed_axis + 90) % 180
    is_close = (
        perpendicular is not None
        and axis is not None
        and _angle_between(perpendicular, axis) <= _MAX_SKEW
    )
    for bearing in (axis, perpendicular if is_close else None):
        if bearing in bearings:
            return Piece(name, bearings.index(bearing) + 1)
    return None


def axis_of(edges: int) -> int | None:
    """Return the bearing of a line over two edges, in degrees from north.

    None unless *edges* are exactly two.
    """
    bearings = [BEARINGS[edge] for i, edge in enumerate(EDGES) if edges >> i & 1]
    if len(bearings) != 2:
        return None
    first, second = bearings
    bisector = (first + second) // 2  # perpendicular to the line
    return (bisector + 90) % 180


def joint_tile(
    family: PathFamily, tile: Piece, needed_edges: int, catalogue: Catalogue
) -> Piece | None:
    """Return a tile that joins the needed edges and keeps the edges of all other networks.

    None if there is none.
    """
    edges_by_network = other_networks(tile, family.network, catalogue)
    for candidate in _joint_candidates(family, tile, catalogue):
        candidate_edges = joined_edges(
            candidate.name, candidate.orientation, family.network, catalogue
        )
        candidate_others = other_networks(candidate, family.network, catalogue)
        if candidate_edges == needed_edges and candidate_others == edges_by_network:
            return candidate
    return None


def mouth_tile(family: PathFamily, needed_edges: int, water: Mapping[str, int]) -> Piece | None:
    """Return the tile that joins the end of a line to the water beyond; None if there is none.

    Args:
        family: The family of the line.
        needed_edges: The two edges, as bits: where the line comes from, and where it ends.
        water: The edges of the hex with water beyond them, as bits, by network.
    """
    catalogue = base_catalogue()  # the family only has tiles of the game
    for name in family.mixed:
        element = catalogue.elements[name]
        for number in range(1, element.orientations + 1):
            line_edges = joined_edges(name, number, family.network, catalogue)
            edges_by_network = other_networks(Piece(name, number), family.network, catalogue)
            water_edges = sum(edges_by_network.values())
            leads_to_water = all(
                not edges & ~water.get(water_network, 0)
                for water_network, edges in edges_by_network.items()
            )
            if (
                leads_to_water
                and line_edges | water_edges == needed_edges
                and line_edges == opposite_edge(water_edges)
            ):
                return Piece(name, number)
    return None


def crossable_family(tile: Piece, network: str) -> PathFamily | None:
    """Return the family of a tile if its lines can be carried across a network, or None."""
    family = family_of(tile.name)
    return family if family and network in family.crossings else None


def _joint_candidates(family: PathFamily, tile: Piece, catalogue: Catalogue) -> Iterator[Piece]:
    """Yield the candidates for joining two networks in all orientations, the existing one first."""
    yield tile
    names = dict.fromkeys((tile.name, *family.mixed))
    for name in names:
        for number in range(1, catalogue.elements[name].orientations + 1):
            yield Piece(name, number)


_OPPOSITE_EDGES = {1 << i: opposite_edge(1 << i) for i in range(6)}


@lru_cache(maxsize=1024)
def edges_and_neighbours(hex_: Hex) -> tuple[tuple[int, Hex], ...]:
    """Return the six edges of a hex, as bits, each with the adjacent hex."""
    return tuple((1 << i, other) for i, other in enumerate(hex_.neighbours()))


def edges_towards(hex_: Hex, other_hexes: Container[Hex]) -> int:
    """Return the edges of a hex towards its neighbors that are in *other_hexes*, as bits."""
    return sum(edge for edge, other in edges_and_neighbours(hex_) if other in other_hexes)


class PathNetwork:
    """The tiles of a family's network on a board; edges are bits.

    Attributes:
        scenario: The scenario with the tiles.
    """

    def __init__(self, scenario: Scenario, family: PathFamily) -> None:
        self.scenario = scenario
        self._catalogue = scenario.catalogue
        self._family = family
        self._edges: dict[Hex, int] = {}
        self._edge_cache: dict[tuple[str, Hex], int] = {}

    def edges(self, hex_: Hex) -> int:
        """Return the edges where the tile on a hex joins the network; 0 for none."""
        edges = self._edges.get(hex_)
        if edges is None:
            tile = self.scenario.at(hex_).terrain
            network = self._family.network
            edges = (
                joined_edges(tile.name, tile.orientation, network, self._catalogue) if tile else 0
            )
            self._edges[hex_] = edges
        return edges

    def joined_edges(self, hex_: Hex) -> int:
        """Return the edges where the tile on a hex joins the tile on the neighboring hex."""
        return self.edges(hex_) & self.facing_edges(hex_)

    def facing_edges(self, hex_: Hex) -> int:
        """Return the edges of a hex where tiles on neighboring hexes lead to it."""
        return self._cached_edges(
            "facing", hex_, lambda edge, other: self.edges(other) & _OPPOSITE_EDGES[edge]
        )

    def leading_edges(self, hex_: Hex) -> int:
        """Return the edges of a tile that lead to a joined tile, off the board or to an end."""
        edges = self.edges(hex_)
        if not edges:
            return 0
        return edges & (
            self.facing_edges(hex_) | self.off_board_edges(hex_) | self.ending_edges(hex_)
        )

    def off_board_edges(self, hex_: Hex) -> int:
        """Return the edges of a hex that are at the edge of the board."""
        board = self.scenario.board.index
        return self._cached_edges("beyond", hex_, lambda _, other: other not in board)

    def ending_edges(self, hex_: Hex) -> int:
        """Return the edges of a hex towards hexes where a line can end."""
        return self._cached_edges("endings", hex_, lambda _, other: self.can_end_at(other))

    def adjacent_edges(self, hex_: Hex) -> int:
        """Return the edges of a hex towards hexes with a tile of the network."""
        return self._cached_edges("beside", hex_, lambda _, other: self.edges(other))

    def can_end_at(self, hex_: Hex) -> bool:
        """Return whether a line can end at a hex that is not part of the network."""
        scenario, ends = self.scenario, self._family.ends
        if hex_ not in scenario.board.index or self.edges(hex_):
            return False
        tile = scenario.at(hex_).terrain
        if tile is None:
            return bool(ends.zones) and scenario.board.zone(scenario.face, hex_) in ends.zones
        element = self._catalogue.get(tile.name)
        if tile.name in ends.tiles or (element and element.group in ends.groups):
            return True
        return bool(element and ends.networks & element.edges.keys())

    def ending_edges_by_network(self, hex_: Hex) -> Mapping[str, int]:
        """Return the edges towards hexes where a line can end, by the network of these hexes."""
        edges: dict[str, int] = {}
        for edge, other in edges_and_neighbours(hex_):
            for network in self._other_networks(other) if self.can_end_at(other) else ():
                edges[network] = edges.get(network, 0) | edge
        return edges

    def is_replaceable(self, hex_: Hex) -> bool:
        """Return whether the tile on a hex is an ordinary part of the line that can be replaced."""
        tile = self.scenario.at(hex_).terrain
        if not tile or tile.name in self._family.also:
            return False
        return not other_networks(tile, self._family.network, self._catalogue).keys() - {
            self._family.side
        }

    def _other_networks(self, hex_: Hex) -> Iterable[str]:
        tile, scenario = self.scenario.at(hex_).terrain, self.scenario
        if tile:
            return other_networks(tile, self._family.network, self._catalogue)
        return (self._family.ends.zones[scenario.board.zone(scenario.face, hex_)],)

    def _cached_edges(self, key: str, hex_: Hex, condition: Callable[[int, Hex], object]) -> int:
        """Return the edges of a hex that satisfy a condition; cached under *key*."""
        cached = self._edge_cache.get((key, hex_))
        if cached is None:
            cached = sum(
                edge for edge, other in edges_and_neighbours(hex_) if condition(edge, other)
            )
            self._edge_cache[key, hex_] = cached
        return cached


@dataclass(frozen=True)
class AbandonedLine:
    """The part of a line that a new route replaces.

    Attributes:
        hexes: The hexes where the line is removed.
        edges: By hex where the old and the new route part or meet, the edges of the old route,
            as bits.
    """

    hexes: frozenset[Hex] = frozenset()
    edges: Mapping[Hex, int] = field(default_factory=dict)


NOTHING_ABANDONED = AbandonedLine()


def find_abandoned_line(network: PathNetwork, route: Route) -> AbandonedLine:
    """Return the part of a line that a stroke replaces by leaving it and returning to it.

    An old route is replaced if it is not much longer than the new one and has no branches.
    """
    hexes: set[Hex] = set()
    edges: dict[Hex, int] = defaultdict(int)
    for old_route in _replaced_routes(network, route):
        hexes.update(old_route[1:-1])
        edges[old_route[0]] |= edge_towards(old_route[0], old_route[1])
        edges[old_route[-1]] |= edge_towards(old_route[-1], old_route[-2])
    return AbandonedLine(frozenset(hexes), edges)


def _replaced_routes(network: PathNetwork, route: Route) -> Iterator[Route]:
    contacts = [i for i, hex_ in enumerate(route) if network.edges(hex_)]
    for first, last in pairwise(contacts):
        leaves = first == 0 or _is_joined(network, route[first - 1], route[first])
        returns = last == len(route) - 1 or _is_joined(network, route[last], route[last + 1])
        if leaves and returns and not _is_joined(network, route[first], route[last]):
            max_steps = 2 * (last - first) + 2
            yield from _routes_between(
                network, route[first], route[last], frozenset(route), max_steps
            )
        elif leaves and returns and last - first > 1:
            yield route[first], route[last]


def _is_joined(network: PathNetwork, hex_: Hex, neighbor: Hex) -> bool:
    return bool(network.joined_edges(hex_) & edge_towards(hex_, neighbor))


def _routes_between(
    network: PathNetwork, start: Hex, end: Hex, blocked_hexes: frozenset[Hex], max_steps: int
) -> Iterable[Route]:
    """Return a list with the route along a line between two hexes; [] if there is none.

    It must have no branches, at most *max_steps* steps, and no hexes of *blocked_hexes* in between.
    """
    for step in _joined_neighbours(network, start):
        route = [start, step]
        while (
            route[-1] not in blocked_hexes
            and _passes_through(network, route[-1])
            and len(route) <= max_steps
        ):
            route += [hex_ for hex_ in _joined_neighbours(network, route[-1]) if hex_ != route[-2]]
        if route[-1] == end:
            return [tuple(route)]
    return []


def _joined_neighbours(network: PathNetwork, hex_: Hex) -> tuple[Hex, ...]:
    joined_edges = network.joined_edges(hex_)
    return tuple(other for edge, other in edges_and_neighbours(hex_) if joined_edges & edge)


def _passes_through(network: PathNetwork, hex_: Hex) -> bool:
    """Return whether a line passes through a hex without branching."""
    joined_edges = network.joined_edges(hex_)
    return (
        joined_edges.bit_count() == 2
        and network.leading_edges(hex_) == joined_edges
        and network.is_replaceable(hex_)
    )
