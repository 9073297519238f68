"""The cross-hairs of big guns, shown on the board of a game (E-BIGGUN-03)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtGui import QPainter

from m44core.drawing.tokens.cross_hairs import cross_hair
from m44core.hexes import Hex
from m44core.rules.game.position import zeroed_hexes
from m44core.rules.game.state import GameState
from m44editor.board.geometry import centre
from m44editor.board.marks import Mark
from m44editor.board.painter import paint

_DX, _DY = -34.0, 22.0  # units: at the lower left of its hex, beside the figures


@dataclass(frozen=True)
class CrossHair:
    """A token of cross-hairs on a hex.

    Attributes:
        hex: The hex.
    """

    hex: Hex

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex it lies on."""
        return frozenset({self.hex})

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint it in units."""
        middle = centre(self.hex)
        painter.save()
        painter.translate(middle.x() + _DX, middle.y() + _DY)
        paint(painter, cross_hair(), {})
        painter.restore()


def cross_hair_marks(state: GameState) -> Mapping[str, Mark]:
    """Return a token for every hex that a big gun has zeroed in on."""
    return {f"cross-hair {hex_}": CrossHair(hex_) for hex_ in zeroed_hexes(state)}
