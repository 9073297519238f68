"""Which piece of a hex lies under the pointer, by the pictures that are painted there."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from m44core.catalogue.types import Layer
from m44core.drawing.board.scenario_drawing import VisibleLayers, arts_of_hex
from m44core.drawing.shapes.art import Plane
from m44core.hexes import Hex
from m44core.model.parts import HexContent, Piece, Tag, Unit
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44editor.board.geometry import centre
from m44editor.board.pixmaps import art_bounds

AnyPiece = Piece | Unit | Tag

_PLANES = {
    Layer.UNIT: Plane.UNIT,
    Layer.TAG: Plane.TAG,
    Layer.OBSTACLE: Plane.OBSTACLE,
    Layer.STRUCTURE: Plane.STRUCTURE,
    Layer.TERRAIN: Plane.GROUND,
}


@dataclass(frozen=True, slots=True)
class PieceRef:
    """Which of the pieces of a hex a tool takes hold of.

    Attributes:
        layer: The layer it is on.
        number: Which of the tags it is, from 0.
    """

    layer: Layer
    number: int = 0

    @property
    def plane(self) -> Plane:
        """Where its picture is painted."""
        return _PLANES[self.layer]

    def piece(self, content: HexContent) -> AnyPiece | None:
        """Return the piece, or None where there is none any more."""
        thing = content.on(self.layer)
        if isinstance(thing, tuple):
            return thing[self.number] if self.number < len(thing) else None
        return thing


def piece_refs(content: HexContent) -> tuple[PieceRef, ...]:
    """Return what can be taken hold of on a hex: the unit first, then from the top down."""
    tags = (PieceRef(Layer.TAG, number) for number in reversed(range(len(content.tags))))
    below = (PieceRef(layer) for layer in (Layer.OBSTACLE, Layer.STRUCTURE, Layer.TERRAIN))
    found = (PieceRef(Layer.UNIT), *tags, *below)
    return tuple(grip for grip in found if grip.piece(content) is not None)


_SHOW = VisibleLayers(terrain=False, labels=False)


def piece_under(scenario: Scenario, hex_: Hex, point: QPointF) -> PieceRef | None:
    """Return what a press at a point takes hold of; None where nothing lies on the hex.

    Tags lie over units and those over the rest. Beside all pictures it is the
    unit, else the uppermost piece: tiles are taken where nothing else lies.
    """
    there = piece_refs(scenario.at(hex_))
    painted = [
        grip
        for grip in sorted(there, key=lambda grip: grip.layer is not Layer.TAG)
        if grip.layer is not Layer.TERRAIN and piece_area(scenario, hex_, grip).contains(point)
    ]
    return next(iter((*painted, *there)), None)


def piece_area(scenario: Scenario, hex_: Hex, grip: PieceRef) -> QRectF:
    """Return the rectangle that a piece covers, in units of the board; that of a tile is empty."""
    arts = [art for art in arts_of_hex(scenario, hex_, _SHOW) if art.plane is grip.plane]
    if grip.plane is Plane.GROUND or grip.number >= len(arts):
        return QRectF()
    return art_bounds(arts[grip.number]).translated(centre(hex_))


def next_piece(
    scenario: Scenario, hex_: Hex, grip: PieceRef | None, forward: bool
) -> PieceRef | None:
    """Return the piece of a hex that comes after one; None after the last, or where it is alone."""
    there = piece_refs(scenario.at(hex_))
    if len(there) < 2:
        return None
    if grip not in there:
        return there[0 if forward else -1]
    after = there.index(grip) + (1 if forward else -1)
    return there[after] if 0 <= after < len(there) else None
