"""Why the computer did what it did: asked again at moments that are past."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.catalogue.types import Side
from m44core.messages.message import Message
from m44core.playtest.games.reasons import explained, mood
from m44core.playtest.players.agents import Agent
from m44core.playtest.players.levels import agent
from m44core.rules.game.actions import Action, Draw, Land, Roll
from m44core.rules.game.view import View
from m44core.rules.play.legal import legal_actions
from m44editor.playtest.game.film import Film
from m44editor.playtest.game.players import PERSON
from m44editor.playtest.game.thinking import Thinking

_REST = 120  # milliseconds a moment is looked at before anybody is asked about it
_CHANCE = (Draw, Land, Roll)


@dataclass(frozen=True)
class Why:
    """Why the last decision before a moment was made.

    Attributes:
        reason: What spoke for it.
        besides: What was weighed and given up, the best first.
    """

    reason: Message
    besides: tuple[Message, ...] = ()


class Hindsight(QObject):
    """Asks the level that decided, in a thread of its own, once a moment is looked at.

    Signals:
        found: There is something to say about the moment.

    Attributes:
        why: What there is to say about the moment asked about last; None until it is found.
    """

    found = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.why: Why | None = None
        self._about: object = None  # which film, and which of its decisions
        self._question: Callable[[], object] = _nothing
        self._thinking = Thinking(self)
        self._thinking.answered.connect(self._take)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST)
        self._timer.timeout.connect(lambda: self._thinking.begin(self._question))

    def look(self, film: Film, moment: int, players: Mapping[Side, str], seed: str) -> None:
        """Ask about the last decision before a moment, unless that was asked already."""
        number = _decision_before(film, moment)
        about = id(film), number, film.actions[max(0, number)] if film.length else None
        if about == self._about:
            return
        self.forget()
        self._about = about
        if number < 0:
            return
        state = film.at(number).clone()
        level = players.get(state.side, PERSON) if state.side else PERSON
        if level == PERSON:
            return
        view, action = View(state, state.player), film.actions[number]
        rng = mood(seed, number)
        self._question = partial(_asked, agent(level), view, legal_actions(state), action, rng)
        self._timer.start()

    def forget(self) -> None:
        """Ask about nothing any more."""
        self._timer.stop()
        self._thinking.forget()
        self._about, self.why = None, None

    def _take(self, why: Why) -> None:
        self.why = why
        self.found.emit()


def _nothing() -> None:
    """Ask nothing."""


def _decision_before(film: Film, moment: int) -> int:
    """Return the number of the last action before a moment that was nobody's luck; -1 if none."""
    numbers = range(min(moment, film.length) - 1, -1, -1)
    return next((n for n in numbers if not isinstance(film.actions[n], _CHANCE)), -1)


def _asked(agent: Agent, view: View, actions: Sequence[Action], action: Action, rng: Random) -> Why:
    reasons = explained(agent, view, actions, action, rng)
    return Why(reasons.why, reasons.besides)
