"""Units that come to the board: for an order of the card each, off a train, or called."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from m44core.rules.board.grid import indexes
from m44core.rules.game.actions import Blow, Place
from m44core.rules.game.actions.action import MOST_SHARED
from m44core.rules.game.arrivals import Arrival, ArrivalKind
from m44core.rules.game.events import Event
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.numbers import HexSet, UnitNo
from m44core.rules.special.airdrop import drop_for_order, ordered_aims, waiting
from m44core.rules.special.breakthrough import break_through, breaking_through, gaps_in_the_line
from m44core.rules.special.bridges import mine
from m44core.rules.special.reinforcements import reinforce, reinforcements
from m44core.rules.special.trains import places_to_unload, unload, unloading
from m44core.rules.units.orders import room_to_place

_place = lru_cache(MOST_SHARED)(Place)


class _Comer(NamedTuple):
    """A unit that may come now, and where."""

    unit: UnitNo
    hexes: HexSet


def placings(state: GameState) -> Iterator[Place]:
    """Yield where units may come to the board for an order of the card in play."""
    names = state.field.grid.names
    for word, comer in _comers(state).items():
        yield from (_place(names[index], word) for index in indexes(comer.hexes))


def who_comes(state: GameState, action: Place) -> UnitNo:
    """Return the unit that would come."""
    return _comers(state)[action.unit].unit


def _comers(state: GameState) -> dict[str, _Comer]:
    """Return who may come, by the words actions have for them: none where there is one alone."""
    found = list(_who_may_come(state))
    if len(found) == 1:
        return {"": found[0]}
    return {_word(state, comer.unit): comer for comer in found}


def _who_may_come(state: GameState) -> Iterator[_Comer]:
    if state.phase is Phase.UNLOAD:
        if hexes := places_to_unload(state):
            yield _Comer(unloading(state)[0], hexes)
        return
    if state.phase is Phase.REINFORCE:
        yield from (_Comer(unit, hexes) for unit, hexes in reinforcements(state) if hexes)
        return
    if aims := ordered_aims(state):
        yield _Comer(waiting(state)[0], aims & room_to_place(state))
    if hexes := gaps_in_the_line(state):
        yield _Comer(breaking_through(state)[0], hexes)


def _word(state: GameState, unit: UnitNo) -> str:
    """Return the word for a unit that may come beside others: what it is, and how it comes."""
    combatant = state.field.units[unit]
    key = state.field.scenario.catalogue.elements[combatant.placed.name].key
    return f"{key}-{_arrival_of(state, unit).kind.replace(' ', '-')}"


def _arrival_of(state: GameState, unit: UnitNo) -> Arrival:
    arrival = state.field.units[unit].arrival
    assert arrival is not None, "it comes to the board"
    return arrival


def bring_about(state: GameState, action: Place | Blow, log: list[Event]) -> None:
    """Carry out what only special rules of the scenario allow."""
    match action:
        case Place():
            _come(state, action, log)
        case Blow():
            mine(state, action, log)


def _come(state: GameState, action: Place, log: list[Event]) -> None:
    """Let a unit come to the board."""
    unit, index = who_comes(state, action), state.field.grid.index[action.hex]
    match _arrival_of(state, unit).kind:
        case ArrivalKind.BREAKTHROUGH:
            break_through(state, unit, index, log)
        case ArrivalKind.UNLOADED:
            unload(state, index, log)
        case ArrivalKind.REINFORCEMENT:
            reinforce(state, unit, index, log)
        case _:
            drop_for_order(state, index, log)
