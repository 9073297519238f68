"""The base class of special rules, and the types of their parts."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NamedTuple, NewType

CardKey = NewType("CardKey", str)
"""The key of a command card: ``air-power``."""

TerrainKey = NewType("TerrainKey", str)
"""The key of a kind of tile: ``river``."""


class Between(NamedTuple):
    """Annotates an integer with its inclusive bounds."""

    least: int
    most: int


MAX_COUNT = 99  # the maximum number of units, hexes, turns and cards in a rule
Count = Annotated[int, Between(1, MAX_COUNT)]
Steps = Annotated[int, Between(0, MAX_COUNT)]


class BoardEdge(StrEnum):
    """An edge of the board where units enter or exit; NONE for no edge."""

    NONE = "none"
    TOP = "top"
    BOTTOM = "bottom"


class SpecialRule:
    """The base class of special rules; each field is a part, and a tuple is a list of values."""

    __slots__ = ()

    def makes_sense(self) -> bool:
        """Return whether its parts are consistent."""
        return True
