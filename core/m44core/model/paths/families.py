"""Families of tiles that join to one line: which tiles a river, a road or a coast is laid of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache, lru_cache
from typing import Any

from m44core.board import Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.load import base_catalogue
from m44core.catalogue.reading import DATA, entry, read_entries
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
        return base_catalogue().elements[self.tiles[0]].called

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
        with entry(key):
            families[key] = PathFamily(key, **{**said, **_read(said)})
    return families


@cache
def family_of(name: str) -> PathFamily | None:
    """Return the family a tile belongs to, or else the first it may be of; None for none."""
    families = load_paths().values()
    own = (family for family in families if name in family.tiles or name in family.own)
    return next(own, next((family for family in families if name in family.mixed), None))


@lru_cache(maxsize=4096)
def edges_of(tile: str, orientation: int, network: str, catalogue: Catalogue) -> int:
    """Return the edges, as bits, over which a tile joins a network; 0 where it has none such."""
    element = catalogue.get(tile)
    turns = element.edges.get(network) if element else None
    return bits(turns[(orientation - 1) % len(turns)]) if turns else 0


def bits(edges: frozenset[Direction]) -> int:
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
