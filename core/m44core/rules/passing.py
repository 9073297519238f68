"""Which way a unit goes, where that matters: some objectives change hands in passing (V-GEN-04).

Of ways that need the same movement a unit takes the one that gains most: no
player has a reason to go round an objective he can have for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from m44core.rules.events import Event
from m44core.rules.movement import Way, every_way, reach, steps_to
from m44core.rules.objectives import pass_over, taken_in_passing
from m44core.rules.retreat import ways_back
from m44core.rules.state import NOBODY, GameState
from m44core.rules.victory import check_end, strongholds_in_passing

_AN_END = 1  # a way that only ends somewhere passes nothing


def detours(state: GameState, unit: int) -> Iterator[tuple[int, int]]:
    """Yield pairs: a hex a unit can pass to gain something, and where it can go on to.

    Only where the shortest way gains less.
    """
    prizes = _prizes(state, unit)
    if not _in_sight(state, unit, prizes):
        return
    to: dict[int, list[Way]] = {}
    for way in every_way(state, unit):
        if way.hexes:
            to.setdefault(way.hexes[-1], []).append(way)
    for end, ways in sorted(to.items()):
        within_reach = end != state.place[unit]
        gained = _gained(_best(ways, prizes).hexes, prizes) if within_reach else frozenset()
        for number, prize in enumerate(prizes):
            passing = [way for way in ways if _bits(way.hexes[:-_AN_END]) & prize]
            if number not in gained and passing:
                best = _best(passing, prizes)
                yield next(hex_ for hex_ in best.hexes if prize >> hex_ & 1), end


def way_to(state: GameState, unit: int, end: int, via: int = NOBODY) -> Way:
    """Return the way of a move to *end*, through the hex *via* if one is given.

    Where no way gains anything, only its end and its movement are told.
    """
    prizes = _prizes(state, unit)
    if via == NOBODY and not _in_sight(state, unit, prizes):
        return Way((end,), steps_to(reach(state, unit), end), 0)
    ways = (way for way in every_way(state, unit) if way.hexes and way.hexes[-1] == end)
    if via == NOBODY:
        return _best(ways, prizes)
    return _best((way for way in ways if via in way.hexes[:-_AN_END]), prizes)


def way_off(state: GameState, unit: int, end: int) -> Way:
    """Return the way of a unit to the hex it leaves the board from (V-EXIT-04)."""
    here, prizes = (state.place[unit],), _prizes(state, unit)
    ways = [way for way in every_way(state, unit) if way.left and (way.hexes or here)[-1] == end]
    return max(ways, key=lambda way: (len(_gained(way.hexes, prizes)), -way.steps))


def way_back(state: GameState, unit: int, end: int) -> tuple[int, ...]:
    """Return the hexes of a retreat to *end*."""
    prizes = _prizes(state, unit)
    if not prizes:
        return (end,)
    return max(ways_back(state, unit, end), key=lambda hexes: len(_gained(hexes, prizes)))


def pass_through(state: GameState, unit: int, hexes: Iterable[int], log: list[Event]) -> bool:
    """Let a unit pass some hexes one by one; tell whether that ended the game (V-GEN-01).

    If it did, the unit stands where it had come to, else where it was.
    """
    player, start = state.field.units[unit].player, state.place[unit]
    here = start
    for hex_ in hexes:
        state.occupied[player] ^= 1 << here | 1 << hex_
        pass_over(state, player, 1 << here | 1 << hex_, log)
        here = hex_
        if check_end(state, log):
            state.place[unit] = here
            state.unit_at[start], state.unit_at[here] = NOBODY, unit
            return True
    state.occupied[player] ^= (1 << here) ^ (1 << start)
    return False


def _prizes(state: GameState, unit: int) -> list[int]:
    """Return for each thing a unit can gain in passing the hexes to pass."""
    if not state.field.prizes_in_passing:
        return []
    return [*taken_in_passing(state, unit), *strongholds_in_passing(state, unit)]


def _in_sight(state: GameState, unit: int, prizes: list[int]) -> bool:
    """Tell whether a unit can come to any of the hexes to pass this turn."""
    if not prizes:
        return False
    within = 0
    for hexes in reach(state, unit):
        within |= hexes
    return any(prize & within for prize in prizes)


def _best(ways: Iterable[Way], prizes: list[int]) -> Way:
    """Return the shortest way, and of several the one that gains most."""
    return min(ways, key=lambda way: (way.steps, -len(_gained(way.hexes, prizes))))


def _gained(hexes: tuple[int, ...], prizes: list[int]) -> frozenset[int]:
    """Return the numbers of the prizes a way gains, where it ends included."""
    passed = _bits(hexes)
    return frozenset(number for number, prize in enumerate(prizes) if prize & passed)


def _bits(hexes: tuple[int, ...]) -> int:
    mask = 0
    for hex_ in hexes:
        mask |= 1 << hex_
    return mask
