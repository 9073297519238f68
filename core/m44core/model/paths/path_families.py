"""Families of tiles that join into lines, and choosing the tile of a family for a hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache, lru_cache
from typing import Any

from m44core.board import Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.entries import DATA, entry_error_context, read_entries
from m44core.data_files import Entry
from m44core.hexes import Direction
from m44core.messages.message import Message
from m44core.values import dataclass

EDGES = tuple(Direction)
"""The six edges; a set of edges is an integer with one bit for each, in this order."""


@dataclass(frozen=True, slots=True)
class LineEnds:
    """The places where a line can end, or that it can cross without replacing tiles.

    Attributes:
        groups: The palette groups whose tiles it can end at.
        tiles: The names of further tiles.
        networks: The networks whose tiles it can end at.
        zones: The network of each zone printed on the board, for hexes without a tile.
    """

    groups: frozenset[str] = frozenset()
    tiles: frozenset[str] = frozenset()
    networks: frozenset[str] = frozenset()
    zones: Mapping[Zone, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PathFamily:
    """A family of tiles that join into lines.

    Attributes:
        key: The key in the data: ``winter-road``.
        network: The network that its tiles join: ``road``.
        tiles: The names of its tiles, in order of preference.
        also: Tiles that are kept where they are, but are never chosen.
        mixed: Tiles that also join another network, such as a level crossing.
        above: The tiles that include other terrain, such as a hill, keyed by the tile of that
            terrain alone.
        ends: The places where its lines can end.
        crossings: The pieces that carry it across a different network, the default one first,
            keyed by that network.
        side: The network on one side of it; "" for none.
        area: Whether it fills an area instead of forming a line.
    """

    key: str
    network: str
    tiles: tuple[str, ...]
    also: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()
    above: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ends: LineEnds = LineEnds()
    crossings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    side: str = ""
    area: bool = False

    @property
    def noun(self) -> Message:
        """The name of the family in a sentence: the name of its first tile."""
        return base_catalogue().elements[self.tiles[0]].noun

    @property
    def own_tiles(self) -> tuple[str, ...]:
        """The names of all tiles that belong only to this family."""
        return (*self.tiles, *self.also, *(name for names in self.above.values() for name in names))

    def ground_of(self, name: str) -> str:
        """Return the tile for the terrain that a tile includes; "" for none."""
        return next((g for g, names in self.above.items() if name == g or name in names), "")


@cache
def load_path_families() -> Mapping[str, PathFamily]:
    """Return all families by key; cached after the first call.

    Raises:
        CatalogueError: the program's data is invalid.
    """
    families = {}
    for key, raw_entry in read_entries(DATA, "paths").items():
        with entry_error_context(key):
            families[key] = PathFamily(key, **{**raw_entry, **_parsed_fields(raw_entry)})
    return families


@cache
def family_of(name: str) -> PathFamily | None:
    """Return the family of a tile, else the first that has it as a mixed tile, or None."""
    families = load_path_families().values()
    matching_families = (
        family for family in families if name in family.tiles or name in family.own_tiles
    )
    return next(
        matching_families, next((family for family in families if name in family.mixed), None)
    )


@lru_cache(maxsize=4096)
def joined_edges(tile: str, orientation: int, network: str, catalogue: Catalogue) -> int:
    """Return the edges, as bits, where a tile joins a network; 0 if it does not join it."""
    element = catalogue.get(tile)
    edges_by_orientation = element.edges.get(network) if element else None
    return (
        edge_bits(edges_by_orientation[(orientation - 1) % len(edges_by_orientation)])
        if edges_by_orientation
        else 0
    )


def edge_bits(edges: frozenset[Direction]) -> int:
    """Return a set of edges as bits."""
    return sum(1 << EDGES.index(edge) for edge in edges)


def _parsed_fields(raw: Entry) -> dict[str, Any]:
    """Return the fields of an entry whose values have to be converted to other types."""
    ends = raw.get("ends", {})
    return {
        **{name: tuple(raw.get(name, ())) for name in ("tiles", "also", "mixed")},
        "above": {ground: tuple(names) for ground, names in raw.get("above", {}).items()},
        "crossings": {
            crossed_network: tuple(names)
            for crossed_network, names in raw.get("crossings", {}).items()
        },
        "ends": LineEnds(
            frozenset(ends.get("groups", ())),
            frozenset(ends.get("tiles", ())),
            frozenset(ends.get("networks", ())),
            {Zone(zone): network for zone, network in ends.get("zones", {}).items()},
        ),
    }


# The cost of leaving out an edge of each kind
_MUST_COST, _MAY_COST, _KEEP_COST, _FACE_COST = 10_000, 900, 1_000, 100
_SIDE_COST = 500  # a side network on the wrong side
_LOOSE_COST = 10  # an edge that leads nowhere
_CLASH_COST = 30  # an edge that leads to a tile that does not join
_ARM_COST = 950  # an edge that leads nowhere while others are joined
_OUT_BONUS, _GROUND_BONUS, _SAME_BONUS, _ALIKE_BONUS = 50, 5, 3, 1


@dataclass(frozen=True, slots=True)
class TileFit:
    """A tile in one orientation; edges are bits.

    Attributes:
        name: The name of the tile.
        orientation: The orientation, from 1.
        edges: The edges where it joins the network of its family.
        side: The edges where it joins the side network of its family.
        rank: The rank of preference, from 0, among tiles that fit equally well.
        keeps_ground: Whether it includes the requested terrain.
    """

    name: str
    orientation: int
    edges: int
    side: int = 0
    rank: int = 0
    keeps_ground: bool = False


@dataclass(frozen=True, slots=True)
class TileRequest:
    """The requirements for the tile on a hex; edges are bits.

    Attributes:
        must: The edges of the stroke.
        keep: The edges that are already joined.
        face: The edges where a neighbor leads here without being joined.
        out: The edges where a line that ends here can continue: off the board, or to a town.
        clash: The edges with a neighbor of the network that does not lead here.
        optional: Whether edges of the stroke can be left out to keep a line intact.
        ground: The tile of the terrain to include if possible; "" for none.
        current: The name and orientation of the tile on the hex.
        sided: The edges where the line enters and leaves, and 1 if the side network should be on
            its right.
    """

    must: int
    keep: int = 0
    face: int = 0
    out: int = 0
    clash: int = 0
    optional: bool = False
    ground: str = ""
    current: tuple[str, int] = ("", 0)
    sided: tuple[int, int, int] = (0, 0, 0)


def best_fit(family: PathFamily, request: TileRequest) -> TileFit:
    """Return the tile of a family, with its orientation, that fits a request best."""
    return _cached_best_fit(family.key, request)


@lru_cache(maxsize=4096)
def _cached_best_fit(key: str, request: TileRequest) -> TileFit:
    family = load_path_families()[key]
    return min(
        _candidate_fits(key, request.ground), key=lambda fit: _fit_cost(family, fit, request)
    )


@cache
def _candidate_fits(key: str, ground: str) -> tuple[TileFit, ...]:
    family = load_path_families()[key]
    other_fits = _tile_fits(family, family.tiles)
    on_ground = _tile_fits(family, family.above.get(ground, ()), grounded=True)
    return (*on_ground, *other_fits)


def _tile_fits(
    family: PathFamily, names: tuple[str, ...], grounded: bool = False
) -> Iterator[TileFit]:
    catalogue = base_catalogue()  # families only have tiles of the game
    for rank, name in enumerate(names):
        for number in range(1, catalogue.elements[name].orientations + 1):
            edges = joined_edges(name, number, family.network, catalogue)
            side = joined_edges(name, number, family.side, catalogue) if family.side else 0
            yield TileFit(name, number, edges, side, rank, grounded)


def _fit_cost(family: PathFamily, fit: TileFit, request: TileRequest) -> int:
    edges = fit.edges
    spare_edges = edges & ~(request.must | request.keep | request.face)
    cost = fit.rank + _edge_count(request.must & ~edges) * (
        _MAY_COST if request.optional else _MUST_COST
    )
    cost += (
        _edge_count(request.keep & ~edges) * _KEEP_COST
        + _edge_count(request.face & ~edges) * _FACE_COST
    )
    joins_lines = _edge_count(request.must | request.keep | request.face) > 1
    cost += (
        _edge_count(spare_edges) * (_ARM_COST if joins_lines else _LOOSE_COST)
        + _edge_count(spare_edges & request.clash) * _CLASH_COST
    )
    if _edge_count(spare_edges & request.out) == 1:
        cost -= _OUT_BONUS
    if fit.keeps_ground:
        cost -= _GROUND_BONUS
    if family.side and not is_on_requested_side(fit, request.sided):
        cost += _SIDE_COST
    if fit.name == request.current[0]:
        cost -= _SAME_BONUS if fit.orientation == request.current[1] else _ALIKE_BONUS
    return cost


def is_on_requested_side(fit: TileFit, requested_side: tuple[int, int, int]) -> bool:
    """Return whether the side network of a tile is on the requested side.

    The result is True if the line does not enter and leave by exactly one edge each.
    """
    entry_edge, exit_edge, is_on_right = requested_side
    if not exit_edge & fit.edges:
        exit_edge = fit.edges & ~entry_edge
    if not entry_edge & fit.edges or entry_edge == exit_edge:
        entry_edge = fit.edges & ~exit_edge
    if _edge_count(entry_edge) != 1 or _edge_count(exit_edge) != 1:
        return True
    allowed_edges = (
        _edges_between(exit_edge, entry_edge)
        if is_on_right
        else _edges_between(entry_edge, exit_edge)
    )
    return not fit.side & ~allowed_edges


def _edges_between(start: int, end: int) -> int:
    """Return the edges strictly between two edges, clockwise, as bits."""
    first, last = start.bit_length() - 1, end.bit_length() - 1
    count = len(EDGES)
    return sum(1 << (first + i) % count for i in range(1, (last - first) % count))


def _edge_count(edges: int) -> int:
    return edges.bit_count()
