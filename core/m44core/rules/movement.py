"""Where units can move (rules 4.4, 4.7)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.rules.grid import indexes
from m44core.rules.state import GameState
from m44core.rules.victory import takes_by_passing


def reach(state: GameState, unit: int) -> list[int]:
    """Return where a unit can go: the hexes it needs 1, 2 ... hexes of movement for.

    Each hex is listed once, under the shortest way (B-MOVE-05, B-MOVE-11).
    """
    combatant = state.field.units[unit]
    start = state.place[unit]
    if state.ground.fixed[combatant.number_of_class] >> start & 1:
        return []
    longest = 1 if state.ground.leave_one_hex >> start & 1 else combatant.rules.move
    return _ways(state, combatant.number_of_class, start, longest, 0)


def detours(state: GameState, unit: int) -> Iterator[tuple[int, int]]:
    """Yield pairs: an objective a unit can take by passing, and where it can go on to.

    Which way a unit goes matters only here: medals that stay taken are taken
    in passing (V-GEN-04).
    """
    combatant = state.field.units[unit]
    for number, objective in enumerate(state.field.objectives):
        if takes_by_passing(state, number, combatant.player):
            for index in indexes(objective.hexes):
                yield from _beyond(state, unit, index)


def steps_to(ways: list[int], end: int) -> int:
    """Return how many hexes of movement *end* needs; it must be within reach."""
    return next(n for n, mask in enumerate(ways, start=1) if mask >> end & 1)


def steps_by_way_of(state: GameState, unit: int, passed: int, end: int) -> int:
    """Return the same for a way through the hex *passed*."""
    done = steps_to(reach(state, unit), passed)
    return done + steps_to(_onward(state, unit, passed, done), end)


def _beyond(state: GameState, unit: int, passed: int) -> Iterator[tuple[int, int]]:
    """Yield where a unit can go on to after it passed a hex."""
    number = state.field.units[unit].number_of_class
    if state.ground.stop[number] >> passed & 1:
        return
    for done, mask in enumerate(reach(state, unit), start=1):
        if mask >> passed & 1:
            for hexes in _onward(state, unit, passed, done):
                for end in indexes(hexes & ~(1 << state.place[unit])):
                    yield passed, end


def _onward(state: GameState, unit: int, passed: int, done: int) -> list[int]:
    """Return where a unit can go with the movement it has left on the hex *passed*."""
    combatant = state.field.units[unit]
    leaving = state.ground.leave_one_hex >> state.place[unit] & 1
    longest = 1 if leaving else combatant.rules.move
    return _ways(state, combatant.number_of_class, passed, longest, done)


def _ways(state: GameState, number: int, start: int, longest: int, done: int) -> list[int]:
    """Spread out from *start* after *done* hexes of a move of at most *longest* hexes."""
    ground = state.ground
    spread = state.field.grid.spread
    free = ground.passable[number] & ~state.everyone
    go_on = ~ground.stop[number]
    if ground.limits:
        return _limited_ways(state, number, start, longest, done)
    ways = []
    seen = frontier = 1 << start
    for step in range(done + 1, longest + 1):
        entered = spread(frontier) & free & ~seen
        if step > 1:
            entered &= ~ground.first_step_only
        ways.append(entered)
        seen |= entered
        frontier = entered & go_on
    return ways


def _limited_ways(state: GameState, number: int, start: int, longest: int, done: int) -> list[int]:
    """Do the same where some hexes limit the whole move that enters them (B-BEA-01, B-OCE-01).

    The same hex may be reached with more or with less movement left, so
    there is a frontier for each longest move still allowed.
    """
    ground = state.ground
    free = ground.passable[number] & ~state.everyone
    frontiers = {longest: 1 << start}
    ways = []
    seen = 1 << start
    for step in range(done + 1, longest + 1):
        entered: dict[int, int] = {}
        for most, frontier in frontiers.items():
            if step <= most:
                _enter(state, state.field.grid.spread(frontier) & free, step, most, entered)
        now = 0
        for mask in entered.values():
            now |= mask
        ways.append(now & ~seen)
        seen |= now
        frontiers = {most: mask & ~ground.stop[number] for most, mask in entered.items()}
    return ways


def _enter(state: GameState, hexes: int, step: int, most: int, entered: dict[int, int]) -> None:
    """Sort the hexes entered with a move's *step* by the longest move they allow."""
    ground = state.ground
    if step > 1:
        hexes &= ~ground.first_step_only
    for limit, limited in ground.limits:
        if step <= limit:
            shorter = min(most, limit)
            entered[shorter] = entered.get(shorter, 0) | hexes & limited
        hexes &= ~limited
    entered[most] = entered.get(most, 0) | hexes
