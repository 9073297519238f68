"""Computer players. They see a view and the legal actions, and bring no dice of their own."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from m44core.playtest.judgement import Judgement, own_units
from m44core.rules.actions import (
    Action,
    Battle,
    Clear,
    End,
    Ignore,
    Keep,
    Move,
    Order,
    Play,
    Retreat,
    Stay,
    TakeGround,
)
from m44core.rules.cards import cards, order_limits
from m44core.rules.grid import indexes
from m44core.rules.orders import fits
from m44core.rules.state import Phase
from m44core.rules.view import View

_T = TypeVar("_T")

_WORTH_CLEARING = 0.8  # a battle worth less than this may wait until the wire is gone
_ROOTED = 0.4  # how much rather a unit stays than retreats


class Agent(Protocol):
    """Somebody who can play a side."""

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return one of *actions*."""


class RandomAgent:
    """Does anything that is legal, everything equally likely."""

    def choose(self, _view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return any of *actions*."""
        return rng.choice(actions)


class SimpleAgent:
    """Plays by rules of thumb: useful orders, good shots, cover, objectives."""

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return the action that looks best; equal ones are decided by *rng*."""
        if len(actions) == 1:
            return actions[0]
        thoughts = _Thoughts(view, rng)
        return thoughts.decide(actions)


class _Thoughts:
    """One decision of a :class:`SimpleAgent`."""

    def __init__(self, view: View, rng: random.Random) -> None:
        self._position = view.position
        self._player = view.player
        self._index = view.position.field.grid.index
        self._judgement = Judgement(view.position, view.player)
        self._rng = rng

    def decide(self, actions: Sequence[Action]) -> Action:
        """Return the best of *actions* by the rule of thumb for this part of the turn."""
        deciding: Mapping[Phase, Callable[[Sequence[Action]], Action]] = {
            Phase.PLAY: self._card,
            Phase.KEEP: self._card,
            Phase.ORDER: self._order,
            Phase.MOVE: self._move,
            Phase.BATTLE: self._battle,
            Phase.RETREAT: self._retreat,
            Phase.TAKE_GROUND: self._take_ground,
            Phase.OVERRUN: self._battle,
        }
        return deciding.get(self._position.phase, self._rng.choice)(actions)

    def _card(self, actions: Sequence[Action]) -> Action:
        """Play, or keep, the card whose orders are worth most; big cards are not wasted."""
        gains = {unit: self._judgement.gain(unit) for unit in self._own_units()}
        cards = [action for action in actions if isinstance(action, Play | Keep)]
        return self._best(cards, lambda action: self._worth(action.card, gains))

    def _worth(self, card: str, gains: Mapping[int, float]) -> float:
        """Return the sum of the best orders a card allows."""
        sections = self._position.field.grid.sections[self._player]
        if cards()[card].tactic:
            best = sorted((gain for gain in gains.values() if gain > 0), reverse=True)
            return sum(best[:4])
        limits = order_limits(card)
        counts = [0] * 8
        worth = -0.01 * sum(min(limit, 5) for limit in limits)
        for unit in sorted(gains, key=gains.__getitem__, reverse=True):
            where = sections[self._position.place[unit]]
            counts[where] += 1
            if gains[unit] > 0 and fits(tuple(counts), limits):
                worth += gains[unit]
            else:
                counts[where] -= 1
        return worth

    def _order(self, actions: Sequence[Action]) -> Action:
        """Order the unit that gains most by it, as long as any does."""
        orders = [action for action in actions if isinstance(action, Order)]
        gains = {order: self._judgement.gain(self._unit_on(order.hex)) for order in orders}
        useful = [order for order in orders if gains[order] > 0]
        return self._best(useful, gains.__getitem__) if useful else self._end(actions)

    def _move(self, actions: Sequence[Action]) -> Action:
        """Make the most useful of the best moves of all units that still can move."""
        moves: dict[Move, float] = {}
        names = self._position.field.grid.names
        for unit in indexes(self._position.ordered & ~self._position.moved):
            start = self._position.place[unit]
            end, worth = self._judgement.best_move(unit)
            if end != start:
                moves[Move(names[start], names[end])] = worth
        return self._best(list(moves), moves.__getitem__) if moves else self._end(actions)

    def _battle(self, actions: Sequence[Action]) -> Action:
        """Fight the most useful battle; clear wire where there is little to fight."""
        battles = [action for action in actions if isinstance(action, Battle)]
        worth = {battle: self._worth_of(battle) for battle in battles}
        clearing = [action for action in actions if isinstance(action, Clear)]
        for clear in clearing:
            best = max((worth[b] for b in battles if b.attacker == clear.hex), default=0.0)
            if best < _WORTH_CLEARING:
                return clear
        return self._best(battles, worth.__getitem__) if battles else self._end(actions)

    def _worth_of(self, battle: Battle) -> float:
        attacker, target = self._index[battle.attacker], self._index[battle.target]
        return self._judgement.attack(self._position.unit_at[attacker], target)

    def _retreat(self, actions: Sequence[Action]) -> Action:
        """Stay if the hex is good, else go where it is safest."""
        fight = self._position.fight
        assert fight is not None
        ends = [action for action in actions if isinstance(action, Retreat | Ignore)]

        def worth(action: Retreat | Ignore) -> float:
            rooted = isinstance(action, Ignore)
            end = self._index[action.hex if isinstance(action, Ignore) else action.end]
            return self._judgement.place(fight.target, end) + (_ROOTED if rooted else 0.0)

        return self._best(ends, worth)

    def _take_ground(self, actions: Sequence[Action]) -> Action:
        """Advance if the hex cleared is the better one, or if an overrun may follow."""
        fight = self._position.fight
        assert fight is not None
        stay = self._judgement.place(fight.attacker, fight.start)
        go = self._judgement.place(fight.attacker, fight.hex)
        if self._position.field.units[fight.attacker].rules.overruns and not fight.overrun:
            go += self._judgement.battle_after(fight.attacker, fight.hex, 1)
        chosen = TakeGround() if go > stay else Stay()
        assert chosen in actions
        return chosen

    def _own_units(self) -> list[int]:
        return own_units(self._position, self._player)

    def _unit_on(self, name: str) -> int:
        return self._position.unit_at[self._index[name]]

    def _end(self, actions: Sequence[Action]) -> Action:
        """Return what ends this part of the turn."""
        return next(action for action in actions if isinstance(action, End | Stay))

    def _best(self, choices: Sequence[_T], worth: Callable[[_T], float]) -> _T:
        """Return the choice worth most, any of those worth the same."""
        values = [worth(choice) for choice in choices]
        most = max(values)
        best = [c for c, v in zip(choices, values, strict=True) if v >= most - 1e-9]
        return self._rng.choice(best)


AGENTS: Mapping[str, Agent] = {
    "recruit": RandomAgent(),
    "sergeant": SimpleAgent(),
    "general": SimpleAgent(),
    "simple": SimpleAgent(),
    "random": RandomAgent(),
}
