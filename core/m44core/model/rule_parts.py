"""What the special rules of a scenario are made of."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NamedTuple, NewType

CardKey = NewType("CardKey", str)
"""The key of a command card: ``air-power``."""

TerrainKey = NewType("TerrainKey", str)
"""The key of a kind of tile: ``river``."""


class Between(NamedTuple):
    """Annotates a number with the least and the most it may be."""

    least: int
    most: int


MAX_COUNT = 99  # the largest number of units, hexes, turns and cards a rule may name
Count = Annotated[int, Between(1, MAX_COUNT)]
Steps = Annotated[int, Between(0, MAX_COUNT)]


class Edge(StrEnum):
    """An edge of the board by which units come or leave, or none."""

    NONE = "none"
    TOP = "top"
    BOTTOM = "bottom"


class SpecialRule:
    """One special rule of a scenario. A field is a part of what it says; a tuple, several."""

    __slots__ = ()

    def makes_sense(self) -> bool:
        """Tell whether its parts go together."""
        return True
