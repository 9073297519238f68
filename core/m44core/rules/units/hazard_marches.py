"""Marches of units over hazards such as ice and minefields, hex by hex (TH-HOOK-01..03).

Without hazards a unit moves directly. Otherwise its route is cut into legs; after each leg,
chance acts, then objectives and victory are checked, and the unit moves on if it still can.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.events import (
    Event,
    GroundTaken,
    MedalGained,
    MineCleared,
    MineUncovered,
    UnitMoved,
    UnitRetreated,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, NOWHERE, GameState, March, MarchKind, PendingHazard
from m44core.rules.index_types import HexNo, PlayerNo, UnitNo
from m44core.rules.units.movement import movement_allowance_of
from m44core.rules.units.orders import max_move_to_battle
from m44core.rules.units.routes import pass_through, update_passed_objectives
from m44core.rules.units.unit_changes import advance_to, flatten_obstacle, relocate, remove_mine
from m44core.rules.victory.game_end import end_if_won
from m44core.rules.victory.objective_control import enter_headquarters, update_objectives

_BY_CHOICE = (MarchKind.MOVE, MarchKind.EXIT)
_ADVANCES = (MarchKind.MOVE, MarchKind.GROUND, MarchKind.DESERT)
_FORWARD = (*_BY_CHOICE, *_ADVANCES)
_MOVE_EVENTS: dict[MarchKind, type[UnitMoved | UnitRetreated | GroundTaken]] = {
    MarchKind.MOVE: UnitMoved,
    MarchKind.EXIT: UnitMoved,
    MarchKind.RETREAT: UnitRetreated,
    MarchKind.GROUND: GroundTaken,
    MarchKind.DESERT: UnitMoved,
}


def hazards_of_move(
    state: GameState, unit: UnitNo, kind: MarchKind, index: HexNo
) -> tuple[PendingHazard, ...]:
    """Return the hazards for a unit that enters a hex (TH-ICE-01, TH-ICE-02, TH-MINE-01..05).

    The result is empty for the move or exit of a unit that moves freely.
    """
    if not state.ground.hazards >> index & 1:
        return ()
    if kind in _BY_CHOICE and movement_allowance_of(state, unit).free:
        return ()
    return tuple(hazards_of_hex(state, unit, kind, index))


def hazards_of_hex(
    state: GameState, unit: UnitNo, kind: MarchKind, index: HexNo
) -> Iterator[PendingHazard]:
    """Yield the hazards of a hex for a unit, even if the unit moves freely."""
    for piece in state.ground.hexes[index].hazards:
        hazard = piece.rules.on_enter
        assert hazard is not None, "it is a hazard"
        is_spared = hazard.enemies_only and piece.owner == state.field.units[unit].player
        if is_spared or (kind is MarchKind.RETREAT and not hazard.retreats):
            continue
        if hazard.strengths:
            strength = dict(state.uncovered).get(index, 0)
            yield PendingHazard(
                strength, hazard.costs, -1 if strength else state.field.mine_set_numbers[index]
            )
        else:
            yield PendingHazard(hazard.dice, hazard.costs)


def move_directly(state: GameState, unit: UnitNo, end: HexNo, steps: int, log: list[Event]) -> None:
    """Move a unit directly to *end*, without hazards or gains on the way."""
    names = state.field.grid.names
    log.append(UnitMoved(state.field.units[unit].name, names[state.place[unit]], names[end]))
    advance_to(state, unit, end, log, steps=steps)


def begin_march(state: GameState, march: March, hexes: tuple[HexNo, ...], log: list[Event]) -> bool:
    """Begin a march; return False if a roll is due or the game is over, True on arrival."""
    hazards = state.ground.hazards
    if not hazards or not any(hazards >> hex_ & 1 for hex_ in hexes):
        return _march_leg(state, march, hexes, log, has_hazards=False)
    legs: list[tuple[HexNo, ...]] = []
    leg: list[HexNo] = []
    for hex_ in hexes:
        leg.append(hex_)
        if hazards_of_move(state, march.unit, march.kind, hex_):
            legs.append(tuple(leg))
            leg = []
    state.march = replace(march, legs=(*legs, tuple(leg)) if leg else tuple(legs))
    return _march_legs(state, log)


def continue_march(state: GameState, log: list[Event]) -> bool:
    """Continue a march after a hazard is resolved; return whether it has ended.

    It ends when the unit arrives or is eliminated. Return False if a roll is due or the game is
    over.
    """
    march = state.march
    assert march is not None, "a unit is on its way"
    if not state.figures[march.unit]:
        state.march = None
        return True
    if march.hazards:
        _wait_for_hazard_roll(state, march)
        return False
    update_objectives(state, 1 << state.place[march.unit], log)
    return not end_if_won(state, log) and _march_legs(state, log)


def _march_legs(state: GameState, log: list[Event]) -> bool:
    """March leg by leg until a hazard is met or the unit has arrived; return whether it arrived."""
    while state.march is not None and state.march.legs:
        march = state.march
        leg = march.legs[0]
        march = state.march = replace(march, legs=march.legs[1:])
        hazards = hazards_of_move(state, march.unit, march.kind, leg[-1])
        digs = bool(hazards) and digs_mine(state, march, leg[-1])
        if hazards and (digs or clears_mine(state, march, leg[-1])):
            hazards = ()
        if not _march_leg(state, march, leg, log, has_hazards=bool(hazards)):
            return False
        if digs:
            _remove_mine_underfoot(state, march.unit, log)
        elif not hazards and clears_mine(state, march, leg[-1]):
            _clear_mine(state, march.unit, log)
        if hazards:
            _wait_for_hazard_roll(state, replace(march, hazards=hazards))
            return False
    state.march = None
    return True


def clears_mine(state: GameState, march: March, index: HexNo) -> bool:
    """Return whether engineers on a march clear the enemy mine they enter (TH-ENG-04)."""
    is_first_move = march.kind is MarchKind.MOVE and march.resumed_phase == Phase.MOVE
    if not is_first_move or not may_clear_mines(state, march.unit):
        return False
    return march.steps <= max_move_to_battle(state, march.unit) and has_enemy_mine(
        state, march.unit, index
    )


def digs_mine(state: GameState, march: March, index: HexNo) -> bool:
    """Return whether a mine digger enters an enemy mine, except in retreat (E-HOB-05)."""
    digs = state.field.units[march.unit].rules.digs_mines
    return digs and march.kind is not MarchKind.RETREAT and has_enemy_mine(state, march.unit, index)


def may_clear_mines(state: GameState, unit: UnitNo) -> bool:
    """Return whether a unit can clear mines this turn; not if ordered on the move (TH-ENG-05)."""
    clears = state.field.units[unit].rules.clears_mines
    return clears and not state.on_the_move >> unit & 1


def has_enemy_mine(state: GameState, unit: UnitNo, index: HexNo) -> bool:
    """Return whether a hex has a minefield of the unit's enemy."""
    player = state.field.units[unit].player
    hazards = ((piece, piece.rules.on_enter) for piece in state.ground.hexes[index].hazards)
    return any(h is not None and h.strengths and piece.owner != player for piece, h in hazards)


def _clear_mine(state: GameState, unit: UnitNo, log: list[Event]) -> None:
    """Remove the mine under a unit without uncovering it; the unit cannot battle (TH-ENG-04)."""
    _remove_mine_underfoot(state, unit, log)
    state.battled |= 1 << unit


def _remove_mine_underfoot(state: GameState, unit: UnitNo, log: list[Event]) -> None:
    index = state.place[unit]
    remove_mine(state, index)
    log.append(MineCleared(state.field.grid.names[index]))


def clear_mines(state: GameState, log: list[Event]) -> None:
    """Clear the enemy mines under ordered engineers that did not move (TH-ENG-05)."""
    for unit in bit_indexes(state.ordered & ~state.moved & ~state.battled):
        place = state.place[unit]
        clears = place != NOWHERE and may_clear_mines(state, unit)
        if clears and has_enemy_mine(state, unit, place):
            _clear_mine(state, unit, log)


def _march_leg(
    state: GameState, march: March, leg: tuple[HexNo, ...], log: list[Event], *, has_hazards: bool
) -> bool:
    """Move a unit to the end of a leg; return whether the game continues."""
    unit, names, start = march.unit, state.field.grid.names, state.place[march.unit]
    passing_events: list[Event] = []
    is_game_over = len(leg) > 1 and pass_through(state, unit, leg[:-1], passing_events)
    end = state.place[unit] if is_game_over else leg[-1]
    log += [
        _MOVE_EVENTS[march.kind](state.field.units[unit].name, names[start], names[end]),
        *passing_events,
    ]
    if is_game_over:
        state.march = None
        return False
    if march.kind in _ADVANCES and not march.legs:
        advance_to(state, unit, end, log, steps=march.steps, has_hazards=has_hazards)
    else:
        relocate(state, unit, end, log, has_hazards=has_hazards)
    if state.field.units_removing_wire >> unit & 1 and march.kind in _FORWARD:
        for hex_ in leg[:-1]:
            flatten_obstacle(state, unit, hex_, log)
    if state.field.has_headquarters:
        enter_headquarters(state, unit, leg, log)
    if len(leg) > 1:
        update_passed_objectives(state, leg[:-1] if has_hazards else leg, log)
    return True


def _wait_for_hazard_roll(state: GameState, march: March) -> None:
    """Wait for the roll of the first hazard, or for its strength."""
    state.march = march
    state.phase = Phase.HAZARD if march.hazards[0].dice else Phase.UNCOVER


def mine_strengths_left(state: GameState) -> tuple[int, ...]:
    """Return the possible strengths of the minefield a unit has entered."""
    assert state.march is not None, "a unit is on its way"
    return state.mine_pools[state.march.hazards[0].pool]


def uncover_strength(state: GameState, strength: int, log: list[Event]) -> None:
    """Uncover the strength of a minefield: it becomes a hazard, or is removed as a decoy."""
    march = state.march
    assert march is not None, "a unit is on its way"
    hazard, *later_hazards = march.hazards
    index = state.place[march.unit]
    log.append(MineUncovered(state.field.grid.names[index], strength))
    pools = list(state.mine_pools)
    remaining_strengths = list(pools[hazard.pool])
    remaining_strengths.remove(strength)
    pools[hazard.pool] = tuple(remaining_strengths)
    state.mine_pools = tuple(pools)
    if strength:
        state.uncovered = (*state.uncovered, (index, strength))
        later_hazards = [PendingHazard(strength, hazard.costs), *later_hazards]
    else:
        remove_mine(state, index)
        _award_first_decoy_medal(state, state.field.units[march.unit].player, index, log)
    state.march = replace(march, hazards=tuple(later_hazards))


def _award_first_decoy_medal(
    state: GameState, player: PlayerNo, index: HexNo, log: list[Event]
) -> None:
    """Give the player who finds the first decoy a permanent medal (TH-MINE-07)."""
    if (
        state.decoy_medal_player != NOBODY
        or not state.field.minefields_with_decoy_medal >> index & 1
    ):
        return
    state.decoy_medal_player = player
    state.eliminated[player] += 1
    log.append(MedalGained(state.field.sides[player], 1, "", state.medals(player)))
