"""The route of a brush stroke: adjacent hexes, smoothed for an unsteady hand."""

from __future__ import annotations

from m44core.board import Board
from m44core.hexes import Hex
from m44core.model.edits.areas import hexes_on_line
from m44core.model.paths.path_families import PathFamily

Route = tuple[Hex, ...]


def extend_route(board: Board, family: PathFamily, route: Route, hex_: Hex) -> Route:
    """Return a route extended to a hex, in a straight line if it is not adjacent to the last hex.

    Going back removes the last hex. Corners too sharp for any tile are cut. A route has at most
    one hex off the board at each end.
    """
    if hex_ not in board:
        return _with_outer_hex(board, route, hex_)
    if route and route[-1] not in board:
        is_next = len(route) == 1 and hex_ in route[-1].neighbours()
        route = route if is_next else route[:-1]
    steps = hexes_on_line(board, route[-1], hex_)[1:] if route else (hex_,)
    for step in steps:
        route = _with_step(family, route, step)
    return route


def _with_outer_hex(board: Board, route: Route, hex_: Hex) -> Route:
    """Return the route extended to a hex off the board; unchanged if that is not adjacent."""
    route_on_board = route[:-1] if route and route[-1] not in board else route
    if not route_on_board:
        return (hex_,)
    return (*route_on_board, hex_) if hex_ in route_on_board[-1].neighbours() else route


def _with_step(family: PathFamily, route: Route, step: Hex) -> Route:
    while len(route) > 1 and not family.area and step in route[-2].neighbours():
        route = route[:-1]
    if len(route) > 1 and step == route[-2]:
        return route[:-1]
    return route if route and step == route[-1] else (*route, step)


_EDGES = {(neighbor.col, neighbor.row): 1 << i for i, neighbor in enumerate(Hex(0, 0).neighbours())}


def edge_towards(hex_: Hex, neighbor: Hex) -> int:
    """Return the edge of *hex_* towards an adjacent hex, as a bit; 0 if it is not adjacent."""
    return _EDGES.get((neighbor.col - hex_.col, neighbor.row - hex_.row), 0)


def opposite_edge(edge: int) -> int:
    """Return the opposite edge of a hex, as a bit."""
    return edge << 3 if edge < 8 else edge >> 3
