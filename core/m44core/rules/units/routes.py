"""The routes of units, where they matter: objectives in passing, and hazards (V-GEN-04).

Among routes of the same cost, a unit takes the route that gains most, because no player has a
reason to avoid a free objective.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from m44core.rules.game.events import Event
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.units.hobarts_funnies import wire_gains
from m44core.rules.units.movement import (
    Route,
    all_routes,
    may_detour_around_hazards,
    movement_allowance_of,
    movement_cost_to,
    reachable_hexes,
    reachable_hexes_by_cost,
)
from m44core.rules.units.retreat import retreat_paths
from m44core.rules.victory.game_end import end_if_won, sudden_death_gains
from m44core.rules.victory.objective_control import (
    PassingGain,
    headquarters_gains,
    objective_gains,
    update_objectives,
    update_objectives_in_passing,
)


def detours(state: GameState, unit: UnitNo) -> Iterator[tuple[HexNo, HexNo]]:
    """Yield pairs of a hex to pass and the end of a move.

    These are the detours that gain more or meet fewer hazards than the shortest route.
    """
    gains = _reachable_gains(state, unit)
    hazards = (
        0 if movement_allowance_of(state, unit).free else state.ground.hazards
    )  # it ignores them
    if not gains and not (hazards and _may_detour_around_hazards(state, unit, hazards)):
        return
    routes_by_end: dict[HexNo, list[Route]] = {}
    for route in all_routes(state, unit):
        routes_by_end.setdefault(route.hexes[-1] if route.hexes else state.place[unit], []).append(
            route
        )
    for end, routes in sorted(routes_by_end.items()):
        for via in dict.fromkeys(_detour_hexes(routes, gains, hazards)):
            yield via, end


def _may_detour_around_hazards(state: GameState, unit: UnitNo, hazards: HexSet) -> bool:
    """Return whether a longer route can meet fewer hazards than the shortest; True if in doubt."""
    in_cave = state.ground.caves >> state.place[unit] & 1
    if in_cave or state.field.units[unit].rules.sails:
        return bool(hazards & reachable_hexes(state, unit))
    return may_detour_around_hazards(state, unit, hazards)


def _detour_hexes(
    routes: list[Route], gains: list[PassingGain], hazards: HexSet
) -> Iterator[HexNo]:
    """Yield the hexes through which longer routes gain more or meet fewer hazards."""
    best_route = _best_route(routes, gains, hazards)
    if safer_hex := _safer_hex(routes, best_route, gains, hazards):
        yield safer_hex
    best_gains = _gain_indexes(best_route.hexes, gains)
    for number, gain in enumerate(gains):
        if number not in best_gains:
            yield from _waypoint_for_gain(routes, gains, number, gain)


def route_to(state: GameState, unit: UnitNo, end: HexNo, via: HexNo = NOBODY) -> Route:
    """Return the route of a move to *end*, through the hex *via* if one is given.

    If the path does not matter, the route contains only its end and its cost.
    """
    gains = _reachable_gains(state, unit)
    hazards = state.ground.hazards
    if via == NOBODY and not gains and not (hazards and hazards & reachable_hexes(state, unit)):
        return Route((end,), movement_cost_to(reachable_hexes_by_cost(state, unit), end), 0)
    if via == NOBODY and not gains and _has_safe_route(state, unit, end, hazards):
        return Route((end,), movement_cost_to(reachable_hexes_by_cost(state, unit), end), 0)
    routes = (route for route in all_routes(state, unit) if route.hexes and route.hexes[-1] == end)
    return _best_route(
        (route for route in routes if via == NOBODY or via in route.hexes[:-1]), gains, hazards
    )


def _has_safe_route(state: GameState, unit: UnitNo, end: HexNo, hazards: HexSet) -> bool:
    """Return whether one of the shortest routes of a unit to *end* avoids all hazards."""
    routes = zip(
        reachable_hexes_by_cost(state, unit),
        reachable_hexes_by_cost(state, unit, None, hazards),
        strict=True,
    )
    return any((hexes & safe_hexes) >> end & 1 for hexes, safe_hexes in routes)


def exit_route(state: GameState, unit: UnitNo, end: HexNo) -> Route:
    """Return the best route of a unit to the hex from which it leaves the board (V-EXIT-04)."""
    start, gains = (state.place[unit],), _possible_gains(state, unit)
    routes = [
        route
        for route in all_routes(state, unit)
        if route.movement_left and (route.hexes or start)[-1] == end
    ]
    hazards = state.ground.hazards
    return max(
        routes,
        key=lambda route: (
            len(_gain_indexes(route.hexes, gains)),
            -route.steps,
            -_hazard_hex_count(route, hazards),
        ),
    )


def retreat_path(state: GameState, unit: UnitNo, end: HexNo) -> tuple[HexNo, ...]:
    """Return the hexes of a retreat to *end*; only *end* if the path does not matter."""
    gains, hazards = _possible_gains(state, unit), state.ground.hazards
    if not gains and not hazards:
        return (end,)
    return max(
        retreat_paths(state, unit, end),
        key=lambda hexes: (
            len(_gain_indexes(hexes, gains)),
            -(_hex_set(hexes) & hazards).bit_count(),
        ),
    )


def pass_through(state: GameState, unit: UnitNo, hexes: Iterable[HexNo], log: list[Event]) -> bool:
    """Update objectives as a unit passes *hexes*; return whether that ended the game (V-GEN-01).

    If it did, the unit is on the last hex it reached; otherwise it is still where it started.
    """
    player, start = state.field.units[unit].player, state.place[unit]
    current_hex = start
    for hex_ in hexes:
        state.occupied[player] ^= 1 << current_hex | 1 << hex_
        update_objectives_in_passing(state, player, 1 << current_hex | 1 << hex_, log)
        current_hex = hex_
        if end_if_won(state, log):
            state.place[unit] = current_hex
            state.unit_at[start], state.unit_at[current_hex] = NOBODY, unit
            return True
    state.occupied[player] ^= (1 << current_hex) ^ (1 << start)
    return False


def update_passed_objectives(state: GameState, hexes: tuple[HexNo, ...], log: list[Event]) -> None:
    """Update the objectives a unit passed, after it has reached the end of its route (V-GEN-04)."""
    update_objectives(state, _hex_set(hexes), log)


def _possible_gains(state: GameState, unit: UnitNo) -> list[PassingGain]:
    """Return the gains that depend on the route of a unit."""
    if not state.field.has_gains_in_passing:
        return []
    headquarters = headquarters_gains(state, unit) if state.field.has_headquarters else []
    return [*objective_gains(state, unit), *sudden_death_gains(state, unit), *headquarters]


def _reachable_gains(state: GameState, unit: UnitNo) -> list[PassingGain]:
    """Return the gains that depend on the route of a unit and are within its reach this turn."""
    gains = _possible_gains(state, unit)
    removes_wire = state.field.units_removing_wire >> unit & 1
    hexes_in_reach = reachable_hexes(state, unit) if gains or removes_wire else 0
    reachable_gains = [gain for gain in gains if gain.hexes & hexes_in_reach]
    return (
        [*reachable_gains, *wire_gains(state, unit, hexes_in_reach)]
        if removes_wire
        else reachable_gains
    )


def _waypoint_for_gain(
    routes: list[Route], gains: list[PassingGain], gain_index: int, gain: PassingGain
) -> Iterator[HexNo]:
    """Yield a hex through which a longer route makes a gain, if there is one."""
    winning_routes = [route for route in routes if gain_index in _gain_indexes(route.hexes, gains)]
    passed_hexes = _best_route(winning_routes, gains).hexes[:-1] if winning_routes else ()
    for via in sorted(passed_hexes, key=lambda hex_: not gain.hexes >> hex_ & 1):
        routes_through = [route for route in routes if via in route.hexes[:-1]]
        if gain_index in _gain_indexes(_best_route(routes_through, gains).hexes, gains):
            yield via
            return


def _best_route(routes: Iterable[Route], gains: list[PassingGain], hazards: HexSet = 0) -> Route:
    """Return the shortest route; ties are broken by most gains, then fewest hazards (TH-ICE-04)."""
    return min(
        routes,
        key=lambda route: (
            route.steps,
            -len(_gain_indexes(route.hexes, gains)),
            _hazard_hex_count(route, hazards),
        ),
    )


def _safer_hex(
    routes: list[Route], best_route: Route, gains: list[PassingGain], hazards: HexSet
) -> HexNo | None:
    """Return a hex through which a longer route meets fewer hazards; None if there is none."""
    fewest_hazards = min(_hazard_hex_count(route, hazards) for route in routes)
    if fewest_hazards == _hazard_hex_count(best_route, hazards):
        return None
    safest_route = _best_route(
        (route for route in routes if _hazard_hex_count(route, hazards) == fewest_hazards), gains
    )
    for via in safest_route.hexes[:-1]:
        routes_through = [route for route in routes if via in route.hexes[:-1]]
        if (
            _hazard_hex_count(_best_route(routes_through, gains, hazards), hazards)
            == fewest_hazards
        ):
            return via
    return None


def _hazard_hex_count(route: Route, hazards: HexSet) -> int:
    """Return the number of hexes of a route with hazards."""
    return (_hex_set(route.hexes) & hazards).bit_count() if hazards else 0


def _gain_indexes(hexes: tuple[HexNo, ...], gains: list[PassingGain]) -> frozenset[int]:
    """Return the indexes of the gains that a route wins or keeps, including at its end."""
    route = _hex_set(hexes)
    return frozenset(number for number, gain in enumerate(gains) if gain.is_won(route))


def _hex_set(hexes: tuple[HexNo, ...]) -> HexSet:
    mask = 0
    for hex_ in hexes:
        mask |= 1 << hex_
    return mask
