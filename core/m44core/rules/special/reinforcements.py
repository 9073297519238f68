"""Units that fight on once their side has won some medals (SO-REINFORCEMENTS)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Side
from m44core.model.position import Position
from m44core.model.rule_parts import Edge
from m44core.model.unit_rules import Reinforcement, Reinforcements
from m44core.rules.board.grid import BOTTOM, TOP
from m44core.rules.game.arrivals import ArrivalKind
from m44core.rules.game.events import Event, Reinforced, ReinforcementsCalled
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NO_CALLS, NOWHERE, UNTIL_CALLED, Calls, GameState
from m44core.rules.goals.objectives import occupy
from m44core.rules.numbers import HexNo, HexSet, PlayerNo, UnitNo
from m44core.rules.special.airdrop import arrive

_BETWEEN = (Phase.PLAY, Phase.MOVE, Phase.BATTLE, Phase.MOVE_AGAIN)


def await_calls(state: GameState, position: Position | None) -> None:
    """Let the reinforcements wait that have not been called yet."""
    rule = state.field.options.further_rule(Reinforcements)
    if rule is None:
        return
    called = position.called if position else ()
    groups = [group for group in rule.groups if group.side not in called]
    state.calls = Calls(tuple(state.field.player(group.side) for group in groups))
    for group in groups:
        state.rests = (*state.rests, *((unit, UNTIL_CALLED) for unit in _waiting(state, group)))


def answer_calls(state: GameState, log: list[Event]) -> bool:
    """Call the reinforcements a side has won the medals for; tell whether they may come now.

    What is called stays so, whatever medals are lost later. In the turn of their own side they
    may come at once, as soon as nothing else is under way.
    """
    for player in state.calls.awaited:
        group = _group(state, state.field.sides[player])
        if state.medals(player) >= group.medals:
            _call(state, player, group, log)
    if state.active not in state.calls.fresh or state.phase not in _BETWEEN or state.resume:
        return False
    fresh = tuple(player for player in state.calls.fresh if player != state.active)
    state.calls = _calls(state.calls.awaited, fresh)
    if not may_come(state):
        return False
    state.resume, state.phase = state.phase, Phase.REINFORCE
    return True


def may_come(state: GameState) -> bool:
    """Tell whether reinforcements of the active player may come now; they do so once."""
    if not state.field.arriving(ArrivalKind.REINFORCEMENT) or state.active in state.calls.awaited:
        return False
    own = list(_own(state))
    return bool(own) and not any(state.came >> unit & 1 for unit in own)


def reinforcements(state: GameState) -> Iterator[tuple[UnitNo, HexSet]]:
    """Yield the next unit of each kind that may come now, with the hexes it may come to."""
    units, seen = state.field.units, set[object]()
    for unit in _own(state):
        if state.came >> unit & 1 or (kind := units[unit].placed.name) in seen:
            continue
        seen.add(kind)
        edge = _edge(state, _group(state, units[unit].side).edge)
        yield unit, edge & state.ground.passable[units[unit].number_of_class] & ~state.everyone


def reinforce(state: GameState, unit: UnitNo, index: HexNo, log: list[Event]) -> None:
    """Put a unit on a hex of the edge; cards order it from then on."""
    arrive(state, unit, index)
    log.append(Reinforced(state.field.units[unit].name, state.field.grid.names[index]))
    occupy(state, 1 << index, log)


def end_reinforcing(state: GameState) -> None:
    """Lose who did not come together with the first; nobody came if all are to come later."""
    own = list(_own(state))
    if any(state.came >> unit & 1 for unit in own):
        state.came |= sum(1 << unit for unit in own)


def _call(state: GameState, player: PlayerNo, group: Reinforcement, log: list[Event]) -> None:
    awaited = tuple(other for other in state.calls.awaited if other != player)
    fresh = (*state.calls.fresh, player) if group.coming else state.calls.fresh
    state.calls = _calls(awaited, fresh)
    woken = set(_waiting(state, group))
    state.rests = tuple(each for each in state.rests if each[0] not in woken)
    log.append(ReinforcementsCalled(group.side))


def _calls(awaited: tuple[PlayerNo, ...], fresh: tuple[PlayerNo, ...]) -> Calls:
    return Calls(awaited, fresh) if awaited or fresh else NO_CALLS


def _group(state: GameState, side: Side) -> Reinforcement:
    rule = state.field.options.further_rule(Reinforcements)
    assert rule is not None, "somebody is called"
    return next(group for group in rule.groups if group.side is side)


def _waiting(state: GameState, group: Reinforcement) -> Iterator[UnitNo]:
    """Yield the units of a group that stand on the board and take no orders before."""
    hexes = state.field.grid.board.hexes
    for unit in state.field.units:
        named = unit.origin != NOWHERE and hexes[unit.origin] in group.waiting
        if named and unit.side is group.side:
            yield unit.number


def _own(state: GameState) -> Iterator[UnitNo]:
    units = state.field.arriving(ArrivalKind.REINFORCEMENT)
    return (unit for unit in units if state.field.units[unit].player == state.active)


def _edge(state: GameState, edge: Edge) -> HexSet:
    return state.field.grid.edges[{Edge.TOP: TOP, Edge.BOTTOM: BOTTOM}[edge]]
