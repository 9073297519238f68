"""Computer players think in a thread of their own, so that the window never waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from itertools import count
from random import Random

from PySide6.QtCore import QObject, Qt, Signal

from m44core.playtest.players.agents import Agent
from m44core.rules.game.actions import Action
from m44core.rules.game.view import View

Thought = tuple[Action, str]  # what to do, and why


_NUMBERS = count(1)  # of all questions of all games


class _Relay(QObject):
    """Passes answers from their thread on; it lives as long as the program, unlike a game.

    Signals:
        finished: The number of a question, the future of its answer.
    """

    finished = Signal(int, object)


class Thinking(QObject):
    """Asks one player at a time for a decision.

    Signals:
        decided: What to do, and why.
    """

    decided = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked = 0
        self._open = False
        _relay().finished.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def is_under_way(self) -> bool:
        """Whether a decision is still to come."""
        return self._open

    def begin(self, agent: Agent, view: View, actions: Sequence[Action], rng: Random) -> None:
        """Ask *agent*; nobody else may change what *view* shows."""
        number = self._asked = next(_NUMBERS)
        self._open = True
        future = _worker().submit(_decide, agent, view, actions, rng)
        relay = _relay()
        future.add_done_callback(lambda done: relay.finished.emit(number, done))

    def forget(self) -> None:
        """Let nothing come of a decision that is still to come."""
        self._asked = next(_NUMBERS)
        self._open = False

    def _take(self, number: int, future: Future[Thought]) -> None:
        if number == self._asked:
            self._open = False
            self.decided.emit(*future.result())


def _decide(agent: Agent, view: View, actions: Sequence[Action], rng: Random) -> Thought:
    action = agent.choose(view, actions, rng)
    return action, agent.explain(view, action)


@cache
def _relay() -> _Relay:
    return _Relay()


@cache
def _worker() -> ThreadPoolExecutor:
    """Return the one thread for all windows: players of a level are shared, and remember plans."""
    return ThreadPoolExecutor(1, "players")
