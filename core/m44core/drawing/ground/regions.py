"""Areas that run on over the edges of a hex into neighbours of the same kind."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from random import Random

from m44core.drawing.ground.networks import toward
from m44core.drawing.shapes.curves import Point, loop
from m44core.hexes import Direction

_CORNER = {d: ((i + 0.5) * pi / 3) for i, d in enumerate(Direction)}  # after the edge, clockwise
_BITS = {edge: 1 << place for place, edge in enumerate(Direction)}
_SIDE = 57.735
_ROUNDING = 0.94  # how far a closed corner is cut


def mask_of(edges: Iterable[Direction]) -> int:
    """Return a set of edges as a number, one bit an edge, for the detail of an Art."""
    return sum(_BITS[edge] for edge in set(edges))


def edges_in(mask: int) -> frozenset[Direction]:
    """Return the set of edges that :func:`mask_of` made a number of."""
    return frozenset(edge for edge, bit in _BITS.items() if mask & bit)


def region(
    joined: frozenset[Direction],
    inset: float,
    crossing: float,
    chance: Random | None = None,
    wobble: float = 0.0,
) -> list[Point]:
    """Return the points of an area that is open over the *joined* edges.

    Where an open edge meets a closed one, the outline leaves the hex square to
    the edge and at a fixed place, so that it goes on in the neighbour.

    Args:
        joined: The edges it runs over.
        inset: How far it keeps from the others.
        crossing: How far from the corner it crosses an open edge.
        chance: Where the wobble comes from.
        wobble: How much the closed sides may swing.
    """
    points: list[Point] = []
    for edge in Direction:
        if edge not in joined:
            points += _closed_side(edge, inset, chance, wobble)
        swing = chance.uniform(-wobble, wobble) if chance else 0.0
        points += _corner(edge, joined, inset + swing, crossing)
    return points


def outline(
    joined: frozenset[Direction],
    inset: float,
    crossing: float,
    chance: Random | None = None,
    wobble: float = 0.0,
) -> str:
    """Return the path of :func:`region`."""
    return loop(region(joined, inset, crossing, chance, wobble))


def _closed_side(
    edge: Direction, inset: float, chance: Random | None, wobble: float
) -> list[Point]:
    swings = [chance.uniform(-wobble, wobble) if chance else 0.0 for _ in range(3)]
    return [
        _along(edge, part * (50 - inset) / 50, inset + swing)
        for part, swing in zip((-14, 0, 14), swings, strict=True)
    ]


def _along(edge: Direction, part: float, inset: float) -> Point:
    """Return the point *part* clockwise from the middle of an edge and *inset* inwards."""
    x, y = toward(edge, 50 - inset)
    nx, ny = toward(edge, 1)
    return x - ny * part, y + nx * part


def _corner(
    edge: Direction, joined: frozenset[Direction], inset: float, crossing: float
) -> list[Point]:
    """Return the points at the corner clockwise after *edge*."""
    following = edge.turned(1)
    angle = _CORNER[edge]
    if edge in joined and following in joined:
        return [(75 * cos(angle), 75 * sin(angle))]
    reach = _SIDE / 2 - crossing
    if edge in joined:
        return [_along(edge, reach, -10), _along(edge, reach, 10)]
    if following in joined:
        return [_along(following, -reach, 10), _along(following, -reach, -10)]
    radius = _SIDE * (50 - inset) / 50 * _ROUNDING
    return [(radius * cos(angle), radius * sin(angle))]
