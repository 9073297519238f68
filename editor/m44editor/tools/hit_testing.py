"""Hit testing: which piece on a hex is under the pointer, judged by the area of its picture."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from m44core.catalogue.catalogue_types import Layer
from m44core.drawing.board.scenario_drawing import VisibleLayers, arts_of_hex
from m44core.drawing.shapes.art import PaintingPlane
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit
from m44core.values import dataclass
from m44editor.board.geometry import centre
from m44editor.board.pixmaps import art_bounds

AnyPiece = Piece | Unit | Tag

_PLANES = {
    Layer.UNIT: PaintingPlane.UNIT,
    Layer.TAG: PaintingPlane.TAG,
    Layer.OBSTACLE: PaintingPlane.OBSTACLE,
    Layer.STRUCTURE: PaintingPlane.STRUCTURE,
    Layer.TERRAIN: PaintingPlane.GROUND,
}


@dataclass(frozen=True, slots=True)
class PieceRef:
    """A reference to one of the pieces on a hex.

    Attributes:
        layer: The layer of the piece.
        tag_index: The index of the tag; 0 for other layers.
    """

    layer: Layer
    tag_index: int = 0

    @property
    def plane(self) -> PaintingPlane:
        """The plane on which the piece is painted."""
        return _PLANES[self.layer]

    def piece(self, content: HexContent) -> AnyPiece | None:
        """Return the referenced piece in *content*; None if it is gone."""
        piece = content.on(self.layer)
        if isinstance(piece, tuple):
            return piece[self.tag_index] if self.tag_index < len(piece) else None
        return piece


def piece_refs(content: HexContent) -> tuple[PieceRef, ...]:
    """Return references to the pieces on a hex: the unit, then the others from the top."""
    tags = (PieceRef(Layer.TAG, number) for number in reversed(range(len(content.tags))))
    lower_pieces = (PieceRef(layer) for layer in (Layer.OBSTACLE, Layer.STRUCTURE, Layer.TERRAIN))
    refs = (PieceRef(Layer.UNIT), *tags, *lower_pieces)
    return tuple(ref for ref in refs if ref.piece(content) is not None)


_LAYERS_SHOWN = VisibleLayers(terrain=False, labels=False)


def piece_under(scenario: Scenario, hex_: Hex, point: QPointF) -> PieceRef | None:
    """Return the piece at a point of a hex; None if the hex is empty.

    Tags are above units, and units above the rest. At a point outside all pictures, return the
    unit, or the uppermost piece if there is no unit; a tile only if there is nothing else.

    Args:
        scenario: The scenario.
        hex_: The hex.
        point: The point, in board units.
    """
    refs = piece_refs(scenario.at(hex_))
    painted_pieces = [
        ref
        for ref in sorted(refs, key=lambda ref: ref.layer is not Layer.TAG)
        if ref.layer is not Layer.TERRAIN and piece_area(scenario, hex_, ref).contains(point)
    ]
    return next(iter((*painted_pieces, *refs)), None)


def piece_area(scenario: Scenario, hex_: Hex, ref: PieceRef) -> QRectF:
    """Return the rectangle that a piece covers, in board units; empty for a tile."""
    arts = [art for art in arts_of_hex(scenario, hex_, _LAYERS_SHOWN) if art.plane is ref.plane]
    if ref.plane is PaintingPlane.GROUND or ref.tag_index >= len(arts):
        return QRectF()
    return art_bounds(arts[ref.tag_index]).translated(centre(hex_))


def next_piece(
    scenario: Scenario, hex_: Hex, ref: PieceRef | None, forward: bool
) -> PieceRef | None:
    """Return the piece after *ref* on a hex, or before it if not *forward*.

    If *ref* is not on the hex, return the first or the last piece. Return None past either end, or
    if there is only one piece.
    """
    refs = piece_refs(scenario.at(hex_))
    if len(refs) < 2:
        return None
    if ref not in refs:
        return refs[0 if forward else -1]
    index = refs.index(ref) + (1 if forward else -1)
    return refs[index] if 0 <= index < len(refs) else None
