"""Lines of sight computed one at a time, to check the engine's tables."""

from __future__ import annotations

from m44core.board import Board
from m44core.hexes import Hex
from m44core.rules.board.hex_grid import grid_of
from m44core.rules.board.line_of_sight import SightLine, hexes_on_line


def line_between(board: Board, a: int, b: int) -> SightLine:
    """Return the line from hex *a* to hex *b*, without hexes off the board."""
    start, end = board.hexes[a], board.hexes[b]
    sides = hexes_on_line(Hex(end.col - start.col, end.row - start.row))
    return SightLine(*(grid_of(board).mask(_shifted(side, start)) for side in sides))


def is_clear(line: SightLine, blockers: int) -> bool:
    """Return whether *blockers* leave a line open (B-LOS-03, B-LOS-06)."""
    if line.direct & blockers:
        return False
    return not (line.left & blockers and line.right & blockers)


def _shifted(hexes: tuple[Hex, ...], offset: Hex) -> tuple[Hex, ...]:
    return tuple(Hex(hex_.col + offset.col, hex_.row + offset.row) for hex_ in hexes)
