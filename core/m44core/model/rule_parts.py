"""The base class of special rules, and the types of their parts."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NamedTuple, NewType

CardKey = NewType("CardKey", str)
"""The key of a command card: ``air-power``."""

TerrainKey = NewType("TerrainKey", str)
"""The key of a kind of tile: ``river``."""


class Between(NamedTuple):
    """Annotates an integer with its bounds, both included."""

    least: int
    most: int


MAX_COUNT = 99  # the largest number of units, hexes, turns and cards a rule may name
Count = Annotated[int, Between(1, MAX_COUNT)]
Steps = Annotated[int, Between(0, MAX_COUNT)]


class BoardEdge(StrEnum):
    """An edge of the board where units enter or exit, or none."""

    NONE = "none"
    TOP = "top"
    BOTTOM = "bottom"


class SpecialRule:
    """One special rule of a scenario. Each field is a part of it; a tuple is a list of values."""

    __slots__ = ()

    def makes_sense(self) -> bool:
        """Return whether its parts are consistent."""
        return True
