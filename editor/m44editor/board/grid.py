"""The outlines of the hexes as pictures of single hexes.

Stroking every outline of an Overlord board at once takes a tenth of a second
on a fine screen; eight little pictures serve the whole board. Each hex draws
its eastern half, and its other edges only where no neighbour does.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache

from m44core.board import BOARDS, Board, BoardType
from m44core.drawing.board.scenario_drawing import Show, lines_of_board
from m44core.drawing.shapes.art import Art, Plane
from m44core.drawing.shapes.paths import HEX_CORNERS, polygon
from m44core.drawing.shapes.shapes import Drawing, Shape
from m44core.hexes import Direction, Hex
from m44editor.board.geometry import EDGES

GRID = "grid"
_OWN = (Direction.E, Direction.SE, Direction.SW)


@lru_cache(maxsize=len(BoardType))
def grid_arts(board: Board) -> dict[Hex, tuple[Art, ...]]:
    """Return the picture of the outline that each hex of *board* draws."""
    return {hex_: (_grid_art(board, hex_),) for hex_ in board.hexes}


@lru_cache(maxsize=64)
def draw_grid(art: Art) -> Drawing:
    """Return the edges named in the art's detail, in the style of the board's own grid."""
    edges = (EDGES[Direction(str(name))] for name in art.detail)
    path = "".join(polygon((HEX_CORNERS[a], HEX_CORNERS[b]), closed=False) for a, b in edges)
    return tuple(replace(shape, path=path) for shape in _style() if isinstance(shape, Shape))


def _grid_art(board: Board, hex_: Hex) -> Art:
    edges = [d.value for d in EDGES if d in _OWN or hex_.neighbour(d) not in board]
    return Art(Plane.LINES, GRID, detail=tuple(edges))


@cache
def _style() -> Drawing:
    return lines_of_board(BOARDS[BoardType.STANDARD], Show(section_lines=False))
