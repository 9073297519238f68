"""Computer players think in a thread of their own, so that the window never waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from random import Random

from PySide6.QtCore import QObject, Qt, Signal
from shiboken6 import isValid

from m44core.playtest.agents import Agent
from m44core.rules.actions import Action
from m44core.rules.view import View

Thought = tuple[Action, str]  # what to do, and why


class Thinking(QObject):
    """Asks one player at a time for a decision.

    Signals:
        decided: What to do, and why.
    """

    decided = Signal(object, str)
    _finished = Signal(int, object)  # the number of the question, the future of its answer

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked = 0
        self._open = False
        self._finished.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def is_under_way(self) -> bool:
        """Whether a decision is still to come."""
        return self._open

    def begin(self, agent: Agent, view: View, actions: Sequence[Action], rng: Random) -> None:
        """Ask *agent*; nobody else may change what *view* shows."""
        self._asked += 1
        self._open = True
        number = self._asked
        future = _worker().submit(_decide, agent, view, actions, rng)
        future.add_done_callback(lambda done: self._tell(number, done))

    def forget(self) -> None:
        """Let nothing come of a decision that is still to come."""
        self._asked += 1
        self._open = False

    def _tell(self, number: int, future: Future[Thought]) -> None:
        """Pass an answer on, in the thread it was found in, unless the game is gone meanwhile."""
        with suppress(RuntimeError):
            if isValid(self):
                self._finished.emit(number, future)

    def _take(self, number: int, future: Future[Thought]) -> None:
        if number == self._asked:
            self._open = False
            self.decided.emit(*future.result())


def _decide(agent: Agent, view: View, actions: Sequence[Action], rng: Random) -> Thought:
    action = agent.choose(view, actions, rng)
    return action, agent.explain(view, action)


@cache
def _worker() -> ThreadPoolExecutor:
    """Return the one thread for all windows: players of a level are shared, and remember plans."""
    return ThreadPoolExecutor(1, "players")
