"""The lines of rivers, roads and rails: from the middle of one edge to the middle of another."""

from __future__ import annotations

from itertools import combinations
from math import cos, pi, sin

from m44core.catalogue.load import base_catalogue
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.curves import Point, at
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
    """Return a line through the centre that swings to one side before it and to the other after."""
    x, y = unit_vector(a)
    (ax, ay), (bx, by) = toward(a, 24), toward(b, 24)
    one, two = (ax - y * sway, ay + x * sway), (bx + y * sway, by - x * sway)
    first = f"C{at(toward(a, 36))} {at(one)} 0 0"
    second = f"C{at(two)} {at(toward(b, 36))} {at(toward(b))}"
    return f"M{at(toward(a, _REACH))}L{at(toward(a))}{first}{second}L{at(toward(b, _REACH))}"


def branch(edge: Direction, through: tuple[Direction, Direction]) -> str:
    """Return the arm of a fork: from an edge into the line *through*, with the widest bend."""
    far = max(through, key=lambda end: _gap(edge, end))
    return f"M{at(toward(edge, _REACH))}L{at(toward(edge))}Q0 0 {at(toward(far, 26))}"


def _gap(a: Direction, b: Direction) -> int:
    """Return how many sixths of a turn lie between two directions, at most 3."""
    ordered = list(Direction)
    steps = abs(ordered.index(a) - ordered.index(b))
    return min(steps, 6 - steps)


def lines(edges: frozenset[Direction], sway: float = 0.0) -> tuple[str, ...]:
    """Return the lines that join all *edges* of a network on one hex.

    Args:
        edges: One for a dead end, two for a line, more for forks and crossings.
        sway: How far a lone straight line swings to either side.
    """
    ordered = [d for d in Direction if d in edges]
    through = [(d, d.opposite) for d in ordered if d.opposite in edges and d < d.opposite]
    if len(ordered) == 1:
        return (f"M{at(toward(ordered[0], _REACH))}L0 0",)
    if len(ordered) == 2:
        return (channel(ordered[0], ordered[1], sway),)
    if not through:
        return tuple(channel(a, b) for a, b in combinations(ordered, 2))
    arms = [d for d in ordered if d.opposite not in edges]
    return (*(channel(a, b) for a, b in through), *(branch(d, through[0]) for d in arms))


def edges_of(art: Art, network: str) -> frozenset[Direction]:
    """Return the edges a tile connects with a network, in its orientation."""
    element = base_catalogue().elements[art.name]
    turns = element.edges[network]
    return turns[(art.orientation - 1) % len(turns)]


def only_edges(art: Art) -> frozenset[Direction]:
    """Return the edges of a tile that has a single network."""
    element = base_catalogue().elements[art.name]
    return edges_of(art, next(iter(element.edges)))
