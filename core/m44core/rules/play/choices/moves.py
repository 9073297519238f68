"""Which units can be ordered, and where they can move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from m44core.rules.board.grid import Grid, indexes
from m44core.rules.game.actions import (
    Action,
    End,
    Exit,
    LayBridge,
    Move,
    OnTheMove,
    Order,
    OrderAll,
    Recover,
    Stay,
    Step,
)
from m44core.rules.game.actions.action import MOST_SHARED
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.numbers import HexNo, HexSet, UnitNo
from m44core.rules.special.placing import placings
from m44core.rules.special.trains import moves_back
from m44core.rules.theatres.bridging import spans
from m44core.rules.theatres.deeds import recovering
from m44core.rules.theatres.desert import may_leave, next_hexes
from m44core.rules.units.exits import ways_off
from m44core.rules.units.movement import reach
from m44core.rules.units.orders import all_fit, free_to_move, moving_again, orderable_hexes
from m44core.rules.units.passing import detours
from m44core.rules.units.rails import is_train

_MOST_REMEMBERED = 4096  # some 2 MB

# Actions are values, so one object may stand for all equal ones; that makes them cheap.
_move = lru_cache(MOST_SHARED)(Move)
_exit = lru_cache(MOST_SHARED)(Exit)
_on_the_move = lru_cache(MOST_SHARED)(OnTheMove)

_ORDER_ALL = OrderAll()
_END_ORDERS = End(Step.ORDERS)
_END_MOVES = End(Step.MOVES)
_END_UNLOADING = End(Step.UNLOADING)
_END_REINFORCING = End(Step.REINFORCING)


def possible_orders(state: GameState) -> Iterable[Action]:
    """Return which units may be ordered (B-ORD-01)."""
    hexes, orders = orderable_hexes(state), _orders_on(state.field.grid)
    found: list[Action] = [orders[index] for index in indexes(hexes)]
    if len(found) > 1 and all_fit(state, hexes):
        found.append(_ORDER_ALL)
    if state.command and state.command.on_the_move:
        found += [_on_the_move(state.field.grid.names[i]) for i in indexes(free_to_move(state))]
    if state.field.options.further:
        found += placings(state)
    found.append(_END_ORDERS)
    return found


@cache
def _orders_on(grid: Grid) -> tuple[Order, ...]:
    """Return for each hex the order of the unit there."""
    return tuple(map(Order, grid.names))


def possible_moves(state: GameState) -> Iterable[Action]:
    """Return the moves of the ordered units that have not moved (B-MOVE-01)."""
    place = state.place
    moving = indexes(state.ordered & ~state.moved)
    found = _moves_of(state, [unit for unit in moving if place[unit] != NOWHERE])
    if state.field.bridging:
        names = state.field.grid.names
        found[-1:-1] = [LayBridge(names[start], names[end]) for start, end in spans(state)]
    if state.ground.recovering:
        names = state.field.grid.names
        found[-1:-1] = [Recover(names[place[unit]]) for unit in recovering(state)]
    return found


def possible_second_moves(state: GameState) -> Iterable[Action]:
    """Rules: B-CARD-BEL."""
    return _moves_of(state, moving_again(state))


def _moves_of(state: GameState, units: list[UnitNo]) -> list[Action]:
    """Return the moves of several units, and the end of moving."""
    field, place, found = state.field, state.place, list[Action]()
    grid, exits = field.grid, field.exits[state.active]
    winding = field.prizes_in_passing or exits or state.ground.hazards
    for unit in units:
        found += _moves_to(grid, place[unit], reach(state, unit))
        if state.trains and is_train(state, unit):
            found += moves_back(state, unit)
        elif winding:
            found += _detours(state, unit)
            found += _ways_off(state, unit)
    found.append(_END_MOVES)
    return found


@lru_cache(_MOST_REMEMBERED)
def _moves_to(grid: Grid, start: HexNo, ways: tuple[HexSet, ...]) -> tuple[Action, ...]:
    """Return the moves to a number of sets of hexes."""
    names = grid.names
    return tuple(_move(names[start], names[end]) for hexes in ways for end in indexes(hexes))


def _detours(state: GameState, unit: UnitNo) -> Iterator[Action]:
    names = state.field.grid.names
    for passed, end in detours(state, unit):
        yield _move(names[state.place[unit]], names[end], names[passed])


def _ways_off(state: GameState, unit: UnitNo) -> Iterator[Action]:
    names = state.field.grid.names
    for end in ways_off(state, unit):
        yield _exit(names[state.place[unit]], names[end])


def possible_unloadings(state: GameState) -> Iterator[Action]:
    """Return where the next unit may leave a train (TH-TRAIN-04)."""
    yield from placings(state)
    yield _END_UNLOADING


def possible_reinforcements(state: GameState) -> Iterator[Action]:
    """Return where reinforcements may come to the board (SO-REINFORCEMENTS)."""
    yield from placings(state)
    yield _END_REINFORCING


def possible_desert_moves(state: GameState) -> Iterator[Action]:
    """Return where a unit may go on to in the desert (TH-DES-03)."""
    assert state.fight is not None
    names = state.field.grid.names
    here = names[state.place[state.fight.attacker]]
    yield from (_move(here, names[end]) for end in indexes(next_hexes(state, state.fight)))
    if may_leave(state, state.fight):
        yield _exit(here, here)
    yield Stay()
