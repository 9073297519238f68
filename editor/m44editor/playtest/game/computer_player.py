"""Computer players in a separate thread: their next decisions, and the reasons for past ones."""

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
from m44core.rules.game.actions import Action, ChanceAction
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.play.legal_actions import legal_actions
from m44core.work.executors import ThreadExecutor
from m44editor.background_jobs import when_done
from m44editor.playtest.game.players import PERSON
from m44editor.playtest.game.secrecy import BOTH_SIDES, Viewer
from m44editor.playtest.game.timeline import GameTimeline

_QUESTION_NUMBERS = count(1)  # of questions, across all games


class PlayerWorker(QObject):
    """Runs one question at a time in the thread of the computer players.

    A question is a function without arguments; the data it reads must not change while it runs.

    Signals:
        answered: The result of the question.
    """

    answered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._question_number = 0
        self._is_pending = False

    @property
    def is_busy(self) -> bool:
        """Whether a question is pending."""
        return self._is_pending

    def ask(self, question: Callable[[], object]) -> None:
        """Run a question in the thread; the answer to an earlier pending question is dropped."""
        number = self._question_number = next(_QUESTION_NUMBERS)
        self._is_pending = True
        when_done(_player_thread().submit(question), partial(self._on_answered, number))

    def cancel(self) -> None:
        """Drop the answer to the pending question."""
        self._question_number = next(_QUESTION_NUMBERS)
        self._is_pending = False

    def _on_answered(self, number: int, future: Future[object]) -> None:
        if number == self._question_number:
            self._is_pending = False
            self.answered.emit(future.result())


@cache
def _player_thread() -> ThreadExecutor:
    """Return the thread shared by all windows; only it uses the players, which cache plans."""
    return ThreadExecutor("players")


_DELAY_MS = 120  # milliseconds on a moment before it is explained


@dataclass(frozen=True)
class Explanation:
    """The reasons for a decision.

    Attributes:
        reason: The reason.
        alternatives: The options considered and rejected, the best first.
    """

    reason: Message
    alternatives: tuple[Message, ...] = ()


class DecisionExplainer(QObject):
    """Asks the computer level that made a past decision for its reasons, in the background.

    Signals:
        explained: The explanation is ready.

    Attributes:
        explanation: The explanation last requested; None if it is not ready or there is none.
    """

    explained = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.explanation: Explanation | None = None
        self._explained_key: object = None  # the timeline and the decision
        self._question: Callable[[], object] = _no_question
        self._player_worker = PlayerWorker(self)
        self._player_worker.answered.connect(self._on_explained)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DELAY_MS)
        self._timer.timeout.connect(lambda: self._player_worker.ask(self._question))

    def explain(
        self,
        timeline: GameTimeline,
        moment: int,
        seed: str,
        viewer: Viewer,
    ) -> None:
        """Start explaining the last decision before a moment, among those the viewer may know.

        Nothing is asked if a person made the decision, or if it is already being explained.
        Alternatives can name other cards in the computer's hand, so they are left out unless the
        viewer may see everything.

        Args:
            timeline: The game.
            moment: The moment shown.
            seed: The seed of the game.
            viewer: The player who looks at the screen.
        """
        decision_index = _decision_before(timeline, moment, viewer)
        last_action = timeline.actions[max(0, decision_index)] if timeline.length else None
        sees_everything = viewer.visible_sides(timeline.state) == BOTH_SIDES
        question_key = id(timeline), decision_index, last_action, sees_everything
        if question_key == self._explained_key:
            return
        self.clear()
        self._explained_key = question_key
        if decision_index < 0:
            return
        state = timeline.state_at(decision_index).clone()
        level = viewer.players.get(state.side, PERSON) if state.side else PERSON
        if level == PERSON:
            return
        action, rng = timeline.actions[decision_index], tie_break_rng(seed, decision_index)
        self._question = partial(_explanation_of, level, state, action, rng, sees_everything)
        self._timer.start()

    def clear(self) -> None:
        """Drop the explanation and any pending question."""
        self._timer.stop()
        self._player_worker.cancel()
        self._explained_key, self.explanation = None, None

    def _on_explained(self, explanation: Explanation) -> None:
        self.explanation = explanation
        self.explained.emit()


def _no_question() -> None:
    """Do nothing; a placeholder until there is a question."""


def _decision_before(timeline: GameTimeline, moment: int, viewer: Viewer) -> int:
    """Return the index of the last non-secret decision before a moment; -1 if there is none."""
    for index in range(min(moment, timeline.length) - 1, -1, -1):
        action = timeline.actions[index]
        if not isinstance(action, ChanceAction) and not viewer.hides_action(timeline.state, action):
            return index
    return -1


def _explanation_of(
    level: str, state: GameState, action: Action, rng: Random, sees_everything: bool
) -> Explanation:
    if not sees_everything:
        return Explanation(public_reason(level, state, action))
    view = PlayerView(state, state.player)
    reasons = explain_decision(make_agent(level), view, legal_actions(state), action, rng)
    return Explanation(reasons.why, reasons.rejected)
