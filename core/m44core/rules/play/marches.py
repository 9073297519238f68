"""What follows once a unit has come to the end of its way (TH-HOOK-01, TH-HOOK-02)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from m44core.catalogue.hazards import Costs
from m44core.rules.game.actions import Face
from m44core.rules.game.events import Event
from m44core.rules.game.march import March, MarchKind, Peril
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.goals.victory import check_end
from m44core.rules.numbers import UnitNo
from m44core.rules.play.battles import (
    after_retreat,
    after_taking_ground,
    end_battle,
    overrun,
    rolled_again,
)
from m44core.rules.play.turn import end_turn
from m44core.rules.units.changes import lose_figures
from m44core.rules.units.exits import leave_board
from m44core.rules.units.hits import hits, hitting
from m44core.rules.units.marching import come_through
from m44core.rules.units.mines import uncover
from m44core.rules.units.orders import moving_again, tire

_COSTLY = {Costs.STARS: frozenset({Face.STAR}), Costs.GRENADES: frozenset({Face.GRENADE})}


def face_hazard(state: GameState, faces: Sequence[Face], log: list[Event]) -> None:
    """Take the figures that ice or mines cost a unit (TH-ICE-01, TH-MINE-03)."""
    march = state.march
    assert march is not None, "a unit is on its way"
    rules, costs = state.field.units[march.unit].rules, march.perils[0].costs
    lost = hits(faces, _COSTLY.get(costs) or hitting(rules))
    state.march = replace(march, perils=march.perils[1:])
    if lost and rules.rerolls_hits and costs is Costs.HITS:
        again = Peril(lost, Costs.GRENADES)
        state.march = replace(march, perils=(again, *march.perils[1:]))
        log.append(rolled_again(state, march.unit, lost))
    else:
        lose_figures(state, march.unit, lost, log)
    if not check_end(state, log):
        _march_on(state, log)


def _march_on(state: GameState, log: list[Event]) -> None:
    """Let a unit go on that something has befallen."""
    march = state.march
    assert march is not None, "a unit is on its way"
    if come_through(state, log):
        after_march(state, march, log)


def after_march(state: GameState, march: March, log: list[Event]) -> None:
    """Go on with the turn once a unit has come to the end of its way, or to its own."""
    unit, alive = march.unit, bool(state.figures[march.unit])
    match march.kind:
        case MarchKind.RETREAT:
            after_retreat(state, unit, march.losses, log)
        case MarchKind.GROUND if alive:
            after_taking_ground(state, log)
        case MarchKind.DESERT if alive:
            overrun(state, log)
        case MarchKind.GROUND | MarchKind.DESERT:
            end_battle(state, log)
        case MarchKind.MOVE | MarchKind.EXIT:
            state.phase = Phase(march.back)
            _after_move(state, march, log, alive=alive)
        case _:
            assert_never(march.kind)


def _after_move(state: GameState, march: March, log: list[Event], *, alive: bool) -> None:
    """Bar a unit from battling that came too far, or that is no more (B-MOVE-06)."""
    unit, bit = march.unit, 1 << march.unit
    if not alive:
        state.moved |= bit
        state.barred |= bit
    elif march.kind is MarchKind.EXIT:
        leave_board(state, unit, state.place[unit], log)
    else:
        arrive(state, unit, march.steps, log)
        return
    end_second_move(state, unit, log)


def arrive(state: GameState, unit: UnitNo, steps: int, log: list[Event]) -> None:
    """Let a unit that came to the end of its move battle as far as its way lets it (B-MOVE-06)."""
    tire(state, unit, steps)
    end_second_move(state, unit, log)


def end_second_move(state: GameState, unit: UnitNo, log: list[Event]) -> None:
    """End the turn after the last second move of Behind Enemy Lines (B-CARD-BEL)."""
    if state.phase is Phase.MOVE_AGAIN and not check_end(state, log):
        state.moved_again |= 1 << unit
        if not moving_again(state) and not state.raids:
            end_turn(state, log)


def uncover_mine(state: GameState, strength: int, log: list[Event]) -> None:
    """Find out how strong a minefield is, and go on (TH-MINE-03)."""
    uncover(state, strength, log)
    _march_on(state, log)
