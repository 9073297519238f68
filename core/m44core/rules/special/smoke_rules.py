"""Laying smoke: a screen before the battle, or Nebelwerfer shells (O-SMOKE, E-NEBEL-05)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from m44core.model.game_position import GamePosition
from m44core.model.special_rules import SmokeScreen
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.events import Event, SmokeDispersed, SmokeLaid
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NO_SMOKE, NOBODY, GameState, Smoke, SmokeOnHex
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.units.battle import may_battle

_SCREEN_HEXES = 3
_SHELL_TURNS = 3  # after the turn of the shells: the enemy's, the firer's, the enemy's again
_THIN_TURNS = 1  # turns left when the token shows its thin side


def begin_smoke_screen(state: GameState) -> bool:
    """Begin a smoke screen before the first turn; return whether there is one (TH-SMK-01)."""
    rule = state.field.options.further_rule(SmokeScreen)
    if rule is None or state.turn or state.smoke is not NO_SMOKE:
        return False
    state.smoke = Smoke(hexes_left=_SCREEN_HEXES)
    state.active, state.phase = state.field.player(rule.side), Phase.SMOKE
    return True


def units_to_lay_smoke(state: GameState) -> Iterator[UnitNo]:
    """Yield the units that can fire smoke instead of battling (E-NEBEL-03, E-NEBEL-05)."""
    for unit in bit_indexes(
        state.ordered & ~state.battled & ~state.barred & state.field.units_firing_smoke
    ):
        must_battle_again = state.battled_once >> unit & 1 and not state.smoke.fired_by >> unit & 1
        if not must_battle_again and may_battle(state, unit):
            yield unit


def has_not_laid_smoke(state: GameState, unit: UnitNo) -> bool:
    """Return whether a unit has not fired smoke this turn; if it has, it cannot battle.

    Both its battles must be of the same kind (E-NEBEL-03).
    """
    return not state.smoke.fired_by >> unit & 1


def smoke_range(state: GameState, unit: UnitNo) -> HexSet:
    """Return the hexes a unit can fire smoke at: all in range without smoke, even occupied."""
    place, max_range = state.place[unit], len(state.field.units[unit].rules.dice)
    return state.field.grid.within(place, max_range) & ~(1 << place) & ~state.smoke.hexes


def next_smoke_hexes(state: GameState) -> HexSet:
    """Return the hexes to which the smoke being laid can extend; it must stay connected."""
    smoke, grid = state.smoke, state.field.grid
    if not smoke.hexes_left:
        return 0
    free_hexes = (
        (1 << len(grid.names)) - 1 if smoke.source == NOBODY else smoke_range(state, smoke.source)
    )
    adjacent_hexes = grid.spread(smoke.joined_to) if smoke.joined_to else -1
    return free_hexes & adjacent_hexes & ~smoke.hexes


def begin_smoke(state: GameState, unit: UnitNo, index: HexNo, log: list[Event]) -> None:
    """Begin firing smoke with a unit, and lay the first cloud on a hex."""
    max_hexes = state.field.units[unit].rules.lays_smoke
    firing_units = state.smoke.fired_by | 1 << unit
    state.smoke = replace(
        state.smoke, hexes_left=max_hexes, source=unit, joined_to=0, fired_by=firing_units
    )
    state.phase = Phase.SMOKE
    lay_smoke(state, index, log)


def lay_smoke(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Lay smoke on a hex, for a fixed number of turns (E-SMOKE-01, TH-SMK-02)."""
    is_screen = state.smoke.source == NOBODY
    until = _last_screen_turn(state) if is_screen else state.turn + _SHELL_TURNS
    state.smoke = state.smoke.with_cloud(SmokeOnHex(index, until, is_screen))
    log.append(SmokeLaid(state.field.grid.names[index]))


def end_smoke(state: GameState) -> UnitNo:
    """End laying smoke; return the unit that laid it, ``NOBODY`` for a screen."""
    source_unit = state.smoke.source
    state.smoke = replace(state.smoke, hexes_left=0, source=NOBODY, joined_to=0)
    return source_unit


def disperse_smoke(state: GameState, log: list[Event]) -> None:
    """Remove the smoke that has expired (E-SMOKE-01, TH-SMK-02)."""
    expired_hexes = [cloud.hex for cloud in state.smoke.clouds if cloud.until < state.turn]
    log += [SmokeDispersed(state.field.grid.names[index]) for index in expired_hexes]
    state.smoke = state.smoke.remaining(state.turn)


def is_thin(state: GameState, cloud: SmokeOnHex) -> bool:
    """Return whether a smoke token shows its thin side, as it does after one enemy turn."""
    return cloud.until - state.turn <= _THIN_TURNS


def _last_screen_turn(state: GameState) -> int:
    """Return the turn in which a screen expires: its side's second, counting both sides' turns."""
    return 3 if state.active == state.field.starting_player else 4


def restore_smoke(state: GameState, position: GamePosition) -> None:
    """Restore the smoke of a position."""
    index = state.field.grid.board.index
    kinds = ((position.smoke, False), (position.screens, True))
    clouds = [
        SmokeOnHex(index[hex_], until, is_screen)
        for hexes, is_screen in kinds
        for hex_, until in hexes.items()
        if hex_ in index
    ]
    state.smoke = Smoke(tuple(clouds))
