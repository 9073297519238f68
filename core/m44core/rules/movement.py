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
    number = state.field.units[unit].number_of_class
    return _ways(state, number, state.place[unit], _longest(state, unit))


def detours(state: GameState, unit: int) -> Iterator[tuple[int, int]]:
    """Yield pairs: an objective a unit can take by passing, and where it can go on to.

    Which way a unit goes matters only here: medals that stay taken are taken
    in passing (V-GEN-04).
    """
    combatant = state.field.units[unit]
    within = sum(reach(state, unit))
    for number, objective in enumerate(state.field.objectives):
        if takes_by_passing(state, number, combatant.player):
            for passed in indexes(objective.hexes & within):
                yield from ((passed, end) for end in _ends_past(state, unit, passed))


def steps_to(ways: list[int], end: int) -> int:
    """Return how many hexes of movement *end* needs; it must be within reach."""
    return next(n for n, mask in enumerate(ways, start=1) if mask >> end & 1)


def steps_by_way_of(state: GameState, unit: int, passed: int, end: int) -> int:
    """Return the same for a way through the hex *passed*."""
    return _ends_past(state, unit, passed)[end]


def _ends_past(state: GameState, unit: int, passed: int) -> dict[int, int]:
    """Return where a unit can go through the hex *passed*, each with the movement it needs."""
    ends: dict[int, int] = {}
    for way in _every_way(state, unit):
        if passed in way[:-1] and way[-1] != passed:
            ends[way[-1]] = min(len(way), ends.get(way[-1], len(way)))
    return dict(sorted(ends.items(), key=lambda item: (item[1], item[0])))


def _every_way(state: GameState, unit: int) -> Iterator[tuple[int, ...]]:
    """Yield every way a unit can go, as the hexes it enters: what :func:`reach` sums up."""
    return _further(state, unit, (), _longest(state, unit))


def _further(
    state: GameState, unit: int, way: tuple[int, ...], longest: int
) -> Iterator[tuple[int, ...]]:
    """Yield the ways that begin with *way*, of at most *longest* hexes."""
    number, ground = state.field.units[unit].number_of_class, state.ground
    here = way[-1] if way else state.place[unit]
    barred = state.everyone | (ground.first_step_only if way else 0)
    for entered in indexes(state.field.grid.near[here] & ground.passable[number] & ~barred):
        limits = (limit for limit, hexes in ground.limits if hexes >> entered & 1)
        allowed = min((longest, *limits))
        if len(way) < allowed:
            yield (*way, entered)
            if not ground.stop[number] >> entered & 1:
                yield from _further(state, unit, (*way, entered), allowed)


def _longest(state: GameState, unit: int) -> int:
    """Return how many hexes a unit may enter at most, wherever it goes."""
    number, start = state.field.units[unit].number_of_class, state.place[unit]
    if state.ground.fixed[number] >> start & 1:
        return 0
    one_hex = state.ground.leave_one_hex >> start & 1
    return 1 if one_hex else state.field.units[unit].rules.move


def _ways(state: GameState, number: int, start: int, longest: int) -> list[int]:
    """Spread out from *start* by a move of at most *longest* hexes."""
    ground = state.ground
    spread = state.field.grid.spread
    free = ground.passable[number] & ~state.everyone
    go_on = ~ground.stop[number]
    if ground.limits:
        return _limited_ways(state, number, start, longest)
    ways = []
    seen = frontier = 1 << start
    for step in range(1, longest + 1):
        entered = spread(frontier) & free & ~seen
        if step > 1:
            entered &= ~ground.first_step_only
        ways.append(entered)
        seen |= entered
        frontier = entered & go_on
    return ways


def _limited_ways(state: GameState, number: int, start: int, longest: int) -> list[int]:
    """Do the same where some hexes limit the whole move that enters them (B-BEA-01, B-OCE-01).

    The same hex may be reached with more or with less movement left, so
    there is a frontier for each longest move still allowed.
    """
    ground = state.ground
    free = ground.passable[number] & ~state.everyone
    frontiers = {longest: 1 << start}
    ways = []
    seen = 1 << start
    for step in range(1, longest + 1):
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
