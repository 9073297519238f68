"""Special rules about the ground, what lies there and what is seen over it."""

from __future__ import annotations

from enum import StrEnum

from m44core.model.rule_parts import SpecialRule, TerrainKey
from m44core.values import dataclass


class MineBox(StrEnum):
    """A box that has tokens for minefields."""

    TERRAIN = "terrain"
    PACIFIC = "pacific"


class Ground(StrEnum):
    """What tiles may count as: another tile, or a river as some scenarios have them."""

    OPEN = "open-ground"
    FORD = "ford"
    STREAM = "fordable-stream"
    RIVER = "river"
    MARSH = "rice-paddies"
    FOREST = "forest"
    HILL = "hill"


@dataclass(frozen=True, slots=True)
class TilesAs:
    """Tiles that have the rules of another (SO-TERRAIN-OVERRIDE).

    Attributes:
        tiles: The tiles.
        counts_as: What they count as.
    """

    tiles: tuple[TerrainKey, ...]
    counts_as: Ground


@dataclass(frozen=True, slots=True)
class TerrainOverride(SpecialRule):
    """Tiles that have the rules of others; bridges over them stay (SO-TERRAIN-OVERRIDE)."""

    groups: tuple[TilesAs, ...]


@dataclass(frozen=True, slots=True)
class FloodedFields(SpecialRule):
    """Whether all hexes without a tile are under water (SO-FLOODED-FIELDS)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class HeavyFog(SpecialRule):
    """Whether symbols of units hit in close assault alone (SO-HEAVY-FOG)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class MineDeck(SpecialRule):
    """The box whose tokens lie under the minefields; all boxes have the same (O-MINE)."""

    box: MineBox
