"""Special rules about units: drops, reinforcements, breakthroughs, bridges, attrition."""

from __future__ import annotations

from enum import StrEnum

from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model.rule_parts import BoardEdge, Count, SpecialRule, Steps
from m44core.model.unit import Unit
from m44core.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AirDrop(SpecialRule):
    """Units that are dropped before the first turn (O-DROP).

    Attributes:
        side: The side whose units they are.
        range: The maximum number of hexes that each unit can drift.
        units: The number of units in the first drop.
        further: The number of units in each further drop, aimed separately (TH-DROP-03).
        center: The hex to aim at; None if the side can choose.
        aims: The hexes to aim at, each once, if there are several.
        waits: The number of turns of both players in which landed units cannot be ordered
            (TH-DROP-04).
        unit: The kind of unit that lands.
    """

    side: Side
    range: Steps = 0
    units: Count
    further: tuple[Count, ...] = ()
    center: Hex | None = None
    aims: tuple[Hex, ...] = ()
    waits: Steps = 0
    unit: Unit

    def makes_sense(self) -> bool:
        """Return whether it names at most one of a center and aims."""
        return self.center is None or not self.aims

    @property
    def drops(self) -> tuple[int, ...]:
        """The number of units in each drop."""
        return (self.units, *self.further)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderedDrop(SpecialRule):
    """Units that drop during the game, each using one order of a card (SO-ORDERED-PARADROP).

    Attributes:
        side: The side whose units they are.
        range: The maximum number of hexes that each unit can drift.
        units: The total number of units that can drop.
        aims: The hexes to aim at; empty if the side can choose.
        once: Whether each hex can be aimed at only once.
        daylight: Whether units cannot drop at night.
        spare: Whether each unit uses figures left over in the box (SO-N-05).
        unit: The kind of unit that lands.
    """

    side: Side
    range: Steps = 3
    units: Count
    aims: tuple[Hex, ...] = ()
    once: bool = False
    daylight: bool = False
    spare: bool = True
    unit: Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyTrain(SpecialRule):
    """Units that leave a train when its locomotive reaches a station (TH-TRAIN-04).

    Attributes:
        side: The side whose units they are.
        units: The number of units in each piece of the train, the locomotive first.
        waits: The number of turns of both players in which unloaded units cannot be ordered.
        unit: The kind of unit that is unloaded.
    """

    side: Side
    units: tuple[Count, ...]
    waits: Steps = 1
    unit: Unit

    def makes_sense(self) -> bool:
        """Return whether any units are aboard."""
        return bool(self.units)


@dataclass(frozen=True, slots=True)
class BlowBridges(SpecialRule):
    """The side that can blow up a bridge by playing a section card (O-BLOW).

    Attributes:
        side: The side.
        adjacent: Whether infantry of that side must be adjacent to the bridge (TH-BLOW-02).
    """

    side: Side
    adjacent: bool = True


@dataclass(frozen=True, slots=True)
class Breakthrough:
    """Armor of one side that appears at the enemy's edge of the board (O-ABRK).

    Attributes:
        side: The side whose armor it is.
        units: The maximum number of units that can appear.
        unit: The kind of unit.
        stays: Whether they can never exit (V-EXIT-09).
    """

    side: Side
    units: Count
    unit: Unit
    stays: bool = False

    def makes_sense(self) -> bool:
        """Return whether the armor has default figures, since .m44 files cannot give others."""
        return self.unit.figures is None


@dataclass(frozen=True, slots=True)
class ArmorBreakthrough(SpecialRule):
    """Armor that appears at the enemy's edge, once per game for each side (O-ABRK)."""

    groups: tuple[Breakthrough, ...]

    def makes_sense(self) -> bool:
        """Return whether no side has two groups, since .m44 files have one for each side."""
        return len({group.side for group in self.groups}) == len(self.groups)


class DieSymbol(StrEnum):
    """A symbol on a die."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    GRENADE = "grenade"
    FLAG = "flag"
    STAR = "star"


@dataclass(frozen=True, slots=True)
class Attrition(SpecialRule):
    """Figures that a side loses at the start of its turns, from units of its choice (SO-ATTRITION).

    Attributes:
        side: The side.
        dice: The number of dice rolled.
        face: The symbol that costs a figure each time it is rolled.
    """

    side: Side
    dice: Count = 2
    face: DieSymbol = DieSymbol.GRENADE


class UnitFlag(StrEnum):
    """A property of an individual unit; the effects are in ``units.yaml``."""

    NO_MEDAL = "no-medal"
    FIXED = "fixed"
    BATTLES_IN_OCEAN = "battles-in-ocean"
    CLEARS_MINES = "clears-mines"
    SPECIAL_FORCES = "special-forces"


@dataclass(frozen=True, slots=True)
class FlaggedUnits:
    """Units with individual properties (SO-UNIT-FLAGS).

    Attributes:
        hexes: The starting hexes of the units.
        flags: The properties of these units.
    """

    hexes: tuple[Hex, ...]
    flags: tuple[UnitFlag, ...]


@dataclass(frozen=True, slots=True)
class UnitFlags(SpecialRule):
    """Properties of individual units, identified by their starting hexes (SO-UNIT-FLAGS)."""

    groups: tuple[FlaggedUnits, ...]


@dataclass(frozen=True, slots=True)
class Reserves:
    """Units of one kind that enter at an edge of the board (SO-REINFORCEMENTS).

    Attributes:
        units: The number of units.
        unit: The kind of unit.
    """

    units: Count
    unit: Unit


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """Reinforcements of a side once it has won some medals (SO-REINFORCEMENTS).

    Attributes:
        side: The side.
        medals: The number of medals at which they are called.
        waiting: The hexes of units that cannot be ordered until they are called.
        coming: The units that enter the board when they are called.
        edge: The edge where they enter.
    """

    side: Side
    medals: Count
    waiting: tuple[Hex, ...] = ()
    coming: tuple[Reserves, ...] = ()
    edge: BoardEdge = BoardEdge.NONE

    def makes_sense(self) -> bool:
        """Return whether there are any units, and an edge if and only if units enter."""
        return bool(self.waiting or self.coming) and (self.edge is not BoardEdge.NONE) == bool(
            self.coming
        )


@dataclass(frozen=True, slots=True)
class Reinforcements(SpecialRule):
    """Units that join the battle once their side has won some medals (SO-REINFORCEMENTS)."""

    groups: tuple[Reinforcement, ...]

    def makes_sense(self) -> bool:
        """Return whether no side has two groups."""
        return len({group.side for group in self.groups}) == len(self.groups)
