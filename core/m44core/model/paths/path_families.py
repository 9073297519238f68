"""Families of tiles that join into one line, and which of a family's tiles fits a hex best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache, lru_cache
from typing import Any

from m44core.board import Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.entries import DATA, entry_errors, read_entries
from m44core.catalogue.load import base_catalogue
from m44core.data_files import Entry
from m44core.hexes import Direction
from m44core.messages.message import Message
from m44core.values import dataclass

EDGES = tuple(Direction)
"""The six edges; a set of them is a number with a bit for each, in this order."""


@dataclass(frozen=True, slots=True)
class Ends:
    """Where a line may end; it also goes through there, and nothing there is replaced.

    Attributes:
        groups: Palette groups of tiles.
        tiles: Single tiles.
        networks: Networks of tiles.
        zones: What is printed on the board where no tile lies, and the network that is.
    """

    groups: frozenset[str] = frozenset()
    tiles: frozenset[str] = frozenset()
    networks: frozenset[str] = frozenset()
    zones: Mapping[Zone, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PathFamily:
    """Tiles that join to one line.

    Attributes:
        key: Its name in the data: ``winter-road``.
        network: The network its tiles join: ``road``.
        tiles: The names of its tiles, those to be preferred first.
        also: Tiles that are kept where they lie and never chosen.
        mixed: Tiles that join another network as well, such as a level crossing.
        above: The tiles for ground that stays below, by the tile of that ground.
        ends: Where it may end.
        crossings: What may lie across a network that it passes, the usual first.
        side: The network that lies on one side of it; empty for none.
        area: Whether it spreads instead of running.
    """

    key: str
    network: str
    tiles: tuple[str, ...]
    also: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()
    above: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ends: Ends = Ends()
    crossings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    side: str = ""
    area: bool = False

    @property
    def called(self) -> Message:
        """What a sentence calls it: as its first tile."""
        return base_catalogue().elements[self.tiles[0]].noun

    @property
    def own(self) -> tuple[str, ...]:
        """The names of all tiles that belong to it and to no other family."""
        return (*self.tiles, *self.also, *(name for names in self.above.values() for name in names))

    def ground_of(self, name: str) -> str:
        """Return the tile of the ground that stays below a tile; empty where none does."""
        return next((g for g, names in self.above.items() if name == g or name in names), "")


@cache
def load_paths() -> Mapping[str, PathFamily]:
    """Return the families by their keys; read once.

    Raises:
        CatalogueError: our own data is wrong.
    """
    families = {}
    for key, said in read_entries(DATA, "paths").items():
        with entry_errors(key):
            families[key] = PathFamily(key, **{**said, **_read(said)})
    return families


@cache
def family_of(name: str) -> PathFamily | None:
    """Return the family a tile belongs to, or else the first it may be of; None for none."""
    families = load_paths().values()
    own = (family for family in families if name in family.tiles or name in family.own)
    return next(own, next((family for family in families if name in family.mixed), None))


@lru_cache(maxsize=4096)
def joined_edges(tile: str, orientation: int, network: str, catalogue: Catalogue) -> int:
    """Return the edges, as bits, over which a tile joins a network; 0 where it has none such."""
    element = catalogue.get(tile)
    turns = element.edges.get(network) if element else None
    return edge_bits(turns[(orientation - 1) % len(turns)]) if turns else 0


def edge_bits(edges: frozenset[Direction]) -> int:
    """Return a set of edges as bits."""
    return sum(1 << EDGES.index(edge) for edge in edges)


def _read(said: Entry) -> dict[str, Any]:
    """Return the values of an entry that JSON has no type for."""
    ends = said.get("ends", {})
    return {
        **{name: tuple(said.get(name, ())) for name in ("tiles", "also", "mixed")},
        "above": {ground: tuple(names) for ground, names in said.get("above", {}).items()},
        "crossings": {over: tuple(names) for over, names in said.get("crossings", {}).items()},
        "ends": Ends(
            frozenset(ends.get("groups", ())),
            frozenset(ends.get("tiles", ())),
            frozenset(ends.get("networks", ())),
            {Zone(zone): network for zone, network in ends.get("zones", {}).items()},
        ),
    }


_MUST, _MAY, _KEEP, _FACE = 10_000, 900, 1_000, 100  # what it costs to leave such an edge out
_SIDE = 500  # ... to have what belongs to one side on the other
_LOOSE, _CLASH = 10, 30  # what an edge costs that leads nowhere, or into the side of a neighbour
_ARM = 950  # ... one that leads nowhere where others are joined
_OUT, _GROUND, _SAME, _ALIKE = 50, 5, 3, 1  # what speaks for a tile


@dataclass(frozen=True, slots=True)
class TileFit:
    """A tile as it may lie: edges as bits.

    Attributes:
        name: The tile.
        orientation: How it is turned, from 1.
        edges: What it joins of the network of its family.
        side: The edges towards what lies on one side of it.
        rank: How many others are to be preferred where both would do.
        grounded: Whether it leaves the ground below.
    """

    name: str
    orientation: int
    edges: int
    side: int = 0
    rank: int = 0
    keeps_ground: bool = False


@dataclass(frozen=True, slots=True)
class TileRequest:
    """What is to meet on a hex; edges as bits.

    Attributes:
        must: The edges of the stroke.
        keep: Those that are joined already.
        face: Those over which a neighbour leads here without being joined.
        out: Those a line that ends here may run out over: of the board, or to a town.
        clash: Those beyond which there is a tile that does not lead here.
        optional: Whether the edges of the stroke may be left out rather than break a line.
        ground: The tile of the ground that may stay below.
        there: The tile that lies here already, and how.
        sided: Where the line comes in and goes on, and the side that is wanted: 1 for the right.
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


def best_fit(family: PathFamily, wish: TileRequest) -> TileFit:
    """Return the tile of a family that says most of what is wished."""
    return _best(family.key, wish)


@lru_cache(maxsize=4096)
def _best(key: str, wish: TileRequest) -> TileFit:
    family = load_paths()[key]
    return min(_candidates(key, wish.ground), key=lambda lying: _cost(family, lying, wish))


@cache
def _candidates(key: str, ground: str) -> tuple[TileFit, ...]:
    family = load_paths()[key]
    usual = _fits(family, family.tiles)
    on_ground = _fits(family, family.above.get(ground, ()), grounded=True)
    return (*on_ground, *usual)


def _fits(family: PathFamily, names: tuple[str, ...], grounded: bool = False) -> Iterator[TileFit]:
    catalogue = base_catalogue()  # that of all families
    for rank, name in enumerate(names):
        for number in range(1, catalogue.elements[name].orientations + 1):
            edges = joined_edges(name, number, family.network, catalogue)
            side = joined_edges(name, number, family.side, catalogue) if family.side else 0
            yield TileFit(name, number, edges, side, rank, grounded)


def _cost(family: PathFamily, lying: TileFit, wish: TileRequest) -> int:
    has = lying.edges
    spare = has & ~(wish.must | wish.keep | wish.face)
    cost = lying.rank + _count(wish.must & ~has) * (_MAY if wish.optional else _MUST)
    cost += _count(wish.keep & ~has) * _KEEP + _count(wish.face & ~has) * _FACE
    is_arm = _count(wish.must | wish.keep | wish.face) > 1
    cost += _count(spare) * (_ARM if is_arm else _LOOSE) + _count(spare & wish.clash) * _CLASH
    if _count(spare & wish.out) == 1:
        cost -= _OUT
    if lying.keeps_ground:
        cost -= _GROUND
    if family.side and not is_side_right(lying, wish.sided):
        cost += _SIDE
    if lying.name == wish.current[0]:
        cost -= _SAME if lying.orientation == wish.current[1] else _ALIKE
    return cost


def is_side_right(lying: TileFit, sided: tuple[int, int, int]) -> bool:
    """Tell whether what belongs to one side of a line lies there."""
    comes, goes, right = sided
    if not goes & lying.edges:
        goes = lying.edges & ~comes
    if not comes & lying.edges or comes == goes:
        comes = lying.edges & ~goes
    if _count(comes) != 1 or _count(goes) != 1:
        return True
    wanted = _clockwise(goes, comes) if right else _clockwise(comes, goes)
    return not lying.side & ~wanted


def _clockwise(start: int, end: int) -> int:
    """Return the edges that come clockwise after one and before another."""
    first, last = start.bit_length() - 1, end.bit_length() - 1
    count = len(EDGES)
    return sum(1 << (first + i) % count for i in range(1, (last - first) % count))


def _count(edges: int) -> int:
    return edges.bit_count()
