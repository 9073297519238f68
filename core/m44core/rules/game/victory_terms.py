"""What wins medals or the game: objectives, exits with terms of their own, strongholds."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from m44core.catalogue.types import UnitClass
from m44core.model.victory_rules import Takers, UnitKind
from m44core.rules.index_types import HexNo, HexSet, PlayerNo
from m44core.values import dataclass

if TYPE_CHECKING:
    from m44core.rules.game.combatants import Combatant

NO_TAG = -1  # the number of the token of a medal that no token stands for


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """An objective medal and its terms (B-WIN-03, V-MED-01..09, D-15).

    Attributes:
        hex: The hex its token lies on.
        tag: The number of the token on that hex.
        hexes: The hexes that count, the token's own included.
        players: Who may hold it.
        medals: How many medals it is worth.
        needed: On how many of the hexes one player must stand.
        permanent: Once gained it stays gained.
        turn_start: It is gained and lost at the start of a turn only.
        majority: Its holder stands on more of the hexes than the enemy.
        sole_control: Its holder stands there and the enemy does not.
        last_to_occupy: Its holder keeps it until the enemy comes.
        flips_to: The player who holds it while he is there, and the enemy
            while he is not; None for other objectives.
        takers: The units that can take it; None where all can (SO-OBJECTIVE-RESTRICTION).
        any_turn: Whether it is lost at the start of the enemy's turns, too.
        dam: Whether it is gone once the dam on its hex is destroyed (SO-DAM-SABOTAGE).
        sections_to_clear: Groups of hexes, one of which must be clear of the enemy: that is
            all it takes (O-EMPTY). None for what has to be held.
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
    takers: Takers | None = None
    any_turn: bool = False
    sections_to_clear: tuple[HexSet, ...] = ()
    dam: bool = False

    @property
    def leaves_board(self) -> bool:
        """Whether its token is taken for good, and so is not on the board of a later position."""
        return self.permanent and self.tag != NO_TAG

    @property
    def lasting(self) -> bool:
        """Whether it stays with whoever came by, and so may be taken in passing (V-GEN-04)."""
        return (self.permanent or self.last_to_occupy) and not self.turn_start


@dataclass(frozen=True, slots=True, eq=False)
class ExitTerms:
    """Exits by which not all may leave, or that are worth more (SO-EXIT-AWARD).

    Attributes:
        player: Who may leave.
        hexes: The hexes.
        kinds: The units that may; all of them if it is empty.
        medals: How many medals each is worth.
        each_figure: Whether each of its figures is worth so many.
    """

    player: PlayerNo
    hexes: HexSet
    kinds: frozenset[UnitKind]
    medals: int
    each_figure: bool

    def allow(self, unit: Combatant) -> bool:
        """Tell whether a unit may leave there."""
        return not self.kinds or is_of_kind(unit, self.kinds)


def is_of_kind(unit: Combatant, kinds: Collection[UnitKind]) -> bool:
    """Tell whether a unit is of one of several kinds: a class, or a vehicle by its name.

    A vehicle without any name of its own is a truck (E-TRUCK-01).
    """
    special = unit.troop.special
    is_truck = special is None and UnitClass.VEHICLE in unit.rules.counts_as
    named = UnitKind.TRUCK if is_truck else special.name if special else None
    return unit.rules.unit_class.value in kinds or named in kinds


@dataclass(frozen=True, slots=True)
class Stronghold:
    """Hexes that win a player the game without medals (V-MED-08, V-MED-10).

    Attributes:
        player: Who wins.
        needed: How many of the hexes he must occupy.
        hexes: The hexes that count.
        at_once: Whether he wins as soon as he does, not at the end of his own turn.
    """

    player: PlayerNo
    needed: int
    hexes: HexSet
    at_once: bool
