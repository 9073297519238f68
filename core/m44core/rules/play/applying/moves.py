"""What it means to move, to leave the board and to take ground."""

from __future__ import annotations

from m44core.rules.game.actions import Exit, Move
from m44core.rules.game.events import Event
from m44core.rules.game.march import March, MarchKind
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.play.battles import end_battle
from m44core.rules.play.marches import after_march, arrive, end_second_move
from m44core.rules.special.trains import run
from m44core.rules.theatres.bridging import note_stride
from m44core.rules.units.exits import leave_board
from m44core.rules.units.marching import perils_on, set_out, step
from m44core.rules.units.passing import way_off, way_to
from m44core.rules.units.rails import is_train


def move_unit(state: GameState, move: Move, log: list[Event]) -> None:
    """Move a unit, leg by leg where something befalls it (B-MOVE-01, R-29, V-GEN-04, TH-DES-03)."""
    index = state.field.grid.index
    start = index[move.start]
    unit = state.unit_at[start]
    if state.trains and is_train(state, unit):
        run(state, unit, move, log)
        return
    if state.phase is Phase.DESERT_MOVE:
        march = March(unit, MarchKind.DESERT, steps=1)
        if set_out(state, march, (index[move.end],), log):
            after_march(state, march, log)
        return
    way = way_to(state, unit, index[move.end], index[move.via] if move.via else NOBODY)
    if (state.field.bridging & ~state.bridged) >> unit & 1:
        note_stride(state, unit, index[move.end], way.steps)
    if len(way.hexes) == 1 and not state.ground.hazards:
        step(state, unit, way.hexes[0], way.steps, log)
        arrive(state, unit, way.steps, log)
        return
    march = March(unit, MarchKind.MOVE, steps=way.steps, back=state.phase)
    if state.ground.no_battle_on_leave[state.field.units[unit].number_of_class] >> start & 1:
        state.barred |= 1 << unit
    if set_out(state, march, way.hexes, log):
        after_march(state, march, log)


def exit_board(state: GameState, leave: Exit, log: list[Event]) -> None:
    """Let a unit leave the board (V-EXIT-04, V-EXIT-05, V-EXIT-06, TH-DES-04)."""
    index = state.field.grid.index
    unit, end = state.unit_at[index[leave.start]], index[leave.end]
    if state.phase is Phase.DESERT_MOVE:
        leave_board(state, unit, end, log)
        end_battle(state, log)
        return
    way = way_off(state, unit, end).hexes
    march = March(unit, MarchKind.EXIT, back=state.phase)
    if not any(perils_on(state, unit, march.kind, hex_) for hex_ in way):
        leave_board(state, unit, end, log)
        end_second_move(state, unit, log)
    elif set_out(state, march, way, log):
        after_march(state, march, log)


def take_ground(state: GameState, log: list[Event]) -> None:
    """Let the victorious unit into the hex it cleared (B-TG-01)."""
    fight = state.fight
    assert fight is not None
    march = March(fight.attacker, MarchKind.GROUND, steps=1)
    if set_out(state, march, (fight.hex,), log):
        after_march(state, march, log)
