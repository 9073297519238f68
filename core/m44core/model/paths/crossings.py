"""Where two lines cross: bridges and fords, and tiles that join two networks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.geometry import BEARINGS
from m44core.catalogue.load import base_catalogue
from m44core.model.parts import Piece
from m44core.model.paths.families import EDGES, PathFamily, edges_of, family_of, load_paths
from m44core.model.paths.route import opposite

NO_CROSSING = ""
_SKEW = 30  # degrees a bridge may be askew


def others_of(tile: Piece, network: str, catalogue: Catalogue) -> Mapping[str, int]:
    """Return the networks a tile joins besides one, with their edges as bits."""
    element = catalogue.get(tile.name)
    names = (element.edges.keys() if element else set()) - {network}
    return {name: edges_of(tile.name, tile.orientation, name, catalogue) for name in sorted(names)}


def bridged(way: PathFamily, over: str, edges: int, under: int, choice: int) -> Piece | None:
    """Return what carries a way across a network, along two of its edges; None for nothing.

    Args:
        way: The family of the way.
        over: The network it crosses.
        edges: The two edges the way comes and goes over.
        under: The edges of what it crosses.
        choice: Which of the pieces there are, from 0; nothing at all comes last.
    """
    offered = (*way.crossings.get(over, ()), NO_CROSSING)
    name = offered[choice % len(offered)]
    return _across(name, edges, under, base_catalogue()) if name else None


def refitted(lies: Piece, edges: int, under: int, catalogue: Catalogue) -> Piece | None:
    """Return a bridge or ford that lies there already, turned to carry a way over two edges.

    Args:
        lies: The piece; its owner and special rules stay.
        edges: The edges the way comes and goes over; none where no way leads over it.
        under: The edges of what it crosses, square to which it lies where no way leads over it.
        catalogue: What is known of pieces.

    Returns:
        The turned piece, or None where it fits as it lies or cannot lie otherwise.
    """
    bearings = catalogue.elements[lies.name].bearings
    along = _across(lies.name, edges, under, catalogue)
    if along is None and not edges and (below := axis_of(under)) is not None:
        square = (below + 90) % 180
        at = min(range(len(bearings)), key=lambda n: _apart(bearings[n], square))
        now = bearings[(lies.orientation - 1) % len(bearings)]
        along = Piece(lies.name, at + 1) if _apart(now, square) > _SKEW else None
    if along is None or along.orientation == lies.orientation:
        return None
    return replace(lies, orientation=along.orientation)


@cache
def ways_over(name: str) -> tuple[PathFamily, ...]:
    """Return the families of the ways that a bridge or ford carries."""
    families = load_paths().values()
    return tuple(way for way in families if any(name in of for of in way.crossings.values()))


def bearing_of(piece: Piece, catalogue: Catalogue) -> tuple[int, ...]:
    """Return how a bridge lies, in degrees from north; nothing for a piece without a bearing."""
    bearings = catalogue.elements[piece.name].bearings
    return (bearings[(piece.orientation - 1) % len(bearings)],) if bearings else ()


def _apart(one: int, other: int) -> int:
    """Return the angle between two bearings of pieces that have no front."""
    return abs((one - other + 90) % 180 - 90)


def can_bridge(way: PathFamily, over: str, edges: int, under: int) -> bool:
    """Tell whether there is anything that carries a way across a network along two edges."""
    return any(
        _across(name, edges, under, base_catalogue()) for name in way.crossings.get(over, ())
    )


def _across(name: str, edges: int, under: int, catalogue: Catalogue) -> Piece | None:
    """Return a piece along a way, or else square to what it crosses, if it has that bearing."""
    bearings, axis = catalogue.elements[name].bearings, axis_of(edges)
    below = axis_of(under)
    square = None if below is None or axis is None else (below + 90) % 180
    close = square is not None and axis is not None and _apart(square, axis) <= _SKEW
    for bearing in (axis, square if close else None):
        if bearing in bearings:
            return Piece(name, bearings.index(bearing) + 1)
    return None


def axis_of(edges: int) -> int | None:
    """Return how a way lies that comes and goes over two edges, in degrees from north."""
    bearings = [BEARINGS[edge] for i, edge in enumerate(EDGES) if edges >> i & 1]
    if len(bearings) != 2:
        return None
    first, second = bearings
    between = (first + second) // 2  # of two edges across from each other: square to both
    return (between + 90) % 180


def mixed(family: PathFamily, there: Piece, wanted: int, catalogue: Catalogue) -> Piece | None:
    """Return the tile that joins *wanted* edges besides all that the tile there joins otherwise."""
    others = others_of(there, family.network, catalogue)
    for lying in _both(family, there, catalogue):
        own = edges_of(lying.name, lying.orientation, family.network, catalogue)
        rest = others_of(lying, family.network, catalogue)
        if own == wanted and rest == others:
            return lying
    return None


def mouth(family: PathFamily, wanted: int, water: Mapping[str, int]) -> Piece | None:
    """Return the tile at the end of a line that joins its last edge to the network beyond.

    Args:
        family: The family of the line.
        wanted: The two edges: where it comes from, and where it ends.
        water: For each network, the edges of the hex beyond which it lies.
    """
    catalogue = base_catalogue()  # it is one of the family
    for name in family.mixed:
        element = catalogue.elements[name]
        for number in range(1, element.orientations + 1):
            own = edges_of(name, number, family.network, catalogue)
            others = others_of(Piece(name, number), family.network, catalogue)
            beyond = sum(others.values())
            leads = all(not edges & ~water.get(of, 0) for of, edges in others.items())
            if leads and own | beyond == wanted and own == opposite(beyond):
                return Piece(name, number)
    return None


def way_there(tile: Piece, network: str) -> PathFamily | None:
    """Return the family of a way whose tile lies there, if it can be carried across a network."""
    family = family_of(tile.name)
    return family if family and network in family.crossings else None


def _both(family: PathFamily, there: Piece, catalogue: Catalogue) -> Iterator[Piece]:
    """Yield the tiles that may join two networks, as they may lie; the one there first."""
    yield there
    names = dict.fromkeys((there.name, *family.mixed))
    for name in names:
        for number in range(1, catalogue.elements[name].orientations + 1):
            yield Piece(name, number)
