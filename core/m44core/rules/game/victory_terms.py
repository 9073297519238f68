"""The ways to win medals or the game: objectives, exits with their own terms, sudden death."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from m44core.catalogue.catalogue_types import UnitClass
from m44core.model.victory_rules import RestrictedObjective, UnitKind
from m44core.rules.index_types import HexNo, HexSet, PlayerNo
from m44core.values import dataclass

if TYPE_CHECKING:
    from m44core.rules.game.combatants import Combatant

NO_TAG = -1  # the tag of an objective without a token on the board


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """An objective medal and its terms (B-WIN-03, V-MED-01..09, D-15).

    Attributes:
        hex: The hex of its token.
        tag: The index of the token among the tags of that hex.
        hexes: The hexes that count, including the token's own.
        players: The players who can hold it.
        medals: The number of medals it is worth.
        needed: The number of the hexes a player must occupy.
        permanent: Whether it is kept permanently once gained.
        turn_start: Whether it is gained and lost only at the start of a turn.
        majority: Whether its holder must occupy more of the hexes than the enemy.
        sole_control: Whether the enemy must not be on any of the hexes.
        last_to_occupy: Whether its holder keeps it until the enemy occupies it.
        flips_to: The player who holds it while occupying it, while the enemy holds it otherwise;
            None for other objectives.
        restriction: The units that can take it; None if all can (SO-OBJECTIVE-RESTRICTION).
        any_turn: Whether it can also be lost at the start of the enemy's turns.
        dam: Whether it is removed once the dam on its hex is destroyed (SO-DAM-SABOTAGE).
        sections_to_clear: Sections as sets of hexes, one of which must be clear of the
            enemy (O-EMPTY); empty for objectives that are occupied.
    """

    hex: HexNo
    tag: int
    hexes: HexSet
    players: tuple[PlayerNo, ...]
    medals: int = 1
    needed: int = 1
    permanent: bool = False
    turn_start: bool = False
    majority: bool = False
    sole_control: bool = False
    last_to_occupy: bool = False
    flips_to: PlayerNo | None = None
    restriction: RestrictedObjective | None = None
    any_turn: bool = False
    sections_to_clear: tuple[HexSet, ...] = ()
    dam: bool = False

    @property
    def leaves_board(self) -> bool:
        """Whether its token leaves the board when it is gained."""
        return self.permanent and self.tag != NO_TAG

    @property
    def can_be_taken_in_passing(self) -> bool:
        """Whether the medal can be taken in passing, without staying on its hexes (V-GEN-04)."""
        return (self.permanent or self.last_to_occupy) and not self.turn_start


@dataclass(frozen=True, slots=True, eq=False)
class ExitTerms:
    """Exits that only some units can use, or that are worth more (SO-EXIT-AWARD).

    Attributes:
        player: The player whose units can leave.
        hexes: The exit hexes.
        kinds: The kinds of units that can leave; empty if all can.
        medals: The number of medals for each unit.
        each_figure: Whether each figure of a unit is worth these medals.
    """

    player: PlayerNo
    hexes: HexSet
    kinds: frozenset[UnitKind]
    medals: int
    each_figure: bool

    def allows(self, unit: Combatant) -> bool:
        """Return whether a unit can leave by these exits."""
        return not self.kinds or is_of_kind(unit, self.kinds)


def is_of_kind(unit: Combatant, kinds: Collection[UnitKind]) -> bool:
    """Return whether a unit is of one of several kinds: a class, or a kind of vehicle by name.

    A vehicle without a special name is a truck (E-TRUCK-01).
    """
    special = unit.unit_profile.special
    is_truck = special is None and UnitClass.VEHICLE in unit.rules.counts_as
    kind = UnitKind.TRUCK if is_truck else special.name if special else None
    return unit.rules.unit_class.value in kinds or kind in kinds


@dataclass(frozen=True, slots=True)
class SuddenDeathObjective:
    """Hexes that win a player the game without medals (V-MED-08, V-MED-10).

    Attributes:
        player: The player who can win by them.
        needed: The number of the hexes that must be occupied.
        hexes: The hexes that count.
        wins_immediately: Whether it wins immediately, not only at the end of the player's turn.
    """

    player: PlayerNo
    needed: int
    hexes: HexSet
    wins_immediately: bool
