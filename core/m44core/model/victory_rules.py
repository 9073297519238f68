"""Special rules about victory: exits, medals for groups of hexes, restricted objectives."""

from __future__ import annotations

from enum import StrEnum

from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model.rule_parts import BoardEdge, Count, SpecialRule, Steps
from m44core.values import dataclass


class UnitKind(StrEnum):
    """A kind of units: a class, or a kind of vehicle."""

    INFANTRY = "infantry"
    ARMOR = "armor"
    ARTILLERY = "artillery"
    TRUCK = "truck"


class BoardSection(StrEnum):
    """A section of the board, as the bottom player sees it."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class HoldingKind(StrEnum):
    """The way medals for a group of hexes are gained and lost (V-MED)."""

    TEMPORARY = "temporary"
    PERMANENT = "permanent"
    TURN_START = "turn-start"
    TURN_START_TEMPORARY = "turn-start-temporary"


@dataclass(frozen=True, slots=True)
class ExitLine:
    """Hexes where a side may exit the board (SO-EXIT-LINE, SO-EXIT-AWARD).

    Attributes:
        side: The side.
        hexes: The hexes.
        edge: A board edge, all hexes of which are exits too.
        kinds: The classes of units that may exit there; empty for all.
        medals: The number of medals for each unit.
        each_figure: Whether the medals are for each figure instead of each unit.
    """

    side: Side
    hexes: tuple[Hex, ...] = ()
    edge: BoardEdge = BoardEdge.NONE
    kinds: tuple[UnitKind, ...] = ()
    medals: Count = 1
    each_figure: bool = False

    def makes_sense(self) -> bool:
        """Return whether it names any hexes or an edge."""
        return bool(self.hexes) or self.edge is not BoardEdge.NONE


@dataclass(frozen=True, slots=True)
class ExitLines(SpecialRule):
    """The exits of the scenario and their medals (SO-EXIT-LINE, SO-EXIT-AWARD)."""

    lines: tuple[ExitLine, ...]


@dataclass(frozen=True, slots=True)
class ExitsOnly(SpecialRule):
    """A side that gains medals only for exits (SO-EXIT-ONLY-VICTORY).

    Attributes:
        side: The side.
        exits: The number of exits it needs to win.
    """

    side: Side
    exits: Count


@dataclass(frozen=True, slots=True)
class MedalsNeeded(SpecialRule):
    """The number of medals each side needs to win (SO-VICTORY-OVERRIDE).

    It overrides the number in the briefing unless it is 0.
    """

    axis: Steps = 0
    allies: Steps = 0


@dataclass(frozen=True, slots=True)
class MedalGroup:
    """Medals for holding a number of hexes in a group (SO-GROUP-MEDAL).

    Attributes:
        side: The side that can gain them.
        needed: The number of hexes it must hold.
        hexes: The hexes of the group.
        kind: The way the medals are gained and lost.
        medals: The number of medals.
        instead_of: The hex whose objective medal they replace.
    """

    side: Side
    needed: Count
    hexes: tuple[Hex, ...]
    kind: HoldingKind = HoldingKind.TEMPORARY
    medals: Count = 1
    instead_of: Hex | None = None

    def makes_sense(self) -> bool:
        """Return whether there are at least as many hexes as it needs."""
        return self.needed <= len(self.hexes)


@dataclass(frozen=True, slots=True)
class GroupMedals(SpecialRule):
    """Medals for holding a number of hexes in groups (SO-GROUP-MEDAL)."""

    groups: tuple[MedalGroup, ...]


@dataclass(frozen=True, slots=True)
class MandatoryObjective(SpecialRule):
    """An objective without which a side cannot win (SO-MANDATORY-OBJECTIVE)."""

    side: Side
    hex: Hex


@dataclass(frozen=True, slots=True)
class RestrictedObjective:
    """The units that can take an objective (SO-OBJECTIVE-RESTRICTION).

    Attributes:
        hex: The hex of the objective.
        kinds: The classes of units that can take it.
        hexes: The starting hexes of further units that can take it.
    """

    hex: Hex
    kinds: tuple[UnitKind, ...] = ()
    hexes: tuple[Hex, ...] = ()

    def makes_sense(self) -> bool:
        """Return whether any units can take it."""
        return bool(self.kinds or self.hexes)


@dataclass(frozen=True, slots=True)
class RestrictedObjectives(SpecialRule):
    """Objectives that only some units can take (SO-OBJECTIVE-RESTRICTION)."""

    objectives: tuple[RestrictedObjective, ...]


@dataclass(frozen=True, slots=True)
class EmptySectionMedals(SpecialRule):
    """Medals a side has as long as a section is clear of enemies (O-EMPTY).

    Attributes:
        side: The side.
        sections: The sections, at least one of which must be clear.
        medals: The number of medals.
    """

    side: Side
    sections: tuple[BoardSection, ...]
    medals: Count = 1


@dataclass(frozen=True, slots=True)
class DamSabotage(SpecialRule):
    """Dams that a side can destroy for medals, with dice at the start of its turns.

    This is the rule SO-DAM-SABOTAGE.

    Attributes:
        side: The side.
        hexes: The hexes of the dams.
        dice: The number of dice rolled for each dam with a unit of the side.
        hits: The total number of stars that destroys a dam.
        medals: The number of medals for each destroyed dam.
    """

    side: Side
    hexes: tuple[Hex, ...]
    dice: Count = 1
    hits: Count = 4
    medals: Count = 4
