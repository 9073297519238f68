"""Units that lay a bridge (E-HOB-02)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.rules.board.grid import indexes
from m44core.rules.game.events import BridgeLaid, Event
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.numbers import HexNo, HexSet, UnitNo
from m44core.rules.units.battle import may_battle
from m44core.rules.units.movement import every_way


def spans(state: GameState) -> Iterator[tuple[HexNo, HexNo]]:
    """Yield who may lay a bridge on which river hex: before it moves, or on its way."""
    able = state.ordered & state.field.bridging & ~state.bridged & ~state.barred
    going_on = dict(state.strides)
    for unit in indexes(able):
        start = state.place[unit]
        underway = not state.moved >> unit & 1 or going_on.get(unit, 0)
        if start != NOWHERE and underway and may_battle(state, unit):
            yield from ((start, end) for end in indexes(rivers_beside(state, start)))


def rivers_beside(state: GameState, start: HexNo) -> HexSet:
    """Return the rivers beside a hex over which a bridge may be laid from there."""
    return state.field.grid.near[start] & state.ground.boating & ~state.everyone


def lay_bridge(state: GameState, unit: UnitNo, index: HexNo, log: list[Event]) -> None:
    """Let a unit lay its bridge, for good; it may move on, and does not battle this turn."""
    name, bit = state.field.units[unit].rules.lays_bridge, 1 << unit
    state.ground = state.field.ground_with_bridge(state.ground, index, name)
    state.bridged |= bit
    state.barred |= bit
    if dict(state.strides).get(unit, 0):
        state.moved &= ~bit
    log.append(BridgeLaid(state.field.units[unit].name, state.field.grid.names[index]))


def note_stride(state: GameState, unit: UnitNo, end: HexNo, steps: int) -> None:
    """Note the movement a unit will have left at the end of a move: it may lay its bridge there."""
    ways = (way for way in every_way(state, unit) if way.hexes and way.hexes[-1] == end)
    left = max((way.left for way in ways if way.steps == steps), default=0)
    state.strides = (*state.strides, (unit, left))
