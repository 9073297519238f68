"""Units in boats and aboard landing craft (TH-BOAT-01..04, E-LCT-01..08)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from m44core.rules.board.ground import MovementMap
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.board.hex_ground import ARMOR
from m44core.rules.board.step_tables import Steps, Table
from m44core.rules.game.events import BoatLost, Disembarked, Event
from m44core.rules.game.state import GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo, UnitSet


def is_carried(state: GameState, unit: UnitNo) -> bool:
    """Return whether a unit still has its boat, or is aboard its landing craft."""
    return bool((state.field.carried_units & ~state.ashore) >> unit & 1)


def is_aboard(state: GameState, unit: UnitNo) -> bool:
    """Return whether a unit is aboard a landing craft (E-LCT-01)."""
    return is_carried(state, unit) and bool(state.field.units[unit].rules.in_craft)


def is_on_river(state: GameState, unit: UnitNo) -> bool:
    """Return whether a unit is in its boat on a river, where it cannot retreat (TH-BOAT-02)."""
    return bool(state.ground.boat_only_hexes >> state.place[unit] & 1) and is_carried(state, unit)


def stranded_units(state: GameState) -> UnitSet:
    """Return the units whose landing craft do not start at sea; they count as ashore."""
    carried_units = bit_indexes(state.field.carried_units)
    return sum(
        1 << unit
        for unit in carried_units
        if state.field.units[unit].rules.in_craft and not state.ground.sea >> state.place[unit] & 1
    )


def boat_hexes(state: GameState, unit: UnitNo) -> HexSet:
    """Return the hexes that a unit can enter only in its boat; 0 if it has no boat."""
    if not is_carried(state, unit) or state.field.units[unit].rules.in_craft:
        return 0
    return state.ground.boat_only_hexes


def carried_movement_map(state: GameState, unit: UnitNo, movement_map: MovementMap) -> MovementMap:
    """Return the movement map of a unit in a boat or landing craft."""
    combatant = state.field.units[unit]
    number, ground = combatant.class_number, state.ground
    if combatant.rules.in_craft:
        landing_hexes = ground.beach & ground.passable[number]
        return _craft_movement_map(
            movement_map, number, ground.passable[ARMOR] & (ground.sea | landing_hexes)
        )
    has_landed = is_on_river(state, unit)  # a unit that moves on from there has left its boat
    return _boat_movement_map(
        movement_map, number, ground.boat_only_hexes, ground.bridges, has_landed=has_landed
    )


def craft_retreat_hexes(state: GameState) -> HexSet:
    """Return the hexes landing craft can retreat to, ignoring units (E-LCT-03, E-LCT-08)."""
    return state.ground.sea & state.ground.passable[ARMOR]


def disembark(
    state: GameState, unit: UnitNo, end: HexNo, log: list[Event], *, crossed_river: bool = False
) -> None:
    """Leave the boat or landing craft behind if a unit comes ashore on *end*.

    A unit that lands from a craft does not battle this turn (TH-BOAT-03, E-LCT-04, E-LCT-05).
    *crossed_river* is whether the unit crossed a river in the middle of its move.
    """
    if not is_carried(state, unit):
        return
    combatant, name = state.field.units[unit], state.field.grid.names[end]
    if combatant.rules.in_craft:
        if state.ground.sea >> end & 1:
            return
        state.barred |= 1 << unit
        log.append(Disembarked(combatant.name, name))
    elif (
        crossed_river or is_on_river(state, unit)
    ) and not state.ground.boat_only_hexes >> end & 1:
        log.append(BoatLost(combatant.name, name))
    else:
        return
    state.ashore |= 1 << unit


@lru_cache(64)
def _boat_movement_map(
    movement_map: MovementMap, number: int, rivers: HexSet, bridges: HexSet, *, has_landed: bool
) -> MovementMap:
    """Return a movement map with open rivers; no step leads from a river to a bridge (TH-BOAT-02).

    After landing, no step leads from land into a river either, because the boat stays there.
    """
    passable, steps = list(movement_map.passable), list(movement_map.steps)
    passable[number] |= rivers
    steps[number] = _boat_steps(steps[number], rivers, bridges, rivers if has_landed else 0)
    return replace(movement_map, passable=tuple(passable), steps=tuple(steps))


def _boat_steps(steps: Steps, rivers: HexSet, bridges: HexSet, barred_hexes: HexSet) -> Steps:
    def without_barred_steps(table: Table) -> Table:
        return tuple(
            ends & ~(bridges if rivers >> start & 1 else barred_hexes)
            for start, ends in enumerate(table)
        )

    climbs = tuple((hexes, without_barred_steps(table)) for hexes, table in steps.climbs)
    return Steps(
        without_barred_steps(steps.every),
        without_barred_steps(steps.plain),
        climbs,
        without_barred_steps(steps.taking_ground),
    )


@lru_cache(64)
def _craft_movement_map(movement_map: MovementMap, number: int, open_hexes: HexSet) -> MovementMap:
    """Return a movement map of sea and beach only, without limits on moves (E-LCT-03)."""
    passable = list(movement_map.passable)
    passable[number] = open_hexes
    return replace(movement_map, passable=tuple(passable), limits=(), roads=())
