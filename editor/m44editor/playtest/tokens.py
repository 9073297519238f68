"""Tokens on the board of a game: cross-hairs, smoke, ships (E-BIGGUN-03, E-SMOKE-01, TH-DD-01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QPainter

from m44core.catalogue.types import Side
from m44core.drawing.shapes.palettes import LIGHT
from m44core.drawing.shapes.paths import circle
from m44core.drawing.shapes.shapes import Shape, Text
from m44core.drawing.shapes.side_marks import owner_mark
from m44core.drawing.tokens.cross_hairs import cross_hair
from m44core.drawing.tokens.smoke import smoke
from m44core.drawing.tokens.tags import place
from m44core.drawing.units.plates import figure_count
from m44core.hexes import Hex
from m44core.messages.how_many import dice
from m44core.messages.message import Message, message
from m44core.model.tokens import Function, has_function
from m44core.rules.game.position_scenario import ships, uncovered_mines, zeroed_hexes
from m44core.rules.game.state import GameState
from m44core.rules.special.smoke_rules import is_thin
from m44editor.board.geometry import centre
from m44editor.board.marks import Mark
from m44editor.board.painter import paint

_DX, _DY = -34.0, 22.0  # units: at the lower left of its hex, beside the figures

_SMOKE_DY = -27.0  # units: at the top of its hex, above the figures
_CLOUD, _CLOUD_VISIBLE = 30.0, 9.0  # half its width in units; logical pixels: it is never smaller
_STRENGTH, _STRENGTH_VISIBLE = 9.0, 6.5  # radius of its plate in units; logical pixels at least
_OFF_TOKEN = 11.0  # units between the middle of a token and that of its plate
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
        """The hex it lies on, and those around it: on a small board the token is larger."""
        return frozenset({self.hex, *self.hex.neighbours()})

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint it above the figures; *scale* is logical pixels a unit."""
        factor = max(1.0, _CLOUD_VISIBLE / (_CLOUD * scale))
        middle = centre(self.hex)
        painter.save()
        painter.translate(middle.x(), middle.y() + _SMOKE_DY)
        painter.scale(factor, factor)
        paint(painter, smoke(thin=self.thin), {})
        painter.restore()


def smoke_marks(state: GameState) -> Mapping[str, Mark]:
    """Return a token for every hex with smoke."""
    hexes = state.field.grid.board.hexes
    return {
        f"smoke {hexes[cloud.hex]}": SmokeCloud(hexes[cloud.hex], is_thin(state, cloud))
        for cloud in state.smoke.clouds
    }


@dataclass(frozen=True)
class MineStrength:
    """The strength of a minefield that has gone off: it lies face up from then on.

    Attributes:
        hex: The hex.
        strength: How many dice it rolls.
        dx: How far right of the middle of the hex its token lies, in units.
        dy: How far below.
    """

    hex: Hex
    strength: int
    dx: float
    dy: float

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex and those around it: on a small board the plate is larger."""
        return frozenset({self.hex, *self.hex.neighbours()})

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the number on a plate at the token; *scale* is logical pixels a unit."""
        factor = max(1.0, _STRENGTH_VISIBLE / (_STRENGTH * scale))
        middle = centre(self.hex)
        painter.save()
        painter.translate(middle.x() + self.dx, middle.y() + self.dy)
        painter.scale(factor, factor)
        plate = Shape(circle(0, 0, _STRENGTH), fill="#a3231c", stroke="#fffdf6", width=1.6)
        number = Text(f"{self.strength}", 0, 0, _STRENGTH * 1.5, "#fffdf6", bold=True)
        paint(painter, (plate, number), {})
        painter.restore()


def mine_marks(state: GameState) -> Mapping[str, Mark]:
    """Return the strength of every minefield that has gone off (TH-MINE-03)."""
    return {
        f"mine {hex_}": MineStrength(hex_, strength, *_beside_token(state, hex_))
        for hex_, strength in uncovered_mines(state)
    }


def _beside_token(state: GameState, hex_: Hex) -> tuple[float, float]:
    """Return where the strength of a minefield is written: at the upper left of its token."""
    tags, catalogue = state.field.scenario.at(hex_).tags, state.field.scenario.catalogue
    mines = (
        number
        for number, tag in enumerate(tags)
        if has_function(tag, catalogue.get(tag.name), Function.MINEFIELD)
    )
    x, y, scale = place(next(mines, 0), max(1, len(tags)))
    return x - _OFF_TOKEN * scale, y - _OFF_TOKEN * scale


def tokens_on(state: GameState, hex_: Hex) -> Iterator[Message]:
    """Yield what the tokens on a hex are called: smoke, a cross-hair, a known minefield."""
    for cloud in state.smoke.clouds:
        if state.field.grid.board.hexes[cloud.hex] == hex_:
            yield message("thin smoke") if is_thin(state, cloud) else message("smoke")
    if hex_ in zeroed_hexes(state):
        yield message("cross-hair")
    for at, strength in uncovered_mines(state):
        if at == hex_:
            yield message("the minefield rolls {dice}", dice=dice(strength))


@dataclass(frozen=True)
class ShipSigns:
    """Whose a ship is, and how many hits it still takes.

    Attributes:
        hex: Where it is.
        side: Whose it is.
        hits: How many hits sink it.
    """

    hex: Hex
    side: Side
    hits: int

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex it is on."""
        return frozenset({self.hex})

    def paint(self, painter: QPainter, _scale: float) -> None:
        """Paint both as they are painted on counters of units."""
        middle = centre(self.hex)
        painter.save()
        painter.translate(middle.x(), middle.y())
        paint(painter, (*owner_mark(self.side.value, asks=False), *figure_count(self.hits)), LIGHT)
        painter.restore()


def ship_marks(state: GameState) -> Mapping[str, Mark]:
    """Return the signs of every ship."""
    return {f"ship {hex_}": ShipSigns(hex_, side, hits) for hex_, side, hits in ships(state)}
