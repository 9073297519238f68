"""Which battles can be fought, and what can follow them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from m44core.rules.board.grid import indexes
from m44core.rules.game.actions import (
    Action,
    Battle,
    BattleBack,
    Breach,
    Clear,
    End,
    Ignore,
    LaySmoke,
    Resupply,
    Retreat,
    Seal,
    Stay,
    Step,
    TakeGround,
)
from m44core.rules.game.actions.action import MOST_SHARED
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.theatres.deeds import breaches, sealing
from m44core.rules.theatres.smoke import in_range, layers_of_smoke, may_fire
from m44core.rules.units.battle import (
    assaulted_again,
    may_battle,
    may_clear,
    may_take_ground,
    targets,
)
from m44core.rules.units.resupply import receivers, suppliers
from m44core.rules.units.retreat import ways

_battle = lru_cache(MOST_SHARED)(Battle)
_retreat = lru_cache(MOST_SHARED)(Retreat)
_smoke = lru_cache(MOST_SHARED)(LaySmoke)
_END_BATTLES = End(Step.BATTLES)


def possible_battles(state: GameState) -> Iterable[Action]:
    """Return the battles of the ordered units, and what they may do instead (B-BAT-01)."""
    names, found = state.field.grid.names, list[Action]()
    for unit in indexes(state.ordered & ~state.battled & ~state.barred):
        if may_battle(state, unit) and may_fire(state, unit):
            start = names[state.place[unit]]
            found += [_battle(start, names[target]) for target, _ in targets(state, unit)]
            if may_clear(state, unit):
                found.append(Clear(start))
    for unit in indexes(suppliers(state)) if state.field.suppliers else ():
        supplier = names[state.place[unit]]
        found += [Resupply(supplier, names[end]) for end in indexes(receivers(state, unit))]
    for unit in indexes(state.battled & state.field.clearing):
        if state.place[unit] != NOWHERE and may_clear(state, unit):
            found.append(Clear(names[state.place[unit]]))
    if state.ground.caves:
        found += [Seal(names[state.place[unit]]) for unit in sealing(state)]
    if state.field.breaching:
        found += [Breach(names[start], names[end]) for start, end in breaches(state)]
    for unit in layers_of_smoke(state) if state.field.smokers else ():
        start = names[state.place[unit]]
        found += [_smoke(start, names[end]) for end in indexes(in_range(state, unit))]
    found.append(_END_BATTLES)
    return found


def possible_retreats(state: GameState) -> Iterator[Action]:
    """Return where a unit may retreat to, or that it stays (B-RET-03, B-RET-09)."""
    assert state.fight is not None
    names = state.field.grid.names
    here = state.place[state.fight.target]
    for end in indexes(ways(state, state.fight.target, state.fight.flags).ends):
        yield Ignore(names[here]) if end == here else _retreat(names[here], names[end])


def possible_battles_back(_state: GameState) -> Iterator[Action]:
    """Return that a unit may battle its attacker back (TH-BRI-01)."""
    yield from (BattleBack(), Stay())


def possible_advances(state: GameState) -> Iterator[Action]:
    """Return what may follow a victory in close assault (B-TG-01, E-FRA-02)."""
    assert state.fight is not None
    names, fight = state.field.grid.names, state.fight
    if may_take_ground(state, fight):
        yield TakeGround()
    for target in indexes(assaulted_again(state, fight)):
        yield _battle(names[fight.start], names[target])
    yield Stay()


def possible_overruns(state: GameState) -> Iterator[Action]:
    """Return the battles of an armor overrun (B-OVR-01)."""
    assert state.fight is not None
    names = state.field.grid.names
    start = state.place[state.fight.attacker]
    for target, _ in targets(state, state.fight.attacker):
        yield _battle(names[start], names[target])
    yield Stay()
