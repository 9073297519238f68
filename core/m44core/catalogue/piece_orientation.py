"""Turning and mirroring pieces, whose orientations count in different directions."""

from __future__ import annotations

from functools import cache

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Element
from m44core.hexes import Direction

Edges = frozenset[Direction]

BEARINGS = {direction: 90 + 60 * i for i, direction in enumerate(Direction)}  # from E, clockwise
_FROM_SOUTH_WEST = tuple(Direction.SW.turned(i) for i in range(6))


@cache
def edges_by_orientation(edges: tuple[str, ...], count: int) -> tuple[Edges, ...]:
    """Return the edges of a tile at each of its *count* orientations.

    *edges* are those of orientation 1; each further orientation turns the tile by 60 degrees
    counter-clockwise (B-M44-04).
    """
    first = [Direction(edge) for edge in edges]
    return tuple(frozenset(d.turned(-i) for d in first) for i in range(count))


@cache
def facing_name(edges: Edges) -> str:
    """Return the name of a tile's orientation by its edges: ``w-e``, ``sw-ne``, ``ne-se``."""
    return "-".join(d.value.lower() for d in _FROM_SOUTH_WEST if d in edges)


def axis_edges(element: Element, orientation: int) -> Edges:
    """Return the two or four edges a structure's long axis points to.

    A bridge from north to south points at corners, and so at both edges next to each.
    """
    if not 1 <= orientation <= len(element.bearings):
        return frozenset(Direction)
    axis = element.bearings[orientation - 1]
    return frozenset(d for d, bearing in BEARINGS.items() if abs(_axis_angle(axis, bearing)) <= 30)


def front_direction(element: Element, orientation: int) -> Direction:
    """Return the edge that the front of a piece points to, or one end of its axis."""
    if not 1 <= orientation <= len(element.bearings):
        return Direction.E
    bearing = element.bearings[orientation - 1]
    return min(BEARINGS, key=lambda each: (BEARINGS[each] - bearing) % 360)


def orientation_towards(element: Element, direction: Direction) -> int:
    """Return the orientation at which the front or the axis of a piece points in a direction."""
    bearing = BEARINGS[direction] % 360
    circle = 360 if max(element.bearings) >= 180 else 180
    return min(
        range(1, len(element.bearings) + 1),
        key=lambda turn: (element.bearings[turn - 1] - bearing) % circle,
    )


def _axis_angle(axis: int, bearing: int) -> int:
    """Return the angle between an axis and a bearing in degrees, from -90 to 90."""
    return (bearing - axis + 90) % 180 - 90


def turn_piece(element: Element, orientation: int, steps: int) -> int:
    """Return the orientation after a turn by *steps* x 60 degrees clockwise.

    A piece without that orientation (a bunker turned by 60 degrees) keeps its own.
    """
    if not 1 <= orientation <= element.orientations:
        return orientation
    if element.edges:
        return (orientation - 1 - steps) % element.orientations + 1
    return _orientation_for_bearing(element, orientation, 60 * steps, 1)


def mirror_piece(catalogue: Catalogue, element: Element, orientation: int) -> tuple[Element, int]:
    """Return the mirror image of a piece and its orientation, with east and west swapped.

    Mirroring twice gives the original. A fork without a mirrored twin (:func:`has_mirror_image`)
    keeps its kind and as many edges as possible.
    """
    if not 1 <= orientation <= element.orientations:
        return element, orientation
    if not element.edges:
        return element, _orientation_for_bearing(element, orientation, 0, -1)
    twin = catalogue.elements[element.mirror] if element.mirror else element
    shared = _shared_edges(element, twin)
    return twin, (shared.index(max(shared)) - orientation + 1) % element.orientations + 1


def has_mirror_image(catalogue: Catalogue, element: Element) -> bool:
    """Return whether the mirror image of a piece exists as a piece."""
    if not element.edges:
        return True
    twin = catalogue.elements[element.mirror] if element.mirror else element
    return max(_shared_edges(element, twin)) == sum(len(e[0]) for e in element.edges.values())


def _shared_edges(element: Element, twin: Element) -> list[int]:
    """Count, for each orientation of *twin*, the edges it shares with the mirrored piece."""
    image = {
        network: frozenset(edge.mirrored for edge in edges[0])
        for network, edges in element.edges.items()
    }
    return [
        sum(len(twin.edges[network][i] & edges) for network, edges in image.items())
        for i in range(twin.orientations)
    ]


def _orientation_for_bearing(element: Element, orientation: int, turn: int, sense: int) -> int:
    """Return the orientation with bearing *sense* x the present one + *turn*, else the same one."""
    if not element.bearings:
        return orientation
    circle = 360 if element.has_front else 180
    target = (sense * element.bearings[orientation - 1] + turn) % circle
    return element.bearings.index(target) + 1 if target in element.bearings else orientation


def next_orientation(element: Element, orientation: int, steps: int = 1) -> int:
    """Return the orientation *steps* further clockwise among those the piece has.

    Tiles, bridges and railway bridges count their orientations in different directions; on the
    board all of them turn clockwise.
    """
    if not 1 <= orientation <= element.orientations:
        return orientation
    if not element.bearings:
        return turn_piece(element, orientation, steps)
    clockwise = sorted(element.bearings)
    here = clockwise.index(element.bearings[orientation - 1])
    return element.bearings.index(clockwise[(here + steps) % len(clockwise)]) + 1
