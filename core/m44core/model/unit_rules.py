"""Special rules of units: who comes later and how, what is blown up, what winter costs."""

from __future__ import annotations

from enum import StrEnum

from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.model.rule_parts import Count, Edge, SpecialRule, Steps
from m44core.model.unit import Unit
from m44core.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AirDrop(SpecialRule):
    """Units that are dropped before the first turn (O-DROP).

    Attributes:
        side: Whose units they are.
        range: How many steps each unit may drift.
        units: How many are dropped.
        further: How many are dropped after those, drop by drop, each aimed anew (TH-DROP-03).
        center: The hex to aim at; None where the side is free to choose.
        aims: The hexes to aim at, each once, where there are several.
        waits: How many turns, of both players, no order reaches those who landed (TH-DROP-04).
        unit: The unit that stands on each hex where one lands.
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
        """Tell whether it says only once where to aim."""
        return self.center is None or not self.aims

    @property
    def drops(self) -> tuple[int, ...]:
        """How many units each of its drops has."""
        return (self.units, *self.further)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderedDrop(SpecialRule):
    """Units that drop during the game, each for an order of a card (SO-ORDERED-PARADROP).

    Attributes:
        side: Whose units they are.
        range: How many steps each unit may drift.
        units: How many may drop in all.
        aims: The hexes to aim at; none where the side is free to choose.
        once: Whether a hex where one came down cannot be aimed at again.
        daylight: Whether nobody drops at night.
        spare: Whether each takes figures that are left in the box (SO-N-05).
        unit: The unit that stands on each hex where one lands.
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
    """Units that leave a train once its locomotive comes to a station (TH-TRAIN-04).

    Attributes:
        side: Whose units they are.
        units: How many each piece of the train carries, the locomotive first.
        waits: How many turns, of both players, no order reaches those who left it.
        unit: The unit each of them is.
    """

    side: Side
    units: tuple[Count, ...]
    waits: Steps = 1
    unit: Unit

    def makes_sense(self) -> bool:
        """Tell whether anybody is aboard."""
        return bool(self.units)


@dataclass(frozen=True, slots=True)
class BlowBridges(SpecialRule):
    """The side that may play a section card to blow up a bridge instead (O-BLOW).

    Attributes:
        side: Who may.
        adjacent: Whether infantry of that side must stand beside the bridge (TH-BLOW-02).
    """

    side: Side
    adjacent: bool = True


@dataclass(frozen=True, slots=True)
class Breakthrough:
    """Armor of one side that appears at the enemy's edge of the board (O-ABRK).

    Attributes:
        side: Whose armor it is.
        units: How many units there are at most.
        unit: The unit that stands on each hex where one comes.
        stays: Whether they never leave the board by an exit (V-EXIT-09).
    """

    side: Side
    units: Count
    unit: Unit
    stays: bool = False

    def makes_sense(self) -> bool:
        """Tell whether the armor has its usual figures: files have no place for others."""
        return self.unit.figures is None


@dataclass(frozen=True, slots=True)
class ArmorBreakthrough(SpecialRule):
    """Armor that appears at the enemy's edge, once a game for each side (O-ABRK)."""

    groups: tuple[Breakthrough, ...]

    def makes_sense(self) -> bool:
        """Tell whether no side is named twice: files have one group of each."""
        return len({group.side for group in self.groups}) == len(self.groups)


class Symbol(StrEnum):
    """What a die shows."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    GRENADE = "grenade"
    FLAG = "flag"
    STAR = "star"


@dataclass(frozen=True, slots=True)
class Attrition(SpecialRule):
    """Figures a side loses as its turns begin, by dice, from units it chooses (SO-ATTRITION).

    Attributes:
        side: Which side.
        dice: How many dice are rolled.
        face: What costs a figure.
    """

    side: Side
    dice: Count = 2
    face: Symbol = Symbol.GRENADE


class Flag(StrEnum):
    """What single units have of their own; what each makes of a unit is in ``units.yaml``."""

    NO_MEDAL = "no-medal"
    FIXED = "fixed"
    BATTLES_IN_OCEAN = "battles-in-ocean"
    CLEARS_MINES = "clears-mines"
    SPECIAL_FORCES = "special-forces"


@dataclass(frozen=True, slots=True)
class FlaggedUnits:
    """Units with something of their own (SO-UNIT-FLAGS).

    Attributes:
        hexes: Where they stand at the start.
        flags: What they have.
    """

    hexes: tuple[Hex, ...]
    flags: tuple[Flag, ...]


@dataclass(frozen=True, slots=True)
class UnitFlags(SpecialRule):
    """What single units have of their own, by where they stand at the start (SO-UNIT-FLAGS)."""

    groups: tuple[FlaggedUnits, ...]


@dataclass(frozen=True, slots=True)
class Reserves:
    """Units of one kind that come to an edge of the board (SO-REINFORCEMENTS).

    Attributes:
        units: How many come.
        unit: What each of them is.
    """

    units: Count
    unit: Unit


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """What a side can call on once it has won some medals (SO-REINFORCEMENTS).

    Attributes:
        side: Whose it is.
        medals: How many medals call it.
        waiting: Where its units stand that nobody orders before.
        coming: The units that come to the board.
        edge: The edge they come to.
    """

    side: Side
    medals: Count
    waiting: tuple[Hex, ...] = ()
    coming: tuple[Reserves, ...] = ()
    edge: Edge = Edge.NONE

    def makes_sense(self) -> bool:
        """Tell whether there is anybody to call, and an edge for who comes."""
        return bool(self.waiting or self.coming) and (self.edge is not Edge.NONE) == bool(
            self.coming
        )


@dataclass(frozen=True, slots=True)
class Reinforcements(SpecialRule):
    """Units that fight only once their side has won some medals (SO-REINFORCEMENTS)."""

    groups: tuple[Reinforcement, ...]

    def makes_sense(self) -> bool:
        """Tell whether no side is named twice."""
        return len({group.side for group in self.groups}) == len(self.groups)
