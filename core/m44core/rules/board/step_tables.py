"""Tables of the steps from hex to hex: slopes and bridge rails, roads, railways.

On most boards all steps are alike; the tables of the grid then serve as tables of steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Slope, SlopeFoot
from m44core.hexes import Direction
from m44core.rules.board.hex_grid import BOTTOM, TOP, Grid
from m44core.rules.board.hex_ground import CLASSES, HexGround
from m44core.rules.index_types import HexNo, HexSet

Table = tuple[HexSet, ...]  # for each hex, a set of adjacent hexes


class Steps(NamedTuple):
    """The steps of the units of one class from hex to hex, ignoring other units.

    Attributes:
        every: For each hex, the hexes they can step to, at any cost.
        plain: For each hex, the hexes they can step to for one hex of movement.
        climbs: The steps that cost more, as pairs of the cost in hexes and a table of the steps.
        taking_ground: For each hex, the hexes in which they can take ground.
    """

    every: Table
    plain: Table
    climbs: tuple[tuple[int, Table], ...]
    taking_ground: Table


def hexes_one_step_from(table: Table, hexes: HexSet) -> HexSet:
    """Return the hexes that one step of *table* leads to from any of *hexes*."""
    next_hexes = 0
    while hexes:
        low = hexes & -hexes
        next_hexes |= table[low.bit_length() - 1]
        hexes ^= low
    return next_hexes


def steps_of(grid: Grid, hexes: tuple[HexGround, ...]) -> tuple[Steps, ...]:
    """Return the steps of each class over the ground of a board."""
    special_hexes = _special_hexes(hexes)
    if not special_hexes:
        plain_steps = Steps(grid.near, grid.near, (), grid.near)
        return (plain_steps,) * len(CLASSES)
    edges = list(_special_edges(grid, hexes, special_hexes))
    return tuple(_steps(grid, edges, number) for number in range(len(CLASSES)))


def retreat_steps_of(grid: Grid, hexes: tuple[HexGround, ...]) -> tuple[Table, Table]:
    """Return, for each player and hex, the hexes that one step of retreat can lead to.

    Bridge rails bar a retreat, but most slopes do not: retreats ignore terrain that only slows
    moves (B-RET-04).
    """
    special_hexes = _special_hexes(hexes)
    if not special_hexes:
        return grid.back
    barred_steps = [0] * len(hexes)
    for edge in _special_edges(grid, hexes, special_hexes):
        if edge.bars_retreat:
            barred_steps[edge.start] |= 1 << edge.end
    top, bottom = (
        tuple(behind & ~bars for behind, bars in zip(grid.back[player], barred_steps, strict=True))
        for player in (TOP, BOTTOM)
    )
    return top, bottom


def roads_of(grid: Grid, hexes: tuple[HexGround, ...]) -> Table:
    """Return, for each hex, the next hexes along its roads; empty if there are no roads (TP-ROAD).

    A road continues where both tiles have it at their common edge, without a bridge rail.
    """
    if not any(kind.tile.roads for kind in hexes):
        return ()
    crossable_edges = [kind.crossable_edges for kind in hexes]
    roads = [kind.tile.roads for kind in hexes]
    open_roads = [
        road_edges if open_edges is None else road_edges & open_edges
        for road_edges, open_edges in zip(roads, crossable_edges, strict=True)
    ]
    return _connected_table(grid, open_roads)


def rails_of(grid: Grid, hexes: tuple[HexGround, ...]) -> Table:
    """Return, for each hex, the next hexes along its railways (TH-TRAIN-01)."""
    return _connected_table(grid, [kind.rails for kind in hexes])


def _connected_table(grid: Grid, edges: list[frozenset[Direction]]) -> Table:
    """Return, for each hex, the neighbors that share an edge of a road or rail network with it."""
    table = [0] * len(edges)
    for start, hex_ in enumerate(grid.board.hexes):
        for direction in edges[start]:
            end = grid.board.index.get(hex_.neighbour(direction))
            if end is not None and direction.opposite in edges[end]:
                table[start] |= 1 << end
    return tuple(table)


class _Edge(NamedTuple):
    """A step off or onto a hex with slopes or bridge rails."""

    start: HexNo
    end: HexNo
    has_bridge_rail: bool
    up: tuple[Slope, ...]
    down: tuple[Slope, ...]

    @property
    def bars_retreat(self) -> bool:
        """Whether no unit can retreat over this edge."""
        return self.has_bridge_rail or any(slope.bars_retreat for slope in self.up + self.down)

    def movement_cost(self, number: int) -> int:
        """Return the cost of the step in hexes; 0 if units of class *number* cannot take it."""
        slopes = self.up + self.down
        if self.has_bridge_rail or any(CLASSES[number] in slope.closed for slope in slopes):
            return 0
        return max((slope.hexes for slope in slopes), default=1)


def _special_hexes(hexes: tuple[HexGround, ...]) -> HexSet:
    return sum(
        1 << i for i, kind in enumerate(hexes) if kind.slopes or kind.crossable_edges is not None
    )


def _special_edges(
    grid: Grid, hexes: tuple[HexGround, ...], special_hexes: HexSet
) -> Iterator[_Edge]:
    """Yield the steps off and onto hexes with slopes or bridge rails."""
    number = grid.board.index
    for start, hex_ in enumerate(grid.board.hexes):
        for direction in Direction if special_hexes & (1 << start | grid.near[start]) else ():
            end = number.get(hex_.neighbour(direction))
            if end is not None and special_hexes & (1 << start | 1 << end):
                yield _edge_between(hexes, start, end, direction)


def _edge_between(
    hexes: tuple[HexGround, ...], start: HexNo, end: HexNo, direction: Direction
) -> _Edge:
    a, b = hexes[start], hexes[end]
    has_rail = not (_is_open(a, direction) and _is_open(b, direction.opposite))
    slopes_down = tuple(slope for slope in _slopes_up(b, a) if slope.both_ways)
    return _Edge(start, end, has_rail, tuple(_slopes_up(a, b)), slopes_down)


def _is_open(kind: HexGround, direction: Direction) -> bool:
    return kind.crossable_edges is None or direction in kind.crossable_edges


def _slopes_up(low: HexGround, high: HexGround) -> Iterator[Slope]:
    """Yield the slopes that rise from *low* to *high*."""
    for slope in high.slopes:
        if low.beach if slope.foot is SlopeFoot.BEACH else not low.height:
            yield slope


def _steps(grid: Grid, edges: list[_Edge], number: int) -> Steps:
    every, plain, taking_ground = list(grid.near), list(grid.near), list(grid.near)
    climbs: dict[int, list[HexSet]] = {}
    for edge in edges:
        bit = 1 << edge.end
        cost = edge.movement_cost(number)
        if cost != 1:
            plain[edge.start] ^= bit
        if cost > 1:
            climbs.setdefault(cost, [0] * len(every))[edge.start] |= bit
        if not cost:
            every[edge.start] ^= bit
        if not (cost and all(slope.takes_ground for slope in edge.up)):
            taking_ground[edge.start] ^= bit
    climb_tables = tuple((cost, tuple(table)) for cost, table in sorted(climbs.items()))
    return Steps(tuple(every), tuple(plain), climb_tables, tuple(taking_ground))
