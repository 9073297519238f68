"""What brings a side nearer to victory, or ends the game."""

from __future__ import annotations

from m44core.catalogue.types import Side
from m44core.messages.message import Message, several
from m44core.rules.game.commanders import of_side
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class MedalGained:
    """A side gained medals; *hex* names the objective, "" for a unit eliminated or off by an exit.

    *total* is what the side has now, no more than it needs.
    """

    side: Side
    medals: int
    hex: str
    total: int

    def said(self) -> Message:
        """Return its sentence."""
        if self.hex:
            return _held(self)
        return of_side(
            self.side,
            several(
                "The Axis gains {number} medal, now {total}.",
                "The Axis gains {number} medals, now {total}.",
                self.medals,
                total=self.total,
            ),
            several(
                "The Allies gain {number} medal, now {total}.",
                "The Allies gain {number} medals, now {total}.",
                self.medals,
                total=self.total,
            ),
        )


@dataclass(frozen=True, slots=True)
class MedalLost:
    """A side lost the medals of an objective it no longer holds (B-WIN-04)."""

    side: Side
    medals: int
    hex: str
    total: int

    def said(self) -> Message:
        """Return its sentence."""
        return of_side(
            self.side,
            several(
                "The Axis loses {number} medal with {hex}, now {total}.",
                "The Axis loses {number} medals with {hex}, now {total}.",
                self.medals,
                hex=self.hex,
                total=self.total,
            ),
            several(
                "The Allies lose {number} medal with {hex}, now {total}.",
                "The Allies lose {number} medals with {hex}, now {total}.",
                self.medals,
                hex=self.hex,
                total=self.total,
            ),
        )


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; *winner* is None for a draw."""

    winner: Side | None
    reason: Message

    def said(self) -> Message:
        """Return its sentence."""
        return self.reason


def _held(gained: MedalGained) -> Message:
    return of_side(
        gained.side,
        several(
            "The Axis gains {number} medal for holding {hex}, now {total}.",
            "The Axis gains {number} medals for holding {hex}, now {total}.",
            gained.medals,
            hex=gained.hex,
            total=gained.total,
        ),
        several(
            "The Allies gain {number} medal for holding {hex}, now {total}.",
            "The Allies gain {number} medals for holding {hex}, now {total}.",
            gained.medals,
            hex=gained.hex,
            total=gained.total,
        ),
    )


MedalEvent = MedalGained | MedalLost | GameEnded
