"""Positions and sizes on a drawn board, in units from its upper left corner."""

from __future__ import annotations

from m44core.board import Board
from m44core.drawing.shapes.shapes import COL_PITCH, HEX_HEIGHT, HEX_WIDTH, ROW_PITCH
from m44core.hexes import Hex

MARGIN = 44.0  # units: width of the frame


def board_size(board: Board) -> tuple[float, float]:
    """Return the width and height of a board with its frame, in units."""
    width = COL_PITCH * board.last_col + HEX_WIDTH
    height = ROW_PITCH * (board.rows - 1) + HEX_HEIGHT
    return width + 2 * MARGIN, height + 2 * MARGIN


def hex_centre(hex_: Hex) -> tuple[float, float]:
    """Return the center of a hex on its drawn board: x and y, in units."""
    x = MARGIN + HEX_WIDTH / 2 + COL_PITCH * hex_.col
    return x, MARGIN + HEX_HEIGHT / 2 + ROW_PITCH * hex_.row
