"""Units that arrive during the game: by the order of a card, off a train, or as reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.model.game_position import GamePosition
from m44core.model.rule_parts import BoardEdge
from m44core.model.unit_rules import Reinforcement, Reinforcements
from m44core.rules.board.hex_grid import BOTTOM, TOP, bit_indexes
from m44core.rules.game.actions import MAX_SHARED_ACTIONS, BlowUpBridge, PlaceUnit
from m44core.rules.game.combatants import Arrival, ArrivalKind
from m44core.rules.game.events import (
    BrokeThrough,
    Event,
    ReinforcementArrived,
    ReinforcementsCalled,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NO_CALLS, NOWHERE, UNTIL_CALLED, GameState, ReinforcementCalls
from m44core.rules.index_types import HexNo, HexSet, PlayerNo, UnitNo
from m44core.rules.special.airdrop import (
    begin_rest,
    drop_for_order,
    ordered_drop_hexes,
    place_unit,
    units_to_drop,
)
from m44core.rules.special.bridge_rules import play_demolition_card
from m44core.rules.special.trains import units_to_unload, unload_next_unit, unloading_hexes
from m44core.rules.units.orders import placement_hexes
from m44core.rules.victory.objective_control import update_objectives


def breakthrough_hexes(state: GameState) -> HexSet:
    """Return the hexes where armor can arrive by breakthrough (TH-ABRK-01).

    Each arrival uses one of the card's orders.
    """
    units = breakthrough_units(state)
    if not units:
        return 0
    combatant = state.field.units[units[0]]
    edge = (
        state.field.grid.edge_rows[1 - state.active] & state.ground.passable[combatant.class_number]
    )
    return edge & ~state.all_occupied & placement_hexes(state, 1 << combatant.order_class_number)


def breakthrough_units(state: GameState) -> tuple[UnitNo, ...]:
    """Return the armor of the active player that can still break through this turn.

    Units that did not arrive in the same turn as the first are lost (TH-ABRK-03).
    """
    units = state.field.units
    own_units = [
        unit
        for unit in state.field.arriving_units(ArrivalKind.BREAKTHROUGH)
        if units[unit].player == state.active
    ]
    arrived_units = [unit for unit in own_units if state.arrived >> unit & 1]
    if any(not state.resting_units >> unit & 1 for unit in arrived_units):
        return ()
    return tuple(unit for unit in own_units if unit not in arrived_units)


def break_through(state: GameState, unit: UnitNo, index: HexNo, log: list[Event]) -> None:
    """Place armor on a hex; it counts as ordered and moved (TH-ABRK-02)."""
    bit, combatant = 1 << unit, state.field.units[unit]
    begin_rest(state, unit)
    place_unit(state, unit, index)
    state.ordered |= bit
    state.moved |= bit
    if state.ground.no_battle_on_entry[combatant.class_number] >> index & 1:
        state.barred |= bit
    log.append(BrokeThrough(combatant.name, state.field.grid.names[index]))
    update_objectives(state, 1 << index, log)


_CALL_PHASES = (Phase.PLAY, Phase.MOVE, Phase.BATTLE, Phase.MOVE_AGAIN)


def hold_reinforcements(state: GameState, position: GamePosition | None) -> None:
    """Hold uncalled reinforcements; those already on the board cannot be ordered until called."""
    rule = state.field.options.further_rule(Reinforcements)
    if rule is None:
        return
    called_sides = position.called if position else ()
    groups = [group for group in rule.groups if group.side not in called_sides]
    state.calls = ReinforcementCalls(tuple(state.field.player(group.side) for group in groups))
    for group in groups:
        state.resting_until = (
            *state.resting_until,
            *((unit, UNTIL_CALLED) for unit in _waiting_units(state, group)),
        )


def call_reinforcements(state: GameState, log: list[Event]) -> bool:
    """Call reinforcements whose medals were won; return whether their arrival begins now.

    They stay called even if medals are lost later. In the turn of their own side they arrive
    as soon as nothing else is under way.
    """
    for player in state.calls.awaited:
        group = _reinforcement_group(state, state.field.sides[player])
        if state.medals(player) >= group.medals:
            _call_group(state, player, group, log)
    if (
        state.active not in state.calls.just_called
        or state.phase not in _CALL_PHASES
        or state.phase_to_resume
    ):
        return False
    still_called = tuple(player for player in state.calls.just_called if player != state.active)
    state.calls = _reinforcement_calls(state.calls.awaited, still_called)
    if not may_reinforce(state):
        return False
    state.phase_to_resume, state.phase = state.phase, Phase.REINFORCE
    return True


def may_reinforce(state: GameState) -> bool:
    """Return whether reinforcements of the active player can arrive now; they only arrive once."""
    if (
        not state.field.arriving_units(ArrivalKind.REINFORCEMENT)
        or state.active in state.calls.awaited
    ):
        return False
    own_units = list(_own_reinforcements(state))
    return bool(own_units) and not any(state.arrived >> unit & 1 for unit in own_units)


def next_reinforcements(state: GameState) -> Iterator[tuple[UnitNo, HexSet]]:
    """Yield the next reinforcement of each kind, with the hexes on which it can arrive."""
    units, seen_kinds = state.field.units, set[object]()
    for unit in _own_reinforcements(state):
        if state.arrived >> unit & 1 or (kind := units[unit].placed.name) in seen_kinds:
            continue
        seen_kinds.add(kind)
        edge = _edge_hexes(state, _reinforcement_group(state, units[unit].side).edge)
        yield unit, edge & state.ground.passable[units[unit].class_number] & ~state.all_occupied


def place_reinforcement(state: GameState, unit: UnitNo, index: HexNo, log: list[Event]) -> None:
    """Place a reinforcement on a hex of the edge; it can be ordered from then on."""
    place_unit(state, unit, index)
    log.append(ReinforcementArrived(state.field.units[unit].name, state.field.grid.names[index]))
    update_objectives(state, 1 << index, log)


def end_reinforcing(state: GameState) -> None:
    """End the arrival: the remaining units are lost, unless none has arrived yet."""
    own_units = list(_own_reinforcements(state))
    if any(state.arrived >> unit & 1 for unit in own_units):
        state.arrived |= sum(1 << unit for unit in own_units)


def _call_group(state: GameState, player: PlayerNo, group: Reinforcement, log: list[Event]) -> None:
    awaited = tuple(other for other in state.calls.awaited if other != player)
    just_called = (*state.calls.just_called, player) if group.coming else state.calls.just_called
    state.calls = _reinforcement_calls(awaited, just_called)
    called_units = set(_waiting_units(state, group))
    state.resting_until = tuple(each for each in state.resting_until if each[0] not in called_units)
    log.append(ReinforcementsCalled(group.side))


def _reinforcement_calls(
    awaited: tuple[PlayerNo, ...], just_called: tuple[PlayerNo, ...]
) -> ReinforcementCalls:
    return ReinforcementCalls(awaited, just_called) if awaited or just_called else NO_CALLS


def _reinforcement_group(state: GameState, side: Side) -> Reinforcement:
    rule = state.field.options.further_rule(Reinforcements)
    assert rule is not None, "somebody is called"
    return next(group for group in rule.groups if group.side is side)


def _waiting_units(state: GameState, group: Reinforcement) -> Iterator[UnitNo]:
    """Yield the units of a group that wait on the board without taking orders until called."""
    hexes = state.field.grid.board.hexes
    for unit in state.field.units:
        is_named = unit.origin != NOWHERE and hexes[unit.origin] in group.waiting
        if is_named and unit.side is group.side:
            yield unit.number


def _own_reinforcements(state: GameState) -> Iterator[UnitNo]:
    units = state.field.arriving_units(ArrivalKind.REINFORCEMENT)
    return (unit for unit in units if state.field.units[unit].player == state.active)


def _edge_hexes(state: GameState, edge: BoardEdge) -> HexSet:
    return state.field.grid.edge_rows[{BoardEdge.TOP: TOP, BoardEdge.BOTTOM: BOTTOM}[edge]]


_place = lru_cache(MAX_SHARED_ACTIONS)(PlaceUnit)


class _ArrivingUnit(NamedTuple):
    """A unit that can arrive now, and the hexes on which it can."""

    unit: UnitNo
    hexes: HexSet


def possible_placements(state: GameState) -> Iterator[PlaceUnit]:
    """Yield the possible placements of arriving units in the current phase."""
    names = state.field.grid.names
    for word, arriving in _arrivals_by_word(state).items():
        yield from (_place(names[index], word) for index in bit_indexes(arriving.hexes))


def unit_placed_by(state: GameState, action: PlaceUnit) -> UnitNo:
    """Return the unit that an action would place."""
    return _arrivals_by_word(state)[action.unit].unit


def _arrivals_by_word(state: GameState) -> dict[str, _ArrivingUnit]:
    """Return the units that can arrive, keyed by their words in actions; "" for a single one."""
    arrivals = list(_possible_arrivals(state))
    if len(arrivals) == 1:
        return {"": arrivals[0]}
    return {_arrival_word(state, arriving.unit): arriving for arriving in arrivals}


def _possible_arrivals(state: GameState) -> Iterator[_ArrivingUnit]:
    if state.phase is Phase.UNLOAD:
        if hexes := unloading_hexes(state):
            yield _ArrivingUnit(units_to_unload(state)[0], hexes)
        return
    if state.phase is Phase.REINFORCE:
        yield from (
            _ArrivingUnit(unit, hexes) for unit, hexes in next_reinforcements(state) if hexes
        )
        return
    if aims := ordered_drop_hexes(state):
        yield _ArrivingUnit(units_to_drop(state)[0], aims & placement_hexes(state))
    if hexes := breakthrough_hexes(state):
        yield _ArrivingUnit(breakthrough_units(state)[0], hexes)


def _arrival_word(state: GameState, unit: UnitNo) -> str:
    """Return the word for one of several arriving units, from its kind and how it arrives."""
    combatant = state.field.units[unit]
    key = state.field.scenario.catalogue.elements[combatant.placed.name].key
    return f"{key}-{_arrival_of(state, unit).kind.replace(' ', '-')}"


def _arrival_of(state: GameState, unit: UnitNo) -> Arrival:
    arrival = state.field.units[unit].arrival
    assert arrival is not None, "it comes to the board"
    return arrival


def carry_out_special_rule_action(
    state: GameState, action: PlaceUnit | BlowUpBridge, log: list[Event]
) -> None:
    """Carry out an action that only special rules of the scenario allow."""
    match action:
        case PlaceUnit():
            _place_arrival(state, action, log)
        case BlowUpBridge():
            play_demolition_card(state, action, log)


def _place_arrival(state: GameState, action: PlaceUnit, log: list[Event]) -> None:
    """Place an arriving unit on the board."""
    unit, index = unit_placed_by(state, action), state.field.grid.index[action.hex]
    match _arrival_of(state, unit).kind:
        case ArrivalKind.BREAKTHROUGH:
            break_through(state, unit, index, log)
        case ArrivalKind.UNLOADED:
            unload_next_unit(state, index, log)
        case ArrivalKind.REINFORCEMENT:
            place_reinforcement(state, unit, index, log)
        case _:
            drop_for_order(state, index, log)
