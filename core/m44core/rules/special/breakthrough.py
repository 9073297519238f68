"""Armor that appears at the enemy's edge of the board, once for each side (O-ABRK)."""

from __future__ import annotations

from m44core.rules.game.arrivals import ArrivalKind
from m44core.rules.game.events import BrokeThrough, Event
from m44core.rules.game.state import GameState
from m44core.rules.goals.objectives import occupy
from m44core.rules.numbers import HexNo, HexSet, UnitNo
from m44core.rules.special.airdrop import arrive, rest
from m44core.rules.units.orders import room_to_place


def gaps_in_the_line(state: GameState) -> HexSet:
    """Return the hexes on which armor may appear now for an order of the card (TH-ABRK-01)."""
    units = breaking_through(state)
    if not units:
        return 0
    combatant = state.field.units[units[0]]
    edge = (
        state.field.grid.edges[1 - state.active] & state.ground.passable[combatant.number_of_class]
    )
    return edge & ~state.everyone & room_to_place(state, 1 << combatant.ordered_as)


def breaking_through(state: GameState) -> tuple[UnitNo, ...]:
    """Return the armor of the active player that may still appear in this turn.

    What has not come together with the first is lost (TH-ABRK-03).
    """
    units = state.field.units
    own = [
        unit
        for unit in state.field.arriving(ArrivalKind.BREAKTHROUGH)
        if units[unit].player == state.active
    ]
    came = [unit for unit in own if state.came >> unit & 1]
    if any(not state.resting >> unit & 1 for unit in came):
        return ()
    return tuple(unit for unit in own if unit not in came)


def break_through(state: GameState, unit: UnitNo, index: HexNo, log: list[Event]) -> None:
    """Put armor on a hex: it has its order and its move behind it (TH-ABRK-02)."""
    bit, combatant = 1 << unit, state.field.units[unit]
    rest(state, unit)
    arrive(state, unit, index)
    state.ordered |= bit
    state.moved |= bit
    if state.ground.no_battle_on_entry[combatant.number_of_class] >> index & 1:
        state.barred |= bit
    log.append(BrokeThrough(combatant.name, state.field.grid.names[index]))
    occupy(state, 1 << index, log)
