"""Deciding where units go: as planned, once more after the battles, when they retreat."""

from __future__ import annotations

from collections.abc import Sequence

from m44core.playtest.players.deciding.choosing import best_of, ending, one_of
from m44core.playtest.players.deciding.memory import Memory
from m44core.playtest.players.judgement import Judgement
from m44core.playtest.players.planning import Intent, battle_from
from m44core.playtest.players.weighing.bridges import worth_of_bridge
from m44core.rules.game.actions import Action, Exit, Ignore, LayBridge, Move, Recover, Retreat
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.units.movement import travel_of
from m44core.rules.units.rails import backing_ends, is_train, train_of

_IN_BATTLE = 3  # hexes within which armor has somebody to battle
_ROOTED = 0.3  # how much rather a unit stays than retreats


def planned_move(position: GameState, memory: Memory, actions: Sequence[Action]) -> Action | None:
    """Return the next move of a plan that can be made; None if there is none."""
    names = position.field.grid.names
    for intent in memory.intents:
        start = position.place[intent.unit]
        if intent.recovers and (rest := Recover(names[start])) in actions:
            return rest
        if position.moved >> intent.unit & 1 or (start == intent.end and not intent.leaves):
            continue
        kind = Exit if intent.leaves else Move
        move = kind(names[start], names[intent.end])
        if position.trains and move not in actions:
            move = _backing(position, intent) or move
        if (found := one_of(actions, move)) is not None:
            memory.moved |= 1 << intent.unit
            memory.place[intent.unit] = NOWHERE if intent.leaves else intent.end
            return found
    return None


def _backing(position: GameState, intent: Intent) -> Move | None:
    """Return the move of a train that backs up to where it is wanted, if it is one."""
    if not is_train(position, intent.unit):
        return None
    names, longest = position.field.grid.names, travel_of(position, intent.unit).longest
    lead = backing_ends(position, intent.unit, longest).get(intent.end)
    wagon = train_of(position, intent.unit).wagon
    return None if lead is None else Move(names[wagon], names[lead])


def bridge_to_lay(judgement: Judgement, actions: Sequence[Action]) -> LayBridge | None:
    """Lay the bridge that spares most of the way, where nobody near can be battled instead."""
    position = judgement.position
    grid, foes = position.field.grid, position.occupied[1 - position.active]

    def worth(bridge: LayBridge) -> float:
        return worth_of_bridge(judgement, grid.index[bridge.end])

    bridges = [action for action in actions if isinstance(action, LayBridge)]
    near = (foes & grid.within(grid.index[bridge.start], _IN_BATTLE) for bridge in bridges)
    calm = [bridge for bridge, beset in zip(bridges, near, strict=True) if not beset]
    best = max(calm, key=worth, default=None)
    return best if best and worth(best) > 0 else None


def is_stuck(position: GameState, memory: Memory) -> bool:
    """Tell whether a move that was planned cannot be made."""
    return any(
        position.place[intent.unit] != intent.end and not position.moved >> intent.unit & 1
        for intent in memory.intents
    )


def second_move(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Move where it is best to stand at the end of the turn."""
    position = judgement.position
    index = position.field.grid.index
    moves = [action for action in actions if isinstance(action, Move)]

    def gain(move: Move) -> float:
        start = index[move.start]
        place = judgement.places(position.unit_at[start])
        return place(index[move.end]) - place(start)

    best = max(moves, key=gain, default=None)
    return best if best and gain(best) > 0 else ending(actions)


def way_back(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Stay if the hex is good, else go where it is best to stand."""
    position = judgement.position
    fight = position.fight
    assert fight is not None
    place, index = judgement.places(fight.target), position.field.grid.index

    def worth(action: Retreat | Ignore) -> float:
        if isinstance(action, Ignore):
            return place(index[action.hex]) + _ROOTED
        return place(index[action.end])

    return best_of([a for a in actions if isinstance(a, Retreat | Ignore)], worth)


def way_on(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Leave the board, or go where it is best to stand and to overrun from."""
    position = judgement.position
    fight = position.fight
    assert fight is not None
    unit, index = fight.attacker, position.field.grid.index
    place = judgement.places(unit)

    def worth(action: Action) -> float:
        if isinstance(action, Exit):
            return (position.field.units[unit].exit_medals or 0) * judgement.medal
        hex_ = index[action.end] if isinstance(action, Move) else position.place[unit]
        return place(hex_) + battle_from(judgement, unit, hex_).gain

    return best_of([ending(actions), *(a for a in actions if isinstance(a, Move | Exit))], worth)
