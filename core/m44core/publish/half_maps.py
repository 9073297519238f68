"""The two halves of an Overlord board on two pages, each with its own row numbers.

The column on the seam is on both halves. Hexes that the other half shows whole are pale, and a
dashed line marks where the halves overlap.
"""

from __future__ import annotations

from collections.abc import Iterator

from m44core.board import Board
from m44core.drawing.board.board_layout import MARGIN, board_size, hex_centre
from m44core.drawing.shapes.extents import Extent
from m44core.drawing.shapes.paths import HEX_CORNERS, format_number, polygon, rectangle
from m44core.drawing.shapes.shapes import HEX_WIDTH, Drawing, Node, Shape, Text
from m44core.hexes import Hex

_STRIP = 32.0  # units: the strip with the row numbers beside the seam
_NUMBER = 17.0  # units: type size of the row numbers, as along the edges


def seam_column(board: Board) -> int:
    """Return the column of hexes that both halves show whole."""
    return board.last_col // 2


def half_extents(board: Board) -> tuple[Extent, Extent]:
    """Return the left and the right half of an Overlord board; both show the hexes on the seam."""
    width, height = board_size(board)
    end = _seam_x(board) + HEX_WIDTH / 2 + _STRIP
    return Extent(0, 0, end, height), Extent(width - end, 0, width, height)


def seam_marks(board: Board) -> tuple[Drawing, Drawing]:
    """Return the drawings over the left and the right half: the edge along their seam."""
    return tuple(_half_edge(board, 1)), tuple(_half_edge(board, -1))


def _seam_x(board: Board) -> float:
    return hex_centre(Hex(seam_column(board), 1))[0]


def _half_edge(board: Board, direction: int) -> Iterator[Node]:
    """Yield the edge of a half; *direction* is 1 if it is on the right, -1 if it is on the left."""
    height, seam = board_size(board)[1], _seam_x(board)
    for row in range(0, board.rows, 2):
        x, y = hex_centre(Hex(seam_column(board) + direction, row))
        path = polygon((x + u, y + v) for u, v in HEX_CORNERS)
        yield Shape(path, fill="frame", opacity=0.72)
    edge = seam + direction * HEX_WIDTH / 2
    left = min(edge, edge + direction * _STRIP)
    yield Shape(rectangle(left, 0, _STRIP, height), fill="frame")
    for y in (MARGIN - 14, height - MARGIN + 12):  # the letter that the strip would cut
        yield Shape(rectangle(min(edge, edge - direction * 12), y - 10, 12, 20), fill="frame")
    line = (
        f"M{format_number(edge)} {format_number(MARGIN / 2)}V{format_number(height - MARGIN / 2)}"
    )
    yield Shape(line, stroke="frame-line", width=2.4, dash=(9.0, 7.0))
    for row in range(board.rows):
        number, y = board.name(Hex(row % 2, row))[1:], hex_centre(Hex(row % 2, row))[1]
        yield Text(
            number, edge + direction * _STRIP / 2, y, _NUMBER, "frame-text", bold=row % 2 == 0
        )
