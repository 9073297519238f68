"""One thing a scenario needs that the engine lacks."""

from __future__ import annotations

from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Gap:
    """One thing a scenario needs and the engine lacks.

    Attributes:
        name: What it is about: the name of an element, option or behaviour, or
            ``texts``, ``board``, ``briefing``.
        clause: What is missing, and how the game is played without it, as it reads after a
            colon, without a full stop.
        hexes: Where it matters; empty if everywhere.
        assumed: Whether it is played all the same, as *clause* says, for that is most likely meant.
    """

    name: str
    clause: Message
    hexes: tuple[Hex, ...] = ()
    assumed: bool = False

    @property
    def sentence(self) -> Message:
        """What is missing, and how the game is played without it, with a full stop."""
        return message("{clause}.", clause=self.clause)
