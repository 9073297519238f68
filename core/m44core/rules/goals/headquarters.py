"""Headquarters: who takes one costs its side a card, which comes back with it (TH-HQ-02)."""

from __future__ import annotations

from collections.abc import Iterable

from m44core.rules.board.grid import BOTTOM, TOP, indexes
from m44core.rules.game.events import Event, HeadquartersEntered
from m44core.rules.game.state import GameState
from m44core.rules.goals.objectives import Stake
from m44core.rules.numbers import HexNo, HexSet, PlayerNo, UnitNo


def owner_of(state: GameState, index: HexNo) -> PlayerNo | None:
    """Return whose headquarters a hex is; None where there is none."""
    quarters = state.ground.headquarters
    return next((player for player in (TOP, BOTTOM) if quarters[player] >> index & 1), None)


def visit(state: GameState, unit: UnitNo, hexes: Iterable[HexNo], log: list[Event]) -> None:
    """Let a unit take the headquarters it enters, or free them (TH-HQ-02, TH-HQ-04)."""
    player = state.field.units[unit].player
    for index in hexes:
        owner, taken = owner_of(state, index), bool(state.captured >> index & 1)
        if owner is not None and taken == (owner == player):
            state.captured ^= 1 << index
            state.raids = (*state.raids, (index, owner))
            log.append(HeadquartersEntered(state.field.grid.names[index], captured=not taken))


def worth_entering(state: GameState, player: PlayerNo) -> HexSet:
    """Return the headquarters that a player may still take or free."""
    own, his = state.ground.headquarters[player], state.ground.headquarters[1 - player]
    return his & ~state.captured | own & state.captured


def quarters_at_stake(state: GameState, unit: UnitNo) -> list[Stake]:
    """Return the headquarters a unit may take or free by going the right way."""
    hexes = worth_entering(state, state.field.units[unit].player)
    return [Stake(1 << index) for index in indexes(hexes)]
