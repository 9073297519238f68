"""Figures that trucks and half-tracks give to units beside them (E-RESUP-01..04)."""

from __future__ import annotations

from m44core.catalogue.types import UnitClass
from m44core.rules.board.grid import indexes
from m44core.rules.game.events import Event, Resupplied
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.numbers import HexSet, UnitNo, UnitSet
from m44core.rules.units.changes import vacate

_RECEIVING = frozenset({UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY})


def suppliers(state: GameState) -> UnitSet:
    """Return the ordered units that may still give figures: none that battled (E-RESUP-03)."""
    return state.field.suppliers & state.ordered & ~state.on_the_move & ~state.battled


def receivers(state: GameState, supplier: UnitNo) -> HexSet:
    """Return the hexes of the units beside a supplier that lack figures (E-RESUP-01)."""
    place = state.place[supplier]
    command = state.command_of(supplier)
    if place == NOWHERE or command is None or not command.battles:
        return 0
    beside = state.field.grid.rings(place)[1] & state.occupied[state.active]
    return sum(1 << i for i in indexes(beside) if may_receive(state, state.unit_at[i]))


def resupply(state: GameState, supplier: UnitNo, receiver: UnitNo, log: list[Event]) -> None:
    """Give one figure of a unit to another; neither battles this turn (E-RESUP-03).

    It counts for no medal; a supplier without figures is off the board (E-HT-03, E-TRUCK-04).
    """
    field, names = state.field, state.field.grid.names
    state.barred |= 1 << supplier | 1 << receiver
    state.figures[supplier] -= 1
    state.figures[receiver] += 1
    log.append(
        Resupplied(
            field.units[supplier].name,
            names[state.place[supplier]],
            field.units[receiver].name,
            names[state.place[receiver]],
            state.figures[receiver],
        )
    )
    if not state.figures[supplier]:
        vacate(state, supplier, log)


def may_receive(state: GameState, unit: UnitNo) -> bool:
    """Tell whether a unit lacks figures that may come back (E-RESUP-02, E-RESUP-03)."""
    combatant = state.field.units[unit]
    rules = combatant.rules
    return (
        state.figures[unit] < combatant.figures
        and rules.heals
        and rules.unit_class in _RECEIVING
        and not state.battled >> unit & 1
    )
