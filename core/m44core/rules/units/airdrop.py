"""Units that come down by parachute before their side's first turn (O-DROP, B-SETUP-10)."""

from __future__ import annotations

import random
from functools import cache

from m44core.model.special_rules import AirDrop
from m44core.rules.board.grid import Grid
from m44core.rules.game.events import DropAimed, Event
from m44core.rules.game.state import NOWHERE, GameState, Phase
from m44core.rules.game.unit_events import Landed
from m44core.rules.goals.objectives import occupy
from m44core.rules.numbers import HexNo, HexSet, UnitNo


def begin_drop(state: GameState) -> None:
    """Let the active player aim his drop if he has one and his first turn begins."""
    if state.own_turns[state.active] != 1:
        return
    state.falling = tuple(
        unit.number
        for unit in state.field.units
        if unit.start == NOWHERE and unit.player == state.active
    )
    if state.falling:
        state.phase = Phase.AIM


def aims(state: GameState) -> HexSet:
    """Return the hexes the active player may aim at: the scenario's own, or any."""
    drop, grid = _drop(state), state.field.grid
    if drop.center is not None and drop.center in grid.board.index:
        return 1 << grid.board.index[drop.center]
    return (1 << len(grid.names)) - 1


def aim(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Let the figures fall towards a hex."""
    state.aim, state.phase = index, Phase.LAND
    log.append(DropAimed(state.field.sides[state.active], state.field.grid.names[index]))


def landings(state: GameState) -> HexSet:
    """Return the hexes on which the next figure may come down, occupied ones included."""
    return _within(state.field.grid, state.aim, _drop(state).range)


def land(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Put the next unit on a hex; off the board, on a unit or on closed ground it is lost.

    Nobody gets a medal for it. With the last unit the turn goes on.
    """
    number, *rest = state.falling
    state.falling = tuple(rest)
    combatant = state.field.units[number]
    passable = state.ground.passable[combatant.number_of_class] & ~state.everyone
    if index != NOWHERE and passable >> index & 1:
        _place(state, number, index)
        log.append(Landed(combatant.name, state.field.grid.names[index]))
        occupy(state, 1 << index, log)
    else:
        log.append(Landed(combatant.name, ""))
    if not rest:
        state.aim, state.phase = NOWHERE, Phase.PLAY


def scatter(state: GameState, chance: random.Random) -> HexNo:
    """Return a hex a figure drifts to, ``NOWHERE`` for off the board.

    It drifts as many steps as the drop is wide, each to one of the six hexes
    around or to none; once over the edge it does not come back.
    """
    grid = state.field.grid
    hex_ = grid.board.hexes[state.aim]
    for _ in range(_drop(state).range):
        hex_ = chance.choice((hex_, *hex_.neighbours()))
        if hex_ not in grid.board.index:
            return NOWHERE
    return grid.board.index[hex_]


def _drop(state: GameState) -> AirDrop:
    """Return the air drop of the active player, the first one where he has several."""
    side = state.field.sides[state.active]
    return next(drop for drop in state.field.options.airdrops if drop.side is side)


def _place(state: GameState, number: UnitNo, index: HexNo) -> None:
    combatant = state.field.units[number]
    state.place[number] = index
    state.figures[number] = combatant.figures
    state.unit_at[index] = number
    state.occupied[combatant.player] |= 1 << index
    state.landed |= 1 << number


@cache
def _within(grid: Grid, start: HexNo, steps: int) -> HexSet:
    hexes = 1 << start
    for _ in range(steps):
        hexes |= grid.spread(hexes)
    return hexes
