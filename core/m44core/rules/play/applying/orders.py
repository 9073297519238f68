"""What it means to order a unit."""

from __future__ import annotations

from m44core.catalogue.cards import Effect
from m44core.rules.game.events import Event, Ordered, OrderedOnTheMove, SandbagsPlaced
from m44core.rules.game.state import GameState
from m44core.rules.numbers import HexNo
from m44core.rules.units.sandbags import lay_sandbags, may_dig_in, sandbags_left


def order_unit(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Order a unit, which may dig in at once (B-ORD-03, B-CARD-DIG)."""
    unit = state.unit_at[index]
    name, hex_ = state.field.units[unit].name, state.field.grid.names[index]
    state.ordered |= 1 << unit
    log.append(Ordered(name, hex_))
    assert state.command is not None, "a card is in play"
    digs_in = state.command.effect is Effect.DIG_IN and may_dig_in(state, index)
    if digs_in and sandbags_left(state):
        lay_sandbags(state, index)
        log.append(SandbagsPlaced(name, hex_))


def order_on_the_move(state: GameState, index: int, log: list[Event]) -> None:
    """Order a unit that moves and does not battle (BT-OTM-01, BT-OTM-06)."""
    bit = 1 << state.unit_at[index]
    state.ordered |= bit
    state.on_the_move |= bit
    state.barred |= bit
    name = state.field.units[state.unit_at[index]].name
    log.append(OrderedOnTheMove(name, state.field.grid.names[index]))
