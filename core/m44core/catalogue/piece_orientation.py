"""Turning and mirroring pieces, whose orientations are numbered in different directions."""

from __future__ import annotations

from functools import cache

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Element
from m44core.hexes import Direction

Edges = frozenset[Direction]

BEARINGS = {direction: 90 + 60 * i for i, direction in enumerate(Direction)}  # from E, clockwise
_FROM_SOUTH_WEST = tuple(Direction.SW.turned(i) for i in range(6))


@cache
def edges_by_orientation(edges: tuple[str, ...], count: int) -> tuple[Edges, ...]:
    """Return the edges of a tile in each of its *count* orientations.

    *edges* are the edges in orientation 1; each further orientation turns the tile by 60 degrees
    counterclockwise (B-M44-04).
    """
    first_edges = [Direction(edge) for edge in edges]
    return tuple(frozenset(d.turned(-i) for d in first_edges) for i in range(count))


@cache
def orientation_name(edges: Edges) -> str:
    """Return the name of a tile's orientation from its edges: ``w-e``, ``sw-ne``, ``ne-se``."""
    return "-".join(d.value.lower() for d in _FROM_SOUTH_WEST if d in edges)


def axis_edges(element: Element, orientation: int) -> Edges:
    """Return the two or four edges that a structure's long axis points to.

    A bridge from north to south points at two corners, and therefore at the two edges next to each
    corner. All edges are returned if the structure has no such orientation.
    """
    if not 1 <= orientation <= len(element.bearings):
        return frozenset(Direction)
    axis = element.bearings[orientation - 1]
    return frozenset(d for d, bearing in BEARINGS.items() if abs(_axis_angle(axis, bearing)) <= 30)


def front_direction(element: Element, orientation: int) -> Direction:
    """Return the edge that a piece's front, or one end of its axis, points to.

    For a front or axis that points at a corner, this is the next edge clockwise. The result is East
    if the piece has no such orientation.
    """
    if not 1 <= orientation <= len(element.bearings):
        return Direction.E
    bearing = element.bearings[orientation - 1]
    return min(BEARINGS, key=lambda each: (BEARINGS[each] - bearing) % 360)


def orientation_towards(element: Element, direction: Direction) -> int:
    """Return the orientation in which the front or axis of a piece points in a direction.

    If there is no such orientation, return the next one clockwise.
    """
    bearing = BEARINGS[direction] % 360
    circle = 360 if max(element.bearings) >= 180 else 180
    return min(
        range(1, len(element.bearings) + 1),
        key=lambda turn: (element.bearings[turn - 1] - bearing) % circle,
    )


def _axis_angle(axis: int, bearing: int) -> int:
    """Return the angle between an axis and a bearing, from -90 to 90 degrees."""
    return (bearing - axis + 90) % 180 - 90


def turned_orientation(element: Element, orientation: int, steps: int) -> int:
    """Return the orientation after a clockwise turn by *steps* times 60 degrees.

    If the piece has no such orientation (a bunker turned by 60 degrees), it is unchanged.
    """
    if not 1 <= orientation <= element.orientations:
        return orientation
    if element.edges:
        return (orientation - 1 - steps) % element.orientations + 1
    return _orientation_for_bearing(element, orientation, 60 * steps, 1)


def mirrored_piece(catalogue: Catalogue, element: Element, orientation: int) -> tuple[Element, int]:
    """Return the mirror image of a piece, with east and west swapped, and its orientation.

    Mirroring twice gives the original. A fork without a mirror image (:func:`has_mirror_image`)
    keeps its kind and as many edges as possible.
    """
    if not 1 <= orientation <= element.orientations:
        return element, orientation
    if not element.edges:
        return element, _orientation_for_bearing(element, orientation, 0, -1)
    twin = catalogue.elements[element.mirror] if element.mirror else element
    shared_edges = _shared_edges(element, twin)
    return twin, (
        shared_edges.index(max(shared_edges)) - orientation + 1
    ) % element.orientations + 1


def has_mirror_image(catalogue: Catalogue, element: Element) -> bool:
    """Return whether the mirror image of a piece exists as a piece."""
    if not element.edges:
        return True
    twin = catalogue.elements[element.mirror] if element.mirror else element
    return max(_shared_edges(element, twin)) == sum(len(e[0]) for e in element.edges.values())


def _shared_edges(element: Element, twin: Element) -> list[int]:
    """Return, for each orientation of *twin*, how many edges it shares with the mirrored piece."""
    image = {
        network: frozenset(edge.mirrored for edge in edges[0])
        for network, edges in element.edges.items()
    }
    return [
        sum(len(twin.edges[network][i] & edges) for network, edges in image.items())
        for i in range(twin.orientations)
    ]


def _orientation_for_bearing(
    element: Element, orientation: int, turn_degrees: int, sense: int
) -> int:
    """Return the orientation whose bearing is *sense* times the current one plus *turn_degrees*.

    If there is none, the orientation is unchanged.
    """
    if not element.bearings:
        return orientation
    circle = 360 if element.has_front else 180
    target = (sense * element.bearings[orientation - 1] + turn_degrees) % circle
    return element.bearings.index(target) + 1 if target in element.bearings else orientation


def next_orientation(element: Element, orientation: int, steps: int = 1) -> int:
    """Return the orientation *steps* clockwise among those that the piece has.

    Tiles, bridges and railway bridges number their orientations in different directions; this
    function turns all of them clockwise.
    """
    if not 1 <= orientation <= element.orientations:
        return orientation
    if not element.bearings:
        return turned_orientation(element, orientation, steps)
    clockwise = sorted(element.bearings)
    index = clockwise.index(element.bearings[orientation - 1])
    return element.bearings.index(clockwise[(index + steps) % len(clockwise)]) + 1
