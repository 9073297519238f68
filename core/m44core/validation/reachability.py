"""The hexes that units can reach in any number of turns, by the moves of the game engine."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.board.step_tables import hexes_one_step_from
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.state import NOWHERE, GameState
from m44core.validation.passability import may_cross_impassable
from m44core.validation.thresholds import thresholds
from m44core.values import dataclass

_Group = tuple[int, int]  # a player and a class of units


@dataclass(frozen=True, eq=False)
class Reachability:
    """The hexes that the units of a scenario can ever reach; sets of hexes are bit masks.

    Terrain that the engine does not know is assumed not to hinder any unit, so that "never" is
    certain.

    Attributes:
        state: The position before the first move.
        gaps: The parts of the scenario that the engine does not implement.
    """

    state: GameState
    gaps: tuple[Gap, ...]
    _reachable: dict[_Group, int] = field(init=False, repr=False, default_factory=dict)

    @cached_property
    def uncertain_hexes(self) -> int:
        """The mask of the hexes whose terrain the engine does not fully know."""
        uncertain = 0
        for gap in self.gaps:
            if not _is_about_units(gap, self.state.field.scenario.catalogue):
                uncertain |= self.state.field.grid.mask(gap.hexes)
        return uncertain

    @cached_property
    def units(self) -> tuple[Combatant, ...]:
        """The units on the board at the start."""
        return tuple(unit for unit in self.state.field.units if unit.start != NOWHERE)

    @cached_property
    def is_complete(self) -> bool:
        """Whether all units are known and on the board from the start."""
        field_ = self.state.field
        brings_units = thresholds().brings_reinforcements(field_.scenario.briefing.special_rules)
        return not field_.bystanders and not brings_units

    def army_reach(self, player: int) -> int:
        """Return the mask of the hexes that any unit of a player can ever reach."""
        hexes = 0
        for number in {unit.class_number for unit in self.units if unit.player == player}:
            hexes |= self.class_reach(player, number)
        return hexes

    def class_reach(self, player: int, class_index: int) -> int:
        """Return the mask of the hexes that a player's units of a class can ever reach.

        The mask contains every hex if equipment, such as a boat, can carry one of them over
        impassable terrain.
        """
        group = player, class_index
        catalogue = self.state.field.scenario.catalogue
        if group not in self._reachable:
            starts, is_carried = 0, False
            for unit in self.units:
                if group == (unit.player, unit.class_number):
                    starts |= 1 << unit.start
                    is_carried |= may_cross_impassable(catalogue, unit.placed)
            all_hexes = (1 << len(self.state.field.grid.names)) - 1
            self._reachable[group] = (
                all_hexes if is_carried else self.hexes_reachable_from(starts, class_index)
            )
        return self._reachable[group]

    def hexes_reachable_from(self, starts: int, class_index: int) -> int:
        """Return the mask of the hexes that a class can reach from *starts*, including these."""
        ground = self.state.ground
        table, open_hexes = ground.steps[class_index].every, self.open_hexes(class_index)
        mobile_hexes = ~ground.immobilizing_hexes[class_index] | self.uncertain_hexes
        reached, frontier = starts, starts & mobile_hexes
        while frontier:
            frontier = hexes_one_step_from(table, frontier) & open_hexes & ~reached
            reached |= frontier
            frontier &= mobile_hexes
        return reached

    def open_hexes(self, class_index: int) -> int:
        """Return the mask of the hexes that are not known to be impassable to a class of units."""
        return self.state.ground.passable[class_index] | self.uncertain_hexes


def _is_about_units(gap: Gap, catalogue: Catalogue) -> bool:
    """Return whether a gap is about a unit, its badge or its equipment, and not about terrain."""
    element = catalogue.get(gap.name)
    is_unit_or_badge = element is not None and element.layer in (Layer.UNIT, Layer.BADGE)
    return is_unit_or_badge or gap.name in catalogue.equipment
