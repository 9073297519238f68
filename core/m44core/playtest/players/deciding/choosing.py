"""Choosing among actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from m44core.rules.game.actions import Action, End, Stay

_T = TypeVar("_T")


def ending(actions: Iterable[Action]) -> Action:
    """Return what ends this part of the turn."""
    return next(action for action in actions if isinstance(action, End | Stay))


def one_of(actions: Iterable[Action], wanted: Action) -> Action | None:
    """Return the action that equals the one wanted, the very one that is known to be legal."""
    for action in actions:
        if action == wanted:
            return action
    return None


def best_of(choices: Sequence[_T], worth: Callable[[_T], float]) -> _T:
    """Return the choice worth most, the first of those worth the same."""
    return choices[0] if len(choices) == 1 else max(choices, key=worth)
