"""Where flags drive a unit (rules 4.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from m44core.rules.board.edges import spread
from m44core.rules.board.grid import indexes
from m44core.rules.game.state import GameState
from m44core.rules.numbers import HexNo, HexSet, UnitNo


class Ways(NamedTuple):
    """What the owner of a unit may choose from.

    Attributes:
        ends: Where the retreat may end; the unit's own hex for staying there.
        losses: The figures it loses, wherever it goes.
    """

    ends: HexSet
    losses: int


def ways(state: GameState, unit: UnitNo, flags: int) -> Ways:
    """Return how a unit can deal with *flags* (B-RET-07, B-RET-10, B-RET-11).

    Refusing to ignore a flag when that only costs a figure is not offered.
    """
    forced = forced_ways(state, unit, flags)
    if not may_ignore(state, unit):
        return forced
    eased = forced_ways(state, unit, flags - 1)
    return eased if forced.losses else Ways(forced.ends | eased.ends, eased.losses)


def forced_ways(state: GameState, unit: UnitNo, flags: int) -> Ways:
    """Return the same where no flag may be ignored.

    As far as possible: every step that cannot be made costs a figure (B-RET-06, B-RET-08).
    """
    per_flag = state.field.units[unit].rules.retreat_per_flag
    depths = _depths(state, unit, flags * per_flag)
    deepest = len(depths) - 1
    if deepest < flags:
        return Ways(depths[deepest], flags - deepest)
    ends = 0
    for mask in depths[flags:]:
        ends |= mask
    return Ways(ends, 0)


def ways_back(state: GameState, unit: UnitNo, end: HexNo) -> Iterator[tuple[HexNo, ...]]:
    """Yield the hexes of every way by which a unit can retreat to *end*, which is one of them."""
    combatant, start = state.field.units[unit], state.place[unit]
    back = state.ground.back[combatant.player]
    free = state.ground.retreat[combatant.number_of_class] & ~state.everyone
    ways: list[tuple[HexNo, ...]] = [()]
    for _ in range(state.field.grid.distance(start, end)):
        ways = [(*way, hex_) for way in ways for hex_ in indexes(back[(start, *way)[-1]] & free)]
    return (way for way in ways if way[-1] == end)


def may_ignore(state: GameState, unit: UnitNo) -> bool:
    """Tell whether a unit may ignore the first flag of a roll (B-RET-09, R-11)."""
    if state.fight is not None and not state.fight.ignorable:
        return False
    ground = state.ground.hexes[state.place[unit]]
    return ground.flags[state.field.units[unit].player] > 0


def _depths(state: GameState, unit: UnitNo, steps: int) -> list[HexSet]:
    """Return the hexes a unit can retreat to by 0, 1, 2 ... hexes, as long as there are any."""
    combatant = state.field.units[unit]
    number = combatant.number_of_class
    here = 1 << state.place[unit]
    depths = [here]
    if state.ground.fixed[number] & here:
        return depths
    back = state.ground.back[combatant.player]
    free = state.ground.retreat[number] & ~state.everyone
    for _ in range(steps):
        behind = spread(back, depths[-1]) & free
        if not behind:
            break
        depths.append(behind)
    return depths
