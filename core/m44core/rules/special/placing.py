"""Units that come to the board in the step of the orders, each for an order of the card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from m44core.rules.board.grid import indexes
from m44core.rules.game.arrivals import Blow, Place
from m44core.rules.game.events import Event
from m44core.rules.game.state import GameState
from m44core.rules.numbers import UnitNo
from m44core.rules.special.airdrop import drop_for_order, ordered_aims, waiting
from m44core.rules.special.bridges import mine
from m44core.rules.units.orders import room_to_place

_place = cache(Place)


def placings(state: GameState) -> Iterator[Place]:
    """Yield where units may come to the board for an order of the card in play."""
    if not (aims := ordered_aims(state)):
        return
    names = state.field.grid.names
    yield from (_place(names[index]) for index in indexes(aims & room_to_place(state)))


def who_comes(state: GameState, _action: Place) -> UnitNo:
    """Return the unit that would come."""
    return waiting(state)[0]


def bring_about(state: GameState, action: Place | Blow, log: list[Event]) -> None:
    """Carry out what only special rules of the scenario allow."""
    match action:
        case Place():
            _come(state, action, log)
        case Blow():
            mine(state, action, log)


def _come(state: GameState, action: Place, log: list[Event]) -> None:
    """Let a unit come to the board."""
    drop_for_order(state, state.field.grid.index[action.hex], log)
