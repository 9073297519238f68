"""What each unit can do as plain data: its moves, its battles, its retreats."""

from __future__ import annotations

from m44core.rules.board.grid import indexes
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.state import GameState
from m44core.rules.numbers import HexNo, HexSet, UnitNo
from m44core.rules.units.battle import field_of_fire, may_battle, targets
from m44core.rules.units.changes import advance, relocate
from m44core.rules.units.hits import at_arms
from m44core.rules.units.movement import reach
from m44core.rules.units.orders import tire
from m44core.rules.units.rails import wagons_of
from m44core.rules.units.retreat import flags_ignored, flags_withstood, forced_ways

_MOST_FLAGS = 3


def moves(state: GameState, unit: Combatant) -> list[list[object]]:
    """Return where a unit can go, and what it can battle there, ordered by a section card."""
    found = []
    for steps, ends in enumerate(reach(state, unit.number), start=1):
        for end in indexes(ends):
            after = _after(state, unit, end, steps)
            found.append([end, steps, _flags(state, unit, end, steps), *([after] if after else ())])
    return sorted(found, key=lambda move: move[:1])


def attacks(state: GameState, unit: Combatant) -> dict[str, object]:
    """Return the enemies in range of where a unit stands, with the dice it would roll."""
    return {"targets": _in_range(ordered(state, unit.number), unit)}


def retreats(state: GameState, unit: Combatant) -> dict[str, object]:
    """Return where one to three flags drive a unit that ignores none of them."""
    found: dict[str, object] = {"dir": 1 if unit.player else -1}
    if ignored := _ignored(state, unit):
        found["flags"] = ignored
    if unit.rules.retreat_per_flag > 1:
        found["hexes_per_flag"] = unit.rules.retreat_per_flag
    return found | {str(n): _retreat(state, unit, n) for n in range(1, _MOST_FLAGS + 1)}


def _ignored(state: GameState, unit: Combatant) -> list[str]:
    """Return what a unit may ignore, and what it must (TH-JAP-01)."""
    may, must = (
        flags_ignored(state, unit.number),
        flags_withstood(state, unit.number, _MOST_FLAGS),
    )
    found = ["can_ignore_1" if may == 1 else "can_ignore_all"] if may else []
    return [*found, *(["must_ignore_1"] if must == 1 else ["must_ignore_all"] if must else [])]


def ordered(state: GameState, unit: UnitNo) -> GameState:
    """Return a copy of the position in which the unit's player has ordered it."""
    copy = state.clone()
    copy.ordered, copy.active = 1 << unit, state.field.units[unit].player
    return copy


def moved_to(state: GameState, unit: UnitNo, end: HexNo, steps: int) -> GameState:
    """Return a copy of the position in which the unit was ordered and has moved."""
    copy = ordered(state, unit)
    advance(copy, unit, end, [], steps=steps)
    tire(copy, unit, steps)
    return copy


def _flags(state: GameState, unit: Combatant, end: HexNo, steps: int) -> str:
    """Return what befalls a unit that enters.

    S where it cannot go on, N where having entered bars it from battling, L where coming from
    farther than the next hex does.
    """
    ground, number = state.ground, unit.number_of_class
    stops = not unit.rules.sails and (ground.stop[number] | ground.one_hex_moves) >> end & 1
    enters = not unit.rules.battles_on_entry
    barred = enters and ground.no_battle_on_entry[number] >> end & 1
    late = enters and steps > 1 and ground.no_battle_if_late[number] >> end & 1
    leaves = ground.no_battle_on_leave[number] >> state.place[unit.number] & 1
    return "S" * stops + "N" * (barred or leaves) + "L" * late


def _after(state: GameState, unit: Combatant, end: HexNo, steps: int) -> list[list[int]]:
    """Return what a unit can battle after a move: hex, distance and dice."""
    moved = moved_to(state, unit.number, end, steps)
    return [[target, away, dice] for target, away, _, dice in _in_range(moved, unit) if dice]


def _in_range(state: GameState, unit: Combatant) -> list[list[int]]:
    """Return every enemy in a unit's range: hex, distance, whether it is seen, dice."""
    start = state.place[unit.number]
    allowed = dict(targets(state, unit.number)) if may_battle(state, unit.number) else {}
    rings = state.field.grid.rings(start)[: len(at_arms(state, unit.number).dice) + 1]
    enemies = state.occupied[1 - unit.player] | wagons_of(state, 1 - unit.player)
    seen = field_of_fire(state, unit.number, start)
    return sorted(
        [target, distance, seen >> target & 1, allowed.get(target, 0)]
        for distance, ring in enumerate(rings)
        for target in indexes(ring & enemies)
    )


def _retreat(state: GameState, unit: Combatant, hexes: HexSet) -> dict[str, object]:
    """Return the figures a retreat of so many hexes costs, and the hexes on its ways.

    The ways are the longest there are (B-RET-07); dead ends are not among them.
    """
    rings = state.field.grid.rings(state.place[unit.number])
    hits = forced_ways(state, unit.number, hexes).losses
    cells: list[list[int]] = []
    kept = 0
    for depth in range(hexes - hits, 0, -1):
        ends = list(indexes(forced_ways(state, unit.number, depth).ends & rings[depth]))
        if kept:
            ends = [end for end in ends if _onward(state, unit, end) & kept]
        kept = sum(1 << end for end in ends)
        cells = [[end, depth] for end in ends] + cells
    return {"hits": hits, "cells": cells}


def _onward(state: GameState, unit: Combatant, cell: HexNo) -> int:
    """Return where a unit that has come as far as *cell* can retreat to next."""
    there = state.clone()
    relocate(there, unit.number, cell, [])
    return forced_ways(there, unit.number, 1).ends & state.field.grid.near[cell]
