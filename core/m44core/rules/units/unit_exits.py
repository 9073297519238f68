"""Leaving the board by an exit hex (V-EXIT-01..10)."""

from __future__ import annotations

from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.events import Event, MedalGained, UnitExited, UnitMoved
from m44core.rules.game.state import GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.units.movement import all_routes, reachable_hexes
from m44core.rules.units.routes import exit_route, pass_through, update_passed_objectives
from m44core.rules.units.unit_changes import remove_unit
from m44core.rules.victory.objective_control import enter_headquarters


def exit_hexes(state: GameState, unit: UnitNo) -> list[HexNo]:
    """Return the exit hexes from which a unit can leave the board now (V-EXIT-03, V-EXIT-04).

    The unit must stand on an exit hex or reach one, with one hex of movement left for the step over
    the edge; a unit that had to stop has none left. Some units cannot leave (V-EXIT-09).
    """
    combatant, start_hex = state.field.units[unit], 1 << state.place[unit]
    exits = state.field.exits[combatant.player]
    if not exits or combatant.exit_medals is None:
        return []
    if not exits & (start_hex | reachable_hexes(state, unit)):
        return []
    ends = 0
    for route in all_routes(state, unit):
        if route.movement_left:
            ends |= 1 << route.hexes[-1] if route.hexes else start_hex
    if state.field.exit_terms:
        exits &= ~closed_exit_hexes(state, combatant)
    return list(bit_indexes(ends & exits))


def closed_exit_hexes(state: GameState, unit: Combatant) -> HexSet:
    """Return the exits of a unit's player by which this unit cannot leave (SO-EXIT-AWARD)."""
    closed_hexes = 0
    for terms in state.field.exit_terms:
        if terms.player == unit.player and not terms.allows(unit):
            closed_hexes |= terms.hexes
    return closed_hexes


def _exit_medals(state: GameState, unit: Combatant, index: HexNo) -> int:
    """Return the medals for a unit that leaves by an exit hex."""
    for terms in state.field.exit_terms:
        if terms.player == unit.player and terms.hexes >> index & 1 and terms.allows(unit):
            return terms.medals * (state.figures[unit.number] if terms.each_figure else 1)
    assert unit.exit_medals is not None, "it may leave"
    return unit.exit_medals


def leave_board(state: GameState, unit: UnitNo, end: HexNo, log: list[Event]) -> None:
    """Take a unit off the board by the exit hex *end*, for medals (V-EXIT-05, V-EXIT-06).

    On the way it gains the objectives it passes, including on the exit hex; if that ends the game,
    it stops there.
    """
    combatant, names = state.field.units[unit], state.field.grid.names
    start = state.place[unit]
    events: list[Event] = []
    path = exit_route(state, unit, end).hexes
    if pass_through(state, unit, path, events):
        log += [UnitMoved(combatant.name, names[start], names[state.place[unit]]), *events]
        return
    medals = _exit_medals(state, combatant, end)
    remove_unit(state, unit, events)
    if state.field.has_headquarters:
        enter_headquarters(state, unit, path, events)
    update_passed_objectives(state, path, events)
    state.moved |= 1 << unit
    state.battled |= 1 << unit
    state.exited[combatant.player] |= 1 << unit
    state.extra_exit_medals[combatant.player] += medals - (combatant.exit_medals or 0)
    side = state.field.sides[combatant.player]
    log += [UnitExited(combatant.name, names[start], names[end]), *events]
    log.append(MedalGained(side, medals, "", state.medals(combatant.player)))
