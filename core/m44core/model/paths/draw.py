"""A stroke of the path brush: the tiles it places along a route, and the gaps it leaves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import field, replace
from itertools import pairwise

from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44core.model.parts import HexContent, Piece
from m44core.model.paths.path_families import (
    PathFamily,
    TileFit,
    TileRequest,
    best_fit,
    family_of,
    is_side_right,
    joined_edges,
)
from m44core.model.paths.path_network import (
    NOTHING_ABANDONED,
    AbandonedLine,
    Network,
    abandoned_by,
    axis_of,
    bearing_of,
    can_bridge,
    crossable_family,
    crossing_piece,
    edges_towards,
    families_over,
    joint_tile,
    mouth_tile,
    other_networks,
    turned_crossing,
)
from m44core.model.paths.path_repair import without_orphaned_crossings
from m44core.model.paths.route import Route, edge_towards, opposite
from m44core.model.scenario import Scenario
from m44core.values import dataclass

Pieces = tuple[Piece, Piece | None]  # a tile, and the piece across it


@dataclass(frozen=True)
class PlacedLine:
    """The tiles that a stroke places.

    Attributes:
        pieces: By hex, the tile, and the bridge or ford that carries a line across it, if any.
        gaps: By hex, the reason why no tile can show the line completely.
        crossings: The hexes with a new crossing.
        kinds: The number of choices for the new crossings, one of which is to place no piece; 1 if
            there are no crossings.
        ends: Whether the line has an end tile with a single edge.
    """

    pieces: Mapping[Hex, Pieces]
    gaps: Mapping[Hex, Message] = field(default_factory=dict)
    crossings: tuple[Hex, ...] = ()
    kinds: int = 1
    ends: bool = False


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
        network: Network,
        family: PathFamily,
        route: Route,
        abandoned: AbandonedLine,
        choice: LineVariant,
    ) -> None:
        self._network = network
        self._scenario = network.scenario
        self._catalogue = network.scenario.catalogue
        self._family = family
        self._route = route
        self._abandoned = abandoned
        self._choice = choice
        self._links = _links(route)
        self._pieces: dict[Hex, Pieces] = {}
        self._gap_reasons: dict[Hex, Message] = {}
        self._crossings: list[Hex] = []
        self._kinds = 1
        self._has_ends = False
        for hex_ in self._links:
            if hex_ in self._scenario.board:
                self._place_on(hex_)

    def placed(self) -> PlacedLine:
        """Return the placed line."""
        crossings = tuple(self._crossings)
        return PlacedLine(self._pieces, self._gap_reasons, crossings, self._kinds, self._has_ends)

    def faults(self) -> tuple[int, int, int]:
        """Return a sort key for this placement; the lowest is the best.

        It counts the changed tiles of the line, the gaps, and the edges of the side network that do
        not lead to it, minus those that do.
        """
        strange = changed = 0
        for hex_, (tile, _) in self._pieces.items():
            there = self._scenario.at(hex_).terrain
            side = joined_edges(tile.name, tile.orientation, self._family.side, self._catalogue)
            wet = self._network.off_board_edges(hex_) | self._network.ending_edges(hex_)
            strange += (side & ~wet).bit_count() - (side & wet).bit_count()
            same = there and (there.name, there.orientation) == (tile.name, tile.orientation)
            changed += bool(self._network.edges(hex_)) and not same
        return changed, len(self._gap_reasons), strange

    # One hex

    def _place_on(self, hex_: Hex) -> None:
        tile = self._scenario.at(hex_).terrain
        others = other_networks(tile, self._family.network, self._catalogue) if tile else {}
        others = {name: edges for name, edges in others.items() if name != self._family.side}
        if tile and self._network.edges(hex_) and (others or tile.name in self._family.also):
            self._join(hex_, tile)
        elif tile and others:
            self._cross(hex_, tile, others)
        elif not self._network.can_end_at(hex_) and not self._is_done(hex_):
            self._place_tile(hex_)

    def _is_done(self, hex_: Hex) -> bool:
        """Return whether a hex of the line needs no new tile."""
        meeting = self._links[hex_] or self._faced_edges(hex_) & ~self._network.edges(hex_)
        return not meeting and bool(self._network.edges(hex_))

    def _place_tile(self, hex_: Hex) -> None:
        """Place a tile of the family, turn an existing bridge to fit it, and report a gap."""
        wish, family = self._tile_request(hex_), self._family_at(hex_)
        lying = best_fit(family, wish)
        if wish.optional and wish.must & ~lying.edges:
            self._report_unjoined(hex_, wish)
            return
        if wish.must and lying.edges.bit_count() == 1:
            self._has_ends = True
            if self._choice.open:
                return
        tile = self._mouth(hex_, lying.edges) or Piece(lying.name, lying.orientation)
        self._pieces[hex_] = tile, self._refitted(hex_, tile)
        self._report_misfit(hex_, wish, lying)

    def _report_misfit(self, hex_: Hex, wish: TileRequest, fit: TileFit) -> None:
        if (wish.must | wish.keep) & ~fit.edges:
            self._report_unjoined(hex_, wish)
        elif not is_side_right(fit, wish.sided):
            reason = message("On {hex}, no tile bends away from the sea", hex=self._name(hex_))
            self._gap_reasons[hex_] = reason
        elif wish.ground and not fit.keeps_ground and self._family.above:
            ground = self._catalogue.elements[wish.ground].noun
            reason = message(
                "On {hex}, no tile also shows the {ground}", hex=self._name(hex_), ground=ground
            )
            self._gap_reasons[hex_] = reason

    def _report_unjoined(self, hex_: Hex, wish: TileRequest) -> None:
        meeting = (wish.must | wish.keep).bit_count()
        self._gap_reasons[hex_] = message(
            "On {hex}, no tile connects all {number} lines that meet there: {tile}",
            hex=self._name(hex_),
            number=meeting,
            tile=self._family.noun,
        )

    # Other networks

    def _join(self, hex_: Hex, tile: Piece) -> None:
        """Join the line to a special tile, such as a station or level crossing, or report a gap."""
        wanted = self._links[hex_] | self._kept_edges(hex_)
        waters = self._network.ending_edges_by_network(hex_)
        others = other_networks(tile, self._family.network, self._catalogue).items()
        flows = sum(edges & waters.get(name, 0) for name, edges in others)
        if not wanted & ~(self._network.edges(hex_) | flows):
            return
        turned = self._turned(tile, wanted) or joint_tile(
            self._family, tile, wanted, self._catalogue
        )
        if turned:
            self._pieces[hex_] = turned, None
        else:
            self._report_uncrossed(hex_, tile)

    def _turned(self, tile: Piece, wanted: int) -> Piece | None:
        """Return a tile turned to join the wanted edges; None if impossible.

        A tile that also joins other networks is never turned.
        """
        if other_networks(tile, self._family.network, self._catalogue):
            return None
        for number in range(1, self._catalogue.elements[tile.name].orientations + 1):
            if not wanted & ~joined_edges(tile.name, number, self._family.network, self._catalogue):
                return Piece(tile.name, number)
        return None

    def _cross(self, hex_: Hex, tile: Piece, others: Mapping[str, int]) -> None:
        """Carry the line across a tile of a different network, or report a gap."""
        must = self._links[hex_]
        both = joint_tile(self._family, tile, must, self._catalogue)
        if both:
            self._pieces[hex_] = both, None
        elif self._network.can_end_at(hex_) or must.bit_count() < 2:
            return
        elif not self._bridge(hex_, tile, others) and not self._flow_under(hex_, tile):
            if self._is_unjoined(hex_, tile):
                self._place_tile(hex_)
            else:
                self._report_uncrossed(hex_, tile)

    def _bridge(self, hex_: Hex, tile: Piece, others: Mapping[str, int]) -> bool:
        """Carry the line across a different network; return whether that is possible."""
        must = self._links[hex_]
        for over, edges in others.items():
            if not edges & must and can_bridge(self._family, over, must, edges):
                self._place_crossing(hex_, tile, self._family, over, must, edges)
                return True
        return False

    def _flow_under(self, hex_: Hex, tile: Piece) -> bool:
        """Place the line under an existing road or railway; return whether that is possible."""
        way = crossable_family(tile, self._family.network)
        edges = Network(self._scenario, way).leading_edges(hex_) if way else 0
        clear = not edges & self._links[hex_]
        if (
            not way
            or not clear
            or not can_bridge(way, self._family.network, edges, self._links[hex_])
        ):
            return False
        self._place_tile(hex_)
        if hex_ in self._pieces:
            must = self._links[hex_]
            self._place_crossing(
                hex_, self._pieces[hex_][0], way, self._family.network, edges, must
            )
        return True

    def _place_crossing(
        self, hex_: Hex, tile: Piece, way: PathFamily, over: str, edges: int, under: int
    ) -> None:
        """Place a piece that carries a line across a tile; an existing one is turned instead.

        Args:
            hex_: The hex.
            tile: The tile below.
            way: The family of the line on top.
            over: The network it crosses.
            edges: The edges of the line on top, as bits.
            under: The edges of the crossed network, as bits.
        """
        lies = self._crossing_on(hex_)
        if lies is not None:
            turned = (
                None
                if self._carries_other_way(hex_, lies, edges)
                else turned_crossing(lies, edges, under, self._catalogue)
            )
            self._pieces[hex_] = tile, turned
            return
        self._pieces[hex_] = tile, crossing_piece(way, over, edges, under, self._choice.crossing)
        self._crossings.append(hex_)
        self._kinds = max(self._kinds, len(way.crossings[over]) + 1)

    def _crossing_on(self, hex_: Hex) -> Piece | None:
        """Return the bridge or ford on a hex; None if there is none."""
        lies = self._scenario.at(hex_).structure
        element = self._catalogue.get(lies.name) if lies else None
        return lies if element and element.terrain and element.terrain.crossing else None

    def _carries_other_way(self, hex_: Hex, crossing: Piece, edges: int) -> bool:
        """Return whether a bridge already carries a line over edges other than *edges*."""
        for way in families_over(crossing.name):
            facing_edges = Network(self._scenario, way).facing_edges(hex_)
            axis = axis_of(facing_edges)
            if (
                facing_edges != edges
                and axis is not None
                and axis in bearing_of(crossing, self._catalogue)
            ):
                return True
        return False

    def _refitted(self, hex_: Hex, tile: Piece) -> Piece | None:
        """Return the bridge on a hex turned to fit its new tile; None if it can stay."""
        lies = self._crossing_on(hex_)
        if lies is None:
            return None
        network = self._family.network
        ways = families_over(lies.name)
        if any(way.network == network for way in ways):  # it carries this line
            edges = self._links[hex_]
            return (
                turned_crossing(lies, edges, 0, self._catalogue) if edges.bit_count() == 2 else None
            )
        crossing = [way for way in ways if network in way.crossings]
        if not crossing:
            return None
        facing = Network(self._scenario, crossing[0]).facing_edges(hex_)
        leads = facing | opposite(facing) if facing.bit_count() == 1 else facing
        under = joined_edges(tile.name, tile.orientation, network, self._catalogue)
        return turned_crossing(lies, leads, under, self._catalogue)

    def _is_unjoined(self, hex_: Hex, tile: Piece) -> bool:
        """Return whether the tile on a hex is not joined to any other tile."""
        family = family_of(tile.name)
        return family is not None and not Network(self._scenario, family).joined_edges(hex_)

    def _report_uncrossed(self, hex_: Hex, tile: Piece) -> None:
        self._gap_reasons[hex_] = message(
            "On {hex}, there is no crossing in this direction: {tile}",
            hex=self._name(hex_),
            tile=self._catalogue.elements[tile.name].noun,
        )

    # Requirements of a hex

    def _tile_request(self, hex_: Hex) -> TileRequest:
        must, keep = self._links[hex_], self._kept_edges(hex_)
        face = self._faced_edges(hex_) & ~(must | keep)
        is_end = hex_ in (self._ends)
        runs_out = is_end and (must | keep | face).bit_count() == 1
        network, tile = self._network, self._scenario.at(hex_).terrain
        out = network.off_board_edges(hex_) | network.ending_edges(hex_) if runs_out else 0
        return TileRequest(
            must=must,
            keep=keep,
            face=face,
            out=out,
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
        """Return the family for a hex: at an end of the route, that of a line it meets there."""
        tile = self._scenario.at(hex_).terrain
        family = family_of(tile.name) if tile else None
        is_met = hex_ in self._ends and family and family.network == self._family.network
        return family if is_met and family else self._family

    def _kept_edges(self, hex_: Hex) -> int:
        given = self._abandoned.edges.get(hex_, 0)
        return self._network.leading_edges(hex_) & ~self._links[hex_] & ~given

    def _faced_edges(self, hex_: Hex) -> int:
        """Return the edges, as bits, where a tile outside the route leads to a hex."""
        facing = self._network.facing_edges(hex_)
        return facing & ~edges_towards(hex_, {*self._links, *self._abandoned.hexes})

    def _adjacent_edges(self, hex_: Hex) -> int:
        return self._network.adjacent_edges(hex_) | edges_towards(hex_, self._links.keys())

    def _mouth(self, hex_: Hex, edges: int) -> Piece | None:
        """Return the tile for a line that ends in water beyond one of its edges, or None."""
        if not self._family.mixed or not self._links[hex_] & self._network.ending_edges(hex_):
            return None
        return mouth_tile(self._family, edges, self._network.ending_edges_by_network(hex_))

    def _requested_side(self, hex_: Hex, keep: int) -> tuple[int, int, int]:
        if not self._family.side:
            return 0, 0, 0
        at = self._route.index(hex_)
        before, after = self._route[max(at - 1, 0)], self._route[min(at + 1, len(self._route) - 1)]
        comes = edge_towards(hex_, before) or keep
        return comes, edge_towards(hex_, after) or keep & ~comes, int(self._choice.right)

    def _name(self, hex_: Hex) -> str:
        return self._scenario.board.name(hex_)


def _links(route: Route) -> dict[Hex, int]:
    """Return the edges of each hex along a route, as bits."""
    links: dict[Hex, int] = defaultdict(int)
    for hex_ in route:
        links[hex_] |= 0
    for here, next_hex in pairwise(route):
        links[here] |= edge_towards(here, next_hex)
        links[next_hex] |= edge_towards(next_hex, here)
    return links


def spread_area(scenario: Scenario, family: PathFamily, route: Route) -> PlacedLine:
    """Return the tiles that extend an area over a stroke, including those refitted around it."""
    network = Network(scenario, family)
    grown = [hex_ for hex_ in dict.fromkeys(route) if hex_ in scenario.board]
    rim = {
        other
        for hex_ in grown
        for other in hex_.neighbours()
        if network.edges(other) and other not in grown
    }
    pieces: dict[Hex, Pieces] = {}
    gaps: dict[Hex, Message] = {}
    for hex_ in (*grown, *sorted(rim)):
        tile = scenario.at(hex_).terrain
        joined, beyond = (
            _joined_edges(network, hex_, frozenset(grown)),
            network.off_board_edges(hex_),
        )
        name_and_orientation = (tile.name, tile.orientation) if tile else ("", 0)
        lying = best_fit(family, TileRequest(joined, face=beyond, current=name_and_orientation))
        says_all = not joined & ~lying.edges and not lying.edges & ~(joined | beyond)
        if tile and tile.name in family.also:
            continue
        if hex_ not in rim or says_all:
            pieces[hex_] = Piece(lying.name, lying.orientation), None
        if not says_all:
            gaps[hex_] = message(
                "On {hex}, no tile fits its neighbors: {tile}",
                hex=scenario.board.name(hex_),
                tile=family.noun,
            )
    return PlacedLine(pieces, gaps)


def _joined_edges(network: Network, hex_: Hex, grown: frozenset[Hex]) -> int:
    return network.adjacent_edges(hex_) | edges_towards(hex_, grown)


@dataclass(frozen=True, slots=True)
class Gap:
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
    """

    scenario: Scenario
    gaps: tuple[Gap, ...] = ()
    crossings: tuple[Hex, ...] = ()
    choices: int = 1


def draw(
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
        return _with_placed(scenario, family, spread_area(scenario, family, route))
    network = Network(scenario, family)
    given = NOTHING_ABANDONED if branch else abandoned_by(network, route)
    if family.side:
        ways = [
            LinePlacer(network, family, route, given, LineVariant(right=side))
            for side in (True, False)
        ]
        ways.sort(key=LinePlacer.faults)
        return _with_placed(scenario, family, ways[choice % 2].placed(), given.hexes, 2)
    laid = LinePlacer(network, family, route, given, LineVariant()).placed()
    kinds, choices = laid.kinds, laid.kinds * (1 + laid.ends)
    if choice % choices:
        variant = LineVariant(crossing=choice % kinds, open=choice // kinds % 2 == 1)
        laid = LinePlacer(network, family, route, given, variant).placed()
    return _with_placed(scenario, family, laid, given.hexes, choices)


def _with_placed(
    scenario: Scenario,
    family: PathFamily,
    placed_line: PlacedLine,
    left: frozenset[Hex] = frozenset(),
    choices: int = 1,
) -> DrawResult:
    changes = {
        hex_: _with_tile(scenario.at(hex_), *pieces) for hex_, pieces in placed_line.pieces.items()
    }
    changes |= {hex_: _without_tile(scenario.at(hex_), family) for hex_ in left}
    gaps = tuple(Gap(hex_, reason) for hex_, reason in placed_line.gaps.items())
    after = without_orphaned_crossings(scenario, scenario.with_hexes(changes), left)
    return DrawResult(after, gaps, placed_line.crossings, choices)


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
