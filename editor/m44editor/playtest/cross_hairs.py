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

_RADIUS, _VISIBLE = 16.5, 6.0  # of the token in units; logical pixels: it is never smaller


@dataclass(frozen=True)
class CrossHair:
    """A token of cross-hairs on a hex.

    Attributes:
        hex: The hex.
    """

    hex: Hex

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex and those around it: on a small board the token is larger."""
        return frozenset({self.hex, *self.hex.neighbours()})

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint it in units; *scale* is logical pixels a unit."""
        factor = max(1.0, _VISIBLE / (_RADIUS * scale))
        middle = centre(self.hex)
        painter.save()
        painter.translate(middle.x() + _DX, middle.y() + _DY)
        painter.scale(factor, factor)
        paint(painter, cross_hair(), {})
        painter.restore()


def cross_hair_marks(state: GameState) -> Mapping[str, Mark]:
    """Return a token for every hex that a big gun has zeroed in on."""
    return {f"cross-hair {hex_}": CrossHair(hex_) for hex_ in zeroed_hexes(state)}
