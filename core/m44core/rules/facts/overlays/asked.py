"""What an overlay is asked about, and the unit that is meant."""

from __future__ import annotations

from typing import NamedTuple

from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44core.rules.facts.overlays.basis import Basis
from m44core.rules.facts.overlays.values import Overlay
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.numbers import UnitNo


class Asked(NamedTuple):
    """What the author looks at.

    Attributes:
        pointed: The hex pointed at.
        chosen: The one hex that is selected.
    """

    pointed: Hex | None = None
    chosen: Hex | None = None

    def hex_on(self, basis: Basis) -> Hex | None:
        """Return the hex that is meant, if it is on the board: the one pointed at comes first."""
        return next((hex_ for hex_ in self if hex_ in basis.grid.board.index), None)

    def unit_on(self, basis: Basis) -> tuple[GameState, UnitNo] | Overlay:
        """Return a position and the unit that is meant, or what to say instead.

        A unit that is selected comes first, so that it can be looked at while the pointer is
        anywhere.
        """
        hexes = (hex_ for hex_ in (self.chosen, self.pointed) if hex_ in basis.grid.board.index)
        hex_ = next((hex_ for hex_ in hexes if hex_ and basis.scenario.at(hex_).unit), None)
        if hex_ is None:
            return Overlay(message("Select a unit, or point at one"))
        game = basis.game
        if isinstance(game, Message):
            return unknown(game)
        unit = game.unit_at[basis.grid.board.index[hex_]]
        if unit == NOBODY:
            return unknown(message("the engine does not play this unit"))
        return game, unit


def unknown(why: Message) -> Overlay:
    """Return an overlay that says only why it finds nothing."""
    return Overlay(message("Not known: {why}", why=why))
