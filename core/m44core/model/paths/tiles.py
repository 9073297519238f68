"""Which tile lies best where some edges are to be joined."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from m44core.catalogue.load import base_catalogue
from m44core.model.paths.families import EDGES, PathFamily, edges_of, load_paths
from m44core.values import dataclass

_MUST, _MAY, _KEEP, _FACE = 10_000, 900, 1_000, 100  # what it costs to leave such an edge out
_SIDE = 500  # ... to have what belongs to one side on the other
_LOOSE, _CLASH = 10, 30  # what an edge costs that leads nowhere, or into the side of a neighbour
_ARM = 950  # ... one that leads nowhere where others are joined
_OUT, _GROUND, _SAME, _ALIKE = 50, 5, 3, 1  # what speaks for a tile


@dataclass(frozen=True, slots=True)
class Lying:
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
    grounded: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
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
    there: tuple[str, int] = ("", 0)
    sided: tuple[int, int, int] = (0, 0, 0)


def best(family: PathFamily, wish: Wish) -> Lying:
    """Return the tile of a family that says most of what is wished."""
    return _best(family.key, wish)


@lru_cache(maxsize=4096)
def _best(key: str, wish: Wish) -> Lying:
    family = load_paths()[key]
    return min(_candidates(key, wish.ground), key=lambda lying: _cost(family, lying, wish))


@cache
def _candidates(key: str, ground: str) -> tuple[Lying, ...]:
    family = load_paths()[key]
    usual = _lying(family, family.tiles)
    on_ground = _lying(family, family.above.get(ground, ()), grounded=True)
    return (*on_ground, *usual)


def _lying(family: PathFamily, names: tuple[str, ...], grounded: bool = False) -> Iterator[Lying]:
    catalogue = base_catalogue()  # that of all families
    for rank, name in enumerate(names):
        for number in range(1, catalogue.elements[name].orientations + 1):
            edges = edges_of(name, number, family.network, catalogue)
            side = edges_of(name, number, family.side, catalogue) if family.side else 0
            yield Lying(name, number, edges, side, rank, grounded)


def _cost(family: PathFamily, lying: Lying, wish: Wish) -> int:
    has = lying.edges
    spare = has & ~(wish.must | wish.keep | wish.face)
    cost = lying.rank + _count(wish.must & ~has) * (_MAY if wish.optional else _MUST)
    cost += _count(wish.keep & ~has) * _KEEP + _count(wish.face & ~has) * _FACE
    is_arm = _count(wish.must | wish.keep | wish.face) > 1
    cost += _count(spare) * (_ARM if is_arm else _LOOSE) + _count(spare & wish.clash) * _CLASH
    if _count(spare & wish.out) == 1:
        cost -= _OUT
    if lying.grounded:
        cost -= _GROUND
    if family.side and not lies_right(lying, wish.sided):
        cost += _SIDE
    if lying.name == wish.there[0]:
        cost -= _SAME if lying.orientation == wish.there[1] else _ALIKE
    return cost


def lies_right(lying: Lying, sided: tuple[int, int, int]) -> bool:
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
