"""Hobart's Funnies: Churchills with equipment against obstacles and bunkers (E-HOB-01..08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from m44core.catalogue.unit_traits import UnitRules
from m44core.rules.board.ground import Ground
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.actions import DieFace
from m44core.rules.game.events import BunkerBreached, Event
from m44core.rules.game.state import NOBODY, Fight, GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.victory.objective_control import PassingGain


def ground_for_unit(state: GameState, unit: UnitNo) -> Ground:
    """Return the ground as it applies to the moves and battles of a unit (E-HOB-03, E-HOB-04)."""
    if not state.field.units_ignoring_terrain:
        return state.ground
    return ground_for_rules(state, state.field.units[unit].rules)


def ground_for_rules(state: GameState, rules: UnitRules) -> Ground:
    """Return the ground as it applies to the moves and battles of units with *rules*."""
    if not rules.overcomes:
        return state.ground
    return state.field.ground_ignoring(state.ground, rules.overcomes)


def wire_gains(state: GameState, unit: UnitNo, hexes: HexSet) -> Iterator[PassingGain]:
    """Yield a gain for each of *hexes* where a unit removes wire in passing (E-HOB-03)."""
    if state.field.units_removing_wire >> unit & 1:
        for index in bit_indexes(hexes & state.ground.obstructed_hexes):
            yield PassingGain(1 << index)


def breach_dice(state: GameState, unit: UnitNo, target: HexNo) -> int:
    """Return the extra dice of a unit in close assault against a bunker on a hex (E-HOB-06)."""
    extra_dice = state.field.units[unit].rules.breaches
    return extra_dice if extra_dice and has_breachable_bunker(state, target) else 0


def has_breachable_bunker(state: GameState, index: HexNo) -> bool:
    """Return whether a hex has a bunker that stars can destroy."""
    structure = state.ground.hexes[index].structure
    return structure is not None and structure.rules.breachable


def is_breaching(state: GameState, fight: Fight, faces: Iterable[DieFace]) -> bool:
    """Return whether the dice of a close assault destroy the target's bunker (E-HOB-06)."""
    if fight.attacker == NOBODY or not fight.close or DieFace.STAR not in faces:
        return False
    breaches = state.field.units[fight.attacker].rules.breaches
    return bool(breaches) and has_breachable_bunker(state, fight.hex)


def remove_bunker(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Remove the bunker on a hex for the rest of the game (E-HOB-06)."""
    state.ground = state.field.ground_without_structure(state.ground, index)
    log.append(BunkerBreached(state.field.grid.names[index]))
