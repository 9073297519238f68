"""Supply trains: moving, retreating and unloading (TH-TRAIN-01..04)."""

from __future__ import annotations

from m44core.model.unit_rules import SupplyTrain
from m44core.rules.game.actions import Move
from m44core.rules.game.combatants import ArrivalKind
from m44core.rules.game.events import Event, UnitMoved, UnitRetreated, UnitUnloaded
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOWHERE, GameState, Train
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.special.airdrop import begin_rest, place_unit
from m44core.rules.units.movement import movement_allowance_of
from m44core.rules.units.rails import (
    TrainPosition,
    backward_runs,
    position_after_run,
    retreat_positions,
    set_train,
    train_of,
)
from m44core.rules.units.unit_changes import relocate
from m44core.rules.victory.objective_control import update_objectives


def backward_moves(state: GameState, unit: UnitNo) -> list[Move]:
    """Return the moves of a train with its wagon in front, from the wagon's hex (TH-TRAIN-01)."""
    names, lead = state.field.grid.names, train_of(state, unit).wagon
    ends = backward_runs(state, unit, movement_allowance_of(state, unit).longest)
    return [Move(names[lead], names[end]) for end in sorted(ends)]


def move_train(state: GameState, unit: UnitNo, move: Move, log: list[Event]) -> None:
    """Move a whole train; it unloads if its locomotive leads it into a station (TH-TRAIN-04)."""
    index = state.field.grid.index
    lead, end = index[move.start], index[move.end]
    new_position = position_after_run(
        state, unit, lead, end, movement_allowance_of(state, unit).longest
    )
    locomotive_leads = lead == state.place[unit]
    state.moved |= 1 << unit
    log.append(UnitMoved(state.field.units[unit].name, move.start, move.end))
    _place_train(state, unit, new_position, log)
    if locomotive_leads and state.ground.stations >> end & 1:
        _arrive_in_station(state, unit)


def retreat_train(state: GameState, unit: UnitNo, end: HexNo, flags: int, log: list[Event]) -> None:
    """Retreat a train until its locomotive is on *end* (TH-TRAIN-03)."""
    names, start = state.field.grid.names, state.place[unit]
    new_position = next(ends[end] for ends in retreat_positions(state, unit, flags) if end in ends)
    log.append(UnitRetreated(state.field.units[unit].name, names[start], names[end]))
    _place_train(state, unit, new_position, log)


def units_to_unload(state: GameState) -> tuple[UnitNo, ...]:
    """Return the units still aboard the trains of the active player."""
    units = state.field.arriving_units(ArrivalKind.UNLOADED)
    aboard = (unit for unit in units if state.field.units[unit].player == state.active)
    return tuple(unit for unit in aboard if not state.arrived >> unit & 1)


def unloading_hexes(state: GameState) -> HexSet:
    """Return the free hexes next to a train in a station that the next unit can enter."""
    if not (units := units_to_unload(state)):
        return 0
    number, near_hexes = state.field.units[units[0]].class_number, 0
    for train in state.trains:
        place = state.place[train.unit]
        if place != NOWHERE and state.ground.stations >> place & 1:
            near_hexes |= state.field.grid.spread(1 << place | _hex_bit(train.wagon))
    return near_hexes & state.ground.passable[number] & ~state.all_occupied


def unload_next_unit(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Unload the next unit; it cannot be ordered for as many turns as its rule states."""
    unit = units_to_unload(state)[0]
    begin_rest(state, unit)
    place_unit(state, unit, index)
    log.append(UnitUnloaded(state.field.units[unit].name, state.field.grid.names[index]))
    update_objectives(state, 1 << index, log)


def end_unloading(state: GameState) -> None:
    """Continue with the moves; units still aboard are lost."""
    for unit in units_to_unload(state):
        state.arrived |= 1 << unit
    state.phase = Phase.MOVE


def _arrive_in_station(state: GameState, unit: UnitNo) -> None:
    """Begin to unload; the units in a lost wagon are lost with it."""
    units = units_to_unload(state)
    if units and train_of(state, unit).wagon == NOWHERE:
        rule = state.field.options.further_rule(SupplyTrain)
        carried_number = rule.units[0] if rule else 0
        for lost_unit in units[carried_number:]:
            state.arrived |= 1 << lost_unit
    if units:
        state.phase = Phase.UNLOAD


def _place_train(
    state: GameState, unit: UnitNo, new_position: TrainPosition, log: list[Event]
) -> None:
    """Place the pieces of a train after its move."""
    front = new_position.front
    set_train(state, Train(unit, NOWHERE, front))
    relocate(state, unit, new_position.locomotive, log)
    set_train(state, Train(unit, new_position.wagon, front))


def _hex_bit(index: HexNo) -> HexSet:
    return 0 if index == NOWHERE else 1 << index
