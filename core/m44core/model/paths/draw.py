"""A stroke of the path brush: the tiles it places along a route, and the gaps it leaves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import field, replace
from itertools import pairwise

from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44core.model.paths.path_families import (
    PathFamily,
    TileFit,
    TileRequest,
    best_fit,
    family_of,
    is_on_requested_side,
    joined_edges,
)
from m44core.model.paths.path_network import (
    NOTHING_ABANDONED,
    AbandonedLine,
    PathNetwork,
    axis_of,
    bearing_of,
    can_bridge,
    crossable_family,
    crossing_piece,
    edges_towards,
    families_carried_by,
    find_abandoned_line,
    joint_tile,
    mouth_tile,
    other_networks,
    turned_crossing,
)
from m44core.model.paths.path_repair import without_orphaned_crossings
from m44core.model.paths.route import Route, edge_towards, opposite_edge
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece
from m44core.values import dataclass

Pieces = tuple[Piece, Piece | None]  # a tile, and the piece across it


@dataclass(frozen=True)
class PlacedLine:
    """The tiles that a stroke places.

    Attributes:
        pieces: By hex, the tile, and the bridge or ford that carries a line across it, if any.
        gaps: By hex, the reason why no tile can show the line completely.
        crossings: The hexes with a new crossing.
        crossing_choices: The number of choices for the new crossings, one of which is to place
            no piece; 1 if there are no crossings.
        has_end_tile: Whether the line has an end tile with a single edge.
        kept: The hexes that it runs through without a tile, such as towns on a road.
    """

    pieces: Mapping[Hex, Pieces]
    gaps: Mapping[Hex, Message] = field(default_factory=dict)
    crossings: tuple[Hex, ...] = ()
    crossing_choices: int = 1
    has_end_tile: bool = False
    kept: tuple[Hex, ...] = ()


@dataclass(frozen=True, slots=True)
class LineVariant:
    """A way to place a line.

    Attributes:
        crossing: The index of the piece that carries it across a different network.
        open: Whether its ends are left open.
        right: Whether its side network, such as the sea, is on the right.
    """

    crossing: int = 0
    open: bool = False
    right: bool = True


class LinePlacer:
    """Places the tiles of one line."""

    def __init__(
        self,
        network: PathNetwork,
        family: PathFamily,
        route: Route,
        abandoned_line: AbandonedLine,
        variant: LineVariant,
    ) -> None:
        self._network = network
        self._scenario = network.scenario
        self._catalogue = network.scenario.catalogue
        self._family = family
        self._route = route
        self._abandoned_line = abandoned_line
        self._variant = variant
        self._links = _route_edges(route)
        self._pieces: dict[Hex, Pieces] = {}
        self._gap_reasons: dict[Hex, Message] = {}
        self._crossings: list[Hex] = []
        self._crossing_choices = 1
        self._has_ends = False
        self._kept: list[Hex] = []
        for hex_ in self._links:
            if hex_ in self._scenario.board:
                self._place_on(hex_)

    def placed_line(self) -> PlacedLine:
        """Return the tiles that the stroke places, with its gaps and crossings."""
        crossings = tuple(self._crossings)
        return PlacedLine(
            self._pieces,
            self._gap_reasons,
            crossings,
            self._crossing_choices,
            self._has_ends,
            tuple(self._kept),
        )

    def sort_key(self) -> tuple[int, int, int]:
        """Return a sort key for this placement; the lowest is the best.

        It consists of the number of existing tiles that change, the number of gaps, and the number
        of side edges that lead neither off the board nor to a hex where a line can end, minus the
        number of those that do.
        """
        misplaced_side_edges = changed_tiles = 0
        for hex_, (tile, _) in self._pieces.items():
            current_tile = self._scenario.at(hex_).terrain
            side = joined_edges(tile.name, tile.orientation, self._family.side, self._catalogue)
            open_edges = self._network.off_board_edges(hex_) | self._network.ending_edges(hex_)
            misplaced_side_edges += (side & ~open_edges).bit_count() - (
                side & open_edges
            ).bit_count()
            is_same = current_tile and (current_tile.name, current_tile.orientation) == (
                tile.name,
                tile.orientation,
            )
            changed_tiles += bool(self._network.edges(hex_)) and not is_same
        return changed_tiles, len(self._gap_reasons), misplaced_side_edges

    # One hex

    def _place_on(self, hex_: Hex) -> None:
        tile = self._scenario.at(hex_).terrain
        edges_by_network = (
            other_networks(tile, self._family.network, self._catalogue) if tile else {}
        )
        edges_by_network = {
            name: edges for name, edges in edges_by_network.items() if name != self._family.side
        }
        if (
            tile
            and self._network.edges(hex_)
            and (edges_by_network or tile.name in self._family.also)
        ):
            self._join(hex_, tile)
        elif tile and edges_by_network:
            self._cross(hex_, tile, edges_by_network)
        elif self._network.can_end_at(hex_):
            if self._links[hex_].bit_count() > 1:
                self._kept.append(hex_)
        elif not self._is_done(hex_):
            self._place_tile(hex_)

    def _is_done(self, hex_: Hex) -> bool:
        """Return whether a hex of the line needs no new tile."""
        unjoined_edges = self._links[hex_] or self._faced_edges(hex_) & ~self._network.edges(hex_)
        return not unjoined_edges and bool(self._network.edges(hex_))

    def _place_tile(self, hex_: Hex) -> None:
        """Place a tile of the family, turn an existing bridge to fit it, and report any gap."""
        request, family = self._tile_request(hex_), self._family_at(hex_)
        fit = best_fit(family, request)
        if request.optional and request.must & ~fit.edges:
            self._report_unjoined(hex_, request)
            return
        if request.must and fit.edges.bit_count() == 1:
            self._has_ends = True
            if self._variant.open:
                return
        tile = self._mouth_tile(hex_, fit.edges) or Piece(fit.name, fit.orientation)
        self._pieces[hex_] = tile, self._refitted_bridge(hex_, tile)
        self._report_misfit(hex_, request, fit)

    def _report_misfit(self, hex_: Hex, request: TileRequest, fit: TileFit) -> None:
        if (request.must | request.keep) & ~fit.edges:
            self._report_unjoined(hex_, request)
        elif not is_on_requested_side(fit, request.sided):
            reason = message("On {hex}, no tile bends away from the sea", hex=self._name(hex_))
            self._gap_reasons[hex_] = reason
        elif request.ground and not fit.keeps_ground and self._family.above:
            ground = self._catalogue.elements[request.ground].noun
            reason = message(
                "On {hex}, no tile also shows the {ground}", hex=self._name(hex_), ground=ground
            )
            self._gap_reasons[hex_] = reason

    def _report_unjoined(self, hex_: Hex, request: TileRequest) -> None:
        line_count = (request.must | request.keep).bit_count()
        self._gap_reasons[hex_] = message(
            "On {hex}, no tile connects all {number} lines that meet there: {tile}",
            hex=self._name(hex_),
            number=line_count,
            tile=self._family.noun,
        )

    # Other networks

    def _join(self, hex_: Hex, tile: Piece) -> None:
        """Join the line to a special tile, such as a station or level crossing, or report a gap."""
        needed_edges = self._links[hex_] | self._kept_edges(hex_)
        ending_edges = self._network.ending_edges_by_network(hex_)
        edges_by_network = other_networks(tile, self._family.network, self._catalogue).items()
        water_edges = sum(edges & ending_edges.get(name, 0) for name, edges in edges_by_network)
        if not needed_edges & ~(self._network.edges(hex_) | water_edges):
            return
        turned_tile = self._turned_tile(tile, needed_edges) or joint_tile(
            self._family, tile, needed_edges, self._catalogue
        )
        if turned_tile:
            self._pieces[hex_] = turned_tile, None
        else:
            self._report_uncrossed(hex_, tile)

    def _turned_tile(self, tile: Piece, needed_edges: int) -> Piece | None:
        """Return a tile turned to join the needed edges; None if impossible.

        A tile that also joins other networks is never turned.
        """
        if other_networks(tile, self._family.network, self._catalogue):
            return None
        for number in range(1, self._catalogue.elements[tile.name].orientations + 1):
            if not needed_edges & ~joined_edges(
                tile.name, number, self._family.network, self._catalogue
            ):
                return Piece(tile.name, number)
        return None

    def _cross(self, hex_: Hex, tile: Piece, edges_by_network: Mapping[str, int]) -> None:
        """Carry the line across a tile of a different network, or report a gap.

        Do nothing if the line can end there.
        """
        route_edges = self._links[hex_]
        joining_tile = joint_tile(self._family, tile, route_edges, self._catalogue)
        if joining_tile:
            self._pieces[hex_] = joining_tile, None
        elif self._network.can_end_at(hex_) or route_edges.bit_count() < 2:
            return
        elif not self._bridge(hex_, tile, edges_by_network) and not self._try_placing_under(
            hex_, tile
        ):
            if self._is_unjoined(hex_, tile):
                self._place_tile(hex_)
            else:
                self._report_uncrossed(hex_, tile)

    def _bridge(self, hex_: Hex, tile: Piece, edges_by_network: Mapping[str, int]) -> bool:
        """Carry the line across a different network; return whether that is possible."""
        route_edges = self._links[hex_]
        for crossed_network, edges in edges_by_network.items():
            if not edges & route_edges and can_bridge(
                self._family, crossed_network, route_edges, edges
            ):
                self._place_crossing(hex_, tile, self._family, crossed_network, route_edges, edges)
                return True
        return False

    def _try_placing_under(self, hex_: Hex, tile: Piece) -> bool:
        """Place the line under an existing road or railway; return whether that is possible."""
        upper_family = crossable_family(tile, self._family.network)
        edges = PathNetwork(self._scenario, upper_family).leading_edges(hex_) if upper_family else 0
        is_clear = not edges & self._links[hex_]
        if (
            not upper_family
            or not is_clear
            or not can_bridge(upper_family, self._family.network, edges, self._links[hex_])
        ):
            return False
        self._place_tile(hex_)
        if hex_ in self._pieces:
            route_edges = self._links[hex_]
            self._place_crossing(
                hex_, self._pieces[hex_][0], upper_family, self._family.network, edges, route_edges
            )
        return True

    def _place_crossing(
        self,
        hex_: Hex,
        tile: Piece,
        upper_family: PathFamily,
        crossed_network: str,
        upper_edges: int,
        crossed_edges: int,
    ) -> None:
        """Place a piece that carries a line across a tile, or turn an existing one.

        An existing one that carries another line stays as it is.

        Args:
            hex_: The hex.
            tile: The tile below.
            upper_family: The family of the line on top.
            crossed_network: The network it crosses.
            upper_edges: The edges of the line on top, as bits.
            crossed_edges: The edges of the crossed network, as bits.
        """
        existing_crossing = self._crossing_on(hex_)
        if existing_crossing is not None:
            turned_bridge = (
                None
                if self._carries_another_line(hex_, existing_crossing, upper_edges)
                else turned_crossing(existing_crossing, upper_edges, crossed_edges, self._catalogue)
            )
            self._pieces[hex_] = tile, turned_bridge
            return
        self._pieces[hex_] = (
            tile,
            crossing_piece(
                upper_family, crossed_network, upper_edges, crossed_edges, self._variant.crossing
            ),
        )
        self._crossings.append(hex_)
        self._crossing_choices = max(
            self._crossing_choices, len(upper_family.crossings[crossed_network]) + 1
        )

    def _crossing_on(self, hex_: Hex) -> Piece | None:
        """Return the bridge or ford on a hex; None if there is none."""
        structure = self._scenario.at(hex_).structure
        element = self._catalogue.get(structure.name) if structure else None
        return structure if element and element.terrain and element.terrain.crossing else None

    def _carries_another_line(self, hex_: Hex, crossing: Piece, edges: int) -> bool:
        """Return whether a bridge already carries a line over edges other than *edges*."""
        for family in families_carried_by(crossing.name):
            facing_edges = PathNetwork(self._scenario, family).facing_edges(hex_)
            axis = axis_of(facing_edges)
            if (
                facing_edges != edges
                and axis is not None
                and axis in bearing_of(crossing, self._catalogue)
            ):
                return True
        return False

    def _refitted_bridge(self, hex_: Hex, tile: Piece) -> Piece | None:
        """Return the bridge on a hex turned to fit its new tile; None if none has to turn."""
        bridge = self._crossing_on(hex_)
        if bridge is None:
            return None
        network = self._family.network
        upper_families = families_carried_by(bridge.name)
        if any(family.network == network for family in upper_families):  # it carries this line
            edges = self._links[hex_]
            return (
                turned_crossing(bridge, edges, 0, self._catalogue)
                if edges.bit_count() == 2
                else None
            )
        crossing_families = [family for family in upper_families if network in family.crossings]
        if not crossing_families:
            return None
        facing_edges = PathNetwork(self._scenario, crossing_families[0]).facing_edges(hex_)
        line_edges = (
            facing_edges | opposite_edge(facing_edges)
            if facing_edges.bit_count() == 1
            else facing_edges
        )
        crossed_edges = joined_edges(tile.name, tile.orientation, network, self._catalogue)
        return turned_crossing(bridge, line_edges, crossed_edges, self._catalogue)

    def _is_unjoined(self, hex_: Hex, tile: Piece) -> bool:
        """Return whether the tile on a hex is not joined to any other tile."""
        family = family_of(tile.name)
        return family is not None and not PathNetwork(self._scenario, family).joined_edges(hex_)

    def _report_uncrossed(self, hex_: Hex, tile: Piece) -> None:
        self._gap_reasons[hex_] = message(
            "On {hex}, there is no crossing in this direction: {tile}",
            hex=self._name(hex_),
            tile=self._catalogue.elements[tile.name].noun,
        )

    # Requirements of a hex

    def _tile_request(self, hex_: Hex) -> TileRequest:
        route_edges, keep = self._links[hex_], self._kept_edges(hex_)
        face = self._faced_edges(hex_) & ~(route_edges | keep)
        is_end = hex_ in self._ends
        is_line_end = is_end and (route_edges | keep | face).bit_count() == 1
        network, tile = self._network, self._scenario.at(hex_).terrain
        continuation_edges = (
            network.off_board_edges(hex_) | network.ending_edges(hex_) if is_line_end else 0
        )
        return TileRequest(
            must=route_edges,
            keep=keep,
            face=face,
            out=continuation_edges,
            clash=self._adjacent_edges(hex_),
            optional=is_end and bool(keep),
            ground=self._family.ground_of(tile.name) if tile else "",
            current=(tile.name, tile.orientation) if tile else ("", 0),
            sided=self._requested_side(hex_, keep),
        )

    @property
    def _ends(self) -> tuple[Hex, Hex]:
        return self._route[0], self._route[-1]

    def _family_at(self, hex_: Hex) -> PathFamily:
        """Return the family of the tile for a hex: usually that of the stroke.

        At an end of the route that meets a line of the same network, it is the family of that line.
        """
        tile = self._scenario.at(hex_).terrain
        family = family_of(tile.name) if tile else None
        is_met = hex_ in self._ends and family and family.network == self._family.network
        return family if is_met and family else self._family

    def _kept_edges(self, hex_: Hex) -> int:
        abandoned_edges = self._abandoned_line.edges.get(hex_, 0)
        return self._network.leading_edges(hex_) & ~self._links[hex_] & ~abandoned_edges

    def _faced_edges(self, hex_: Hex) -> int:
        """Return the edges, as bits, where a tile outside the route leads to a hex."""
        facing_edges = self._network.facing_edges(hex_)
        return facing_edges & ~edges_towards(hex_, {*self._links, *self._abandoned_line.hexes})

    def _adjacent_edges(self, hex_: Hex) -> int:
        return self._network.adjacent_edges(hex_) | edges_towards(hex_, self._links.keys())

    def _mouth_tile(self, hex_: Hex, edges: int) -> Piece | None:
        """Return the tile for a line that ends in water beyond one of its edges, or None."""
        if not self._family.mixed or not self._links[hex_] & self._network.ending_edges(hex_):
            return None
        return mouth_tile(self._family, edges, self._network.ending_edges_by_network(hex_))

    def _requested_side(self, hex_: Hex, kept_edges: int) -> tuple[int, int, int]:
        if not self._family.side:
            return 0, 0, 0
        index = self._route.index(hex_)
        previous_hex, next_hex = (
            self._route[max(index - 1, 0)],
            self._route[min(index + 1, len(self._route) - 1)],
        )
        entry_edge = edge_towards(hex_, previous_hex) or kept_edges
        return (
            entry_edge,
            edge_towards(hex_, next_hex) or kept_edges & ~entry_edge,
            int(self._variant.right),
        )

    def _name(self, hex_: Hex) -> str:
        return self._scenario.board.name(hex_)


def _route_edges(route: Route) -> dict[Hex, int]:
    """Return the edges of each hex along a route, as bits."""
    links: dict[Hex, int] = defaultdict(int)
    for hex_ in route:
        links[hex_] |= 0
    for hex_, next_hex in pairwise(route):
        links[hex_] |= edge_towards(hex_, next_hex)
        links[next_hex] |= edge_towards(next_hex, hex_)
    return links


def spread_area(scenario: Scenario, family: PathFamily, route: Route) -> PlacedLine:
    """Return the tiles that extend an area over a stroke, including those refitted around it."""
    network = PathNetwork(scenario, family)
    grown_hexes = [hex_ for hex_ in dict.fromkeys(route) if hex_ in scenario.board]
    border_hexes = {
        other
        for hex_ in grown_hexes
        for other in hex_.neighbours()
        if network.edges(other) and other not in grown_hexes
    }
    pieces: dict[Hex, Pieces] = {}
    gaps: dict[Hex, Message] = {}
    for hex_ in (*grown_hexes, *sorted(border_hexes)):
        tile = scenario.at(hex_).terrain
        network_edges, off_board_edges = (
            _joined_edges(network, hex_, frozenset(grown_hexes)),
            network.off_board_edges(hex_),
        )
        name_and_orientation = (tile.name, tile.orientation) if tile else ("", 0)
        fit = best_fit(
            family, TileRequest(network_edges, face=off_board_edges, current=name_and_orientation)
        )
        is_complete = not network_edges & ~fit.edges and not fit.edges & ~(
            network_edges | off_board_edges
        )
        if tile and tile.name in family.also:
            continue
        if hex_ not in border_hexes or is_complete:
            pieces[hex_] = Piece(fit.name, fit.orientation), None
        if not is_complete:
            gaps[hex_] = message(
                "On {hex}, no tile fits its neighbors: {tile}",
                hex=scenario.board.name(hex_),
                tile=family.noun,
            )
    return PlacedLine(pieces, gaps)


def _joined_edges(network: PathNetwork, hex_: Hex, grown_hexes: frozenset[Hex]) -> int:
    return network.adjacent_edges(hex_) | edges_towards(hex_, grown_hexes)


@dataclass(frozen=True, slots=True)
class LineGap:
    """A hex where no tile can show the line completely.

    Attributes:
        hex: The hex.
        reason: The reason, in one sentence.
    """

    hex: Hex
    reason: Message


@dataclass(frozen=True, slots=True)
class DrawResult:
    """A scenario with a line drawn on it.

    Attributes:
        scenario: The scenario with the line.
        gaps: The hexes where no tile can show the line completely, in the order of the stroke.
        crossings: The hexes where the line newly crosses a different network.
        choices: The number of ways to draw the line.
        kept: The hexes that the line runs through without a tile, such as towns on a road.
    """

    scenario: Scenario
    gaps: tuple[LineGap, ...] = ()
    crossings: tuple[Hex, ...] = ()
    choices: int = 1
    kept: tuple[Hex, ...] = ()


def draw_line(
    scenario: Scenario, family: PathFamily, route: Route, *, choice: int = 0, branch: bool = False
) -> DrawResult:
    """Return the scenario with a line drawn along a route, joined to the lines it meets.

    Args:
        scenario: The scenario.
        family: The family of its tiles.
        route: The hexes of the stroke, each adjacent to the next; the first and the last can be
            off the board.
        choice: The index of the variant to draw, for different crossings, open ends, or the side
            of the sea; it wraps around.
        branch: Whether the old course of a line that the route leaves and rejoins is kept as well.
    """
    if family.area:
        return _with_line(scenario, family, spread_area(scenario, family, route))
    network = PathNetwork(scenario, family)
    abandoned_line = NOTHING_ABANDONED if branch else find_abandoned_line(network, route)
    if family.side:
        placers = [
            LinePlacer(network, family, route, abandoned_line, LineVariant(right=side))
            for side in (True, False)
        ]
        placers.sort(key=LinePlacer.sort_key)
        return _with_line(
            scenario, family, placers[choice % 2].placed_line(), abandoned_line.hexes, 2
        )
    placed_line = LinePlacer(network, family, route, abandoned_line, LineVariant()).placed_line()
    crossing_choices, choices = (
        placed_line.crossing_choices,
        placed_line.crossing_choices * (1 + placed_line.has_end_tile),
    )
    if choice % choices:
        variant = LineVariant(
            crossing=choice % crossing_choices, open=choice // crossing_choices % 2 == 1
        )
        placed_line = LinePlacer(network, family, route, abandoned_line, variant).placed_line()
    return _with_line(scenario, family, placed_line, abandoned_line.hexes, choices)


def _with_line(
    scenario: Scenario,
    family: PathFamily,
    placed_line: PlacedLine,
    abandoned_hexes: frozenset[Hex] = frozenset(),
    choices: int = 1,
) -> DrawResult:
    changes = {
        hex_: _with_tile(scenario.at(hex_), *pieces) for hex_, pieces in placed_line.pieces.items()
    }
    changes |= {hex_: _without_tile(scenario.at(hex_), family) for hex_ in abandoned_hexes}
    gaps = tuple(LineGap(hex_, reason) for hex_, reason in placed_line.gaps.items())
    after = without_orphaned_crossings(scenario, scenario.with_hexes(changes), abandoned_hexes)
    return DrawResult(after, gaps, placed_line.crossings, choices, placed_line.kept)


def _with_tile(content: HexContent, terrain: Piece, structure: Piece | None) -> HexContent:
    """Return the content with a tile and, unless None, a structure.

    An existing tile of the same name keeps everything but its orientation.
    """
    tile = content.terrain
    if tile and (tile.name, tile.orientation) == (terrain.name, terrain.orientation):
        terrain = tile
    elif tile and tile.name == terrain.name:
        terrain = replace(tile, orientation=terrain.orientation)
    return replace(content, terrain=terrain, structure=structure or content.structure)


def _without_tile(content: HexContent, family: PathFamily) -> HexContent:
    """Return the content without the tile of a line, but with the terrain that it includes."""
    ground = family.ground_of(content.terrain.name) if content.terrain else ""
    return replace(content, terrain=Piece(ground) if ground else None)
