"""Retreats: the hexes to which flags can or must drive a unit (rules 4.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.board.step_tables import hexes_one_step_from
from m44core.rules.game.state import NOBODY, Fight, GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.units.boats import craft_retreat_hexes, is_aboard, is_on_river
from m44core.rules.units.rails import is_train, retreat_positions


class RetreatOptions(NamedTuple):
    """The ends of a retreat that the owner of a unit can choose from.

    Attributes:
        ends: The hexes where the retreat can end, including the unit's own for staying.
        losses: The number of figures the unit loses in any case.
    """

    ends: HexSet
    losses: int


def retreat_options(state: GameState, unit: UnitNo, flags: int) -> RetreatOptions:
    """Return how a unit can resolve *flags* (B-RET-07, B-RET-10, B-RET-11).

    Options that do not ignore a flag are left out if they would only cost a figure. Flags that the
    unit must ignore give it no choice (TH-JAP-01).
    """
    flags -= mandatory_ignored_flags(state, unit, flags)
    options = forced_retreats(state, unit, flags)
    for flags_left in range(flags - 1, flags - 1 - min(flags, max_ignored_flags(state, unit)), -1):
        options_if_ignored = forced_retreats(state, unit, flags_left)
        options = (
            options_if_ignored
            if options.losses
            else RetreatOptions(options.ends | options_if_ignored.ends, options_if_ignored.losses)
        )
    return options


def forced_retreats(state: GameState, unit: UnitNo, flags: int) -> RetreatOptions:
    """Return how a unit retreats if it ignores no flag.

    It retreats as far as possible; every missing step costs a figure (B-RET-06, B-RET-08).
    """
    if state.field.carried_units and is_on_river(state, unit):
        return RetreatOptions(1 << state.place[unit], flags)
    if state.trains and is_train(state, unit):
        train_positions = retreat_positions(state, unit, flags)
        return RetreatOptions(
            sum(1 << end for end in train_positions[-1]), flags + 1 - len(train_positions)
        )
    per_flag = state.field.units[unit].rules.retreat_per_flag
    depths = _retreat_hexes_by_steps(state, unit, flags * per_flag)
    max_depth = len(depths) - 1
    if max_depth < flags:
        return RetreatOptions(depths[max_depth], flags - max_depth)
    ends = 0
    for mask in depths[flags:]:
        ends |= mask
    return RetreatOptions(ends, 0)


def retreat_paths(state: GameState, unit: UnitNo, end: HexNo) -> Iterator[tuple[HexNo, ...]]:
    """Yield the hexes of every path by which a unit can retreat to *end*, including *end*."""
    combatant, start = state.field.units[unit], state.place[unit]
    retreat_steps = state.ground.retreat_steps[combatant.player]
    free_hexes = retreat_hexes(state, unit)
    paths: list[tuple[HexNo, ...]] = [()]
    for _ in range(state.field.grid.distance(start, end)):
        paths = [
            (*path, hex_)
            for path in paths
            for hex_ in bit_indexes(retreat_steps[(start, *path)[-1]] & free_hexes)
        ]
    return (path for path in paths if path[-1] == end)


def retreat_hexes(state: GameState, unit: UnitNo) -> HexSet:
    """Return the free hexes of the board that a unit can retreat into (B-RET-04, E-LCT-03)."""
    if state.field.carried_units and is_aboard(state, unit):
        return craft_retreat_hexes(state) & ~state.all_occupied
    combatant = state.field.units[unit]
    allowed_hexes = state.ground.retreat[combatant.class_number]
    if state.field.passability_overrides is not None:
        overrides = state.field.passability_overrides[combatant.player]
        allowed_hexes = overrides.adjusted_passable_hexes(allowed_hexes, combatant.class_number)
    return allowed_hexes & ~state.all_occupied


def max_ignored_flags(state: GameState, unit: UnitNo) -> int:
    """Return how many flags in a roll a unit can ignore (B-RET-09, R-11, TH-UNIT-02)."""
    if state.fight is not None and not _are_flags_ignorable(state, state.fight):
        return 0
    if state.field.carried_units and is_on_river(state, unit):
        return 0
    ground, combatant = state.ground.hexes[state.place[unit]], state.field.units[unit]
    ignored_by_ground = ground.flags[combatant.player][combatant.class_number]
    return max(ignored_by_ground, combatant.rules.flags_ignored)


def ignores_flags(state: GameState, unit: UnitNo) -> bool:
    """Return whether a unit can or must ignore at least one flag."""
    return bool(max_ignored_flags(state, unit) or mandatory_ignored_flags(state, unit, 1))


def mandatory_ignored_flags(state: GameState, unit: UnitNo, flags: int) -> int:
    """Return how many flags in a roll a unit must ignore (TH-JAP-01, TH-CAVE-03)."""
    if state.field.carried_units and is_on_river(state, unit):
        return 0
    rules = state.field.units[unit].rules
    in_cave = rules.dwells_in_caves and state.ground.caves >> state.place[unit] & 1
    ignored_flags = flags if in_cave else rules.flags_withstood
    if not ignored_flags or (
        state.fight is not None and not _are_flags_ignorable(state, state.fight)
    ):
        return 0
    return min(flags, ignored_flags)


def _are_flags_ignorable(state: GameState, fight: Fight) -> bool:
    """Return whether flags of a fight can be ignored at all (B-CARD-AIR, E-NEBEL-04)."""
    if not fight.can_ignore_flags:
        return False
    return fight.attacker == NOBODY or not state.field.units[fight.attacker].rules.flags_stand


def _retreat_hexes_by_steps(state: GameState, unit: UnitNo, steps: int) -> list[HexSet]:
    """Return the hexes a unit can retreat to in 0, 1, 2 ... steps, until it is blocked."""
    combatant = state.field.units[unit]
    number = combatant.class_number
    start_hex = 1 << state.place[unit]
    depths = [start_hex]
    if state.ground.immobilizing_hexes[number] & start_hex or combatant.rules.rooted:
        return depths
    retreat_steps = state.ground.retreat_steps[combatant.player]
    free_hexes = retreat_hexes(state, unit)
    for _ in range(steps):
        next_hexes = hexes_one_step_from(retreat_steps, depths[-1]) & free_hexes
        if not next_hexes:
            break
        depths.append(next_hexes)
    return depths
