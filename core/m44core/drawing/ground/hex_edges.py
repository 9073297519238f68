"""The crossings of rivers, roads, hills and woods over the edges of a hex."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import cos, pi, sin
from random import Random

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.paths import Point, closed_curve, xy
from m44core.hexes import Direction

_ANGLE = {direction: i * pi / 3 for i, direction in enumerate(Direction)}
_REACH = 57.0  # units: a little beyond the edge, so that the clip cuts the line at the edge


def unit_vector(direction: Direction) -> Point:
    """Return the unit vector towards an edge; y grows downwards."""
    return cos(_ANGLE[direction]), sin(_ANGLE[direction])


def toward(direction: Direction, distance: float = 50.0) -> Point:
    """Return the point *distance* from the center towards an edge; 50 is the edge itself."""
    x, y = unit_vector(direction)
    return x * distance, y * distance


def edge_to_edge_path(a: Direction, b: Direction, sway: float = 0.0) -> str:
    """Return the path of a line from edge *a* to edge *b*, perpendicular to both.

    Args:
        a: The edge where the line enters.
        b: The edge where it leaves.
        sway: The swing of a straight line to each side, in units.
    """
    if a is b.opposite:
        return _swaying_path(a, b, sway)
    bend = (xy(toward(a, 17)), xy(toward(b, 17)), xy(toward(b)))
    return f"M{xy(toward(a, _REACH))}L{xy(toward(a))}C{' '.join(bend)}L{xy(toward(b, _REACH))}"


def _swaying_path(a: Direction, b: Direction, sway: float) -> str:
    """Return a line that swings to one side before the center and to the other side after it."""
    x, y = unit_vector(a)
    (ax, ay), (bx, by) = toward(a, 24), toward(b, 24)
    first_control, second_control = (ax - y * sway, ay + x * sway), (bx + y * sway, by - x * sway)
    first = f"C{xy(toward(a, 36))} {xy(first_control)} 0 0"
    second = f"C{xy(second_control)} {xy(toward(b, 36))} {xy(toward(b))}"
    return f"M{xy(toward(a, _REACH))}L{xy(toward(a))}{first}{second}L{xy(toward(b, _REACH))}"


def fork_arm_path(edge: Direction, through: tuple[Direction, Direction]) -> str:
    """Return the path of a fork's arm from *edge*, in a gentle bend into the line *through*."""
    far_edge = max(through, key=lambda end: _sixths_between(edge, end))
    return f"M{xy(toward(edge, _REACH))}L{xy(toward(edge))}Q0 0 {xy(toward(far_edge, 26))}"


def _sixths_between(a: Direction, b: Direction) -> int:
    """Return the angle between two directions in sixths of a turn, at most 3."""
    directions = list(Direction)
    steps = abs(directions.index(a) - directions.index(b))
    return min(steps, 6 - steps)


def network_lines(edges: frozenset[Direction], sway: float = 0.0) -> tuple[str, ...]:
    """Return the lines that join all *edges* of a network on one hex.

    Args:
        edges: One edge for a dead end, two for a line, more for forks and crossings.
        sway: The swing of a single straight line to each side, in units.
    """
    sorted_edges = [d for d in Direction if d in edges]
    through = [(d, d.opposite) for d in sorted_edges if d.opposite in edges and d < d.opposite]
    if len(sorted_edges) == 1:
        return (f"M{xy(toward(sorted_edges[0], _REACH))}L0 0",)
    if len(sorted_edges) == 2:
        return (edge_to_edge_path(sorted_edges[0], sorted_edges[1], sway),)
    if not through:
        return tuple(edge_to_edge_path(a, b) for a, b in combinations(sorted_edges, 2))
    arms = [d for d in sorted_edges if d.opposite not in edges]
    return (
        *(edge_to_edge_path(a, b) for a, b in through),
        *(fork_arm_path(d, through[0]) for d in arms),
    )


def connected_edges(art: Art, network: str) -> frozenset[Direction]:
    """Return the edges that a network on a tile reaches, in the tile's orientation."""
    element = base_catalogue().elements[art.name]
    edges_by_orientation = element.edges[network]
    return edges_by_orientation[(art.orientation - 1) % len(edges_by_orientation)]


def single_network_edges(art: Art) -> frozenset[Direction]:
    """Return the edges that a tile's only network reaches, in the tile's orientation."""
    element = base_catalogue().elements[art.name]
    return connected_edges(art, next(iter(element.edges)))


_CORNER = {d: ((i + 0.5) * pi / 3) for i, d in enumerate(Direction)}  # after the edge, clockwise
_BITS = {edge: 1 << place for place, edge in enumerate(Direction)}
_SIDE = 57.735
_ROUNDING = 0.94  # share of the radius at a closed corner


def edge_mask(edges: Iterable[Direction]) -> int:
    """Return a set of edges as a bit mask, for the detail of an Art."""
    return sum(_BITS[edge] for edge in set(edges))


def edges_of_mask(mask: int) -> frozenset[Direction]:
    """Return the set of edges of a mask made by :func:`edge_mask`."""
    return frozenset(edge for edge, bit in _BITS.items() if mask & bit)


def region_points(
    joined_edges: frozenset[Direction],
    inset: float,
    crossing: float,
    rng: Random | None = None,
    wobble: float = 0.0,
) -> list[Point]:
    """Return the points of an area that continues over the *joined_edges* edges.

    Where an open edge meets a closed one, the outline leaves the hex perpendicular to the edge
    at a fixed point, so that it continues in the neighbor.

    Args:
        joined_edges: The edges the area continues over.
        inset: Distance from the other edges, in units.
        crossing: Distance from the corner where the outline crosses an open edge, in units.
        rng: The random generator of the wobble; None for straight sides.
        wobble: The maximum swing of the closed sides, in units.
    """
    points: list[Point] = []
    for edge in Direction:
        if edge not in joined_edges:
            points += _closed_side_points(edge, inset, rng, wobble)
        swing = rng.uniform(-wobble, wobble) if rng else 0.0
        points += _corner_points(edge, joined_edges, inset + swing, crossing)
    return points


def region_outline(
    joined_edges: frozenset[Direction],
    inset: float,
    crossing: float,
    rng: Random | None = None,
    wobble: float = 0.0,
) -> str:
    """Return the path through the points of :func:`region_points`."""
    return closed_curve(region_points(joined_edges, inset, crossing, rng, wobble))


def _closed_side_points(
    edge: Direction, inset: float, rng: Random | None, wobble: float
) -> list[Point]:
    swings = [rng.uniform(-wobble, wobble) if rng else 0.0 for _ in range(3)]
    return [
        _edge_point(edge, part * (50 - inset) / 50, inset + swing)
        for part, swing in zip((-14, 0, 14), swings, strict=True)
    ]


def _edge_point(edge: Direction, offset: float, inset: float) -> Point:
    """Return the point *offset* units clockwise from the middle of an edge and *inset* inwards."""
    x, y = toward(edge, 50 - inset)
    nx, ny = toward(edge, 1)
    return x - ny * offset, y + nx * offset


def _corner_points(
    edge: Direction, joined_edges: frozenset[Direction], inset: float, crossing: float
) -> list[Point]:
    """Return the points at the corner clockwise after *edge*."""
    next_edge = edge.turned(1)
    angle = _CORNER[edge]
    if edge in joined_edges and next_edge in joined_edges:
        return [(75 * cos(angle), 75 * sin(angle))]
    reach = _SIDE / 2 - crossing
    if edge in joined_edges:
        return [_edge_point(edge, reach, -10), _edge_point(edge, reach, 10)]
    if next_edge in joined_edges:
        return [_edge_point(next_edge, -reach, 10), _edge_point(next_edge, -reach, -10)]
    radius = _SIDE * (50 - inset) / 50 * _ROUNDING
    return [(radius * cos(angle), radius * sin(angle))]
