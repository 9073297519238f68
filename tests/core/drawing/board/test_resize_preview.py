"""The picture of a board after a change of its size."""

from __future__ import annotations

from m44core.board import BOARDS, BoardType
from m44core.drawing.board.board_layout import hex_centre
from m44core.drawing.board.frame import ENGLISH_RENDERER
from m44core.drawing.board.resize_preview import draw_resize_preview
from m44core.drawing.shapes.shapes import Group
from m44core.hexes import Hex
from m44core.model.edits import change_board, new_scenario
from m44core.model.scenario_parts import HexContent, Unit

BOARD = BOARDS[BoardType.STANDARD]


def test_pieces_beyond_the_new_edge_are_drawn_and_crossed_out() -> None:
    old_origin = Hex(2, 0)
    far_hex = BOARD.hex("M5")
    before = new_scenario().with_hexes({far_hex: HexContent(unit=Unit("infus"))})
    conversion = change_board(before, BoardType.STANDARD, at=old_origin)
    drawing = draw_resize_preview(before, conversion, old_origin, ENGLISH_RENDERER)
    position = hex_centre(Hex(far_hex.col + 2, far_hex.row))
    assert [node for node in drawing if isinstance(node, Group) and (node.dx, node.dy) == position]
    larger_drawing = draw_resize_preview(
        before, change_board(before, BoardType.OVERLORD), Hex(0, 0), ENGLISH_RENDERER
    )
    assert [n for n in drawing[-3:] if getattr(n, "stroke", "") == "piece-red-dark"]
    assert not [n for n in larger_drawing[-3:] if getattr(n, "stroke", "") == "piece-red-dark"]
