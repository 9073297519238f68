"""Minefields: what is found out about them when a unit enters (TH-MINE-02, TH-MINE-03)."""

from __future__ import annotations

from dataclasses import replace

from m44core.rules.game.events import Event, MedalGained, MineUncovered
from m44core.rules.game.march import Peril
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.numbers import HexNo, PlayerNo
from m44core.rules.units.changes import remove_mine


def strengths_left(state: GameState) -> tuple[int, ...]:
    """Return the strengths the minefield may have on which a unit has come."""
    assert state.march is not None, "a unit is on its way"
    return state.mine_pools[state.march.perils[0].pool]


def uncover(state: GameState, strength: int, log: list[Event]) -> None:
    """Find out how strong a minefield is: it has to be come through, or is gone."""
    march = state.march
    assert march is not None, "a unit is on its way"
    first, *rest = march.perils
    index = state.place[march.unit]
    log.append(MineUncovered(state.field.grid.names[index], strength))
    pools = list(state.mine_pools)
    left = list(pools[first.pool])
    left.remove(strength)
    pools[first.pool] = tuple(left)
    state.mine_pools = tuple(pools)
    if strength:
        state.uncovered = (*state.uncovered, (index, strength))
        rest = [Peril(strength, first.costs), *rest]
    else:
        remove_mine(state, index)
        _find_decoy(state, state.field.units[march.unit].player, index, log)
    state.march = replace(march, perils=tuple(rest))


def _find_decoy(state: GameState, player: PlayerNo, index: HexNo, log: list[Event]) -> None:
    """Give whoever comes upon the first decoy a medal for good (TH-MINE-07)."""
    if state.decoyed != NOBODY or not state.field.decoys >> index & 1:
        return
    state.decoyed = player
    state.eliminated[player] += 1
    log.append(MedalGained(state.field.sides[player], 1, "", state.medals(player)))
