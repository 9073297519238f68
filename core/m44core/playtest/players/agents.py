"""Computer players. They see a view and the legal actions, and bring no dice of their own."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from m44core.messages.message import Message, message
from m44core.playtest.players.general import General
from m44core.playtest.players.sergeant import Sergeant
from m44core.playtest.players.tempers import PRESSING
from m44core.rules.game.actions import Action
from m44core.rules.game.player_view import View


class Agent(Protocol):
    """Somebody who can play a side."""

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return one of *actions*."""

    def explain(self, view: View, action: Action) -> Message:
        """Return a sentence about why it would do *action* now."""

    def weighed_besides(
        self, view: View, actions: Sequence[Action], rng: random.Random
    ) -> tuple[Message, ...]:
        """Return what it would reject now, the best first, each with the chance to win by it."""


class Recruit:
    """Does anything that is legal, everything equally likely."""

    def choose(self, _view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return any of *actions*."""
        return actions[int(rng.random() * len(actions))]

    def explain(self, _view: View, _action: Action) -> Message:
        """Return that there is no reason."""
        return message("A recruit does whatever comes to mind.")

    def weighed_besides(
        self, _view: View, _actions: Sequence[Action], _rng: random.Random
    ) -> tuple[Message, ...]:
        """Return nothing: a recruit does not weigh anything."""
        return ()


# By level, from the weakest on. Each side of each game has a player of its own: they remember.
AGENTS: Mapping[str, Callable[[], Agent]] = {
    "recruit": Recruit,
    "sergeant": lambda: Sergeant(PRESSING),
    "general": General,
}
