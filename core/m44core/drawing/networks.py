"""The lines of rivers, roads and rails: from the middle of one edge to the middle of another."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from m44core.catalogue.load import load_catalogue
from m44core.drawing.art import Art
from m44core.drawing.curves import Point, at
from m44core.hexes import Direction

_ANGLE = {direction: i * pi / 3 for i, direction in enumerate(Direction)}
_REACH = 57.0  # a little over the edge, so that the cut is at the edge


def unit_vector(direction: Direction) -> Point:
    """Return the step of length 1 towards an edge; y grows downwards."""
    return cos(_ANGLE[direction]), sin(_ANGLE[direction])


def toward(direction: Direction, distance: float = 50.0) -> Point:
    """Return the point *distance* from the centre towards an edge; 50 is the edge itself."""
    x, y = unit_vector(direction)
    return x * distance, y * distance


def channel(a: Direction, b: Direction, sway: float = 0.0) -> str:
    """Return a line that enters over edge *a* and leaves over edge *b*, square to both.

    Args:
        a: Where it enters.
        b: Where it leaves.
        sway: How far a straight one swings to either side on its way.
    """
    if a is b.opposite:
        return _straight(a, b, sway)
    bend = (at(toward(a, 17)), at(toward(b, 17)), at(toward(b)))
    return f"M{at(toward(a, _REACH))}L{at(toward(a))}C{' '.join(bend)}L{at(toward(b, _REACH))}"


def _straight(a: Direction, b: Direction, sway: float) -> str:
    x, y = toward(a.turned(1), sway)
    side = (x - toward(a, sway / 2)[0], y - toward(a, sway / 2)[1])
    (ax, ay), (bx, by) = toward(a, 22), toward(b, 22)
    bend = f"{at((ax + side[0], ay + side[1]))} {at((bx - side[0], by - side[1]))} {at(toward(b))}"
    return f"M{at(toward(a, _REACH))}L{at(toward(a))}C{bend}L{at(toward(b, _REACH))}"


def branch(edge: Direction, onto: Sequence[Direction]) -> str:
    """Return the arm of a fork, from an edge into the straight line between *onto*."""
    end = toward(onto[0], 12)
    return f"M{at(toward(edge, _REACH))}L{at(toward(edge))}Q{at(toward(edge, 14))} {at(end)}"


def lines(edges: frozenset[Direction], sway: float = 0.0) -> tuple[str, ...]:
    """Return the lines that join all *edges* of a network on one hex."""
    ordered = [d for d in Direction if d in edges]
    straight = [(d, d.opposite) for d in ordered[:3] if d.opposite in edges]
    straight = [(a, b) for a, b in straight if list(Direction).index(a) < 3]
    if len(ordered) == 2:
        return (channel(ordered[0], ordered[1], sway),)
    if len(ordered) == 1:
        return (f"M{at(toward(ordered[0], _REACH))}L0 0",)
    through = [channel(a, b) for a, b in straight]
    rest = [d for d in ordered if all(d not in pair for pair in straight)]
    if not straight:
        pairs = zip(ordered, [*ordered[1:], ordered[0]], strict=True)
        return tuple(channel(a, b) for a, b in pairs)
    return (*through, *(branch(d, straight[0]) for d in rest))


def edges_of(art: Art, network: str) -> frozenset[Direction]:
    """Return the edges a tile connects with a network, in its orientation."""
    element = load_catalogue().elements[art.name]
    turns = element.edges[network]
    return turns[(art.orientation - 1) % len(turns)]


def only_edges(art: Art) -> frozenset[Direction]:
    """Return the edges of a tile that has a single network."""
    element = load_catalogue().elements[art.name]
    return edges_of(art, next(iter(element.edges)))
