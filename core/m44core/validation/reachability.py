"""Which hexes units can ever reach, by the engine's steps, in any number of turns."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer
from m44core.rules.analysis.engine_gaps import Gap
from m44core.rules.board.step_tables import spread
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.state import NOWHERE, GameState
from m44core.validation.passability import goes_anywhere
from m44core.validation.thresholds import thresholds
from m44core.values import dataclass

_Group = tuple[int, int]  # a player and a class of units


@dataclass(frozen=True, eq=False)
class Reachability:
    """Where the units of one scenario can ever go.

    What the engine does not know is taken to hinder nobody, so that "can never" is true.

    Attributes:
        state: The position before the first move.
        gaps: What of the scenario the engine does not know.
    """

    state: GameState
    gaps: tuple[Gap, ...]
    _found: dict[_Group, int] = field(init=False, repr=False, default_factory=dict)

    @cached_property
    def uncertain(self) -> int:
        """The hexes with something the engine does not know of the ground."""
        unsure = 0
        for gap in self.gaps:
            if not _is_about_units(gap, self.state.field.scenario.catalogue):
                unsure |= self.state.field.grid.mask(gap.hexes)
        return unsure

    @cached_property
    def units(self) -> tuple[Combatant, ...]:
        """The units that are on the board at the start."""
        return tuple(unit for unit in self.state.field.units if unit.start != NOWHERE)

    @cached_property
    def complete(self) -> bool:
        """Whether all units are on the board from the start, and all of them are known."""
        field_ = self.state.field
        more = thresholds().brings_units(field_.scenario.briefing.special_rules)
        return not field_.bystanders and not more

    def army_reach(self, player: int) -> int:
        """Return the hexes any unit of a player can ever stand on."""
        hexes = 0
        for number in {unit.number_of_class for unit in self.units if unit.player == player}:
            hexes |= self.class_reach(player, number)
        return hexes

    def class_reach(self, player: int, number: int) -> int:
        """Return the hexes the units of one class of a player can ever stand on.

        Nobody knows where those go that something carries: a boat, a lorry.
        """
        group = player, number
        catalogue = self.state.field.scenario.catalogue
        if group not in self._found:
            starts, carried = 0, False
            for unit in self.units:
                if group == (unit.player, unit.number_of_class):
                    starts |= 1 << unit.start
                    carried |= goes_anywhere(catalogue, unit.placed)
            everywhere = (1 << len(self.state.field.grid.names)) - 1
            self._found[group] = everywhere if carried else self.reached_from(starts, number)
        return self._found[group]

    def reached_from(self, starts: int, number: int) -> int:
        """Return what units of a class come to from a set of hexes, those included."""
        ground = self.state.ground
        table, free = ground.steps[number].every, self.open_to(number)
        mobile = ~ground.fixed[number] | self.uncertain
        reached, frontier = starts, starts & mobile
        while frontier:
            frontier = spread(table, frontier) & free & ~reached
            reached |= frontier
            frontier &= mobile
        return reached

    def open_to(self, number: int) -> int:
        """Return the hexes that are not closed to a class of units, as far as is known."""
        return self.state.ground.passable[number] | self.uncertain


def _is_about_units(gap: Gap, catalogue: Catalogue) -> bool:
    """Tell whether a gap is about a unit, its badge or what it carries, and not the ground."""
    element = catalogue.get(gap.name)
    of_unit = element is not None and element.layer in (Layer.UNIT, Layer.BADGE)
    return of_unit or gap.name in catalogue.equipment
