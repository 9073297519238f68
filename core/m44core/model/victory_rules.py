"""Special rules about what wins: exits, medals for groups of hexes, who can take what."""

from __future__ import annotations

from enum import StrEnum

from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.model.rule_parts import Count, Edge, SpecialRule, Steps
from m44core.values import dataclass


class UnitKind(StrEnum):
    """A class of units, or vehicles that are counted apart."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    ARTILLERY = "artillery"
    TRUCK = "truck"


class Third(StrEnum):
    """A section of the board, from the left of the bottom player."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Holding(StrEnum):
    """How medals for a group of hexes are gained and lost (V-MED)."""

    TEMPORARY = "temporary"
    PERMANENT = "permanent"
    TURN_START = "turn-start"
    TURN_START_TEMPORARY = "turn-start-temporary"


@dataclass(frozen=True, slots=True)
class ExitLine:
    """Hexes by which a side may leave the board (SO-EXIT-LINE, SO-EXIT-AWARD).

    Attributes:
        side: Who may leave.
        hexes: The hexes.
        edge: The edge all of whose hexes are meant besides.
        kinds: The units that may leave there; all of them where none is named.
        medals: How many medals each is worth.
        each_figure: Whether each of its figures is worth so many, not the unit.
    """

    side: Side
    hexes: tuple[Hex, ...] = ()
    edge: Edge = Edge.NONE
    kinds: tuple[UnitKind, ...] = ()
    medals: Count = 1
    each_figure: bool = False

    def makes_sense(self) -> bool:
        """Tell whether it names any hex."""
        return bool(self.hexes) or self.edge is not Edge.NONE


@dataclass(frozen=True, slots=True)
class ExitLines(SpecialRule):
    """By which hexes who may leave the board, and what for (SO-EXIT-LINE, SO-EXIT-AWARD)."""

    lines: tuple[ExitLine, ...]


@dataclass(frozen=True, slots=True)
class ExitsOnly(SpecialRule):
    """A side that gains medals for exits alone (SO-EXIT-ONLY-VICTORY).

    Attributes:
        side: Which side.
        exits: How many it needs to win.
    """

    side: Side
    exits: Count


@dataclass(frozen=True, slots=True)
class MedalsNeeded(SpecialRule):
    """How many medals win the game, whatever the briefing says (SO-VICTORY-OVERRIDE).

    0 stands for what the briefing says.
    """

    axis: Steps = 0
    allies: Steps = 0


@dataclass(frozen=True, slots=True)
class MedalGroup:
    """Medals for holding some of several hexes (SO-GROUP-MEDAL).

    Attributes:
        side: Who may gain them.
        needed: How many of the hexes it must hold.
        hexes: The hexes.
        kind: How they are gained and lost.
        medals: How many there are.
        instead_of: The hex whose objective medal they stand in for.
    """

    side: Side
    needed: Count
    hexes: tuple[Hex, ...]
    kind: Holding = Holding.TEMPORARY
    medals: Count = 1
    instead_of: Hex | None = None

    def makes_sense(self) -> bool:
        """Tell whether it names as many hexes as it asks for."""
        return self.needed <= len(self.hexes)


@dataclass(frozen=True, slots=True)
class GroupMedals(SpecialRule):
    """Medals for holding some of several hexes (SO-GROUP-MEDAL)."""

    groups: tuple[MedalGroup, ...]


@dataclass(frozen=True, slots=True)
class MandatoryObjective(SpecialRule):
    """An objective without which a side does not win (SO-MANDATORY-OBJECTIVE)."""

    side: Side
    hex: Hex


@dataclass(frozen=True, slots=True)
class Takers:
    """The units that can take an objective (SO-OBJECTIVE-RESTRICTION).

    Attributes:
        hex: The hex of the objective.
        kinds: The classes that can.
        hexes: Where those stand at the start that can.
    """

    hex: Hex
    kinds: tuple[UnitKind, ...] = ()
    hexes: tuple[Hex, ...] = ()

    def makes_sense(self) -> bool:
        """Tell whether anybody can."""
        return bool(self.kinds or self.hexes)


@dataclass(frozen=True, slots=True)
class RestrictedObjectives(SpecialRule):
    """Objectives that only some units can take (SO-OBJECTIVE-RESTRICTION)."""

    objectives: tuple[Takers, ...]


@dataclass(frozen=True, slots=True)
class EmptySectionMedals(SpecialRule):
    """Medals a side has as long as a section is clear of enemies (O-EMPTY).

    Attributes:
        side: Which side.
        sections: The sections, one of which has to be clear.
        medals: How many medals there are.
    """

    side: Side
    sections: tuple[Third, ...]
    medals: Count = 1


@dataclass(frozen=True, slots=True)
class DamSabotage(SpecialRule):
    """Dams that units of a side destroy for medals, by dice as its turns begin (SO-DAM-SABOTAGE).

    Attributes:
        side: Which side.
        hexes: The dams.
        dice: How many dice are rolled for each dam a unit of the side is on.
        hits: How many stars destroy one.
        medals: What that is worth.
    """

    side: Side
    hexes: tuple[Hex, ...]
    dice: Count = 1
    hits: Count = 4
    medals: Count = 4
