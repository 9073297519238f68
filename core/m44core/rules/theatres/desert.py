"""Armor in the desert goes one hex farther after it took ground (O-DESERT, TH-DES)."""

from __future__ import annotations

from m44core.catalogue.types import UnitClass
from m44core.rules.game.fights import Fight
from m44core.rules.game.state import GameState
from m44core.rules.numbers import HexSet


def may_go_on(state: GameState, fight: Fight) -> bool:
    """Tell whether a unit that took ground may go one hex farther (TH-DES-01, TH-DES-02).

    Not after its overrun, nor out of ground that stopped it, the wire it flattened
    included (TH-DES-03).
    """
    if not state.field.options.desert or fight.overrun or state.halted >> fight.attacker & 1:
        return False
    rules = state.field.units[fight.attacker].rules
    if rules.unit_class is not UnitClass.ARMOR or not rules.overruns:
        return False
    if state.rests and state.resting >> fight.attacker & 1:
        return False
    stops = state.ground.stop[state.field.units[fight.attacker].number_of_class]
    stops |= state.smoke.dense
    return not stops >> state.place[fight.attacker] & 1


def next_hexes(state: GameState, fight: Fight) -> HexSet:
    """Return where it may go on to: one hex of movement, roads apart (TH-DES-03)."""
    unit, ground = state.field.units[fight.attacker], state.ground
    place, number = state.place[fight.attacker], unit.number_of_class
    if ground.leave_one_hex >> place & 1:
        return 0
    late = ground.first_step_only | ground.one_hex_moves
    return ground.steps[number].plain[place] & ground.passable[number] & ~state.everyone & ~late


def may_leave(state: GameState, fight: Fight) -> bool:
    """Tell whether it may leave the board with that hex (TH-DES-04)."""
    unit = state.field.units[fight.attacker]
    exits = state.field.exits[unit.player]
    return unit.exit_medals is not None and bool(exits >> state.place[unit.number] & 1)
