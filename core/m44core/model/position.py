"""What a scenario that is the position of a game carries besides its board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.values import dataclass


def _nothing() -> Mapping[Side, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Position:
    """The beginning of a turn in a game; units, obstacles and medals lie on the board.

    Attributes:
        turn: The number of the turn that begins, both players' counted from 1.
        side: Whose turn it is.
        medals: For each side, the medals won for good: for units, exits and what is taken for ever.
        held: For each side, the hexes of the other objectives it holds.
        exited: For each side, the medals for exits among its medals.
        hands: For each side, the cards in its hand.
        discards: The discarded cards, the latest last; the deck has all others.
        played: For each side, the card of its last turn, for a Counter-Attack, and the section
            it was played in, where it names none itself.
        dropped: The sides whose air drops have come down.
        arrived: For each side, how many of its units that come later have come or were lost.
        extra: Unknown keys.
    """

    turn: int
    side: Side
    medals: Mapping[Side, int] = field(default_factory=_nothing)
    held: Mapping[Side, tuple[Hex, ...]] = field(default_factory=_nothing)
    exited: Mapping[Side, int] = field(default_factory=_nothing)
    hands: Mapping[Side, tuple[str, ...]] = field(default_factory=_nothing)
    discards: tuple[str, ...] = ()
    played: Mapping[Side, tuple[str, ...]] = field(default_factory=_nothing)
    dropped: tuple[Side, ...] = ()
    arrived: Mapping[Side, int] = field(default_factory=_nothing)
    extra: Mapping[str, Any] = field(default_factory=dict)

    def turns_of(self, side: Side) -> int:
        """Return how many turns a side has begun, that of the position included."""
        return (self.turn + (side is self.side)) // 2

    def moved(self, place: Callable[[Hex], Hex | None]) -> Position:
        """Return the position after an edit that moves every hex; one that is lost is not held."""
        held = {
            side: tuple(there for hex_ in hexes if (there := place(hex_)) is not None)
            for side, hexes in self.held.items()
        }
        return replace(self, held=held)
