"""Computer players in a thread of their own: their next decision, and why they made past ones."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from random import Random

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.messages.message import Message
from m44core.playtest.games.decision_reasons import explain_decision, public_reason, tie_break_rng
from m44core.playtest.players.levels import make_agent
from m44core.rules.game.actions import Action, Draw, Land, Roll
from m44core.rules.game.player_view import View
from m44core.rules.game.state import GameState
from m44core.rules.play.legal_actions import legal_actions
from m44core.work.executors import InProcess
from m44editor.background_jobs import when_done
from m44editor.playtest.game.players import PERSON
from m44editor.playtest.game.secrecy import BOTH_SIDES, Viewer
from m44editor.playtest.game.timeline import GameTimeline

_NUMBERS = count(1)  # of all questions of all games


class PlayerWorker(QObject):
    """Asks one question at a time.

    Signals:
        answered: What the question came to.
    """

    answered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked = 0
        self._open = False

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._open

    def ask(self, question: Callable[[], object]) -> None:
        """Ask; nobody else may change what the question looks at."""
        number = self._asked = next(_NUMBERS)
        self._open = True
        when_done(_worker().submit(question), partial(self._take, number))

    def cancel(self) -> None:
        """Let nothing come of an answer that is still to come."""
        self._asked = next(_NUMBERS)
        self._open = False

    def _take(self, number: int, future: Future[object]) -> None:
        if number == self._asked:
            self._open = False
            self.answered.emit(future.result())


@cache
def _worker() -> InProcess:
    """Return the one thread for all windows: players of a level are shared, and remember plans."""
    return InProcess("players")


_REST = 120  # milliseconds a moment is looked at before anybody is asked about it
_CHANCE = (Draw, Land, Roll)


@dataclass(frozen=True)
class Explanation:
    """Why the last decision before a moment was made.

    Attributes:
        reason: What spoke for it.
        besides: What was weighed and given up, the best first.
    """

    reason: Message
    alternatives: tuple[Message, ...] = ()


class DecisionExplainer(QObject):
    """Asks the level that decided, in a thread of its own, once a moment is looked at.

    Signals:
        found: There is something to say about the moment.

    Attributes:
        why: What there is to say about the moment asked about last; None until it is found.
    """

    explained = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.explanation: Explanation | None = None
        self._about: object = None  # which film, and which of its decisions
        self._question: Callable[[], object] = _nothing
        self._thinking = PlayerWorker(self)
        self._thinking.answered.connect(self._take)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST)
        self._timer.timeout.connect(lambda: self._thinking.ask(self._question))

    def explain(
        self,
        film: GameTimeline,
        moment: int,
        seed: str,
        looking: Viewer,
    ) -> None:
        """Ask about the last decision before a moment that whoever looks may know of.

        What was asked already is not asked again. What a computer weighed besides names other
        cards of its hand: only who may see that hand is told.
        """
        number = _decision_before(film, moment, looking)
        last = film.actions[max(0, number)] if film.length else None
        tells_all = looking.visible_sides(film.state) == BOTH_SIDES
        about = id(film), number, last, tells_all
        if about == self._about:
            return
        self.clear()
        self._about = about
        if number < 0:
            return
        state = film.state_at(number).clone()
        level = looking.players.get(state.side, PERSON) if state.side else PERSON
        if level == PERSON:
            return
        action, rng = film.actions[number], tie_break_rng(seed, number)
        self._question = partial(_asked, level, state, action, rng, tells_all)
        self._timer.start()

    def clear(self) -> None:
        """Ask about nothing any more."""
        self._timer.stop()
        self._thinking.cancel()
        self._about, self.explanation = None, None

    def _take(self, why: Explanation) -> None:
        self.explanation = why
        self.explained.emit()


def _nothing() -> None:
    """Ask nothing."""


def _decision_before(film: GameTimeline, moment: int, looking: Viewer) -> int:
    """Return the number of the last decision before a moment that is no secret; -1 if none."""
    for number in range(min(moment, film.length) - 1, -1, -1):
        action = film.actions[number]
        if not isinstance(action, _CHANCE) and not looking.hides_action(film.state, action):
            return number
    return -1


def _asked(
    level: str, state: GameState, action: Action, rng: Random, asks_all: bool
) -> Explanation:
    if not asks_all:
        return Explanation(public_reason(level, state, action))
    view = View(state, state.player)
    reasons = explain_decision(make_agent(level), view, legal_actions(state), action, rng)
    return Explanation(reasons.why, reasons.rejected)
