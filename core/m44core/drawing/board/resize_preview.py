"""Preview of a board after a change of its size, with the pieces that would be lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from m44core.drawing.board.board_layout import hex_centre
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.board.scenario_drawing import VisibleLayers, arts_of_hex, draw_scenario
from m44core.drawing.shapes.art import PaintingPlane
from m44core.drawing.shapes.paths import HEX_CORNERS, polygon
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.hexes import Hex
from m44core.messages.message import Renderer
from m44core.model.edits.losses import Conversion
from m44core.model.scenario import Scenario

_LAYERS = VisibleLayers(grid=False)
_ORDER = {plane: number for number, plane in enumerate(PaintingPlane)}
_MARK_WIDTH, _CASING_WIDTH = 5.0, 9.0
_REACH = 26.0  # units from the center of a hex to the ends of its cross


def draw_resize_preview(
    before: Scenario, conversion: Conversion, offset: Hex, renderer: Renderer
) -> Drawing:
    """Return the board after the change, with every hex that loses something crossed out.

    Args:
        before: The scenario before the change.
        conversion: The result of the change.
        offset: The hex of the new board on which the top left hex of the old one lands.
        renderer: The language of the frame.
    """
    after = conversion.scenario
    lossy_hexes = dict.fromkeys(loss.hex for loss in conversion.lost)
    hexes_off_board = [hex_ for hex_ in lossy_hexes if _moved_hex(hex_, offset) not in after.board]
    return (
        *draw_scenario(after, VisibleLayers(), renderer),
        *_lost_pieces(before, hexes_off_board, offset),
        *(
            mark
            for hex_ in lossy_hexes
            for mark in _cross_over_hex(*hex_centre(_moved_hex(hex_, offset)))
        ),
    )


def _lost_pieces(scenario: Scenario, hexes: Iterable[Hex], offset: Hex) -> Iterator[Group]:
    """Yield the pieces on *hexes*, each at its new position."""
    arts = [(art, hex_) for hex_ in hexes for art in arts_of_hex(scenario, hex_, _LAYERS)]
    for art, hex_ in sorted(arts, key=lambda each: _ORDER[each[0].plane]):
        x, y = hex_centre(_moved_hex(hex_, offset))
        yield Group(draw_art(art), dx=x, dy=y)


def _cross_over_hex(x: float, y: float) -> Iterator[Shape]:
    outline = polygon([(x + u, y + v) for u, v in HEX_CORNERS])
    a, b, c, d = x - _REACH, x + _REACH, y - _REACH, y + _REACH
    cross = f"M{a:.1f} {c:.1f}L{b:.1f} {d:.1f}M{b:.1f} {c:.1f}L{a:.1f} {d:.1f}"
    yield Shape(outline, stroke="piece-red-dark", width=_MARK_WIDTH)
    yield Shape(cross, stroke="piece-white", width=_CASING_WIDTH, opacity=0.85)
    yield Shape(cross, stroke="piece-red-dark", width=_MARK_WIDTH)


def _moved_hex(hex_: Hex, offset: Hex) -> Hex:
    return Hex(hex_.col + offset.col, hex_.row + offset.row)
