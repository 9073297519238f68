"""Movement: the hexes units can reach, and their routes (rules 4.4, 4.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from m44core.rules.board.closed_hexes import with_passability_overrides
from m44core.rules.board.ground import MovementMap
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.board.step_tables import Table, hexes_one_step_from
from m44core.rules.game.state import GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.units.boats import carried_movement_map, is_aboard, is_carried
from m44core.rules.units.hobarts_funnies import ground_for_unit
from m44core.rules.units.rails import is_train, reach_on_rails

_RIVER_CROSSING = 2  # hexes from bank to bank
_MAX_CACHED_REACHES = 8192  # about 4 MB; half of the lookups hit


class MovementAllowance(NamedTuple):
    """The movement of a unit this turn.

    Attributes:
        longest: Its movement in hexes.
        free: Whether only impassable and occupied hexes limit it: it need not stop, and hedgerows,
            beaches, the sea and slopes have no extra cost (B-CARD-BEL).
        one_step: Whether it must stop on the first hex it enters (B-HEDG-02).
        on_road: The extra movement if it stays on roads, in hexes (E-TRUCK-02).
    """

    longest: int
    free: bool = False
    one_step: bool = False
    on_road: int = 1


class Route(NamedTuple):
    """A route a unit can take.

    Attributes:
        hexes: The hexes it enters, in order.
        steps: Its cost in hexes of movement.
        movement_left: The hexes of movement left at its end; 0 if the unit must stop there.
    """

    hexes: tuple[HexNo, ...]
    steps: int
    movement_left: int


def movement_allowance_of(state: GameState, unit: UnitNo) -> MovementAllowance:
    """Return how a unit can move from its hex: by its own rules, or by those of the card."""
    combatant, start = state.field.units[unit], state.place[unit]
    rules = combatant.rules
    if rules.in_craft and is_aboard(state, unit):
        return _travel(rules.in_craft)
    if rules.rooted:
        return _travel(0)
    command = state.command_of(unit)
    move = command.move if command else None
    max_move, free = (rules.move, False) if move is None else (move.hexes, move.free)
    if move is not None and move.at_least:
        max_move = max(max_move, rules.move)
    if state.movement_left and state.bridged >> unit & 1:
        max_move = dict(state.movement_left).get(unit, max_move)
    if state.ground.immobilizing_hexes[combatant.class_number] >> start & 1:
        return _travel(0)
    free = free or rules.sails
    one_step = not free and bool(state.ground.leave_one_hex >> start & 1)
    return _travel(max_move, free, one_step, rules.on_road)


def reachable_hexes_by_cost(
    state: GameState, unit: UnitNo, travel: MovementAllowance | None = None, avoided: HexSet = 0
) -> tuple[HexSet, ...]:
    """Return the hexes a unit can move to with 1, 2 ... hexes of movement.

    Each hex is listed once, for the shortest route (B-MOVE-05, B-MOVE-11) that enters no
    *avoided* hex.
    """
    travel = travel or movement_allowance_of(state, unit)
    field, start = state.field, state.place[unit]
    if state.trains and is_train(state, unit):
        return reach_on_rails(state, unit, travel.longest)
    max_distance = travel.longest + (travel.on_road if state.ground.roads else 0)
    blocked_hexes = (state.all_occupied | avoided) & field.grid.within(start, max_distance)
    reached = _cached_reach(
        movement_map_of(state, unit), field.units[unit].class_number, start, travel, blocked_hexes
    )
    if field.units[unit].rules.sails:
        return tuple(hexes & ~state.ground.shore for hexes in reached)
    caves = _linked_caves(state, unit) if state.ground.caves else 0
    return _with_caves(reached, caves) if caves and reached else reached


def movement_map_of(state: GameState, unit: UnitNo) -> MovementMap:
    """Return the movement map of a unit now; smoke stops units that enter it (E-SMOKE-02)."""
    movement_map, dense_smoke = ground_for_unit(state, unit).movement_map, state.smoke.dense
    if dense_smoke:
        movement_map = _smoke_movement_map(movement_map, dense_smoke)
    if state.field.passability_overrides is not None:
        movement_map = with_passability_overrides(
            movement_map, state.field.passability_overrides[state.field.units[unit].player]
        )
    if state.field.carried_units and is_carried(state, unit):
        return carried_movement_map(state, unit, movement_map)
    return movement_map


@lru_cache(64)
def _smoke_movement_map(movement_map: MovementMap, dense_smoke: HexSet) -> MovementMap:
    return replace(movement_map, stop=tuple(stops | dense_smoke for stops in movement_map.stop))


def needs_boat_to_reach(state: GameState, unit: UnitNo, end: HexNo) -> bool:
    """Return whether a unit that need not stop this turn can reach *end* only by boat."""
    travel, start = movement_allowance_of(state, unit), state.place[unit]
    if not travel.free or state.field.grid.distance(start, end) < _RIVER_CROSSING:
        return False
    number = state.field.units[unit].class_number
    reached = _cached_reach(state.ground.movement_map, number, start, travel, state.all_occupied)
    return not any(hexes >> end & 1 for hexes in reached)


def _linked_caves(state: GameState, unit: UnitNo) -> HexSet:
    """Return the caves that a unit in a cave can reach in a move of one hex (TH-CAVE-04)."""
    caves, start = state.ground.caves, state.place[unit]
    if not (caves >> start & 1 and state.field.units[unit].rules.dwells_in_caves):
        return 0
    return caves & ~state.all_occupied


def _with_caves(reached: tuple[HexSet, ...], caves: HexSet) -> tuple[HexSet, ...]:
    return (reached[0] | caves, *(hexes & ~caves for hexes in reached[1:]))


def reachable_hexes(state: GameState, unit: UnitNo) -> HexSet:
    """Return all hexes a unit can move to."""
    all_hexes = 0
    for hexes in reachable_hexes_by_cost(state, unit):
        all_hexes |= hexes
    return all_hexes


def movement_cost_to(reached: tuple[HexSet, ...], end: HexNo) -> int:
    """Return the hexes of movement needed to reach *end*, which must be within reach."""
    steps = 1
    for hexes in reached:
        if hexes >> end & 1:
            break
        steps += 1
    return steps


def may_detour_around_hazards(state: GameState, unit: UnitNo, hazards: HexSet) -> bool:
    """Return whether a longer route can meet fewer hazards than the shortest; True if in doubt.

    The result is False if avoiding all hazards makes no shortest route longer.
    """
    travel, start = movement_allowance_of(state, unit), state.place[unit]
    max_distance = travel.longest + (travel.on_road if state.ground.roads else 0)
    near_hexes, number = (
        state.field.grid.within(start, max_distance),
        state.field.units[unit].class_number,
    )
    movement_map, occupied_hexes = movement_map_of(state, unit), state.all_occupied & near_hexes
    return _may_meet_fewer_hazards(
        movement_map, number, start, travel, occupied_hexes, hazards & near_hexes
    )


@lru_cache(_MAX_CACHED_REACHES)
def _may_meet_fewer_hazards(
    movement_map: MovementMap,
    number: int,
    start: HexNo,
    travel: MovementAllowance,
    occupied_hexes: HexSet,
    hazards: HexSet,
) -> bool:
    reached = _cached_reach(movement_map, number, start, travel, occupied_hexes)
    hazards_met = hazards & sum(reached)
    if not hazards_met:
        return False
    safe_reach = _cached_reach(movement_map, number, start, travel, occupied_hexes | hazards)
    if any(
        hexes & ~hazards_met != safe_hexes
        for hexes, safe_hexes in zip(reached, safe_reach, strict=True)
    ):
        return True
    for end in bit_indexes(hazards_met):
        reach_through_hazard = _cached_reach(
            movement_map, number, start, travel, occupied_hexes | hazards ^ 1 << end
        )
        if not reach_through_hazard[movement_cost_to(reached, end) - 1] >> end & 1:
            return True
    return False


def all_routes(
    state: GameState, unit: UnitNo, travel: MovementAllowance | None = None
) -> Iterator[Route]:
    """Yield every route of a unit, beginning with that of staying put.

    :func:`reachable_hexes_by_cost` summarizes them.
    """
    travel = travel or movement_allowance_of(state, unit)
    staying_route = Route((), 0, travel.longest)
    yield staying_route
    if state.ground.caves and travel.longest:
        adjacent_hexes = state.field.grid.near[state.place[unit]]
        caves = _linked_caves(state, unit) & ~adjacent_hexes
        yield from (Route((cave,), 1, 0) for cave in bit_indexes(caves))
    movement_map = movement_map_of(state, unit)
    yield from _longer_routes(
        state, unit, movement_map, staying_route, travel, is_on_roads=gets_road_bonus(travel)
    )


_travel = cache(MovementAllowance)


@lru_cache(_MAX_CACHED_REACHES)
def _cached_reach(
    movement_map: MovementMap,
    number: int,
    start: HexNo,
    travel: MovementAllowance,
    occupied_hexes: HexSet,
) -> tuple[HexSet, ...]:
    """Return the hexes a class reaches from *start* with 1, 2 ... hexes of movement; cached."""
    if not travel.free and (movement_map.limits or movement_map.steps[number].climbs):
        reached = _limited_reach(movement_map, number, start, travel, occupied_hexes)
    else:
        reached = _simple_reach(movement_map, number, start, travel, occupied_hexes)
    if movement_map.roads and gets_road_bonus(travel) and movement_map.roads[start]:
        return tuple(
            _with_roads(reached, _road_reach(movement_map, number, start, travel, occupied_hexes))
        )
    return tuple(reached)


def gets_road_bonus(travel: MovementAllowance) -> bool:
    """Return whether a unit can move farther if it stays on roads (TP-ROAD)."""
    return travel.longest > 0 and not travel.free and not travel.one_step


def _road_reach(
    movement_map: MovementMap,
    number: int,
    start: HexNo,
    travel: MovementAllowance,
    occupied_hexes: HexSet,
) -> list[HexSet]:
    """Return the hexes reached along roads at cost 1, 2 ...; the first hexes are free."""
    open_hexes = movement_map.passable[number] & ~occupied_hexes
    frontier = seen_hexes = 1 << start
    reached = []
    for _ in range(travel.longest + travel.on_road):
        frontier = hexes_one_step_from(movement_map.roads, frontier) & open_hexes & ~seen_hexes
        seen_hexes |= frontier
        reached.append(frontier)
        frontier &= ~movement_map.stop[number]
    free_hexes = 0
    for hexes in reached[: travel.on_road]:
        free_hexes |= hexes
    return [free_hexes | reached[travel.on_road], *reached[travel.on_road + 1 :]]


def _with_roads(reached: list[HexSet], road_reach: list[HexSet]) -> Iterator[HexSet]:
    """Yield the hexes at cost 1, 2 ..., each at the lower of its costs by road and off it."""
    seen_hexes = 0
    for off_road, on_road in zip(reached, road_reach, strict=True):
        yield (off_road | on_road) & ~seen_hexes
        seen_hexes |= off_road | on_road


def _simple_reach(
    movement_map: MovementMap,
    number: int,
    start: HexNo,
    travel: MovementAllowance,
    occupied_hexes: HexSet,
) -> list[HexSet]:
    """Return the hexes reached from *start* at cost 1, 2 ... if every step costs one hex."""
    table = movement_map.steps[number].every
    open_hexes = movement_map.passable[number] & ~occupied_hexes
    stops, first_step_only = (
        (0, 0) if travel.free else (movement_map.stop[number], movement_map.first_step_only)
    )
    reached = []
    seen_hexes = frontier = 1 << start
    max_move = min(travel.longest, 1) if travel.one_step else travel.longest
    for step in range(1, max_move + 1):
        entered = hexes_one_step_from(table, frontier) & open_hexes & ~seen_hexes
        if step > 1:
            entered &= ~first_step_only
        reached.append(entered)
        seen_hexes |= entered
        frontier = entered & ~stops
    return reached


def _limited_reach(
    movement_map: MovementMap,
    number: int,
    start: HexNo,
    travel: MovementAllowance,
    occupied_hexes: HexSet,
) -> list[HexSet]:
    """Return the hexes reached at cost 1, 2 ... if slopes cost more or hexes limit the move.

    The same hex can be reached with more or less movement left (B-BEA-01, B-OCE-01), so there is a
    separate frontier for each maximum move still allowed.
    """
    steps = movement_map.steps[number]
    tables = ((1, steps.plain), *steps.climbs)
    open_hexes = movement_map.passable[number] & ~occupied_hexes
    continuing_hexes = 0 if travel.one_step else ~movement_map.stop[number]
    frontiers = [{travel.longest: 1 << start}]
    reached = []
    seen_hexes = 1 << start
    for step in range(1, travel.longest + 1):
        entered: dict[int, HexSet] = {}
        for cost, table in tables:
            first_step_only = movement_map.first_step_only if step > cost else 0
            for max_move, frontier in frontiers[step - cost].items() if cost <= step else ():
                _add_entered_hexes(
                    movement_map,
                    hexes_one_step_from(table, frontier) & open_hexes & ~first_step_only,
                    step,
                    max_move,
                    entered,
                )
        reached_now = 0
        for mask in entered.values():
            reached_now |= mask
        reached.append(reached_now & ~seen_hexes)
        seen_hexes |= reached_now
        frontiers.append({max_move: mask & continuing_hexes for max_move, mask in entered.items()})
    return reached


def _add_entered_hexes(
    movement_map: MovementMap, hexes: HexSet, step: int, max_move: int, entered: dict[int, HexSet]
) -> None:
    """Add the hexes entered at a *step* to *entered*, keyed by the longest move they allow."""
    if step > max_move:
        return
    for limit, limited_hexes in movement_map.limits:
        if step <= limit:
            shortened_move = min(max_move, limit)
            entered[shortened_move] = entered.get(shortened_move, 0) | hexes & limited_hexes
        hexes &= ~limited_hexes
    entered[max_move] = entered.get(max_move, 0) | hexes


def _longer_routes(
    state: GameState,
    unit: UnitNo,
    movement_map: MovementMap,
    route: Route,
    travel: MovementAllowance,
    *,
    is_on_roads: bool,
) -> Iterator[Route]:
    """Yield every route that extends *route*; routes can return to their start.

    *is_on_roads* is whether the unit has stayed on roads so far. The steps of *route* count
    all its hexes, including free ones.
    """
    number, start = state.field.units[unit].class_number, state.place[unit]
    stops = movement_map.stop[number]
    current_hex = route.hexes[-1] if route.hexes else start
    first_step_only = movement_map.first_step_only if route.hexes and not travel.free else 0
    barred_hexes = (
        state.all_occupied & ~(1 << start) | ~movement_map.passable[number] | first_step_only
    )
    for cost, table in _step_tables(movement_map, number, travel):
        for next_hex in bit_indexes(table[current_hex] & ~barred_hexes):
            steps, max_move = route.steps + cost, _max_move_into(movement_map, next_hex, travel)
            on_road = (
                is_on_roads
                and bool(movement_map.roads)
                and bool(movement_map.roads[current_hex] >> next_hex & 1)
            )
            max_steps = max_move + (travel.on_road if on_road else 0)
            if steps <= max_steps:
                halts = travel.one_step or (not travel.free and stops >> next_hex & 1)
                movement_left = 0 if halts else max(0, max_move - steps)
                longer_route = Route((*route.hexes, next_hex), steps, movement_left)
                yield _with_road_bonus(longer_route, travel) if on_road else longer_route
                if movement_left or (on_road and not halts and steps < max_steps):
                    next_travel = MovementAllowance(max_move, travel.free, on_road=travel.on_road)
                    yield from _longer_routes(
                        state, unit, movement_map, longer_route, next_travel, is_on_roads=on_road
                    )


def _with_road_bonus(route: Route, travel: MovementAllowance) -> Route:
    """Return a route along roads with its cost: the first hexes are free, but it costs at least 1.

    See TP-ROAD.
    """
    return route._replace(steps=max(1, route.steps - travel.on_road))


def _step_tables(
    movement_map: MovementMap, number: int, travel: MovementAllowance
) -> tuple[tuple[int, Table], ...]:
    """Return a table for each kind of step a unit can take, preceded by the cost of the step."""
    steps = movement_map.steps[number]
    return ((1, steps.every),) if travel.free else ((1, steps.plain), *steps.climbs)


def _max_move_into(movement_map: MovementMap, hex_: HexNo, travel: MovementAllowance) -> int:
    """Return the length of the longest move that can enter a hex (B-BEA-01, B-OCE-01)."""
    if travel.free:
        return travel.longest
    limits = (limit for limit, hexes in movement_map.limits if hexes >> hex_ & 1)
    return min((travel.longest, *limits))
