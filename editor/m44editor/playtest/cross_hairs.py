"""Tokens on the board of a game: cross-hairs of big guns, smoke (E-BIGGUN-03, E-SMOKE-01)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtGui import QPainter

from m44core.drawing.tokens.cross_hairs import cross_hair
from m44core.drawing.tokens.smoke import smoke
from m44core.hexes import Hex
from m44core.rules.game.position import zeroed_hexes
from m44core.rules.game.state import GameState
from m44core.rules.theatres.smoke import is_thin
from m44editor.board.geometry import centre
from m44editor.board.marks import Mark
from m44editor.board.painter import paint

_DX, _DY = -34.0, 22.0  # units: at the lower left of its hex, beside the figures

_SMOKE_DY = -36.0  # units: at the top of its hex, above the figures
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


@dataclass(frozen=True)
class SmokeCloud:
    """A token of smoke on a hex.

    Attributes:
        hex: The hex.
        thin: Whether it lies with its other side up.
    """

    hex: Hex
    thin: bool

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex it lies on."""
        return frozenset({self.hex})

    def paint(self, painter: QPainter, _scale: float) -> None:
        """Paint it in units, above the figures."""
        middle = centre(self.hex)
        painter.save()
        painter.translate(middle.x(), middle.y() + _SMOKE_DY)
        paint(painter, smoke(thin=self.thin), {})
        painter.restore()


def smoke_marks(state: GameState) -> Mapping[str, Mark]:
    """Return a token for every hex with smoke."""
    hexes = state.field.grid.board.hexes
    return {
        f"smoke {hexes[cloud.hex]}": SmokeCloud(hexes[cloud.hex], is_thin(state, cloud))
        for cloud in state.smoke.clouds
    }
