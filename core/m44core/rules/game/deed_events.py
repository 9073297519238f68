"""What special rules of a scenario bring about: bridges blown up, and the like."""

from __future__ import annotations

from dataclasses import dataclass

from m44core.catalogue.types import Side
from m44core.messages.message import Message, message
from m44core.rules.cards.deck import title
from m44core.rules.game.commanders import of_side


@dataclass(frozen=True, slots=True)
class BridgeMined:
    """A side plays a card to blow up a bridge (TH-BLOW-01)."""

    side: Side
    card: str
    hex: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return of_side(
            self.side,
            message(
                "The Axis plays {card} to blow up the bridge on {hex}.",
                card=title(self.card),
                hex=self.hex,
            ),
            message(
                "The Allies play {card} to blow up the bridge on {hex}.",
                card=title(self.card),
                hex=self.hex,
            ),
        )


@dataclass(frozen=True, slots=True)
class BridgeBlown:
    """A bridge is destroyed (TH-BLOW-03)."""

    hex: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message("The bridge on {hex} is destroyed.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class BridgeHolds:
    """A bridge was to be blown up and still stands."""

    hex: str

    def said(self) -> Message:
        """Return the sentence of the log."""
        return message("The bridge on {hex} still stands.", hex=self.hex)
