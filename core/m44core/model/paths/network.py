"""A network as it lies on a board: which tiles join, where lines end, what leads where."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from functools import lru_cache

from m44core.hexes import Hex
from m44core.model.paths.crossings import others_of
from m44core.model.paths.families import PathFamily, edges_of
from m44core.model.paths.route import opposite
from m44core.model.scenario import Scenario

_ACROSS = {1 << i: opposite(1 << i) for i in range(6)}


@lru_cache(maxsize=1024)
def around(hex_: Hex) -> tuple[tuple[int, Hex], ...]:
    """Return the hexes that touch one, each with the edge towards it, as a bit."""
    return tuple((1 << i, other) for i, other in enumerate(hex_.neighbours()))


def towards(hex_: Hex, others: Container[Hex]) -> int:
    """Return the edges of a hex that are those of some others, as bits."""
    return sum(edge for edge, other in around(hex_) if other in others)


class Network:
    """The tiles of a family's network on a board; edges are bits.

    Attributes:
        scenario: The scenario on the board.
    """

    def __init__(self, scenario: Scenario, family: PathFamily) -> None:
        self.scenario = scenario
        self._catalogue = scenario.catalogue
        self._family = family
        self._edges: dict[Hex, int] = {}
        self._known: dict[tuple[str, Hex], int] = {}

    def edges(self, hex_: Hex) -> int:
        """Return the edges over which the tile on a hex joins the network; 0 for none."""
        found = self._edges.get(hex_)
        if found is None:
            tile = self.scenario.at(hex_).terrain
            network = self._family.network
            found = edges_of(tile.name, tile.orientation, network, self._catalogue) if tile else 0
            self._edges[hex_] = found
        return found

    def joined(self, hex_: Hex) -> int:
        """Return the edges over which the tile on a hex and the next lead to each other."""
        return self.edges(hex_) & self.facing(hex_)

    def facing(self, hex_: Hex) -> int:
        """Return the edges over which the tiles round a hex lead to it."""
        return self._once("facing", hex_, lambda edge, other: self.edges(other) & _ACROSS[edge])

    def kept(self, hex_: Hex) -> int:
        """Return the edges of a tile that mean something: joined, off the board or at an end."""
        own = self.edges(hex_)
        if not own:
            return 0
        return own & (self.facing(hex_) | self.beyond(hex_) | self.endings(hex_))

    def beyond(self, hex_: Hex) -> int:
        """Return the edges of a hex that are those of the board."""
        board = self.scenario.board.index
        return self._once("beyond", hex_, lambda _, other: other not in board)

    def endings(self, hex_: Hex) -> int:
        """Return the edges of a hex beyond which a line may end."""
        return self._once("endings", hex_, lambda _, other: self.ends_at(other))

    def beside(self, hex_: Hex) -> int:
        """Return the edges of a hex beyond which there is a tile of the network."""
        return self._once("beside", hex_, lambda _, other: self.edges(other))

    def ends_at(self, hex_: Hex) -> bool:
        """Tell whether a line may end on a hex, whose tile is none of the network."""
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

    def waters(self, hex_: Hex) -> Mapping[str, int]:
        """Return the other networks around a hex a line may end in, with the edges towards them."""
        found: dict[str, int] = {}
        for edge, other in around(hex_):
            for network in self._other_networks(other) if self.ends_at(other) else ():
                found[network] = found.get(network, 0) | edge
        return found

    def is_plain(self, hex_: Hex) -> bool:
        """Tell whether the tile on a hex may go: a plain piece of the line."""
        tile = self.scenario.at(hex_).terrain
        if not tile or tile.name in self._family.also:
            return False
        return not others_of(tile, self._family.network, self._catalogue).keys() - {
            self._family.side
        }

    def _other_networks(self, hex_: Hex) -> Iterable[str]:
        tile, scenario = self.scenario.at(hex_).terrain, self.scenario
        if tile:
            return others_of(tile, self._family.network, self._catalogue)
        return (self._family.ends.zones[scenario.board.zone(scenario.face, hex_)],)

    def _once(self, what: str, hex_: Hex, is_so: Callable[[int, Hex], object]) -> int:
        """Return the edges of a hex of which something is so; looked up once."""
        found = self._known.get((what, hex_))
        if found is None:
            found = sum(edge for edge, other in around(hex_) if is_so(edge, other))
            self._known[what, hex_] = found
        return found
